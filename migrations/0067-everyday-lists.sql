-- What the timeline reads of meals that were hardly eaten, newest first (docs/decisions/085).
create index care_notes_left on care_notes (tenant_id, person_id, noted_at desc, id desc) where eaten >= 4;

-- A booking is found by its phone after it has ended, too.
drop index home_bookings_phone;
create index home_bookings_phone on home_bookings (tenant_id, phone);
-- The rounds of one floor, and the visits that did not reach a person, are few among many.
create index patrols_floor on patrols (tenant_id, building, floor, started_at desc, id desc);
create index visit_tasks_not_reached on visit_tasks (tenant_id, due_on desc, id desc) where state = 4;

-- A building with a dining room of its own may have a plan of its own (docs/decisions/096). Empty: the whole institution.
alter table diet_plans add column building text not null default '';
drop index diet_plans_draft;
drop index diet_plans_published;
create unique index diet_plans_draft on diet_plans (tenant_id, week_on, building) where state = 1;
create unique index diet_plans_published on diet_plans (tenant_id, week_on, building) where state = 2;
