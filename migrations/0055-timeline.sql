-- What one person's timeline reads newest first of the tables that hold many rows of a person (docs/decisions/085).
create index warnings_closed_of_person on warnings (tenant_id, person_id, handled_at desc, id desc)
  where handled_at is not null and person_id is not null;
-- `metric > 0` is true of all: it keeps a query for one metric on the index that begins with the metric.
create index measurements_person on measurements (tenant_id, person_id, at desc, id desc) where voided_at is null and metric > 0;
create index observation_tasks_skipped on observation_tasks (tenant_id, person_id, done_at desc, id desc) where skip_reason is not null;
create index care_tasks_done on care_tasks (tenant_id, person_id, done_at desc, id desc) where done_at is not null;
create index care_tasks_missed on care_tasks (tenant_id, person_id, closes_at desc, id desc) where state = 1;
create index work_orders_finished on work_orders (tenant_id, person_id, finished_at desc, id desc) where finished_at is not null;
create index visitor_records_visits on visitor_records (tenant_id, person_id, arrived_at desc, id desc)
  where arrived_at is not null and person_id is not null;
create index account_movements_of_person on account_movements (tenant_id, person_id, created_at desc, id desc);
-- A person's contacts are rows that come and go: the record of changes finds them by whose they were.
create index row_changes_contacts on row_changes (tenant_id, (coalesce(after, before) ->> 'person_id'))
  where table_name = 'person_contacts';
