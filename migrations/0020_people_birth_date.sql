-- The list of people sorts by what has an index: registration, id, and the birth date (age).
create index people_birth_date on people (tenant_id, birth_date, id desc) where deleted_at is null;
