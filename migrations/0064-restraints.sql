-- A round through a floor is known by a key that the phone makes, so that what it sends late or twice is one round (docs/decisions/092).
alter table patrols add column walk text not null default gen_random_uuid()::text;
create unique index patrols_walk on patrols (tenant_id, walk);
