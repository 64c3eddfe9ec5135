-- Whoever was sent may hand a job back with a reason; it waits for a dispatcher with that mark until somebody is sent anew.
alter table work_order_jobs
  add returned_at timestamptz,
  add returned_by bigint,
  add returned_name text,
  add return_reason text,
  add constraint work_order_jobs_returned_whole check ((returned_at is null) = (return_reason is null)),
  add foreign key (tenant_id, returned_by) references users on delete set null (returned_by);
-- Few beside all jobs.
create index work_order_jobs_returned on work_order_jobs (tenant_id, returned_by, work_order_id) where returned_by is not null;

-- What a visit found may ask for another order: one that stands, for each. `abnormal` is what was answered that should not be, in words.
alter table questionnaire_results add abnormal text[] not null default '{}';
alter table work_orders
  add follows_id bigint,
  add foreign key (tenant_id, follows_id) references work_orders on delete set null (follows_id);
-- For whoever deletes an order; cancelled ones follow it, too.
create index work_orders_followed on work_orders (tenant_id, follows_id) where follows_id is not null;
create unique index work_orders_follows on work_orders (tenant_id, follows_id) where follows_id is not null and status <> 6;

-- Whoever is sent to an alarm may have the phone in a pocket.
alter table work_order_settings add urgent_sms boolean not null default true;

-- Visits that were shorter or longer than planned. What is kept of days that are over is counted anew; forced, row-level security would keep it from the owner.
alter table work_order_sums
  add shorter integer not null default 0,
  add longer integer not null default 0;
alter table work_order_sum_days no force row level security;
alter table work_order_marks no force row level security;
insert into work_order_marks (tenant_id, day, at) select tenant_id, day, '-infinity'::timestamptz from work_order_sum_days;
alter table work_order_marks force row level security;
alter table work_order_sum_days force row level security;
