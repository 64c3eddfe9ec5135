-- How long single readings and positions are kept: whole days of them are dropped, the sums of hours after three years, those of days never.

-- Old hours are found by their place in the table, at no cost for those who add to them.
create index hourly_readings_age on hourly_readings using brin (hour) with (pages_per_range = 32, autosummarize = on);

grant usage, create on schema app to yian_auth;
grant select, delete on readings_other, positions_other, hourly_readings to yian_auth;
set local role yian_auth;

-- `name` was the column, not what is asked for: no parameter whose name is not its key was ever heard.
create or replace function app.clear_after_days(tenant bigint, name text, usual integer) returns integer
  language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select case when p.value ~ '^[0-9]{1,4}$' then p.value::integer end from parameters p where p.tenant_id = $1 and p.key = $2), usual)
$$;

-- The day before which single values go: READING_DAYS of the platform (90), never less than 30, and a day of slack; null keeps all. A device sends what it kept
-- for a week: nothing that was added to the sums may come again and find its row gone.
create function app.readings_kept_from(at timestamptz) returns date
  language sql stable security definer set search_path = pg_catalog, public as $$
  select case when days > 0 then (least(at, now()) at time zone 'Asia/Shanghai')::date - greatest(days, 30) - 1 end
  from app.clear_after_days(1, 'READING_DAYS', 90) as days
$$;

-- What has no day of its own, and sums of hours after three years.
create function app.clear_old_readings(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.readings_kept_from(at)::timestamp at time zone 'Asia/Shanghai' as since),
    stray as (delete from readings_other where ctid = any (array(select r.ctid from readings_other r, kept where r.at < kept.since limit most)) returning 1),
    strayed as (delete from positions_other where ctid = any (array(select p.ctid from positions_other p, kept where p.at < kept.since limit most)) returning 1),
    hours as (delete from hourly_readings where ctid = any (array(select h.ctid from hourly_readings h where h.hour < least(at, now()) - interval '3 years' limit most)) returning 1)
  select ((select count(*) from stray) + (select count(*) from strayed) + (select count(*) from hours))::integer
$$;
revoke all on function app.readings_kept_from(timestamptz), app.clear_old_readings(timestamptz, integer) from public;
grant execute on function app.readings_kept_from(timestamptz) to yian_owner;
grant execute on function app.clear_old_readings(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;

-- Drops one day that is over: what writes waits for a moment only, and a reader that holds it is not waited for. Gives how many.
create function app.drop_old_day(at timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, app set lock_timeout = '500ms' as $$
declare
  since date := app.readings_kept_from(at);
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
revoke all on function app.drop_old_day(timestamptz, integer) from public;
grant execute on function app.drop_old_day(timestamptz, integer) to yian_app;
