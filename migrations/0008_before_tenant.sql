-- What must be known before a tenant is: sign-in, sessions, devices by number, files for link holders.
-- Each function belongs to yian_auth (BYPASSRLS) and does one narrow thing; test/tenancy.test.ts holds the list.
grant usage, create on schema app to yian_auth;
grant usage on schema public to yian_auth;
grant select on users, user_roles, roles, role_menus, menus, departments, devices, device_states to yian_auth;
grant select, insert, update, delete on sessions, retired_refresh_tokens, login_failures, one_time_codes to yian_auth;
grant select, insert, update on clients to yian_auth;
set local role yian_auth;

-- An OAuth2 client by its id.
create function app.find_client(client text)
  returns table (id text, secret_hash text, encrypts_password boolean, needs_captcha boolean, access_seconds integer, refresh_seconds integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.id, c.secret_hash, c.encrypts_password, c.needs_captcha, c.access_seconds, c.refresh_seconds from clients c where c.id = client
$$;

-- Registers or replaces a client; the secret comes hashed.
create function app.put_client(client text, secret text, encrypts boolean, captcha boolean) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into clients (id, secret_hash, encrypts_password, needs_captcha) values (client, secret, encrypts, captcha)
  on conflict (id) do update set secret_hash = excluded.secret_hash, encrypts_password = excluded.encrypts_password, needs_captcha = excluded.needs_captcha
$$;

-- The account of a sign-in name or, when it is unique, of a mobile number.
create function app.find_login(login text)
  returns table (tenant_id bigint, user_id bigint, password_hash text, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.password_hash, u.status, t.status, t.ends_at
  from users u join tenants t on t.id = u.tenant_id
  where lower(u.username) = lower(login) and u.deleted_at is null
$$;

-- The session of an access token's hash, with who it is and what they may, as the request needs it.
create function app.find_session(token bytea)
  returns table (session_id bigint, tenant_id bigint, user_id bigint, username text, name text, department_id bigint, super_admin boolean,
    must_change_password boolean, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz, parent_tenant_id bigint,
    expires_at_ms double precision, last_seen_ms double precision, role_ids bigint[], permissions text[], data_scope smallint, department_ids bigint[])
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.tenant_id, u.id, u.username, u.name, u.department_id, u.super_admin, u.must_change_password, u.status, t.status, t.ends_at, t.parent_id,
    extract(epoch from least(s.access_expires_at, s.absolute_expires_at)) * 1000, extract(epoch from s.last_seen_at) * 1000,
    coalesce((select array_agg(ur.role_id) from user_roles ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '{}'),
    coalesce((select array_agg(distinct m.permission) from user_roles ur
      join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission is not null), '{}'),
    coalesce((select min(r.data_scope) from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id), 3::smallint),
    coalesce((with recursive below as (
        select d.id from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id
        union select d.id from departments d join below b on d.parent_id = b.id where d.tenant_id = u.tenant_id)
      select array_agg(id) from below), '{}')
  from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id join tenants t on t.id = s.tenant_id
  where s.access_hash = token and s.revoked_at is null and u.deleted_at is null
$$;

-- Keeps a session from idling out; false when it has ended. An open page's socket asks it too: who watches for alarms is not idle.
create function app.touch_session(session bigint) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  update sessions set last_seen_at = clock_timestamp() where id = session and revoked_at is null and last_seen_at < clock_timestamp() - interval '1 minute';
  select exists (select from sessions where id = session and revoked_at is null and least(refresh_expires_at, absolute_expires_at) > clock_timestamp())
$$;

-- A device by IMEI or by its short number, for the gateways.
create function app.find_device(number text)
  returns table (tenant_id bigint, device_id bigint, person_id bigint, room_id bigint, type text, enabled boolean, settings jsonb)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select d.tenant_id, d.id, d.person_id, d.room_id, d.type, d.enabled, d.settings
  from devices d where d.deleted_at is null and (d.imei = number or d.short_id = number)
$$;

revoke all on function app.find_client(text), app.put_client(text, text, boolean, boolean), app.find_login(text), app.find_session(bytea), app.touch_session(bigint), app.find_device(text) from public;
grant execute on function app.find_client(text), app.put_client(text, text, boolean, boolean), app.find_login(text), app.find_session(bytea), app.touch_session(bigint), app.find_device(text) to yian_app;
grant execute on function app.find_device(text) to yian_ingest;
-- Whatever yian_auth or the owner adds later is nobody's until granted.
alter default privileges revoke execute on functions from public;
reset role;
alter default privileges revoke execute on functions from public;
revoke create on schema app from yian_auth;
revoke all on function app.name_terms(bigint, text) from public;
grant execute on function app.tenant(), app.name_terms(bigint, text) to yian_app, yian_ingest, yian_auth;
grant execute on function app.prepare_partitions(integer, integer) to yian_ingest, yian_app;
