-- The list of people at home in its order, and the people who were visited since a day.
create index people_at_home on people (tenant_id, created_at desc, id desc)
  where deleted_at is null and service_type = 2 and status < 4;
create index work_order_jobs_finished on work_order_jobs (tenant_id, check_out_at) include (work_order_id)
  where status = 4 and check_out_at is not null;
