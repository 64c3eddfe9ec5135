-- Tenants with quotas, origin and defaults that grow; proved sessions; clients that are managed; upkeep of what runs out.
alter table tenants
  add column source smallint not null default 1 check (source in (1, 2, 3)),   -- 1 the platform, 2 self-registration, 3 its group
  add column users_most integer check (users_most >= 0),                       -- null is unlimited, as below
  add column people_most integer check (people_most >= 0),
  add column storage_most bigint check (storage_most >= 0),                    -- bytes
  add column frozen_reason text,
  add column frozen_at timestamptz;

-- Which version of the defaults (server/tenants/defaults-version.ts) a tenant has received: what an administrator deletes later does not come back.
create table tenant_defaults (
  tenant_id bigint primary key references tenants on delete cascade,
  version integer not null,
  updated_at timestamptz not null default now()
);
call app.isolate('tenant_defaults');
-- Who has menus by now was filled with the first version. The policies bind the owner, too, until after this.
alter table menus no force row level security;
alter table tenant_defaults no force row level security;
insert into tenant_defaults (tenant_id, version) select distinct tenant_id, 1 from menus;
alter table menus force row level security;
alter table tenant_defaults force row level security;

-- Until then the person has just proved who they are (password): what is sensitive asks for it.
alter table sessions add column proved_until timestamptz;
create index sessions_end on sessions (absolute_expires_at);
create index retired_refresh_tokens_age on retired_refresh_tokens (retired_at);
create index login_failures_age on login_failures (last_at);
create index operation_logs_sign_in on operation_logs (tenant_id, created_at desc, id desc) where uri = '/auth/oauth/token';

alter table clients
  add column description text,
  add column created_at timestamptz not null default now(),
  add column deleted_at timestamptz;                                           -- sessions still name it

grant select, update, delete on idempotency_keys to yian_auth;
grant usage, create on schema app to yian_auth;
set local role yian_auth;

-- As in 0008, and the tenant is in force: an open page of a tenant that was frozen or ran out loses its sockets.
create or replace function app.touch_session(session bigint) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  update sessions set last_seen_at = clock_timestamp() where id = session and revoked_at is null and last_seen_at < clock_timestamp() - interval '1 minute';
  select exists (select from sessions s join tenants t on t.id = s.tenant_id where s.id = session and s.revoked_at is null
    and least(s.refresh_expires_at, s.absolute_expires_at) > clock_timestamp() and t.status = 0 and (t.ends_at is null or t.ends_at > clock_timestamp()))
$$;

-- Why the session of a token, access or refresh, was ended; null when it was not, or is long gone.
create function app.find_ended_session(token bytea) returns text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select revoked_reason from sessions where (access_hash = token or refresh_hash = token) and revoked_at is not null limit 1
$$;

-- The sessions that stand of the context's user, in all tenants in which the person works. `at` is the caller's clock.
create function app.list_login_sessions(account bigint, at timestamptz, idle interval)
  returns table (session_id bigint, tenant_id bigint, tenant_name text, address inet, user_agent text, created_at timestamptz, last_seen_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with me as (
    select coalesce(home_tenant_id, tenant_id) as tenant_id, coalesce(home_user_id, id) as id
    from users where tenant_id = app.tenant() and id = account and deleted_at is null)
  select s.id, s.tenant_id, t.name, s.address, s.user_agent, s.created_at, s.last_seen_at, least(s.refresh_expires_at, s.absolute_expires_at)
  from me join users u on (u.tenant_id, u.id) = (me.tenant_id, me.id) or (u.home_tenant_id, u.home_user_id) = (me.tenant_id, me.id)
    join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id join tenants t on t.id = s.tenant_id
  where u.deleted_at is null and s.revoked_at is null and least(s.refresh_expires_at, s.absolute_expires_at) > at and s.last_seen_at > at - idle
  order by s.last_seen_at desc limit 100
$$;

-- Ends one session of the context's user, in whichever tenant. Gives it, or nothing when it is not theirs.
create function app.end_login_session(account bigint, session bigint, reason text) returns table (session_id bigint)
  language sql security definer set search_path = pg_catalog, public as $$
  with me as (
    select coalesce(home_tenant_id, tenant_id) as tenant_id, coalesce(home_user_id, id) as id
    from users where tenant_id = app.tenant() and id = account and deleted_at is null)
  update sessions s set revoked_at = clock_timestamp(), revoked_reason = reason
  from me join users u on (u.tenant_id, u.id) = (me.tenant_id, me.id) or (u.home_tenant_id, u.home_user_id) = (me.tenant_id, me.id)
  where s.id = session and s.tenant_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null
  returning s.id
$$;

-- Ends the visits (memberships made by entering) of accounts at home in the context's tenant that may no longer enter. Gives the sessions.
create function app.end_visit_sessions(account bigint, reason text) returns table (session_id bigint)
  language sql security definer set search_path = pg_catalog, public as $$
  update sessions s set revoked_at = clock_timestamp(), revoked_reason = reason
  from users u
  where u.home_tenant_id = app.tenant() and u.visiting and (account is null or u.home_user_id = account)
    and s.tenant_id = u.tenant_id and s.user_id = u.id and s.revoked_at is null
    and not exists (select from user_roles ur join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where ur.tenant_id = u.home_tenant_id and ur.user_id = u.home_user_id and m.permission = 'sys_tenant_enter')
  returning s.id
$$;

-- The clients and how many sessions of each stand; nobody but the platform gets any.
create function app.list_clients()
  returns table (id text, description text, encrypts_password boolean, needs_captcha boolean, access_seconds integer, refresh_seconds integer, created_at timestamptz, sessions bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.id, c.description, c.encrypts_password, c.needs_captcha, c.access_seconds, c.refresh_seconds, c.created_at,
    (select count(*) from sessions s where s.client_id = c.id and s.revoked_at is null and least(s.refresh_expires_at, s.absolute_expires_at) > clock_timestamp())
  from clients c where c.deleted_at is null and app.tenant() = 1 order by c.created_at, c.id
$$;

create or replace function app.find_client(client text)
  returns table (id text, secret_hash text, encrypts_password boolean, needs_captcha boolean, access_seconds integer, refresh_seconds integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.id, c.secret_hash, c.encrypts_password, c.needs_captcha, c.access_seconds, c.refresh_seconds from clients c where c.id = client and c.deleted_at is null
$$;

-- A client that the installation comes with, unless it is there or was deleted by the platform.
create function app.add_client(client text, secret text, encrypts boolean, captcha boolean, about text) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into clients (id, secret_hash, encrypts_password, needs_captcha, description) values (client, secret, encrypts, captcha, about)
  on conflict (id) do update set description = coalesce(clients.description, excluded.description)
$$;

-- The platform's own client, false when the id is taken. A deleted one's id may be used again.
create function app.create_client(client text, secret text, encrypts boolean, captcha boolean, access integer, refresh integer, about text) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  with made as (
    insert into clients (id, secret_hash, encrypts_password, needs_captcha, access_seconds, refresh_seconds, description)
    select client, secret, encrypts, captcha, access, refresh, about where app.tenant() = 1
    on conflict (id) do update set secret_hash = excluded.secret_hash, encrypts_password = excluded.encrypts_password, needs_captcha = excluded.needs_captcha,
      access_seconds = excluded.access_seconds, refresh_seconds = excluded.refresh_seconds, description = excluded.description, created_at = now(), deleted_at = null
      where clients.deleted_at is not null
    returning 1)
  select exists (select from made)
$$;

-- False when there is none, or the context is not the platform's. A null secret stays as it was.
create function app.change_client(client text, secret text, encrypts boolean, captcha boolean, access integer, refresh integer, about text) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  with changed as (
    update clients set secret_hash = coalesce(secret, secret_hash), encrypts_password = encrypts, needs_captcha = captcha,
      access_seconds = access, refresh_seconds = refresh, description = about
    where id = client and deleted_at is null and app.tenant() = 1 returning 1)
  select exists (select from changed)
$$;

-- Closes a client and ends its sessions everywhere; gives those.
create function app.delete_client(client text, reason text) returns table (session_id bigint)
  language sql security definer set search_path = pg_catalog, public as $$
  update clients set deleted_at = clock_timestamp() where id = client and deleted_at is null and app.tenant() = 1;
  update sessions s set revoked_at = clock_timestamp(), revoked_reason = reason
  where s.client_id = client and s.revoked_at is null and app.tenant() = 1 returning s.id
$$;

-- Upkeep: each removes at most `most` rows that are of no use any more, and gives how many. `at` is the caller's clock.
create function app.clear_sessions(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from sessions where (tenant_id, id) in
    (select tenant_id, id from sessions where absolute_expires_at < at - interval '30 days' order by absolute_expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;
-- A session lives twelve hours at most: by then its retired tokens tell nothing any more.
create function app.clear_refresh_tokens(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from retired_refresh_tokens where hash in
    (select hash from retired_refresh_tokens where retired_at < at - interval '1 day' order by retired_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;
create function app.clear_codes(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from one_time_codes where (purpose, key_hash) in
    (select purpose, key_hash from one_time_codes where expires_at < at - interval '1 hour' order by expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;
-- The slowest bucket forgives all of its failures within seven hours.
create function app.clear_login_failures(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from login_failures where key in
    (select key from login_failures where last_at < at - interval '1 day' and (locked_until is null or locked_until < at) order by last_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;
create function app.clear_idempotency_keys(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from idempotency_keys where (tenant_id, user_id, route, key) in
    (select tenant_id, user_id, route, key from idempotency_keys where created_at < at - interval '3 days' order by created_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

revoke all on function app.find_ended_session(bytea), app.list_login_sessions(bigint, timestamptz, interval), app.end_login_session(bigint, bigint, text),
  app.end_visit_sessions(bigint, text), app.list_clients(), app.add_client(text, text, boolean, boolean, text),
  app.create_client(text, text, boolean, boolean, integer, integer, text), app.change_client(text, text, boolean, boolean, integer, integer, text),
  app.delete_client(text, text), app.clear_sessions(timestamptz, integer), app.clear_refresh_tokens(timestamptz, integer), app.clear_codes(timestamptz, integer),
  app.clear_login_failures(timestamptz, integer), app.clear_idempotency_keys(timestamptz, integer) from public;
grant execute on function app.find_ended_session(bytea), app.list_login_sessions(bigint, timestamptz, interval), app.end_login_session(bigint, bigint, text),
  app.end_visit_sessions(bigint, text), app.list_clients(), app.add_client(text, text, boolean, boolean, text),
  app.create_client(text, text, boolean, boolean, integer, integer, text), app.change_client(text, text, boolean, boolean, integer, integer, text),
  app.delete_client(text, text), app.clear_sessions(timestamptz, integer), app.clear_refresh_tokens(timestamptz, integer), app.clear_codes(timestamptz, integer),
  app.clear_login_failures(timestamptz, integer), app.clear_idempotency_keys(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
