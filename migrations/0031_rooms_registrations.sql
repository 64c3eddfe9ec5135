-- The platform's decision about institutions that registered themselves, rooms in their order, and what is cleared away.

alter table registrations
  add column review smallint check (review between 0 and 2),          -- of the institution that it opened: null asks for none, 0 waits, 1 approved, 2 refused
  add column reason text,                                             -- of a refusal
  add column reviewed_by bigint,
  add column reviewed_name text,
  add column reviewed_at timestamptz,
  add foreign key (tenant_id, reviewed_by) references users on delete set null (reviewed_by);
create index registrations_page on registrations (tenant_id, created_at desc, id desc);
create index registrations_opened on registrations (opened_tenant_id) where opened_tenant_id is not null;

-- Those that already wait.
alter table registrations no force row level security;
alter table tenants no force row level security;
update registrations r set review = 0 from tenants t where t.id = r.opened_tenant_id and t.status = 9 and t.deleted_at is null and t.frozen_reason = '自助注册，等待平台审核';
alter table registrations force row level security;
alter table tenants force row level security;

-- Where a room stands in a list: floors and numbers as people count them, 2层 before 10层.
alter table rooms add column place text not null generated always as (
  building || ' ' || lpad(coalesce(substring(floor from '[0-9]+'), ''), 6, '0') || ' ' || floor || ' ' || lpad(sort::text, 6, '0') || ' ' ||
  lpad(coalesce(substring(name from '[0-9]+'), ''), 8, '0') || ' ' || name) stored;
create index beds_room on beds (tenant_id, room_id);
create index messages_age on messages (tenant_id, created_at);

grant usage, create on schema app to yian_auth;
grant select, delete on messages, registrations to yian_auth;
grant select on parameters, tenants to yian_auth;
set local role yian_auth;

-- Days that a parameter of a tenant says; what makes no sense counts as the usual.
create function app.clear_after_days(tenant bigint, name text, usual integer) returns integer
  language sql stable security definer set search_path = pg_catalog, public as $$
  select coalesce((select case when value ~ '^[0-9]{1,4}$' then value::integer end from parameters where tenant_id = tenant and key = name), usual)
$$;
-- Messages older than MESSAGE_DAYS of their tenant; 0 keeps them.
create function app.clear_messages(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select id, app.clear_after_days(id, 'MESSAGE_DAYS', 180) as days from tenants),
    gone as (delete from messages where (tenant_id, id) in
      (select m.tenant_id, m.id from kept k cross join lateral
        (select tenant_id, id from messages where tenant_id = k.id and k.days > 0 and created_at < at - make_interval(days => k.days) order by created_at limit most) m
      limit most) returning 1)
  select count(*)::integer from gone
$$;
-- Registrations that led somewhere or nowhere REGISTRATION_DAYS ago; never one whose institution still waits for a decision.
create function app.clear_registrations(at timestamptz, most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.clear_after_days(1, 'REGISTRATION_DAYS', 180) as days),
    gone as (delete from registrations where (tenant_id, id) in
      (select r.tenant_id, r.id from registrations r cross join kept k
      where r.tenant_id = 1 and k.days > 0 and case when r.status = 0 then r.expires_at else r.updated_at end < at - make_interval(days => k.days)
        and not (coalesce(r.review, 1) = 0 and exists (select from tenants t where t.id = r.opened_tenant_id and t.deleted_at is null))
      limit most) returning 1)
  select count(*)::integer from gone
$$;
revoke all on function app.clear_after_days(bigint, text, integer), app.clear_messages(timestamptz, integer), app.clear_registrations(timestamptz, integer) from public;
grant execute on function app.clear_messages(timestamptz, integer), app.clear_registrations(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
