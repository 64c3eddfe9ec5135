-- Clients and sessions. Tables without a tenant are reached by the functions of yian_auth alone.

-- OAuth2 clients belong to the installation, not to a tenant.
create table clients (
  id text primary key,
  secret_hash text not null,                                          -- SHA-256 of the secret
  encrypts_password boolean not null default true,
  needs_captcha boolean not null default true,
  access_seconds integer not null default 7200,
  refresh_seconds integer not null default 2592000,
  description text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz                                              -- sessions still name it
);

-- One row per sign-in; a refresh replaces the hashes and keeps the retired refresh hash, whose reuse revokes the row.
create table sessions (
  tenant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  client_id text not null references clients on delete restrict,
  access_hash bytea not null,
  refresh_hash bytea not null,
  access_expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  last_seen_at timestamptz not null default clock_timestamp(),
  absolute_expires_at timestamptz not null,
  address inet,
  user_agent text,
  created_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz,
  revoked_reason text,
  -- A session of a screen may only read.
  scope text not null default 'server' check (scope in ('server', 'screen')),
  -- Until then the person has just proved who they are (password): what is sensitive asks for it.
  proved_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
create unique index sessions_access on sessions (access_hash);
create unique index sessions_refresh on sessions (refresh_hash);
create index sessions_user on sessions (tenant_id, user_id) where revoked_at is null;
create index sessions_end on sessions (absolute_expires_at);
create index sessions_person on sessions (tenant_id, user_id, created_at desc);
call app.isolate('sessions');

-- Refresh tokens that were exchanged for others: one that comes again was stolen.
create table retired_refresh_tokens (
  hash bytea primary key,
  tenant_id bigint not null,
  session_id bigint not null,
  retired_at timestamptz not null default clock_timestamp(),
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index retired_refresh_tokens_session on retired_refresh_tokens (tenant_id, session_id);
create index retired_refresh_tokens_age on retired_refresh_tokens (retired_at);
call app.isolate('retired_refresh_tokens');

grant select, insert, update on clients to yian_auth;
grant select, insert, update, delete on sessions, retired_refresh_tokens to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- An OAuth2 client by its id.
create function app.find_client(client text)
  returns table (id text, secret_hash text, encrypts_password boolean, needs_captcha boolean, access_seconds integer,
    refresh_seconds integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.id, c.secret_hash, c.encrypts_password, c.needs_captcha, c.access_seconds, c.refresh_seconds
  from clients c where c.id = client and c.deleted_at is null
$$;

-- Registers or replaces a client; the secret comes hashed.
create function app.put_client(client text, secret text, encrypts boolean, captcha boolean) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into clients (id, secret_hash, encrypts_password, needs_captcha) values (client, secret, encrypts, captcha)
  on conflict (id) do update set secret_hash = excluded.secret_hash, encrypts_password = excluded.encrypts_password,
    needs_captcha = excluded.needs_captcha
$$;

-- A client that the installation comes with, unless it is there or was deleted by the platform.
create function app.add_client(client text, secret text, encrypts boolean, captcha boolean, about text) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  insert into clients (id, secret_hash, encrypts_password, needs_captcha, description) values (client, secret, encrypts, captcha, about)
  on conflict (id) do update set description = coalesce(clients.description, excluded.description)
$$;

-- The clients and how many sessions of each stand; only the platform gets any.
create function app.list_clients()
  returns table (id text, description text, encrypts_password boolean, needs_captcha boolean, access_seconds integer,
    refresh_seconds integer, created_at timestamptz, sessions bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.id, c.description, c.encrypts_password, c.needs_captcha, c.access_seconds, c.refresh_seconds, c.created_at,
    (select count(*) from sessions s where s.client_id = c.id and s.revoked_at is null
      and least(s.refresh_expires_at, s.absolute_expires_at) > clock_timestamp())
  from clients c where c.deleted_at is null and app.tenant() = 1 order by c.created_at, c.id
$$;

-- The platform's own client, false when the id is taken. A deleted one's id may be used again.
create function app.create_client(client text, secret text, encrypts boolean, captcha boolean, access integer, refresh integer, about text)
  returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  with made as (
    insert into clients (id, secret_hash, encrypts_password, needs_captcha, access_seconds, refresh_seconds, description)
    select client, secret, encrypts, captcha, access, refresh, about where app.tenant() = 1
    on conflict (id) do update set secret_hash = excluded.secret_hash, encrypts_password = excluded.encrypts_password,
      needs_captcha = excluded.needs_captcha, access_seconds = excluded.access_seconds, refresh_seconds = excluded.refresh_seconds,
      description = excluded.description, created_at = now(), deleted_at = null
      where clients.deleted_at is not null
    returning 1)
  select exists (select from made)
$$;

-- False when there is none, or the context is not the platform's. A null secret stays as it was.
create function app.change_client(client text, secret text, encrypts boolean, captcha boolean, access integer, refresh integer, about text)
  returns boolean
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

-- The session of an access token's hash, with who it is and what they may, as the request needs it. A locked or deleted account locks its
-- memberships. A session cut at departments has those that any of the person's roles reaches. Its scope is 2 when all below each of them
-- are among them, 4 when that may not be so: who has 4 cannot give 2. `must_enrol`: the tenant's parameter TOTP_REQUIRED (admin, all) asks
-- for a second factor that the account does not have yet. It has two ends: `term_ends_at` of the term, `tenant_ends_at` of reading.
create function app.find_session(token bytea)
  returns table (session_id bigint, tenant_id bigint, user_id bigint, home_tenant_id bigint, home_user_id bigint, username text, name text,
    department_id bigint, super_admin boolean, must_change_password boolean, user_status smallint, tenant_status smallint,
    tenant_ends_at timestamptz, parent_tenant_id bigint, expires_at_ms double precision, last_seen_ms double precision, role_ids bigint[],
    permissions text[], data_scope smallint, department_ids bigint[], scope text, must_enrol boolean, term_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.tenant_id, u.id, h.tenant_id, h.id, u.username, u.name, u.department_id,
    u.super_admin, h.must_change_password, greatest(u.status, h.status), t.status, app.closing_of(t.ends_at), t.parent_id,
    extract(epoch from least(s.access_expires_at, s.absolute_expires_at)) * 1000, extract(epoch from s.last_seen_at) * 1000,
    coalesce((select array_agg(ur.role_id) from user_roles ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '{}'),
    p.permissions,
    (select case when min(r.data_scope) <= 1 then min(r.data_scope) when bool_or(r.data_scope = 4) then 4
        when bool_or(r.data_scope = 2) then 2 when bool_or(r.data_scope = 5) then 4 else 3 end
      from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id)::smallint,
    coalesce((with recursive below as (
        select d.id from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id
        union select d.id from departments d join below b on d.parent_id = b.id where d.tenant_id = u.tenant_id),
      held as (select r.id, r.data_scope from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
      select array_agg(reached.id) from (
        select id from below where exists (select from held where data_scope = 2)
        union select u.department_id where u.department_id is not null and exists (select from held where data_scope = 5)
        union select rd.department_id from held join role_departments rd on rd.tenant_id = u.tenant_id and rd.role_id = held.id
          where held.data_scope = 4
      ) reached), '{}'),
    s.scope,
    coalesce((select case q.value when 'all' then true
        when 'admin' then u.super_admin or p.permissions && '{sys_user_edit,sys_role_perm}' else false end
      from parameters q where q.tenant_id = u.tenant_id and q.key = 'TOTP_REQUIRED'), false)
      and not exists (select from second_factors f where f.tenant_id = h.tenant_id and f.user_id = h.id and f.confirmed_at is not null),
    t.ends_at
  from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id join tenants t on t.id = s.tenant_id
    join users h on h.tenant_id = coalesce(u.home_tenant_id, u.tenant_id) and h.id = coalesce(u.home_user_id, u.id),
    lateral (select coalesce((select array_agg(distinct m.permission) from user_roles ur
      join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission is not null
        and (t.features is null or m.permission = any(t.features))), '{}') as permissions) p
  where s.access_hash = token and s.revoked_at is null and u.deleted_at is null and h.deleted_at is null
$$;

-- Keeps a session from idling out; false when it has ended or its tenant is not in force any more. An open page's socket asks it too: who
-- watches for alarms is not idle, and an open page of a tenant that was frozen or ran out loses its sockets.
create function app.touch_session(session bigint) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  update sessions set last_seen_at = clock_timestamp()
  where id = session and revoked_at is null and last_seen_at < clock_timestamp() - interval '1 minute';
  select exists (select from sessions s join tenants t on t.id = s.tenant_id where s.id = session and s.revoked_at is null
    and least(s.refresh_expires_at, s.absolute_expires_at) > clock_timestamp()
    and t.status = 0 and (t.ends_at is null or app.closing_of(t.ends_at) > clock_timestamp()))
$$;

-- Whose refresh token this is; `retired` when it was already exchanged for another, `open` false when the person's account is locked or
-- gone.
create function app.find_refresh(token bytea)
  returns table (tenant_id bigint, session_id bigint, user_id bigint, username text, client_id text, retired boolean, open boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select f.tenant_id, f.session_id, u.id, u.username, f.client_id, f.retired, h.status = 0 and h.deleted_at is null
  from (
    select s.tenant_id, s.id as session_id, s.user_id, s.client_id, false as retired from sessions s where s.refresh_hash = token
    union all
    select s.tenant_id, s.id, s.user_id, s.client_id, true
    from retired_refresh_tokens r join sessions s on s.tenant_id = r.tenant_id and s.id = r.session_id where r.hash = token
  ) f join users u on u.tenant_id = f.tenant_id and u.id = f.user_id
    join users h on h.tenant_id = coalesce(u.home_tenant_id, u.tenant_id) and h.id = coalesce(u.home_user_id, u.id)
$$;

-- Why the session of a token, access or refresh, was ended; null when it was not, or is long gone.
create function app.find_ended_session(token bytea) returns text
  language sql stable security definer set search_path = pg_catalog, public as $$
  select revoked_reason from sessions where (access_hash = token or refresh_hash = token) and revoked_at is not null limit 1
$$;

-- The sessions that stand of the context's user, in all tenants in which the person works. `at` is the caller's clock. A screen on a wall
-- that has lost its network is still there, and can be ended: a session's scope says how long it may be quiet.
create function app.list_login_sessions(account bigint, at timestamptz, idle interval)
  returns table (session_id bigint, tenant_id bigint, tenant_name text, address inet, user_agent text, created_at timestamptz,
    last_seen_at timestamptz, expires_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with me as (
    select coalesce(home_tenant_id, tenant_id) as tenant_id, coalesce(home_user_id, id) as id
    from users where tenant_id = app.tenant() and id = account and deleted_at is null)
  select s.id, s.tenant_id, t.name, s.address, s.user_agent, s.created_at, s.last_seen_at,
    least(s.refresh_expires_at, s.absolute_expires_at)
  from me join users u on (u.tenant_id, u.id) = (me.tenant_id, me.id) or (u.home_tenant_id, u.home_user_id) = (me.tenant_id, me.id)
    join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id join tenants t on t.id = s.tenant_id
  where u.deleted_at is null and s.revoked_at is null and least(s.refresh_expires_at, s.absolute_expires_at) > at
    and s.last_seen_at > at - case s.scope when 'screen' then interval '1 day' else idle end
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

-- Ends the sessions of a user of the context's tenant, and of all memberships when the account is at home here. Gives them.
create function app.end_login_sessions(account bigint, reason text, except_session bigint) returns table (session_id bigint)
  language sql security definer set search_path = pg_catalog, public as $$
  update sessions s set revoked_at = clock_timestamp(), revoked_reason = reason
  from users u
  where u.tenant_id = s.tenant_id and u.id = s.user_id and s.revoked_at is null and s.id is distinct from except_session
    and ((u.tenant_id, u.id) = (app.tenant(), account) or (u.home_tenant_id, u.home_user_id) = (app.tenant(), account))
  returning s.id
$$;

-- Ends the visits (memberships made by entering) of accounts at home in the context's tenant that may no longer enter. Gives the
-- sessions.
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

create function app.clear_sessions(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from sessions where (tenant_id, id) in
    (select tenant_id, id from sessions where absolute_expires_at < now() - interval '30 days'
      order by absolute_expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

-- A session lives twelve hours at most: by then its retired tokens tell nothing any more.
create function app.clear_refresh_tokens(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from retired_refresh_tokens where hash in
    (select hash from retired_refresh_tokens where retired_at < now() - interval '1 day'
      order by retired_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

grant execute on function app.find_client(text) to yian_login;
grant execute on function app.put_client(text, text, boolean, boolean), app.add_client(text, text, boolean, boolean, text) to yian_owner;
grant execute on function app.list_clients(), app.create_client(text, text, boolean, boolean, integer, integer, text),
  app.change_client(text, text, boolean, boolean, integer, integer, text), app.delete_client(text, text), app.find_session(bytea),
  app.touch_session(bigint), app.find_refresh(bytea), app.find_ended_session(bytea),
  app.list_login_sessions(bigint, timestamptz, interval), app.end_login_session(bigint, bigint, text),
  app.end_login_sessions(bigint, text, bigint), app.end_visit_sessions(bigint, text) to yian_app;
grant execute on function app.clear_sessions(integer), app.clear_refresh_tokens(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
