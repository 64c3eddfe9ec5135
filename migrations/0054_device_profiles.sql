-- What a model says in codes and vendors' items, which terminal holds a device's code, and parts of long messages (docs/decisions/033).
alter table device_types add column profile jsonb not null default '{}';   -- ModelProfile of contract/devices/device-profiles.ts

-- JT/T 808: who was given the authentication code, who showed it first, and who was refused. Written by the gateways.
create table device_registrations (
  tenant_id bigint not null,
  device_id bigint not null,
  given_id text,                                                      -- terminal id of the last one that was given the code
  given_at timestamptz,
  bound_id text,                                                      -- of the one that showed it: another one is given none
  bound_at timestamptz,
  refused_id text,
  refused_at timestamptz,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references devices on delete cascade
);
call app.isolate('device_registrations');

-- Parts of messages that a terminal sends in several: kept before they are answered, for as long as the rest may come.
create table device_message_parts (
  tenant_id bigint not null,
  device_id bigint not null,
  type integer not null,                                              -- message id
  serial integer not null,                                            -- of the first part
  total smallint not null check (total between 2 and 64),
  part smallint not null check (part between 1 and total),
  body bytea not null,
  done boolean not null default false,                                -- the whole is stored: a part sent again is known
  received_at timestamptz not null default now(),
  primary key (tenant_id, device_id, type, serial, total, part),
  foreign key (tenant_id, device_id) references devices on delete cascade
);
create index device_message_parts_age on device_message_parts (received_at);
call app.isolate('device_message_parts');

grant create on schema app to yian_auth;
grant select, delete on device_message_parts to yian_auth;
set role yian_auth;
-- After three days nobody sends the rest any more.
create function app.clear_message_parts(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from device_message_parts where ctid = any (array(
    select p.ctid from device_message_parts p where p.received_at < at - interval '3 days' limit most)) returning 1)
  select count(*)::integer from gone
$$;
revoke all on function app.clear_message_parts(timestamptz, integer) from public;
grant execute on function app.clear_message_parts(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
