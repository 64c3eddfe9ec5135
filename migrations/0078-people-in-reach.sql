-- Whom a session of a department, or one of its own people only, reaches is found by index: without these a list walked the whole tenant
-- where the department is small, and its count always did.
create index people_department on people (tenant_id, department_id) where department_id is not null and deleted_at is null;
create index people_carer on people (tenant_id, carer_id) where carer_id is not null and deleted_at is null;
create index people_creator on people (tenant_id, created_by) where created_by is not null and deleted_at is null;
