-- Families move their bookings, staff move visits (docs/decisions/096).
alter table home_bookings
  add column family_moves smallint not null default 0,                -- how often family moved it
  add column moved_at timestamptz,                                    -- when family last did
  add column moved_from text,                                         -- the half day or time before that, in words
  add check (family_moves >= 0 and (family_moves > 0) = (moved_at is not null) and (moved_at is null) = (moved_from is null));

-- The plan's own day makes a visit the same one, wherever it was moved to.
alter table visit_tasks
  add column planned_on date,
  add column due_clock text check (due_clock ~ '^([01]\d|2[0-3]):[0-5]\d$'),  -- null: any time of the day
  add column moved_at timestamptz,
  add column moved_from date,                                         -- where it stood before the last move
  add column moved_by text,
  add column move_reason text,
  add column work_order_id bigint,                                    -- the order that was made of what it found
  add foreign key (tenant_id, work_order_id) references work_orders on delete set null (work_order_id),
  add check ((moved_at is null) = (moved_from is null) and (moved_at is null) = (moved_by is null)
    and (moved_at is null) = (move_reason is null));
update visit_tasks set planned_on = due_on;
alter table visit_tasks alter column planned_on set not null;
alter table visit_tasks drop constraint visit_tasks_tenant_id_plan_id_person_id_due_on_key;
create unique index visit_tasks_planned on visit_tasks (tenant_id, plan_id, person_id, planned_on);
create index visit_tasks_order on visit_tasks (tenant_id, work_order_id) where work_order_id is not null;
-- Visits that were due and were neither made nor recorded.
create index visit_tasks_late on visit_tasks (tenant_id, closes_on, id) where state <= 2;
