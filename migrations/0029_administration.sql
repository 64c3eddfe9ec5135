-- Data scopes by chosen departments (4) and by the own department alone (5); why somebody is locked, and when he last signed in; who leads a department.
alter table roles drop constraint roles_data_scope_check;
alter table roles add constraint roles_data_scope_check check (data_scope between 0 and 5);
create table role_departments (
  tenant_id bigint not null,
  role_id bigint not null,
  department_id bigint not null,
  primary key (tenant_id, role_id, department_id),
  foreign key (tenant_id, role_id) references roles on delete cascade,
  foreign key (tenant_id, department_id) references departments on delete cascade
);
create index role_departments_department on role_departments (tenant_id, department_id);
call app.isolate('role_departments');
call app.record_changes('role_departments', true);
grant select on role_departments to yian_auth;

alter table users
  add column lock_reason text,
  add column last_login_at timestamptz;
create index users_name on users (tenant_id, name, id desc) where deleted_at is null;
create index users_last_login on users (tenant_id, last_login_at desc, id desc) where deleted_at is null;
create index users_staff on users (tenant_id, department_id) where deleted_at is null;
create index sessions_person on sessions (tenant_id, user_id, created_at desc);

alter table departments
  add column leader_id bigint,
  add column phone text,
  add constraint departments_leader foreign key (tenant_id, leader_id) references users (tenant_id, id) on delete set null (leader_id);
create index departments_leader on departments (tenant_id, leader_id) where leader_id is not null;

grant usage, create on schema app to yian_auth;
set local role yian_auth;

-- As in 0022. A session cut at departments has those that any of the person's roles reaches. Its scope is 2 when all below each of them are
-- among them, 4 when that may not be so: whoever has 4 cannot give 2.
create or replace function app.find_session(token bytea)
  returns table (session_id bigint, tenant_id bigint, user_id bigint, home_tenant_id bigint, home_user_id bigint, username text, name text, department_id bigint,
    super_admin boolean, must_change_password boolean, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz, parent_tenant_id bigint,
    expires_at_ms double precision, last_seen_ms double precision, role_ids bigint[], permissions text[], data_scope smallint, department_ids bigint[],
    scope text, must_enrol boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.id, s.tenant_id, u.id, h.tenant_id, h.id, u.username, u.name, u.department_id,
    u.super_admin, h.must_change_password, greatest(u.status, h.status), t.status, t.ends_at, t.parent_id,
    extract(epoch from least(s.access_expires_at, s.absolute_expires_at)) * 1000, extract(epoch from s.last_seen_at) * 1000,
    coalesce((select array_agg(ur.role_id) from user_roles ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '{}'),
    p.permissions,
    (select case when min(r.data_scope) <= 1 then min(r.data_scope) when bool_or(r.data_scope = 4) then 4 when bool_or(r.data_scope = 2) then 2
        when bool_or(r.data_scope = 5) then 4 else 3 end
      from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id where ur.tenant_id = u.tenant_id and ur.user_id = u.id)::smallint,
    coalesce((with recursive below as (
        select d.id from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id
        union select d.id from departments d join below b on d.parent_id = b.id where d.tenant_id = u.tenant_id),
      held as (select r.id, r.data_scope from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id)
      select array_agg(reached.id) from (
        select id from below where exists (select from held where data_scope = 2)
        union select u.department_id where u.department_id is not null and exists (select from held where data_scope = 5)
        union select rd.department_id from held join role_departments rd on rd.tenant_id = u.tenant_id and rd.role_id = held.id where held.data_scope = 4
      ) reached), '{}'),
    s.scope,
    coalesce((select case q.value when 'all' then true when 'admin' then u.super_admin or p.permissions && '{sys_user_edit,sys_role_perm}' else false end
      from parameters q where q.tenant_id = u.tenant_id and q.key = 'TOTP_REQUIRED'), false)
      and not exists (select from second_factors f where f.tenant_id = h.tenant_id and f.user_id = h.id and f.confirmed_at is not null)
  from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id join tenants t on t.id = s.tenant_id
    join users h on h.tenant_id = coalesce(u.home_tenant_id, u.tenant_id) and h.id = coalesce(u.home_user_id, u.id),
    lateral (select coalesce((select array_agg(distinct m.permission) from user_roles ur
      join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id
      join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission is not null), '{}') as permissions) p
  where s.access_hash = token and s.revoked_at is null and u.deleted_at is null and h.deleted_at is null
$$;

reset role;
revoke create on schema app from yian_auth;
