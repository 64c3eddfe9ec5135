-- What the timeline reads of meals that were hardly eaten, newest first (docs/decisions/085).
create index care_notes_left on care_notes (tenant_id, person_id, noted_at desc, id desc) where eaten >= 4;

-- A building with a dining room of its own may have a plan of its own (docs/decisions/096). Empty: the whole institution.
alter table diet_plans add column building text not null default '';
drop index diet_plans_draft;
drop index diet_plans_published;
create unique index diet_plans_draft on diet_plans (tenant_id, week_on, building) where state = 1;
create unique index diet_plans_published on diet_plans (tenant_id, week_on, building) where state = 2;
