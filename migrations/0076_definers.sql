-- What is old is computed here, from the database's clock: no caller makes a young row old. Who may call is who needs it: `yian_upkeep` clears away,
-- `yian_login` finds accounts before a tenant is known, the owner registers clients. The pages' own role can do none of it.
grant usage, create on schema app to yian_auth;
grant usage on schema app to yian_login, yian_upkeep;
set role yian_auth;

drop function app.clear_codes(timestamptz, integer);
create function app.clear_codes(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from one_time_codes where (purpose, key_hash) in
    (select purpose, key_hash from one_time_codes where expires_at < now() - interval '1 hour' order by expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_device_media(timestamptz, integer);
create function app.clear_device_media(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from device_media where ctid = any (array(select m.ctid from device_media m where m.received_at < now() - interval '30 days' limit most)) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_files(timestamptz, integer);
create function app.clear_files(most integer) returns table (bucket text, name text)
  language sql security definer set search_path = pg_catalog, public as $$
  delete from files f using (select tenant_id, id from files where deleted_at < now() - interval '30 days' limit most for update skip locked) gone
  where f.tenant_id = gone.tenant_id and f.id = gone.id returning f.bucket, f.name
$$;

drop function app.clear_idempotency_keys(timestamptz, integer);
create function app.clear_idempotency_keys(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from idempotency_keys where (tenant_id, user_id, route, key) in
    (select tenant_id, user_id, route, key from idempotency_keys where created_at < now() - interval '3 days' order by created_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_integration_traces(timestamptz, integer);
create function app.clear_integration_traces(most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, app as $$
declare
  gone integer := 0;
  further integer;
begin
  delete from device_integration_deliveries where ctid = any (array(select d.ctid from device_integration_deliveries d where d.at < now() - interval '7 days' limit most));
  get diagnostics gone = row_count;
  delete from device_integration_nonces where ctid = any (array(select n.ctid from device_integration_nonces n where n.at < now() - interval '1 hour' limit most));
  get diagnostics further = row_count;
  gone := greatest(gone, further);
  update device_integration_states set sample = null, sample_at = null where sample_at < now() - interval '7 days';
  return gone;
end $$;

drop function app.clear_login_failures(timestamptz, integer);
create function app.clear_login_failures(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from login_failures where key in
    (select key from login_failures where last_at < now() - interval '1 day' and (locked_until is null or locked_until < now()) order by last_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_message_parts(timestamptz, integer);
create function app.clear_message_parts(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from device_message_parts where ctid = any (array(
    select p.ctid from device_message_parts p where p.received_at < now() - interval '3 days' limit most)) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_messages(timestamptz, integer);
create function app.clear_messages(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select id, app.clear_after_days(id, 'MESSAGE_DAYS', 180) as days from tenants),
    gone as (delete from messages where (tenant_id, id) in
      (select m.tenant_id, m.id from kept k cross join lateral
        (select tenant_id, id from messages where tenant_id = k.id and k.days > 0 and created_at < now() - make_interval(days => k.days) order by created_at limit most) m
      limit most) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_old_readings(timestamptz, integer);
create function app.clear_old_readings(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.readings_kept_from(now())::timestamp at time zone 'Asia/Shanghai' as since),
    stray as (delete from readings_other where ctid = any (array(select r.ctid from readings_other r, kept where r.at < kept.since limit most)) returning 1),
    strayed as (delete from positions_other where ctid = any (array(select p.ctid from positions_other p, kept where p.at < kept.since limit most)) returning 1),
    hours as (delete from hourly_readings where ctid = any (array(select h.ctid from hourly_readings h where h.hour < now() - interval '3 years' limit most)) returning 1)
  select ((select count(*) from stray) + (select count(*) from strayed) + (select count(*) from hours))::integer
$$;

drop function app.clear_refresh_tokens(timestamptz, integer);
create function app.clear_refresh_tokens(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from retired_refresh_tokens where hash in
    (select hash from retired_refresh_tokens where retired_at < now() - interval '1 day' order by retired_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_registrations(timestamptz, integer);
create function app.clear_registrations(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.clear_after_days(1, 'REGISTRATION_DAYS', 180) as days),
    gone as (delete from registrations where (tenant_id, id) in
      (select r.tenant_id, r.id from registrations r cross join kept k
      where r.tenant_id = 1 and k.days > 0 and case when r.status = 0 then r.expires_at else r.updated_at end < now() - make_interval(days => k.days)
        and not (coalesce(r.review, 1) = 0 and exists (select from tenants t where t.id = r.opened_tenant_id and t.deleted_at is null))
      limit most) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_sessions(timestamptz, integer);
create function app.clear_sessions(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from sessions where (tenant_id, id) in
    (select tenant_id, id from sessions where absolute_expires_at < now() - interval '30 days' order by absolute_expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

drop function app.clear_old_surroundings(timestamptz, integer);
create function app.clear_old_surroundings(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.readings_kept_from(now())::timestamp at time zone 'Asia/Shanghai' as since),
    heard as (delete from device_surroundings where ctid = any (array(select s.ctid from device_surroundings s, kept where s.received_at < kept.since limit most)) returning 1),
    stays as (delete from device_stays where ctid = any (array(select s.ctid from device_stays s, kept where s.until < kept.since limit most)) returning 1),
    -- Masts and access points are moved: what a service said is asked anew after a month at the latest.
    asked as (delete from network_places where ctid = any (array(select n.ctid from network_places n where n.asked_at < now() - interval '30 days' limit most)) returning 1),
    alarms as (update device_events set surroundings = null where (tenant_id, device_id, code, at) in (
      select e.tenant_id, e.device_id, e.code, e.at from device_events e, kept where e.surroundings is not null and e.received_at < kept.since limit most) returning 1)
  select ((select count(*) from heard) + (select count(*) from stays) + (select count(*) from asked) + (select count(*) from alarms))::integer
$$;

-- Tries are counted to five, whatever the caller says.
drop function app.check_code(text, bytea, text, integer);
create function app.check_code(purpose text, key_hash bytea, given text)
 returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  held alias for $2;
  matches boolean;
begin
  update one_time_codes c set tries = c.tries + 1
    where c.purpose = check_code.purpose and c.key_hash = held and c.expires_at > clock_timestamp() and c.tries < 5
    returning c.answer = given into matches;
  if matches then delete from one_time_codes c where c.purpose = check_code.purpose and c.key_hash = held; end if;
  return coalesce(matches, false);
end $$;

create function app.login_taken(login text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public as $$
  select exists (select from users u where lower(u.username) = lower(login) and u.deleted_at is null and u.home_user_id is null)
$$;
reset role;
drop function app.drop_old_day(timestamptz, integer);
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

revoke all on function app.drop_old_day(integer) from public;
grant execute on function app.drop_old_day(integer) to yian_upkeep;
set role yian_auth;
revoke all on function app.clear_codes(integer), app.clear_device_media(integer), app.clear_files(integer), app.clear_idempotency_keys(integer),
  app.clear_integration_traces(integer), app.clear_login_failures(integer), app.clear_message_parts(integer), app.clear_messages(integer),
  app.clear_old_readings(integer), app.clear_old_surroundings(integer), app.clear_refresh_tokens(integer), app.clear_registrations(integer),
  app.clear_sessions(integer), app.unknown_files(text[]) from public, yian_app;
grant execute on function app.clear_codes(integer), app.clear_device_media(integer), app.clear_files(integer), app.clear_idempotency_keys(integer),
  app.clear_integration_traces(integer), app.clear_login_failures(integer), app.clear_message_parts(integer), app.clear_messages(integer),
  app.clear_old_readings(integer), app.clear_old_surroundings(integer), app.clear_refresh_tokens(integer), app.clear_registrations(integer),
  app.clear_sessions(integer), app.unknown_files(text[]) to yian_upkeep;
revoke all on function app.find_login(text), app.find_phone_logins(text), app.find_social_login(text, text), app.list_account_logins(text),
  app.find_client(text) from public, yian_app;
grant execute on function app.find_login(text), app.find_phone_logins(text), app.find_social_login(text, text), app.list_account_logins(text),
  app.find_client(text) to yian_login;
revoke all on function app.put_client(text, text, boolean, boolean), app.add_client(text, text, boolean, boolean, text) from public, yian_app;
grant execute on function app.put_client(text, text, boolean, boolean), app.add_client(text, text, boolean, boolean, text) to yian_owner;
revoke all on function app.check_code(text, bytea, text), app.login_taken(text) from public;
grant execute on function app.check_code(text, bytea, text), app.login_taken(text) to yian_app;
reset role;
revoke create on schema app from yian_auth;
