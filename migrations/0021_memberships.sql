-- One person, several tenants: the account (sign-in name, password, second factor) lives in the home tenant; every other tenant has a row of its own
-- for the same person, with the roles, department and data scope there. Whoever works in a tenant is a user of it, visible to its administrator.
alter table users
  add column home_tenant_id bigint,
  add column home_user_id bigint,
  -- Made by entering from the group or the platform, not by an invitation.
  add column visiting boolean not null default false,
  add constraint users_home foreign key (home_tenant_id, home_user_id) references users (tenant_id, id) on delete cascade,
  add constraint users_membership check (
    (home_tenant_id is null) = (home_user_id is null)
    and (home_tenant_id is null or (home_tenant_id <> tenant_id and password_hash is null and not super_admin and not must_change_password)));
drop index users_username;
create unique index users_username on users (lower(username)) where deleted_at is null and home_user_id is null;
create unique index users_one_membership on users (tenant_id, home_tenant_id, home_user_id) where deleted_at is null and home_user_id is not null;
create index users_memberships on users (home_tenant_id, home_user_id) where home_user_id is not null;

grant usage, create on schema app to yian_auth;
set local role yian_auth;
drop function app.find_login(text), app.find_session(bytea), app.find_refresh(bytea);

-- The account of a sign-in name. Membership rows carry the same name and are no accounts.
create function app.find_login(login text)
  returns table (tenant_id bigint, user_id bigint, password_hash text, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.password_hash, u.status, t.status, t.ends_at
  from users u join tenants t on t.id = u.tenant_id
  where lower(u.username) = lower(login) and u.deleted_at is null and u.home_user_id is null
$$;

-- The session of an access token's hash, with who it is and what they may, as the request needs it. A locked or deleted account locks its memberships.
create function app.find_session(token bytea)
  returns table (session_id bigint, tenant_id bigint, user_id bigint, home_tenant_id bigint, home_user_id bigint, username text, name text, department_id bigint,
    super_admin boolean, must_change_password boolean, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz, parent_tenant_id bigint,
    expires_at_ms double precision, last_seen_ms double precision, role_ids bigint[], permissions text[], data_scope smallint, department_ids bigint[])
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.tenant_id, u.id, h.tenant_id, h.id, u.username, u.name, u.department_id,
    u.super_admin, h.must_change_password, greatest(u.status, h.status), t.status, t.ends_at, t.parent_id,
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
    join users h on h.tenant_id = coalesce(u.home_tenant_id, u.tenant_id) and h.id = coalesce(u.home_user_id, u.id)
  where s.access_hash = token and s.revoked_at is null and u.deleted_at is null and h.deleted_at is null
$$;

-- Whose refresh token this is; `retired` when it was already exchanged for another, `open` false when the person's account is locked or gone.
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

-- The tenants in which the context's user may work: the home first, then the memberships. `account` may be any of the person's rows.
create function app.list_login_tenants(account bigint)
  returns table (tenant_id bigint, user_id bigint, name text, parent_id bigint, logo text, status smallint, starts_at timestamptz, ends_at timestamptz, user_status smallint, visiting boolean, home boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with me as (
    select coalesce(home_tenant_id, tenant_id) as tenant_id, coalesce(home_user_id, id) as id
    from users where tenant_id = app.tenant() and id = account and deleted_at is null)
  select t.id, u.id, t.name, t.parent_id, t.logo, t.status, t.starts_at, t.ends_at, u.status, u.visiting, u.home_user_id is null
  from me join users u on (u.tenant_id, u.id) = (me.tenant_id, me.id) or (u.home_tenant_id, u.home_user_id) = (me.tenant_id, me.id)
    join tenants t on t.id = u.tenant_id
  where u.deleted_at is null and t.deleted_at is null order by u.home_user_id is not null, t.id
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

revoke all on function app.find_login(text), app.find_session(bytea), app.find_refresh(bytea), app.list_login_tenants(bigint), app.end_login_sessions(bigint, text, bigint) from public;
grant execute on function app.find_login(text), app.find_session(bytea), app.find_refresh(bytea), app.list_login_tenants(bigint), app.end_login_sessions(bigint, text, bigint) to yian_app;
reset role;
revoke create on schema app from yian_auth;
