-- What leaves the house or may be slow is a job (docs/decisions/051). The queue's tables are pg-boss's own, in the schema `jobs` (server/db/job-tables.ts).
-- The pages' role may only add a job of the tenant that its context names, and reads none.

-- `options`: how often and how long it is tried, decided by server/jobs/kinds.ts. False when a job of this key waits or runs already.
create function app.enqueue(kind text, key text, payload jsonb, options jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog as $$
declare
  tenant bigint := app.tenant();
  made integer;
begin
  if tenant is null then raise exception 'no tenant' using errcode = 'insufficient_privilege'; end if;
  if kind !~ '^[a-z]+(-[a-z]+)*$' or length(kind) > 40 then raise exception 'bad kind of job'; end if;
  if not exists (select from jobs.queue q where q.name = kind) then
    perform jobs.create_queue('dead', '{"policy": "standard"}');
    perform jobs.create_queue(kind, '{"policy": "exclusive"}');
  end if;
  insert into jobs.job (name, policy, data, singleton_key, group_id, dead_letter, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, heartbeat_seconds, deletion_seconds, keep_until)
  values (kind, 'exclusive', payload || jsonb_build_object('tenantId', tenant), tenant || ':' || key, tenant::text, 'dead',
    (options->>'retryLimit')::integer, (options->>'retryDelay')::integer, true, (options->>'retryDelayMax')::integer,
    (options->>'expireInSeconds')::integer, (options->>'heartbeatSeconds')::integer, 86400, now() + interval '90 days')
  on conflict do nothing;
  get diagnostics made = row_count;
  if made > 0 then perform pg_notify('yian_jobs', json_build_object('t', tenant, 'k', kind, 'p', '{}'::json)::text); end if;
  return made > 0;
end $$;
revoke all on function app.enqueue(text, text, jsonb, jsonb) from public;
grant execute on function app.enqueue(text, text, jsonb, jsonb) to yian_app;

-- Jobs that used up their attempts: what staff see, send again or give up.
create table dead_jobs (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint generated always as identity,
  job_id uuid not null,                                               -- of the queue: a job that is reported twice is one row
  kind text not null,
  payload jsonb not null,                                             -- ids; no text of a message
  attempts integer not null,
  error text,                                                         -- of the last attempt, as staff may read it
  enqueued_at timestamptz not null,
  died_at timestamptz not null default now(),
  state smallint not null default 1 check (state between 1 and 3),    -- 1 waits for a decision, 2 sent again, 3 given up
  reason text,                                                        -- why it was given up
  decided_by text,
  decided_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, job_id)
);
create index dead_jobs_page on dead_jobs (tenant_id, died_at desc, id desc);
call app.isolate('dead_jobs');

-- Short messages that a job sends: number and words are forgotten once they left.
create table text_messages (
  tenant_id bigint not null references tenants on delete cascade,
  id bigint generated always as identity,
  sealed bytea,                                                       -- number and words, AES-256-GCM
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index text_messages_created on text_messages (created_at);
call app.isolate('text_messages');

-- The queue holds what is under way: the leases of the rows are gone.
alter table warning_clips drop column busy_until;
alter table lock_passcodes drop column busy_until;
grant select, delete on dead_jobs, text_messages to yian_auth;
grant usage, create on schema app to yian_auth;
set local role yian_auth;
create or replace function app.clips_due(moment timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, app as $$
  select c.tenant_id from warning_clips c where c.next_at <= moment
  union select d.tenant_id from (
    select c.tenant_id, min(c.kept_at) as oldest, app.clear_after_days(c.tenant_id, 'CLIP_DAYS', 180) as days
      from warning_clips c where c.state = 2 group by c.tenant_id) d
    where d.days > 0 and d.oldest < moment - make_interval(days => d.days)
$$;
create or replace function app.lock_work_due(at timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public, app as $$
  select c.tenant_id from lock_passcodes c where c.next_at <= at
  union select c.tenant_id from lock_passcodes c where c.ends_at <= at and c.state in (1, 2, 3)
  union select l.tenant_id from locks l
    where l.door_open_since is not null and not l.door_warned and l.door_minutes > 0 and l.door_open_since + make_interval(mins => l.door_minutes) <= at
  union select m.tenant_id from lock_members m
    left join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    left join people p on p.tenant_id = m.tenant_id and p.id = m.person_id
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    left join devices d on d.tenant_id = m.tenant_id and d.id = m.device_id
    where m.ended_at is null and (m.ends_on < (at at time zone 'Asia/Shanghai')::date
      or u.deleted_at is not null or u.status = 9 or p.deleted_at is not null or p.status in (4, 5)
      or (m.person_id is not null and m.lives_there <> coalesce(d.room_id = b.room_id, false)))
$$;
-- Texts that were not sent within a month, and dead jobs that were decided on three months ago.
create function app.clear_dead_jobs(most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  gone integer := 0;
  further integer;
begin
  delete from text_messages where ctid = any (array(select t.ctid from text_messages t where t.created_at < now() - interval '30 days' limit most));
  get diagnostics gone = row_count;
  delete from dead_jobs where ctid = any (array(select d.ctid from dead_jobs d where d.state > 1 and d.decided_at < now() - interval '90 days' limit most));
  get diagnostics further = row_count;
  return greatest(gone, further);
end $$;
revoke all on function app.clear_dead_jobs(integer) from public;
grant execute on function app.clear_dead_jobs(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;

-- What waited to leave the house when the queue came.
select jobs.create_queue('dead', '{"policy": "standard"}'), jobs.create_queue('warning-sms', '{"policy": "exclusive"}'),
  jobs.create_queue('warning-email', '{"policy": "exclusive"}'), jobs.create_queue('warning-webhook', '{"policy": "exclusive"}');
alter table warning_deliveries no force row level security;
insert into jobs.job (name, policy, data, singleton_key, group_id, dead_letter, retry_limit, retry_delay, retry_backoff, retry_delay_max,
    expire_seconds, heartbeat_seconds, deletion_seconds, keep_until)
  select 'warning-' || channel, 'exclusive', jsonb_build_object('tenantId', tenant_id, 'deliveryId', id), tenant_id || ':' || id, tenant_id::text, 'dead',
    3, 5, true, 300, 60, 10, 86400, now() + interval '90 days'
  from warning_deliveries where state = 1 and channel in ('sms', 'email', 'webhook');
alter table warning_deliveries force row level security;
