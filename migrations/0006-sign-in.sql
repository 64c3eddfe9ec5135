-- What stands before a session: lists of failures, single-use codes, accounts elsewhere, screens that wait.

-- Failures by account and network, by account, and by address: the lock is temporary and survives a restart.
create table login_failures (
  key text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);
create index login_failures_age on login_failures (last_at);

-- Captchas, device socket tickets and the like: single use, short-lived, hashed.
create table one_time_codes (
  purpose text not null,
  key_hash bytea not null,
  answer text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null,
  primary key (purpose, key_hash)
);
create index one_time_codes_expiry on one_time_codes (expires_at);

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

-- RFC 8628: a screen waits with its device code until a member of staff lets it in by the short code it shows.
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

grant select, insert, update, delete on login_failures, one_time_codes, code_sends, screen_codes to yian_auth;
grant select on social_accounts to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- The account of a sign-in name. Membership rows carry the same name and are no accounts. Signing in is open until the tenant closes.
create function app.find_login(login text)
  returns table (tenant_id bigint, user_id bigint, password_hash text, user_status smallint, tenant_status smallint,
    tenant_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.password_hash, u.status, t.status, app.closing_of(t.ends_at)
  from users u join tenants t on t.id = u.tenant_id
  where lower(u.username) = lower(login) and u.deleted_at is null and u.home_user_id is null
$$;

-- The accounts that have a mobile number, wherever they are at home. A number that an administrator typed says nothing about the accounts
-- of other institutions: who proves a number is told which accounts have it and chooses. At most three of an institution, so that one
-- cannot push another's out of the list; no password leaves with them.
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

-- The account that an account elsewhere opens.
create function app.find_social_login(service text, person text)
  returns table (tenant_id bigint, user_id bigint, username text, password_hash text, user_status smallint, tenant_status smallint,
    tenant_ends_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select u.tenant_id, u.id, u.username, u.password_hash, u.status, t.status, app.closing_of(t.ends_at)
  from social_accounts s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id join tenants t on t.id = s.tenant_id
  where s.provider = service and s.subject = person and u.deleted_at is null
$$;

-- Counts an attempt before its password is hashed, so that parallel guesses cannot outrun the count. Gives the seconds to wait; 0 lets it
-- through. Three leaky buckets: the account from one network (5, one forgiven an hour), the account from anywhere (30, one in ten
-- minutes; not held against networks from which the account signed in during the last month) and the address (50, one in two minutes).
-- From the limit on an attempt locks for 30 s, doubling to 15 min. Refused attempts are not counted: no lock is for ever.
create function app.begin_login(near_key text, account_key text, address_key text, login text, network cidr) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  keys constant text[] := array[near_key, account_key, address_key];
  most constant integer[] := array[5, 30, 50];
  leak constant integer[] := array[3600, 600, 120];
  now_at constant timestamptz := clock_timestamp();
  held login_failures;
  counts integer[] := '{}';
  times timestamptz[] := '{}';
  forgiven integer;
  wait integer := 0;
begin
  -- One order of locking for all: near, account, address.
  for i in 1..3 loop
    insert into login_failures as f (key, failures, last_at) values (keys[i], 0, now_at)
      on conflict (key) do update set key = excluded.key returning * into held;
    forgiven := least(held.failures, floor(extract(epoch from now_at - held.last_at) / leak[i])::integer);
    counts := counts || (held.failures - forgiven);
    times := times || case when held.failures = forgiven then now_at else held.last_at + make_interval(secs => forgiven * leak[i]) end;
    if held.locked_until > now_at and not (i = 2 and exists (
      select 1 from users u join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
      where lower(u.username) = lower(login) and u.deleted_at is null
        and s.address <<= network and s.created_at > now_at - interval '30 days'))
    then wait := greatest(wait, ceil(extract(epoch from held.locked_until - now_at))::integer);
    end if;
  end loop;
  if wait > 0 then return wait; end if;
  for i in 1..3 loop
    update login_failures set
      failures = least(counts[i] + 1, most[i] + 10),
      last_at = times[i],
      locked_until = case when counts[i] + 1 >= most[i]
        then now_at + make_interval(secs => least(900, 30 * power(2, counts[i] + 1 - most[i]))) end
    where key = keys[i];
  end loop;
  return 0;
end $$;

-- Takes an attempt back. After a success (`clean`) the account is clean on that network; the other counts only get their one back, and a
-- lock that others earned stays: an attacker's own good sign-in must not open it.
create function app.end_login(near_key text, account_key text, address_key text, clean boolean) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  update login_failures f set
    failures = case when clean and f.key = near_key then 0 else greatest(0, f.failures - 1) end,
    locked_until = case when clean and f.key = near_key then null when f.failures - 1 >= m.most then f.locked_until end
  from (values (near_key, 5), (account_key, 30), (address_key, 50)) as m (key, most) where f.key = m.key
$$;

-- Keeps a short-lived code; the key and the answer come hashed. Clears away what has run out.
create function app.put_code(purpose text, key_hash bytea, answer text, seconds integer) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  delete from one_time_codes where ctid in
    (select c.ctid from one_time_codes c where c.expires_at < clock_timestamp() - interval '1 minute' limit 100 for update skip locked);
  insert into one_time_codes (purpose, key_hash, answer, expires_at) values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4))
  on conflict on constraint one_time_codes_pkey do update set answer = excluded.answer, tries = 0, expires_at = excluded.expires_at
$$;

-- Spends a code: its hashed answer, or null when there is none or it is too old. Asking uses it up.
create function app.take_code(purpose text, key_hash bytea) returns text
  language sql security definer set search_path = pg_catalog, public as $$
  with spent as (delete from one_time_codes c where c.purpose = $1 and c.key_hash = $2 returning c.answer, c.expires_at)
  select answer from spent where expires_at > clock_timestamp()
$$;

-- Whether a code is right; that spends it. After five tries it is void, also for the right answer.
create function app.check_code(purpose text, key_hash bytea, given text) returns boolean
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

-- Counts a code that is about to be sent to a number, asked for from an address. Gives the seconds to wait; 0 lets it go. Per number 1 a
-- minute, 5 an hour, 10 a day; per address 20, 100, 500.
create function app.begin_code_send(phone_key text, address_key text) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  now_at timestamptz;
  wait integer;
begin
  -- Numbers before addresses, so that no two wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(phone_key, 22));
  perform pg_advisory_xact_lock(hashtextextended(address_key, 22));
  now_at := clock_timestamp();
  delete from code_sends where ctid in
    (select s.ctid from code_sends s where s.sent_at < now_at - interval '1 day' limit 200 for update skip locked);
  select coalesce(max(ceil(extract(epoch from n.sent_at + make_interval(secs => l.seconds) - now_at))), 0)::integer into wait
  from (values (phone_key, 60, 1), (phone_key, 3600, 5), (phone_key, 86400, 10),
        (address_key, 60, 20), (address_key, 3600, 100), (address_key, 86400, 500)) as l (key, seconds, most),
    lateral (select s.sent_at from code_sends s where s.key = l.key and s.sent_at > now_at - make_interval(secs => l.seconds)
      order by s.sent_at desc offset l.most - 1 limit 1) n;
  if wait > 0 then return wait; end if;
  insert into code_sends (key, sent_at) values (phone_key, now_at), (address_key, now_at);
  return 0;
end $$;

-- A screen begins to wait.
create function app.open_screen_code(device bytea, shown bytea, client text, address inet, agent text, seconds integer) returns void
  language sql security definer set search_path = pg_catalog, public as $$
  delete from screen_codes where ctid in
    (select c.ctid from screen_codes c where c.expires_at < clock_timestamp() limit 100 for update skip locked);
  insert into screen_codes (device_hash, user_hash, client_id, address, user_agent, expires_at)
  values (device, shown, client, address, agent, clock_timestamp() + make_interval(secs => seconds))
$$;

-- What waits behind a short code.
create function app.find_screen_code(shown bytea) returns table (address text, user_agent text, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select host(c.address), c.user_agent, c.created_at from screen_codes c
  where c.user_hash = shown and c.state = 'pending' and c.expires_at > clock_timestamp()
$$;

-- A user of the context's tenant lets a screen in, or not; false when it no longer waits.
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
  if found_code.device_hash is null or found_code.expires_at <= now_at then
    return query select 'expired', null::bigint, null::bigint;
    return;
  end if;
  if found_code.state <> 'pending' then
    delete from screen_codes c where c.device_hash = device;
    return query select found_code.state, found_code.tenant_id, found_code.user_id;
    return;
  end if;
  update screen_codes c set polled_at = now_at where c.device_hash = device;
  return query select case when found_code.polled_at > now_at - interval '2 seconds' then 'slow_down' else 'pending' end,
    null::bigint, null::bigint;
end $$;

create function app.clear_codes(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from one_time_codes where (purpose, key_hash) in
    (select purpose, key_hash from one_time_codes where expires_at < now() - interval '1 hour'
      order by expires_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

-- The slowest bucket forgives all of its failures within seven hours.
create function app.clear_login_failures(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from login_failures where key in
    (select key from login_failures where last_at < now() - interval '1 day' and (locked_until is null or locked_until < now())
      order by last_at limit most for update skip locked) returning 1)
  select count(*)::integer from gone
$$;

grant execute on function app.find_login(text), app.find_phone_logins(text), app.find_social_login(text, text) to yian_login;
grant execute on function app.begin_login(text, text, text, text, cidr), app.end_login(text, text, text, boolean),
  app.put_code(text, bytea, text, integer), app.take_code(text, bytea), app.check_code(text, bytea, text),
  app.begin_code_send(text, text), app.open_screen_code(bytea, bytea, text, inet, text, integer), app.find_screen_code(bytea),
  app.settle_screen_code(bytea, bigint, boolean), app.poll_screen_code(bytea, text) to yian_app;
grant execute on function app.clear_codes(integer), app.clear_login_failures(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
