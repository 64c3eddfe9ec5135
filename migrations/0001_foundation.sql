-- The tenant context, and the one way in which a table becomes a tenant's.
create schema app;
revoke all on schema app from public;
grant usage on schema app to yian_app, yian_ingest, yian_auth;

-- HMAC key of the tenant context as its two padded halves (RFC 2104). Only app.tenant() reads it.
create table app.context_key (
  one boolean primary key default true check (one),
  inner_pad bytea not null,
  outer_pad bytea not null
);

-- The tenant of the current transaction, from the signed `app.ctx` ("tenant.expires.hmac"); null without one, an error when forged.
create function app.tenant() returns bigint
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, app as $$
declare
  context text := current_setting('app.ctx', true);
  body text;
  expected bytea;
begin
  if context is null or context = '' then return null; end if;
  body := split_part(context, '.', 1) || '.' || split_part(context, '.', 2);
  select sha256(outer_pad || sha256(inner_pad || convert_to(body, 'UTF8'))) into expected from app.context_key;
  if expected is null or encode(expected, 'hex') is distinct from split_part(context, '.', 3) then
    raise exception 'bad tenant context' using errcode = 'insufficient_privilege';
  end if;
  if split_part(context, '.', 2)::bigint < extract(epoch from clock_timestamp()) then
    raise exception 'expired tenant context' using errcode = 'insufficient_privilege';
  end if;
  return split_part(context, '.', 1)::bigint;
end $$;
revoke all on function app.tenant() from public;
grant execute on function app.tenant() to yian_app, yian_ingest, yian_owner;

-- Every business table: row-level security forced, one equality policy, then the runtime role's grants.
create procedure app.isolate(target regclass)
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (tenant_id = (select app.tenant())) with check (tenant_id = (select app.tenant()))', target);
  execute format('grant select, insert, update, delete on %s to yian_app', target);
end $$;
revoke all on procedure app.isolate(regclass) from public;

-- Append-only tables: the runtime role may add and read, never change.
create procedure app.append_only(target regclass)
  language plpgsql as $$
begin
  call app.isolate(target);
  execute format('revoke update, delete on %s from yian_app', target);
end $$;
revoke all on procedure app.append_only(regclass) from public;

-- "tenant:term" for every one- and two-character run of a name: Chinese names are found by any part (docs/decisions/002).
create function app.name_terms(tenant bigint, name text) returns text[]
  language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct tenant || ':' || term), '{}')
  from generate_series(1, char_length(name)) as at,
       unnest(array[substr(name, at, 1), substr(name, at, 2)]) as term
$$;
