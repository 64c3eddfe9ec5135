-- Where a location service says that cells and access points are, asked once for each set of them; and which places somebody was near, one row for each change.

create table network_places (
  tenant_id bigint not null references tenants on delete cascade,
  fingerprint text not null,                                          -- server/devices/network-fingerprints.ts
  longitude double precision,                                         -- WGS-84; null when the service knows nothing of them
  latitude double precision,
  metres real,
  asked_at timestamptz not null,
  primary key (tenant_id, fingerprint),
  check ((longitude is null) = (latitude is null))
);
create index network_places_age on network_places (asked_at);
call app.isolate('network_places');

create table device_stays (
  tenant_id bigint not null,
  device_id bigint not null,
  since timestamptz not null,
  until timestamptz not null,
  person_id bigint,
  place_id bigint,                                                    -- null: no more than `place` says
  place text not null,                                                -- as it was called then
  source text not null,
  primary key (tenant_id, device_id, since),
  foreign key (tenant_id, device_id) references devices on delete cascade,
  foreign key (tenant_id, place_id) references indoor_places on delete set null (place_id)
);
create index device_stays_person on device_stays (tenant_id, person_id, since desc);
create index device_stays_place on device_stays (tenant_id, place_id);
create index device_stays_age on device_stays (until);
call app.isolate('device_stays');

create index device_events_surroundings on device_events (received_at) where surroundings is not null;
create index device_surroundings_age on device_surroundings using brin (received_at) with (pages_per_range = 32, autosummarize = on);

grant usage, create on schema app to yian_auth;
grant select, delete on device_surroundings, network_places, device_stays to yian_auth;
grant select (tenant_id, device_id, code, at, received_at, surroundings), update (surroundings) on device_events to yian_auth;
grant select (tenant_id, key, value) on parameters to yian_auth;
grant select (tenant_id) on indoor_points to yian_auth;
set local role yian_auth;

-- Goes with the positions: they say no less of somebody.
create function app.clear_old_surroundings(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.readings_kept_from(at)::timestamp at time zone 'Asia/Shanghai' as since),
    heard as (delete from device_surroundings where ctid = any (array(select s.ctid from device_surroundings s, kept where s.received_at < kept.since limit most)) returning 1),
    stays as (delete from device_stays where ctid = any (array(select s.ctid from device_stays s, kept where s.until < kept.since limit most)) returning 1),
    -- Masts and access points are moved: what a service said is asked anew after a month at the latest.
    asked as (delete from network_places where ctid = any (array(select n.ctid from network_places n where n.asked_at < least(at, now()) - interval '30 days' limit most)) returning 1),
    alarms as (update device_events set surroundings = null where (tenant_id, device_id, code, at) in (
      select e.tenant_id, e.device_id, e.code, e.at from device_events e, kept where e.surroundings is not null and e.received_at < kept.since limit most) returning 1)
  select ((select count(*) from heard) + (select count(*) from stays) + (select count(*) from asked) + (select count(*) from alarms))::integer
$$;
revoke all on function app.clear_old_surroundings(timestamptz, integer) from public;
grant execute on function app.clear_old_surroundings(timestamptz, integer) to yian_app;

-- Tenants that have something to place: a survey, or a location service that they allowed. The work itself is done inside each of them.
create function app.tenants_to_place() returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select t.id from tenants t where exists (select from indoor_points p where p.tenant_id = t.id)
    or exists (select from parameters p where p.tenant_id = t.id and p.key = 'NETWORK_LOCATION' and p.value = 'true')
$$;
revoke all on function app.tenants_to_place() from public;
grant execute on function app.tenants_to_place() to yian_app;
reset role;
revoke create on schema app from yian_auth;
