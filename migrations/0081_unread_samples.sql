-- Samples of items that nothing reads (docs/decisions/048) are shown for thirty days, so that staff can explain them; older ones serve no purpose. What
-- a device says of its firmware, settings and SIM is the newest of each name, is compared with what was asked of it, and stays as long as the device.
grant usage, create on schema app to yian_auth;
grant select, delete on device_reports to yian_auth;
set role yian_auth;
create function app.clear_unread_samples(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from device_reports where ctid = any (array(
    select r.ctid from device_reports r where r.name like 'item %' and r.reported_at < now() - interval '30 days' limit most)) returning 1)
  select count(*)::integer from gone
$$;
revoke all on function app.clear_unread_samples(integer) from public, yian_app;
grant execute on function app.clear_unread_samples(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
create index device_reports_samples on device_reports (reported_at) where name like 'item %';
