-- What the days of a month and of a quarter add up to, of what is kept by key: the statistics of a year by person would otherwise read as many
-- rows as there are orders (docs/decisions/055). In the same table: 10 more than its kind for a month, 20 more for a quarter, under its first day.
alter table work_order_sums
  drop constraint work_order_sums_kind_check,
  add constraint work_order_sums_kind_check check (kind between 1 and 5 or kind between 12 and 15 or kind between 22 and 25);

-- Whose rows are the sum of all days that are kept of it. Filling one of these days anew deletes the row here, in its own transaction.
create table work_order_sum_periods (
  tenant_id bigint not null references tenants on delete cascade,
  months smallint not null check (months in (1, 3)),
  day date not null check (extract(day from day) = 1),                -- the first
  primary key (tenant_id, months, day)
);
call app.isolate('work_order_sum_periods');

-- Of every tenant, periods of which no day was filled since `quiet`, none has changed and no target ran out, and which are not kept yet.
-- A day alone needs no sum.
grant usage, create on schema app to yian_auth;
grant select (tenant_id, day, filled_at) on work_order_sum_days to yian_auth;
grant select (tenant_id, months, day) on work_order_sum_periods to yian_auth;
set role yian_auth;
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
revoke all on function app.sum_periods_due(timestamptz, integer) from public;
grant execute on function app.sum_periods_due(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;

-- Lists of orders by two filters (docs/decisions/055). A job says when its order was written and placed, so that the orders of a carer, of a month
-- or of all, stand in one range of an index in the order of the list: the orders themselves are read for the ten that are shown. The database sets both; nothing else writes them.
alter table work_order_jobs
  add order_created_at timestamptz not null default '-infinity',
  add ordered_at timestamptz not null default '-infinity';
alter table work_order_jobs no force row level security;
alter table work_orders no force row level security;
alter table work_order_jobs disable trigger user;
update work_order_jobs j set order_created_at = o.created_at, ordered_at = o.ordered_at
from work_orders o where o.tenant_id = j.tenant_id and o.id = j.work_order_id;
alter table work_order_jobs enable trigger user;
alter table work_orders force row level security;
alter table work_order_jobs force row level security;
create function app.take_order_times() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  select o.created_at, o.ordered_at into new.order_created_at, new.ordered_at
  from work_orders o where o.tenant_id = new.tenant_id and o.id = new.work_order_id;
  -- Without an order the foreign key refuses the job.
  new.order_created_at := coalesce(new.order_created_at, '-infinity');
  new.ordered_at := coalesce(new.ordered_at, '-infinity');
  return new;
end $$;
create trigger work_order_jobs_times before insert on work_order_jobs for each row execute function app.take_order_times();
create function app.give_order_times() returns trigger
  language plpgsql set search_path = pg_catalog, public set enable_seqscan = off as $$
begin
  update work_order_jobs set ordered_at = new.ordered_at where tenant_id = new.tenant_id and work_order_id = new.id;
  return null;
end $$;
create trigger work_orders_times after update of ordered_at on work_orders for each row
  when (old.ordered_at is distinct from new.ordered_at) execute function app.give_order_times();
create index work_order_jobs_ordered on work_order_jobs (tenant_id, user_id, ordered_at, work_order_id) include (order_created_at);

-- Orders that are late are counted, narrowed and sorted in these indexes alone. Only open orders stand in them.
drop index work_orders_due;
create index work_orders_due on work_orders (tenant_id, complete_by)
  include (id, paused_at, created_at, ordered_at, status, emergency, source, service_type_id, person_id) where status in (1, 2, 3, 5);
drop index work_orders_unanswered;
create index work_orders_unanswered on work_orders (tenant_id, respond_by)
  include (id, paused_at, created_at, ordered_at, status, emergency, source, service_type_id, person_id) where responded_at is null and status in (1, 2, 3, 5);

-- A type's orders in a status are one range, in the order of a span; without a status the few there are are looked up one after the other.
drop index work_orders_type;
create index work_orders_type on work_orders (tenant_id, service_type_id, status, ordered_at desc, id desc) include (emergency, source);
