-- What the jobs of a day add up to, so that the statistics of a year need not read a million of them (docs/decisions/032).

-- The days that are summed up. Written again for a whole day at a time; what happened to the day since then is in its marks.
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
  -- 1 all, 2 by project, 3 by type, 4 by staff, 5 by person. The sums of the days of a month (10 more) and of a quarter (20 more) stand
  -- under its first day: the statistics of a year by person would otherwise read as many rows as there are orders (docs/decisions/055).
  kind smallint not null check (kind between 1 and 5 or kind between 12 and 15 or kind between 22 and 25),
  day date not null,
  key bigint not null,                                                -- the id of the project … person, 0 for none and for all
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
  -- Visits that were shorter or longer than planned.
  shorter integer not null default 0,
  longer integer not null default 0,
  primary key (tenant_id, kind, day, key, earlier)
);
call app.isolate('work_order_sums');

-- The months and quarters whose rows are the sum of all days that are kept of them. Filling one of these days anew deletes the row here, in
-- its own transaction.
create table work_order_sum_periods (
  tenant_id bigint not null references tenants on delete cascade,
  months smallint not null check (months in (1, 3)),
  day date not null check (extract(day from day) = 1),                -- the first
  primary key (tenant_id, months, day)
);
call app.isolate('work_order_sum_periods');

-- A day that was changed, in the transaction that changed it: one row per statement and day, so that none waits for another. Who fills a
-- day removes the marks that were seen with what is summed up; what is committed later stays.
create table work_order_marks (
  tenant_id bigint not null,
  day date not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (tenant_id, day, id)
);
call app.isolate('work_order_marks');

-- Of an order that changes, all days count anew: only the first of them in a span counts the order. Who changes it holds its row until
-- the end, so that of two who change the same order the later one sees, and marks, the days that the other one gave it. `offset 0` and the
-- setting keep the look-up of each order what it is: a plan that was made for one changed row, or under row-level security, would
-- otherwise go through all rows for each of many.
create function app.mark_days_of_orders() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  insert into work_order_marks (tenant_id, day)
  select distinct its.tenant_id, (j.service_at at time zone 'Asia/Shanghai')::date
  from (
      select n.tenant_id, n.id, n.status, n.person_id, n.person_name, n.respond_by, n.responded_at, n.complete_by, n.finished_at
      from changed n
      except
      select o.tenant_id, o.id, o.status, o.person_id, o.person_name, o.respond_by, o.responded_at, o.complete_by, o.finished_at
      from former o) as its
    cross join lateral (select j.service_at from work_order_jobs j
      where j.tenant_id = its.tenant_id and j.work_order_id = its.id offset 0) as j;
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
    cross join lateral (select j.service_at from work_order_jobs j
      where j.tenant_id = its.tenant_id and j.work_order_id = its.work_order_id offset 0) as j;
  -- The days that jobs are on no more.
  if tg_table_name = 'work_order_jobs' and tg_op <> 'INSERT' then
    insert into work_order_marks (tenant_id, day)
    select distinct c.tenant_id, (c.service_at at time zone 'Asia/Shanghai')::date from changed c;
  end if;
  return null;
end $$;
create trigger work_order_jobs_added after insert on work_order_jobs referencing new table as changed
  for each statement execute function app.mark_days_of_parts();
create trigger work_order_jobs_changed after update on work_order_jobs referencing old table as changed
  for each statement execute function app.mark_days_of_parts();
create trigger work_order_jobs_removed after delete on work_order_jobs referencing old table as changed
  for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_added after insert on work_order_scores referencing new table as changed
  for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_changed after update on work_order_scores referencing old table as changed
  for each statement execute function app.mark_days_of_parts();
create trigger work_order_scores_removed after delete on work_order_scores referencing old table as changed
  for each statement execute function app.mark_days_of_parts();

grant select (tenant_id, day, filled_at, good_until) on work_order_sum_days to yian_auth;
grant select (tenant_id, months, day) on work_order_sum_periods to yian_auth;
grant select (tenant_id, day, at) on work_order_marks to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- Days that were left alone since `quiet` or whose targets ran out before it, of every tenant; the work itself is done inside each tenant.
create function app.sum_days_due(quiet timestamptz, most integer) returns table (tenant_id bigint, days date[])
  language sql stable security definer set search_path = pg_catalog, public as $$
  select due.tenant_id, array_agg(due.day order by due.day) from (
    select marked.tenant_id, marked.day
    from (select m.tenant_id, m.day, max(m.at) as at from work_order_marks m group by 1, 2) as marked where marked.at < quiet
    union
    select d.tenant_id, d.day from work_order_sum_days d where d.good_until < quiet
      and not exists (select from work_order_marks m where m.tenant_id = d.tenant_id and m.day = d.day)
    order by 2 desc limit most) as due
  group by 1
$$;

-- Of every tenant, periods of which no day was filled since `quiet`, none has changed and no target ran out, and which are not kept yet.
-- A day alone needs no sum.
create function app.sum_periods_due(quiet timestamptz, most integer) returns table (tenant_id bigint, months smallint, day date)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select kept.tenant_id, kept.months, kept.day from (
    select d.tenant_id, p.months, date_trunc(p.unit, d.day::timestamp)::date as day
    from work_order_sum_days d cross join (values (1::smallint, 'month'), (3::smallint, 'quarter')) as p (months, unit)
    group by 1, 2, 3
    having count(*) > 1 and max(d.filled_at) < quiet and min(d.good_until) >= now()) as kept
  where not exists (select from work_order_sum_periods p where p.tenant_id = kept.tenant_id and p.months = kept.months and p.day = kept.day)
    and not exists (select from work_order_marks m join work_order_sum_days d on d.tenant_id = m.tenant_id and d.day = m.day
      where m.tenant_id = kept.tenant_id and m.day >= kept.day and m.day < kept.day + kept.months * interval '1 month')
  order by kept.day desc, kept.tenant_id, kept.months limit most
$$;

grant execute on function app.sum_days_due(timestamptz, integer), app.sum_periods_due(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
