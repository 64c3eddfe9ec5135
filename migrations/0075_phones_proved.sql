-- A number that an administrator typed says nothing about the accounts of other institutions: who proves a number is told which accounts
-- have it and chooses. At most three of an institution, so that one cannot push another's out of the list; no password leaves with them.
grant create on schema app to yian_auth;
set role yian_auth;
drop function app.find_phone_logins(text);
create function app.find_phone_logins(mobile text)
  returns table (tenant_id bigint, tenant_name text, user_id bigint, username text, name text, user_status smallint, tenant_status smallint,
    tenant_ends_at timestamptz, verified boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select f.tenant_id, f.tenant_name, f.id, f.username, f.name, f.user_status, f.tenant_status, app.closing_of(f.ends_at), f.verified
  from (select u.tenant_id, t.name as tenant_name, u.id, u.username, u.name, u.status as user_status, t.status as tenant_status, t.ends_at,
      u.phone_verified_at is not null as verified,
      row_number() over (partition by u.tenant_id order by u.phone_verified_at nulls last, u.status, u.id) as nth
    from users u join tenants t on t.id = u.tenant_id
    where u.phone = mobile and u.deleted_at is null and u.home_user_id is null and t.deleted_at is null) f
  where f.nth <= 3 order by f.verified desc, f.tenant_id, f.nth limit 60
$$;
revoke all on function app.find_phone_logins(text) from public;
grant execute on function app.find_phone_logins(text) to yian_app;
reset role;
revoke create on schema app from yian_auth;
