-- What was done, what it changed, and the proof that the record of it was not changed (docs/decisions/015).

-- A column's value as the record shows it: secrets say only that they changed, numbers that identify a person lose their middle.
create function app.recorded(name text, value jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case
    when value is null or value = 'null' then value
    when name ~ '(_hash|_secret|_key|_cipher|password)$' or name like 'totp%' then '"***"'
    when name in ('phone', 'mobile', 'contact_phone', 'identity_number', 'bank_card') and length(value #>> '{}') > 7
      then to_jsonb(overlay(value #>> '{}' placing repeat('*', length(value #>> '{}') - 7) from 4 for length(value #>> '{}') - 7))
    else value end
$$;

-- The trigger; its arguments are further columns to leave out. What changes nothing but bookkeeping is no change.
create function app.record_change() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  skipped text[] := array['tenant_id', 'version', 'created_at', 'updated_at', 'name_terms', 'last_login_at'] || tg_argv;
  was jsonb;
  becomes jsonb;
begin
  select
      jsonb_object_agg(key, app.recorded(key, old_row -> key)) filter (where old_row is not null and old_row -> key <> 'null'),
      jsonb_object_agg(key, app.recorded(key, new_row -> key))
        filter (where new_row is not null and (tg_op = 'UPDATE' or new_row -> key <> 'null'))
    into was, becomes
    from jsonb_object_keys(coalesce(new_row, old_row)) as key
    where key <> all (skipped) and (tg_op <> 'UPDATE' or old_row -> key is distinct from new_row -> key);
  if tg_op <> 'UPDATE' or becomes is not null then
    insert into row_changes (tenant_id, table_name, row_id, action, before, after)
    values (
      coalesce((coalesce(new_row, old_row) ->> 'tenant_id')::bigint, (select app.tenant()), (coalesce(new_row, old_row) ->> 'id')::bigint),
      tg_table_name,
      coalesce((coalesce(new_row, old_row) ->> 'id')::bigint, (coalesce(new_row, old_row) ->> 'user_id')::bigint,
        (coalesce(new_row, old_row) ->> 'role_id')::bigint),
      case tg_op when 'INSERT' then 1 when 'UPDATE' then 2 else 3 end, was, becomes);
  end if;
  return null;
end $$;

-- Makes a table's changes recorded. Rights and settings: everything. Bulk data: changes and removals; what was added is the row itself.
create procedure app.record_changes(target regclass, additions boolean)
  language plpgsql as $$
begin
  execute format('create trigger record_change after %s update or delete on %s for each row execute function app.record_change()',
    case when additions then 'insert or' else '' end, target);
end $$;

-- The trigger of both logs: notes a new row for its seal; the argument is its kind.
create function app.queue_for_seal() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into audit_queue (tenant_id, kind, row_id) values (new.tenant_id, tg_argv[0]::smallint, new.id);
  return null;
end $$;

-- Who called what.
create table operation_logs (
  tenant_id bigint not null references tenants on delete restrict,
  id bigint generated always as identity,
  type smallint not null default 0 check (type in (0, 9)),            -- 0 normal, 9 error
  title text not null,
  user_id bigint,
  username text,
  address inet,
  user_agent text,
  method text,
  uri text,
  parameters text,                                                    -- names and ids only, never values that identify a person
  exception text,
  milliseconds integer,
  request_id text,
  created_at timestamptz not null default now(),
  transaction_id xid8 default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index operation_logs_page on operation_logs (tenant_id, created_at desc, id desc);
create index operation_logs_transaction on operation_logs (tenant_id, transaction_id);
-- The login log, the error log and one person's doings.
create index operation_logs_sign_in on operation_logs (tenant_id, created_at desc, id desc) where uri = '/auth/oauth/token';
create index operation_logs_title on operation_logs (tenant_id, title, created_at desc, id desc);
create index operation_logs_user on operation_logs (tenant_id, username, created_at desc, id desc);
create index operation_logs_type on operation_logs (tenant_id, created_at desc, id desc) where type = 9;
call app.append_only('operation_logs');

-- Field by field, before and after, of everything that decides rights, prices and people; written by triggers in the same transaction as
-- the operation log's row.
create table row_changes (
  tenant_id bigint not null references tenants on delete restrict,
  id bigint generated always as identity,
  transaction_id xid8 not null default pg_current_xact_id(),
  table_name text not null,
  row_id bigint not null,
  action smallint not null check (action in (1, 2, 3)),               -- 1 added, 2 changed, 3 removed
  before jsonb,                                                       -- the columns that changed; numbers of phones and identities masked
  after jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, id)
);
create index row_changes_transaction on row_changes (tenant_id, transaction_id);
create index row_changes_row on row_changes (tenant_id, table_name, row_id, id desc);
call app.append_only('row_changes');
grant select, insert on row_changes to yian_ingest;

-- The chain: every row of both logs, in the order of sealing, with the hash of itself and of all before it, per tenant.
-- hash(0) = sha256('yian.audit.' || tenant); hash(n) = sha256(hash(n-1) || int8 n || int2 kind || int8 row || sha256(row as text))
create table audit_seals (
  tenant_id bigint not null references tenants on delete restrict,
  seq bigint not null,
  kind smallint not null check (kind in (1, 2)),                      -- 1 operation_logs, 2 row_changes
  row_id bigint not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, seq),
  unique (tenant_id, kind, row_id)
);
call app.append_only('audit_seals');
revoke insert on audit_seals from yian_app;

-- What waits for its seal.
create table audit_queue (
  tenant_id bigint not null references tenants on delete restrict,
  kind smallint not null,
  row_id bigint not null,
  queued_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, kind, row_id)
);
call app.append_only('audit_queue');
grant insert on audit_queue to yian_ingest;

-- Rows that an older version sealed may have no signed head, and none can be made afterwards: the proof misses heads only of rows after
-- these. Heads that are there are compared with their rows, also older ones. Only installations that are older have rows here.
create table audit_head_starts (
  tenant_id bigint primary key references tenants on delete restrict,
  seq bigint not null,                                                -- the last row of the chain that an older version sealed
  started_at timestamptz not null default now()
);
call app.isolate('audit_head_starts');
revoke insert, update, delete on audit_head_starts from yian_app;

call app.record_changes('tenants', true);
create trigger queue_for_seal after insert on operation_logs for each row execute function app.queue_for_seal('1');
create trigger queue_for_seal after insert on row_changes for each row execute function app.queue_for_seal('2');

-- A row's own digest: columns that are null do not count, so that a later column changes nothing. `timezone` is fixed because times
-- become text.
create function app.log_digest(kind smallint, tenant bigint, log bigint) returns bytea
  language sql stable set search_path = pg_catalog, public set timezone = 'UTC' as $$
  select sha256(convert_to(jsonb_strip_nulls(case kind
    when 1 then (select to_jsonb(l) from operation_logs l where l.tenant_id = tenant and l.id = log)
    when 2 then (select to_jsonb(c) from row_changes c where c.tenant_id = tenant and c.id = log) end)::text, 'UTF8'))
$$;

create function app.next_seal(before bytea, seq bigint, kind smallint, log bigint, digest bytea) returns bytea
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select sha256(before || int8send(seq) || int2send(kind) || int8send(log) || digest)
$$;

create function app.first_seal(tenant bigint) returns bytea
  language sql immutable parallel safe set search_path = pg_catalog as $$ select sha256(convert_to('yian.audit.' || tenant, 'UTF8')) $$;

-- Follows the chain of the context's tenant from `after_seq` on, at most `most` rows: how far it came, and the first thing that is wrong.
create function app.verify_seals(
    after_seq bigint, most integer, out checked integer, out last_seq bigint, out problem text, out problem_kind smallint,
      out problem_row bigint)
  language plpgsql stable set search_path = pg_catalog, public as $$
declare
  tenant constant bigint := app.tenant();
  seal audit_seals;
  before bytea;
  digest bytea;
begin
  checked := 0;
  last_seq := after_seq;
  before := case when after_seq = 0 then app.first_seal(tenant)
    else (select s.hash from audit_seals s where s.tenant_id = tenant and s.seq = after_seq) end;
  if before is null then problem := 'gap'; return; end if;
  for seal in select * from audit_seals s where s.tenant_id = tenant and s.seq > after_seq order by s.seq limit most loop
    problem_kind := seal.kind;
    problem_row := seal.row_id;
    digest := app.log_digest(seal.kind, tenant, seal.row_id);
    problem := case
      when seal.seq <> last_seq + 1 then 'gap'
      when digest is null then 'missing'
      when seal.hash <> app.next_seal(before, seal.seq, seal.kind, seal.row_id, digest) then 'changed' end;
    if problem is not null then return; end if;
    before := seal.hash;
    last_seq := seal.seq;
    checked := checked + 1;
  end loop;
  problem_kind := null;
  problem_row := null;
end $$;

grant select on operation_logs to yian_auth;
grant select, insert on row_changes, audit_seals to yian_auth;
grant select, insert, delete on audit_queue to yian_auth;
grant execute on function app.recorded(text, jsonb), app.record_change(), app.queue_for_seal() to yian_app, yian_auth, yian_ingest;
grant execute on function app.log_digest(smallint, bigint, bigint), app.next_seal(bytea, bigint, smallint, bigint, bytea),
  app.first_seal(bigint) to yian_app, yian_auth;
grant execute on function app.verify_seals(bigint, integer) to yian_app;

grant create on schema app to yian_auth;
set local role yian_auth;

-- Seals what waits, at most `most` rows, one caller at a time; gives the new head of each tenant it touched.
create function app.seal_logs(most integer) returns table (tenant_id bigint, seq bigint, hash bytea, sealed integer)
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  waiting audit_queue;
  tenant bigint;
  head_seq bigint;
  head_hash bytea;
  count integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('yian.audit.seal')) then return; end if;
  for waiting in select * from audit_queue q order by q.tenant_id, q.queued_at, q.kind, q.row_id limit most loop
    if tenant is distinct from waiting.tenant_id then
      if tenant is not null then
        tenant_id := tenant; seq := head_seq; hash := head_hash; sealed := count;
        return next;
      end if;
      tenant := waiting.tenant_id;
      count := 0;
      select s.seq, s.hash into head_seq, head_hash from audit_seals s where s.tenant_id = tenant order by s.seq desc limit 1;
      if head_seq is null then head_seq := 0; head_hash := app.first_seal(tenant); end if;
    end if;
    head_seq := head_seq + 1;
    head_hash := app.next_seal(head_hash, head_seq, waiting.kind, waiting.row_id,
      coalesce(app.log_digest(waiting.kind, tenant, waiting.row_id), ''::bytea));
    insert into audit_seals (tenant_id, seq, kind, row_id, hash) values (tenant, head_seq, waiting.kind, waiting.row_id, head_hash);
    delete from audit_queue q where q.tenant_id = waiting.tenant_id and q.kind = waiting.kind and q.row_id = waiting.row_id;
    count := count + 1;
  end loop;
  if tenant is not null then
    tenant_id := tenant; seq := head_seq; hash := head_hash; sealed := count;
    return next;
  end if;
end $$;

grant execute on function app.seal_logs(integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
