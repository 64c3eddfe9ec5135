-- What went wrong in the pages of whoever is signed in, as their browsers say it: no evidence, therefore not in the operation log, never sealed,
-- deleted after ERROR_LOG_DAYS (docs/decisions/046). Errors of earlier versions stay in operation_logs, where they are sealed.
create table error_logs (
  tenant_id bigint not null references tenants on delete cascade,
  -- From the operation log's numbers: clients delete an entry of either by its number alone.
  id bigint not null default nextval('operation_logs_id_seq'),
  user_id bigint not null,
  username text,
  day date not null default (now() at time zone 'Asia/Shanghai')::date,
  digest bytea not null,                                              -- of kind, title, message, stack and uri: what is equal is counted
  kind text,                                                          -- what caught it: error, promise, render
  title text not null,
  message text,
  stack text,
  uri text,
  happened_at timestamptz,                                            -- the last time, by the browser's own clock
  times integer not null default 1 check (times > 0),
  address inet,
  user_agent text,
  request_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),                      -- when it last came
  primary key (tenant_id, id),
  unique (tenant_id, user_id, day, digest)
);
create index error_logs_page on error_logs (tenant_id, updated_at desc, id desc);
create index error_logs_created on error_logs (tenant_id, created_at desc, id desc);
call app.isolate('error_logs');
grant usage on sequence operation_logs_id_seq to yian_app;

grant select, delete on error_logs to yian_auth;
grant usage, create on schema app to yian_auth;
set local role yian_auth;
-- ERROR_LOG_DAYS of the platform; 0 keeps them.
create function app.clear_error_logs(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with kept as (select app.clear_after_days(1, 'ERROR_LOG_DAYS', 30) as days),
    gone as (delete from error_logs where (tenant_id, id) in
      (select e.tenant_id, e.id from kept k cross join tenants t cross join lateral
        (select tenant_id, id from error_logs where tenant_id = t.id and k.days > 0 and created_at < now() - make_interval(days => k.days) order by created_at limit most) e
      limit most) returning 1)
  select count(*)::integer from gone
$$;
revoke all on function app.clear_error_logs(integer) from public;
grant execute on function app.clear_error_logs(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
