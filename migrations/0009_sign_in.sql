-- Sign-in: what counts failures, spends single-use codes and finds a refresh token before a tenant is known.
-- As in 0008 each function belongs to yian_auth and does one narrow thing; the runtime role has no right of its own on these tables.
alter table tenants add column deleted_at timestamptz;

grant usage, create on schema app to yian_auth;
set local role yian_auth;

-- Counts an attempt before its password is hashed, so that parallel guesses cannot outrun the count. Gives the seconds to wait; 0 lets it through.
-- Three leaky buckets: the account from one network (5, one forgiven an hour), the account from anywhere (30, one in ten minutes; not held
-- against networks from which the account signed in during the last month) and the address (50, one in two minutes).
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
  -- One order of locking for everybody: near, account, address.
  for i in 1..3 loop
    insert into login_failures as f (key, failures, last_at) values (keys[i], 0, now_at)
      on conflict (key) do update set key = excluded.key returning * into held;
    forgiven := least(held.failures, floor(extract(epoch from now_at - held.last_at) / leak[i])::integer);
    counts := counts || (held.failures - forgiven);
    times := times || case when held.failures = forgiven then now_at else held.last_at + make_interval(secs => forgiven * leak[i]) end;
    if held.locked_until > now_at and not (i = 2 and exists (
      select 1 from users u join sessions s on s.tenant_id = u.tenant_id and s.user_id = u.id
      where lower(u.username) = lower(login) and u.deleted_at is null and s.address <<= network and s.created_at > now_at - interval '30 days'))
    then wait := greatest(wait, ceil(extract(epoch from held.locked_until - now_at))::integer);
    end if;
  end loop;
  if wait > 0 then return wait; end if;
  for i in 1..3 loop
    update login_failures set
      failures = least(counts[i] + 1, most[i] + 10),
      last_at = times[i],
      locked_until = case when counts[i] + 1 >= most[i] then now_at + make_interval(secs => least(900, 30 * power(2, counts[i] + 1 - most[i]))) end
    where key = keys[i];
  end loop;
  return 0;
end $$;

-- Takes an attempt back. After a success (`clean`) the account is clean on that network; the other counts only get their one back,
-- and a lock that others earned stays: an attacker's own good sign-in must not open it.
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

-- Whose refresh token this is; `retired` when it was already exchanged for another.
create function app.find_refresh(token bytea)
  returns table (tenant_id bigint, session_id bigint, user_id bigint, username text, client_id text, retired boolean)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.tenant_id, s.id, u.id, u.username, s.client_id, false from sessions s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id where s.refresh_hash = token
  union all
  select s.tenant_id, s.id, u.id, u.username, s.client_id, true
  from retired_refresh_tokens r join sessions s on s.tenant_id = r.tenant_id and s.id = r.session_id
    join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  where r.hash = token
$$;

revoke all on function app.begin_login(text, text, text, text, cidr), app.end_login(text, text, text, boolean), app.put_code(text, bytea, text, integer),
  app.take_code(text, bytea), app.find_refresh(bytea) from public;
grant execute on function app.begin_login(text, text, text, text, cidr), app.end_login(text, text, text, boolean), app.put_code(text, bytea, text, integer),
  app.take_code(text, bytea), app.find_refresh(bytea) to yian_app;
reset role;
revoke create on schema app from yian_auth;
