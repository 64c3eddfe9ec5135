-- Visits that nobody is sent to, that do not begin or do not end in time are told of, once each; a signature that could not be had says why.
alter table work_order_settings
  add alerts boolean not null default true,
  add alert_minutes smallint not null default 15 check (alert_minutes between 5 and 240);   -- after the planned time

alter table work_order_jobs add unsigned_reason text;

create table work_order_alerts (
  tenant_id bigint not null,
  id bigint generated always as identity,
  work_order_id bigint not null,
  job_id bigint not null,
  kind smallint not null check (kind between 1 and 3),                -- 1 nobody was sent, 2 not begun, 3 not ended
  due_at timestamptz not null,                                        -- what was missed: a job that is moved is watched anew
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, job_id, kind, due_at),
  foreign key (tenant_id, work_order_id) references work_orders on delete cascade,
  foreign key (tenant_id, job_id) references work_order_jobs on delete cascade
);
create index work_order_alerts_order on work_order_alerts (tenant_id, work_order_id);
call app.append_only('work_order_alerts');

-- What waits for its visit, and what is being done: few beside all that is over.
create index work_order_jobs_waiting on work_order_jobs (tenant_id, service_at) include (id) where status in (1, 2);
create index work_order_jobs_begun on work_order_jobs (tenant_id, check_in_at) include (id, minutes) where status = 3;

-- Which institutions have something to tell of that was due within a day before `at`; the work itself is done inside each of them.
grant usage, create on schema app to yian_auth;
grant select (tenant_id, alerts, alert_minutes) on work_order_settings to yian_auth;
grant select (tenant_id, id, work_order_id, status, service_at, minutes, check_in_at) on work_order_jobs to yian_auth;
grant select (tenant_id, id, status, respond_by, responded_at) on work_orders to yian_auth;
grant select (tenant_id, job_id, kind, due_at) on work_order_alerts to yian_auth;
set role yian_auth;
create function app.visits_overdue(at timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with missed as (
    select j.tenant_id, j.id, 1 as kind, o.respond_by as due from work_orders o
      join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
    where o.responded_at is null and o.status in (1, 2, 3, 5) and o.respond_by between at - interval '1 day' and at and j.status = 1
    union all
    select j.tenant_id, j.id, 2, j.service_at from work_order_jobs j left join work_order_settings s on s.tenant_id = j.tenant_id
    where j.status in (1, 2) and j.service_at between at - interval '1 day' and at - coalesce(make_interval(mins => s.alert_minutes), interval '15 minutes')
    union all
    select j.tenant_id, j.id, 3, j.check_in_at + make_interval(mins => j.minutes) from work_order_jobs j left join work_order_settings s on s.tenant_id = j.tenant_id
    where j.status = 3 and j.check_in_at >= at - interval '2 days'
      and j.check_in_at + make_interval(mins => j.minutes + coalesce(s.alert_minutes, 15)) between at - interval '1 day' and at)
  -- Times are kept to the second.
  select distinct m.tenant_id from missed m
  where not exists (select from work_order_alerts a where a.tenant_id = m.tenant_id and a.job_id = m.id and a.kind = m.kind and a.due_at = date_trunc('second', m.due))
    and not exists (select from work_order_settings s where s.tenant_id = m.tenant_id and not s.alerts)
$$;
revoke all on function app.visits_overdue(timestamptz) from public;
grant execute on function app.visits_overdue(timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;
