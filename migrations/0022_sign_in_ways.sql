-- More ways to sign in: codes by SMS, WeChat, the big screen, a second factor; and sessions that may only read.
alter table sessions add column scope text not null default 'server' check (scope in ('server', 'screen'));

-- A number that its owner proved by a code sent to it.
alter table users add column phone_verified_at timestamptz;
create index users_phone on users (phone) where deleted_at is null and home_user_id is null and phone is not null;
create function app.forget_phone_proof() returns trigger language plpgsql as $$
begin
  if new.phone is distinct from old.phone and new.phone_verified_at is not distinct from old.phone_verified_at then new.phone_verified_at := null; end if;
  return new;
end $$;
create trigger users_phone_proof before update of phone on users for each row execute function app.forget_phone_proof();

-- The second factor of an account, at home. The secret is sealed with a key of the application; `last_step` refuses a code that was used.
create table second_factors (
  tenant_id bigint not null,
  user_id bigint not null,
  secret bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
call app.isolate('second_factors');

-- What opens an account whose second factor is lost; each works once.
create table recovery_codes (
  tenant_id bigint not null,
  user_id bigint not null,
  hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, user_id, hash),
  foreign key (tenant_id, user_id) references users on delete cascade
);
call app.isolate('recovery_codes');

-- Accounts elsewhere that open an account here.
create table social_accounts (
  tenant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  provider text not null check (provider in ('WX')),
  subject text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users on delete cascade
);
-- One WeChat account opens one account of the installation.
create unique index social_accounts_subject on social_accounts (provider, subject);
create unique index social_accounts_user on social_accounts (tenant_id, user_id, provider);
call app.isolate('social_accounts');

-- When codes were sent: by keyed hashes of numbers and addresses.
create table code_sends (
  key text not null,
  sent_at timestamptz not null default clock_timestamp()
);
create index code_sends_key on code_sends (key, sent_at);
create index code_sends_age on code_sends (sent_at);
revoke all on code_sends from public;

-- RFC 8628: a screen waits with its device code until somebody lets it in by the short code it shows.
create table screen_codes (
  device_hash bytea primary key,
  user_hash bytea not null unique,
  client_id text not null references clients on delete cascade,
  address inet,
  user_agent text,
  state text not null default 'pending' check (state in ('pending', 'approved', 'denied')),
  tenant_id bigint,
  user_id bigint,
  polled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  foreign key (tenant_id, user_id) references users on delete cascade
);
create index screen_codes_expiry on screen_codes (expires_at);
revoke all on screen_codes from public;

grant select on second_factors, social_accounts, parameters to yian_auth;
grant select, insert, update, delete on code_sends, screen_codes to yian_auth;
grant usage, create on schema app to yian_auth;
set local role yian_auth;

-- Whether a code is right; that spends it. After `most` tries it is worth nothing.
create function app.check_code(purpose text, key_hash bytea, given text, most integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  held alias for $2;
  matches boolean;
begin
  update one_time_codes c set tries = c.tries + 1
    where c.purpose = check_code.purpose and c.key_hash = held and c.expires_at > clock_timestamp() and c.tries < most
    returning c.answer = given into matches;
  if matches then delete from one_time_codes c where c.purpose = check_code.purpose and c.key_hash = held; end if;
  return coalesce(matches, false);
end $$;

-- Counts a code that is about to be sent to a number, asked for from an address. Gives the seconds to wait; 0 lets it go.
-- Per number 1 a minute, 5 an hour, 10 a day; per address 20, 100, 500.
create function app.begin_code_send(phone_key text, address_key text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  now_at timestamptz;
  wait integer;
begin
  -- Numbers before addresses, so that nobody waits in a circle.
  perform pg_advisory_xact_lock(hashtextextended(phone_key, 22));
  perform pg_advisory_xact_lock(hashtextextended(address_key, 22));
  now_at := clock_timestamp();
  delete from code_sends where ctid in (select s.ctid from code_sends s where s.sent_at < now_at - interval '1 day' limit 200 for update skip locked);
  select coalesce(max(ceil(extract(epoch from n.sent_at + make_interval(secs => l.seconds) - now_at))), 0)::integer into wait
  from (values (phone_key, 60, 1), (phone_key, 3600, 5), (phone_key, 86400, 10), (address_key, 60, 20), (address_key, 3600, 100), (address_key, 86400, 500))
      as l (key, seconds, most),
    lateral (select s.sent_at from code_sends s where s.key = l.key and s.sent_at > now_at - make_interval(secs => l.seconds)
      order by s.sent_at desc offset l.most - 1 limit 1) n;
  if wait > 0 then return wait; end if;
  insert into code_sends (key, sent_at) values (phone_key, now_at), (address_key, now_at);
  return 0;
end $$;

-- The accounts that have a mobile number, wherever they are at home.
create function app.find_phone_logins(mobile text)
  returns table (tenant_id bigint, user_id bigint, username text, password_hash text, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz, verified boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.username, u.password_hash, u.status, t.status, t.ends_at, u.phone_verified_at is not null
  from users u join tenants t on t.id = u.tenant_id
  where u.phone = mobile and u.deleted_at is null and u.home_user_id is null and t.deleted_at is null
$$;

-- The account that somebody's account elsewhere opens.
create function app.find_social_login(service text, person text)
  returns table (tenant_id bigint, user_id bigint, username text, password_hash text, user_status smallint, tenant_status smallint, tenant_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.username, u.password_hash, u.status, t.status, t.ends_at
  from social_accounts s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id join tenants t on t.id = u.tenant_id
  where s.provider = service and s.subject = person and u.deleted_at is null
$$;

-- A screen begins to wait.
create function app.open_screen_code(device bytea, shown bytea, client text, address inet, agent text, seconds integer) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  delete from screen_codes where ctid in (select c.ctid from screen_codes c where c.expires_at < clock_timestamp() limit 100 for update skip locked);
  insert into screen_codes (device_hash, user_hash, client_id, address, user_agent, expires_at)
  values (device, shown, client, address, agent, clock_timestamp() + make_interval(secs => seconds))
$$;

-- What waits behind a short code.
create function app.find_screen_code(shown bytea) returns table (address text, user_agent text, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select host(c.address), c.user_agent, c.created_at from screen_codes c
  where c.user_hash = shown and c.state = 'pending' and c.expires_at > clock_timestamp()
$$;

-- Somebody of the context's tenant lets a screen in, or not; false when it no longer waits.
create function app.settle_screen_code(shown bytea, account bigint, lets boolean) returns boolean
  language sql security definer set search_path = pg_catalog, public as $$
  with settled as (
    update screen_codes c set state = case when lets then 'approved' else 'denied' end, tenant_id = app.tenant(), user_id = account
    where c.user_hash = shown and c.state = 'pending' and c.expires_at > clock_timestamp()
      and exists (select from users u where u.tenant_id = app.tenant() and u.id = account)
    returning 1)
  select exists (select from settled)
$$;

-- What a waiting screen is told: expired, slow_down, pending, denied, approved. The last two end the waiting.
create function app.poll_screen_code(device bytea, client text) returns table (state text, tenant_id bigint, user_id bigint)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare
  now_at constant timestamptz := clock_timestamp();
  found_code screen_codes;
begin
  select * into found_code from screen_codes c where c.device_hash = device and c.client_id = client for update;
  if found_code.device_hash is null or found_code.expires_at <= now_at then return query select 'expired', null::bigint, null::bigint; return; end if;
  if found_code.state <> 'pending' then
    delete from screen_codes c where c.device_hash = device;
    return query select found_code.state, found_code.tenant_id, found_code.user_id;
    return;
  end if;
  update screen_codes c set polled_at = now_at where c.device_hash = device;
  return query select case when found_code.polled_at > now_at - interval '2 seconds' then 'slow_down' else 'pending' end, null::bigint, null::bigint;
end $$;

drop function app.find_session(bytea);
-- The session of an access token's hash, with who it is and what they may, as the request needs it. A locked or deleted account locks its memberships.
-- `must_enrol`: the tenant's parameter TOTP_REQUIRED (admin, all) asks for a second factor that the account does not have yet.
create function app.find_session(token bytea)
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
    coalesce((select min(r.data_scope) from user_roles ur join roles r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = u.tenant_id and ur.user_id = u.id), 3::smallint),
    coalesce((with recursive below as (
        select d.id from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id
        union select d.id from departments d join below b on d.parent_id = b.id where d.tenant_id = u.tenant_id)
      select array_agg(id) from below), '{}'),
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

revoke all on function app.check_code(text, bytea, text, integer), app.begin_code_send(text, text), app.find_phone_logins(text), app.find_social_login(text, text),
  app.open_screen_code(bytea, bytea, text, inet, text, integer), app.find_screen_code(bytea), app.settle_screen_code(bytea, bigint, boolean),
  app.poll_screen_code(bytea, text), app.find_session(bytea) from public;
grant execute on function app.check_code(text, bytea, text, integer), app.begin_code_send(text, text), app.find_phone_logins(text), app.find_social_login(text, text),
  app.open_screen_code(bytea, bytea, text, inet, text, integer), app.find_screen_code(bytea), app.settle_screen_code(bytea, bigint, boolean),
  app.poll_screen_code(bytea, text), app.find_session(bytea) to yian_app;
reset role;
revoke create on schema app from yian_auth;
