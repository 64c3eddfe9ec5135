-- What the jobs of a day add up to, so that the statistics of a year need not read a million of them (docs/decisions/032).
-- Written again for a whole day at a time; whatever happened to the day since then is in its marks.
create table work_order_sum_days (
  tenant_id bigint not null references tenants on delete cascade,
  day date not null,                                                  -- of the jobs' planned time, in Shanghai
  filled_at timestamptz not null default now(),
  good_until timestamptz not null,                                    -- then a target runs out, which changes the sums without a write
  primary key (tenant_id, day)
);
call app.isolate('work_order_sum_days');

create table work_order_sums (
  tenant_id bigint not null,
  kind smallint not null check (kind between 1 and 5),                -- 1 all, 2 by project, 3 by type, 4 by staff, 5 by person
  day date not null,
  key bigint not null,                                                -- the id of the project … person, 0 for nobody and for all
  -- Rows with a day here are taken off where that day is in the span as well: orders that were counted on both, as negative numbers.
  earlier date not null default '-infinity',
  name text not null,
  jobs integer not null default 0,
  finished integer not null default 0,
  cancelled integer not null default 0,
  fen bigint not null default 0,
  packaged integer not null default 0,
  minutes bigint not null default 0,
  late integer not null default 0,
  stars integer not null default 0,                                   -- over jobs
  starred integer not null default 0,
  orders integer not null,
  respondable integer not null,
  responded integer not null,
  completable integer not null,
  completed integer not null,
  scores integer not null,
  primary key (tenant_id, kind, day, key, earlier)
);
call app.isolate('work_order_sums');

-- A day that was changed, in the transaction that changed it: one row per statement and day, so that nobody waits for anybody.
-- Whoever fills a day removes the marks that he sees with what he sums up; what is committed later stays.
create table work_order_marks (
  tenant_id bigint not null,
  day date not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (tenant_id, day, id)
);
-- What is there already; forced, row-level security would keep it from the owner as well.
alter table work_order_jobs no force row level security;
insert into work_order_marks (tenant_id, day, at)
select distinct tenant_id, (service_at at time zone 'Asia/Shanghai')::date, '-infinity'::timestamptz from work_order_jobs;
alter table work_order_jobs force row level security;
call app.isolate('work_order_marks');

-- Of an order that changes, all days count anew: only the first of them in a span counts the order. Whoever changes it holds its row until the end, so that of two
-- who change the same order the later one sees, and marks, the days that the other one gave it. `offset 0` and the setting keep the look-up of each order what it is: a plan
-- that was made for one changed row, or under row-level security, would otherwise go through all rows for each of many.
create function app.mark_days_of_orders() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  insert into work_order_marks (tenant_id, day)
  select distinct its.tenant_id, (j.service_at at time zone 'Asia/Shanghai')::date
  from (select n.tenant_id, n.id, n.status, n.person_id, n.person_name, n.respond_by, n.responded_at, n.complete_by, n.finished_at from changed n
      except select o.tenant_id, o.id, o.status, o.person_id, o.person_name, o.respond_by, o.responded_at, o.complete_by, o.finished_at from former o) as its
    cross join lateral (select j.service_at from work_order_jobs j where j.tenant_id = its.tenant_id and j.work_order_id = its.id offset 0) as j;
  return null;
end $$;
create trigger work_orders_changed after update on work_orders referencing old table as former new table as changed
  for each statement execute function app.mark_days_of_orders();

-- Of jobs and ratings, which both say `work_order_id`.
create function app.mark_days_of_parts() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  perform from (select distinct c.tenant_id, c.work_order_id from changed c order by 2) as its
    cross join lateral (select from work_orders o where o.tenant_id = its.tenant_id and o.id = its.work_order_id for no key update) as held;
  insert into work_order_marks (tenant_id, day)
  select distinct its.tenant_id, (j.service_at at time zone 'Asia/Shanghai')::date
  from (select distinct c.tenant_id, c.work_order_id from changed c) as its
    cross join lateral (select j.service_at from work_order_jobs j where j.tenant_id = its.tenant_id and j.work_order_id = its.work_order_id offset 0) as j;
  -- The days that jobs are on no more.
  if tg_table_name = 'work_order_jobs' and tg_op <> 'INSERT' then
    insert into work_order_marks (tenant_id, day) select distinct c.tenant_id, (c.service_at at time zone 'Asia/Shanghai')::date from changed c;
  end if;
  return null;
end $$;
create trigger work_order_jobs_added after insert on work_order_jobs referencing new table as changed for each statement execute function app.mark_days_of_parts();
create trigger work_order_jobs_changed after update on work_order_jobs referencing old table as changed for each statement execute function app.mark_days_of_parts();
create trigger work_order_jobs_removed after delete on work_order_jobs referencing old table as changed for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_added after insert on work_order_scores referencing new table as changed for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_changed after update on work_order_scores referencing old table as changed for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_removed after delete on work_order_scores referencing old table as changed for each statement execute function app.mark_days_of_parts();

-- Days that were left alone since `quiet` or whose targets ran out before it, of every tenant; the work itself is done inside each tenant.
grant usage, create on schema app to yian_auth;
grant select (tenant_id, day, at) on work_order_marks to yian_auth;
grant select (tenant_id, day, good_until) on work_order_sum_days to yian_auth;
set role yian_auth;
create function app.sum_days_due(quiet timestamptz, most integer) returns table (tenant_id bigint, days date[])
  language sql stable security definer set search_path = pg_catalog, public as $$
  select due.tenant_id, array_agg(due.day order by due.day) from (
    select marked.tenant_id, marked.day from (select m.tenant_id, m.day, max(m.at) as at from work_order_marks m group by 1, 2) as marked where marked.at < quiet
    union
    select d.tenant_id, d.day from work_order_sum_days d where d.good_until < quiet
      and not exists (select from work_order_marks m where m.tenant_id = d.tenant_id and m.day = d.day)
    order by 2 desc limit most) as due
  group by 1
$$;
revoke all on function app.sum_days_due(timestamptz, integer) from public;
grant execute on function app.sum_days_due(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;

-- What lists look up and then only count and sort is in their indexes, so that thousands of rows are not read for ten: the orders of everybody of a name, those of a
-- carer, those that are late.
drop index work_orders_person;
create index work_orders_person on work_orders (tenant_id, person_id, created_at desc, id desc);
drop index work_order_jobs_user;
create index work_order_jobs_user on work_order_jobs (tenant_id, user_id, service_at) include (work_order_id);
drop index work_orders_due;
create index work_orders_due on work_orders (tenant_id, complete_by) include (id, paused_at) where status in (1, 2, 3, 5);
drop index work_orders_unanswered;
create index work_orders_unanswered on work_orders (tenant_id, respond_by) include (id, paused_at) where responded_at is null and status in (1, 2, 3, 5);
-- Whether an order has jobs on other days, too.
drop index work_order_jobs_order;
create index work_order_jobs_order on work_order_jobs (tenant_id, work_order_id) include (service_at);
