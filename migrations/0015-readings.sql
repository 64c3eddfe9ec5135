-- Readings and positions: one day, one partition (docs/decisions/005). How long they are kept: docs/decisions/038.

-- What changes with every frame is kept apart from what staff edit.
create table device_states (
  tenant_id bigint not null,
  device_id bigint not null,
  last_seen_at timestamptz,
  battery smallint,
  signal smallint,
  steps integer,
  states integer not null default 0,                                  -- low 16 bits of the last status word
  longitude double precision,                                         -- WGS-84
  latitude double precision,
  approximate boolean,
  located_at timestamptz,
  primary key (tenant_id, device_id),
  foreign key (tenant_id, device_id) references devices on delete cascade
) with (fillfactor = 70);
call app.isolate('device_states');

-- `metric` is the number of contract/health/metrics.ts.
create table readings (
  tenant_id bigint not null,
  device_id bigint not null,
  metric smallint not null,
  at timestamptz not null,
  value real not null,
  person_id bigint,
  received_at timestamptz not null default now(),
  -- The value and its wearer are read from the index: a month of a metric is 8,640 rows on as many pages of the table.
  primary key (tenant_id, device_id, metric, at) include (value, person_id)
) partition by range (at);
call app.isolate('readings');

create table readings_other partition of readings default;
call app.isolate('readings_other');

-- The newest value of each metric of a device.
create table latest_readings (
  tenant_id bigint not null,
  device_id bigint not null,
  metric smallint not null,
  at timestamptz not null,
  value real not null,
  person_id bigint,
  primary key (tenant_id, device_id, metric)
) with (fillfactor = 70);
create index latest_readings_person on latest_readings (tenant_id, person_id);
call app.isolate('latest_readings');

-- The sums of an hour of a device.
create table hourly_readings (
  tenant_id bigint not null,
  device_id bigint not null,
  metric smallint not null,
  hour timestamptz not null,
  person_id bigint,
  count integer not null,
  sum double precision not null,
  lowest real not null,
  highest real not null,
  primary key (tenant_id, device_id, metric, hour)
) with (fillfactor = 80);
create index hourly_readings_person on hourly_readings (tenant_id, person_id, metric, hour);
-- Old hours are found by their place in the table, at no cost for those who add to them.
create index hourly_readings_age on hourly_readings using brin (hour) with (pages_per_range = 32, autosummarize = on);
call app.isolate('hourly_readings');

-- A day of a device in Shanghai, written with the hours (server/ingest/batch.ts): a re-sent reading counts once.
create table daily_readings (
  tenant_id bigint not null,
  device_id bigint not null,
  metric smallint not null,
  day date not null,
  person_id bigint,
  count integer not null,
  sum double precision not null,
  lowest real not null,
  highest real not null,
  primary key (tenant_id, device_id, metric, day)
) with (fillfactor = 80);
create index daily_readings_person on daily_readings (tenant_id, person_id, metric, day);
call app.isolate('daily_readings');

create table positions (
  tenant_id bigint not null,
  device_id bigint not null,
  at timestamptz not null,
  longitude double precision not null,                                -- WGS-84
  latitude double precision not null,
  approximate boolean not null default false,                         -- no satellite fix
  speed real,
  accuracy real,
  person_id bigint,
  primary key (tenant_id, device_id, at)
) partition by range (at);
call app.isolate('positions');

create table positions_other partition of positions default;
call app.isolate('positions_other');

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
  -- Minutes of sleep that a report comes to, so that trends, lists and newest values read them like any other value: minutesAsleep of
  -- contract/devices/sleep-reports.rules.ts.
  asleep smallint generated always as (
    case when deep is not null or light is not null then coalesce(deep, 0) + coalesce(light, 0) + coalesce(rem, 0)
      when asleep_at is not null and awake_at > asleep_at
        then greatest(0, round(extract(epoch from awake_at - asleep_at) / 60)::integer - coalesce(awake, 0)) end
  ) stored,
  primary key (tenant_id, device_id, night),
  foreign key (tenant_id, device_id) references devices on delete cascade,
  foreign key (tenant_id, person_id) references people on delete cascade
);
create index sleep_reports_person on sleep_reports (tenant_id, person_id, night desc) where person_id is not null;
call app.isolate('sleep_reports');

-- The ingest role writes the readings of many tenants in one statement; it sees nothing else of them.
do $$
declare target text;
begin
  foreach target in array array['device_states', 'readings', 'readings_other', 'latest_readings', 'hourly_readings', 'daily_readings',
    'positions', 'positions_other'] loop
    execute format('create policy ingest on %I for all to yian_ingest using (true) with check (true)', target);
    execute format('grant select, insert, update on %I to yian_ingest', target);
  end loop;
end $$;

-- Day partitions from `back` days ago to `days` ahead; called by the ingest process at start and every hour.
create function app.prepare_partitions(days integer default 7, back integer default 1) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, app as $$
declare
  day date;
  parent text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7209014552);
  foreach parent in array array['readings', 'positions'] loop
    for day in select generate_series(current_date - back, current_date + days, interval '1 day')::date loop
      if to_regclass(format('public.%I', parent || '_' || to_char(day, 'YYYYMMDD'))) is null then
        made := made + 1;
        perform app.make_partition(parent, day);
      end if;
    end loop;
  end loop;
  return made;
end $$;

-- One day's partition of one of the two; does nothing when it is there.
create function app.make_partition(parent text, day date) returns void
  language plpgsql security definer set search_path = pg_catalog, public, app as $$
declare name text := parent || '_' || to_char(day, 'YYYYMMDD');
begin
  if parent not in ('readings', 'positions') then raise exception 'unknown parent'; end if;
  if to_regclass(format('public.%I', name)) is not null then return; end if;
  execute format('create table public.%I (like public.%I including all)', name, parent);
  call app.isolate(name::regclass);
  execute format('create policy ingest on public.%I for all to yian_ingest using (true) with check (true)', name);
  execute format('grant select, insert, update on public.%I to yian_ingest', name);
  -- Late rows of that day may sit in the default partition already: they move before the new one is attached.
  execute format('alter table public.%I no force row level security', parent || '_other');
  execute format('with moved as (delete from public.%I where at >= %L::date and at < %L::date + 1 returning *)
    insert into public.%I select * from moved', parent || '_other', day, day, name);
  execute format('alter table public.%I force row level security', parent || '_other');
  execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)', parent, name, day, day + 1);
end $$;

-- Drops one day that is over: what writes waits for a moment only, and a reader that holds it is not waited for. Gives how many.
create function app.drop_old_day(most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, app set lock_timeout = '500ms' as $$
declare
  since date := app.readings_kept_from(now());
  old text;
begin
  select c.relname into old from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent in ('public.readings'::regclass, 'public.positions'::regclass) and c.relname ~ '^(readings|positions)_[0-9]{8}$'
    and to_date(right(c.relname, 8), 'YYYYMMDD') < since order by right(c.relname, 8), c.relname limit 1;
  if old is null then return 0; end if;
  execute format('drop table public.%I', old);
  return 1;
exception when lock_not_available then
  return 0;
end $$;

grant select on device_states to yian_auth;
grant select, delete on readings_other, hourly_readings, positions_other to yian_auth;
grant execute on function app.prepare_partitions(integer, integer) to yian_app, yian_ingest;
grant execute on function app.drop_old_day(integer) to yian_upkeep;

grant create on schema app to yian_auth;
set local role yian_auth;

-- The day before which single values go: READING_DAYS of the platform (90), never less than 30, and a day of slack; null keeps all. A
-- device sends what it kept for a week: nothing that was added to the sums may come again and find its row gone.
create function app.readings_kept_from(at timestamptz) returns date
  language sql stable security definer set search_path = pg_catalog, public as $$
  select case when days > 0 then (least(at, now()) at time zone 'Asia/Shanghai')::date - greatest(days, 30) - 1 end
  from app.clear_after_days(1, 'READING_DAYS', 90) as days
$$;

-- What has no day of its own, and sums of hours after three years.
create function app.clear_old_readings(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.readings_kept_from(now())::timestamp at time zone 'Asia/Shanghai' as since),
    stray as (delete from readings_other where ctid = any (array(
      select r.ctid from readings_other r, kept where r.at < kept.since limit most)) returning 1),
    strayed as (delete from positions_other where ctid = any (array(
      select p.ctid from positions_other p, kept where p.at < kept.since limit most)) returning 1),
    hours as (delete from hourly_readings where ctid = any (array(
      select h.ctid from hourly_readings h where h.hour < now() - interval '3 years' limit most)) returning 1)
  select ((select count(*) from stray) + (select count(*) from strayed) + (select count(*) from hours))::integer
$$;

grant execute on function app.readings_kept_from(timestamptz) to yian_owner;
grant execute on function app.clear_old_readings(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
