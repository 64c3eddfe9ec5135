-- What a vendor's messages still lacked (docs/decisions/029): sealed headers, subscriptions to a vendor's broker, hubs that speak for several devices, reports of a night.

-- The values of a poller's headers are told to nobody any more: `polling` keeps their names. A migration has no key: the ingest process seals
-- what is open when it starts (server/devices/integration-headers.ts).
alter table device_integration_secrets add column headers_cipher bytea, add column headers_open jsonb;
alter table device_integration_secrets no force row level security;
alter table device_integrations no force row level security;
-- The record of changes would keep the values that are being taken away.
alter table device_integrations disable trigger record_change;
insert into device_integration_secrets (tenant_id, integration_id, headers_open)
  select tenant_id, id, (select jsonb_object_agg(h ->> 'name', h ->> 'value') from jsonb_array_elements(polling -> 'headers') h)
  from device_integrations where jsonb_array_length(polling -> 'headers') > 0
  on conflict (tenant_id, integration_id) do update set headers_open = excluded.headers_open;
update device_integrations set polling = jsonb_set(polling, '{headers}',
    (select jsonb_agg(jsonb_build_object('name', h ->> 'name', 'set', true, 'usesSecret', h ->> 'value' ~* '\{secret\}')) from jsonb_array_elements(polling -> 'headers') h))
  where jsonb_array_length(polling -> 'headers') > 0;
alter table device_integrations enable trigger record_change;

-- A vendor's own broker that we subscribe to; its password is the integration's secret.
alter table device_integrations drop constraint device_integrations_kind_check;
alter table device_integrations add constraint device_integrations_kind_check check (kind in ('webhook', 'poller', 'mqtt', 'broker'));
alter table device_integrations add column subscription jsonb;
alter table device_integrations force row level security;
alter table device_integration_secrets force row level security;
alter table device_integration_states add column connected_at timestamptz;

-- A device that reaches us through another one: a belt behind its room's gateway.
alter table devices add column hub_id bigint, add foreign key (tenant_id, hub_id) references devices on delete set null (hub_id), add check (hub_id <> id);
create index devices_of_hub on devices (tenant_id, hub_id) where hub_id is not null;
-- Silent while its hub is silent too: null is a silence of its own; else the hub is waited for since then, and nobody was warned.
alter table device_silences add column hub_at timestamptz;

-- A night as the device itself reports it; `night` is the day of getting up. Minutes and times are the vendor's.
create table sleep_reports (
  tenant_id bigint not null,
  device_id bigint not null,
  night date not null,
  person_id bigint,                                                   -- who had the device when the night ended
  bed_at timestamptz not null,
  asleep_at timestamptz,
  awake_at timestamptz,
  left_at timestamptz not null check (left_at > bed_at),
  deep smallint,
  light smallint,
  rem smallint,
  awake smallint,
  turns smallint,
  heart_rate smallint,
  breathing smallint,
  score smallint,
  reported_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (tenant_id, device_id, night),
  foreign key (tenant_id, device_id) references devices on delete cascade,
  foreign key (tenant_id, person_id) references people on delete cascade
);
create index sleep_reports_person on sleep_reports (tenant_id, person_id, night desc) where person_id is not null;
call app.isolate('sleep_reports');

grant create on schema app to yian_auth;
grant select (headers_open) on device_integration_secrets to yian_auth;
set role yian_auth;
-- What one process subscribes to for all tenants.
create function app.subscribed_integrations() returns table (tenant_id bigint, integration_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, app as $$
  select i.tenant_id, i.id from device_integrations i where i.kind = 'broker' and i.enabled
$$;
-- Whose headers still wait to be sealed.
create function app.open_headers() returns table (tenant_id bigint, integration_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, app as $$
  select s.tenant_id, s.integration_id from device_integration_secrets s where s.headers_open is not null
$$;
revoke all on function app.subscribed_integrations(), app.open_headers() from public;
grant execute on function app.subscribed_integrations(), app.open_headers() to yian_app;
reset role;
revoke create on schema app from yian_auth;
