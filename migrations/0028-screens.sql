-- The group screen: sums of the institutions below the context's tenant.
-- No person's name or number is among the columns that the function's owner may read.

grant create on schema app to yian_auth;
set local role yian_auth;

-- One row an institution: of `chosen`, or with none chosen of all, at most 100. Below the platform: every tenant that has none below
-- itself. Each count reads one institution by equality and at most 10,001 rows; 10,001 says that there are more.
create function app.group_figures(chosen bigint[], at timestamptz)
  returns table (tenant_id bigint, name text, in_force boolean, people_in integer, people_away integer,
    beds integer, beds_taken integer, beds_free integer, on_duty integer, devices integer, devices_online integer,
    warnings_today integer, warnings_critical integer, warnings_closed integer, warnings_open integer, warnings_unanswered integer,
    answered integer, answer_seconds double precision, answer_p90 double precision,
    orders_today integer, orders_done integer, orders_overdue integer)
  language sql stable security definer set search_path = pg_catalog, public as $$
  with houses as materialized (
    select t.id, t.name, t.status = 0 and t.starts_at <= at and (t.ends_at is null or t.ends_at > at) as in_force,
      date_trunc('day', at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as today
    from tenants t
    where t.deleted_at is null and t.id <> app.tenant() and (cardinality(chosen) = 0 or t.id = any(chosen))
      and case when app.tenant() = 1 then not exists (select from tenants c where c.parent_id = t.id and c.deleted_at is null)
        else t.parent_id = app.tenant() end
    order by t.id limit 100)
  select h.id, h.name, h.in_force, p.here, p.away, b.total, b.taken, b.free, u.total, d.total, d.online,
    w.total, w.critical, w.closed, o.total, o.unanswered, w.answered, w.seconds, w.p90, j.total, j.done, late.total
  from houses h
  cross join lateral (
    select (count(*) filter (where x.status = 1))::integer as here, (count(*) filter (where x.status in (2, 3)))::integer as away
    from (select p.status from people p where p.tenant_id = h.id and p.deleted_at is null and p.status <= 3 limit 10001) x) p
  cross join lateral (
    select (count(*))::integer as total, (count(*) filter (where x.status in (2, 3)))::integer as taken,
      (count(*) filter (where x.status = 0))::integer as free
    from (select b.status from beds b where b.tenant_id = h.id limit 10001) x) b
  cross join lateral (
    select count(distinct y.user_id)::integer as total from duties y
    where y.tenant_id = h.id and y.starts_at > at - interval '2 days' and y.starts_at <= at and y.ends_at > at) u
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where x.online))::integer as online
    from (select s.last_seen_at > at - make_interval(mins => coalesce(
        (select k.silent_minutes from device_types k where k.tenant_id = h.id and k.id = d.type_id), 20)) as online
      from devices d left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
      where d.tenant_id = h.id and d.deleted_at is null and d.enabled limit 10001) x) d
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where x.severity = 1))::integer as critical,
      (count(*) filter (where x.status not in (0, 2)))::integer as closed,
      count(x.seconds)::integer as answered, avg(x.seconds) as seconds, percentile_cont(0.9) within group (order by x.seconds) as p90
    from (select w.severity, w.status, case when w.acknowledged_at is not null
        then greatest(0, extract(epoch from w.acknowledged_at - w.created_at))::float8 end as seconds
      from warnings w where w.tenant_id = h.id and w.created_at >= h.today limit 10001) x) w
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where x.waits))::integer as unanswered
    from (select w.status = 0 and w.acknowledged_at is null as waits from warnings w
      where w.tenant_id = h.id and w.status in (0, 2) limit 10001) x) o
  cross join lateral (
    select count(*)::integer as total, (count(*) filter (where x.status in (4, 7)))::integer as done
    from (select distinct i.id, i.status from work_order_jobs j join work_orders i on i.tenant_id = j.tenant_id and i.id = j.work_order_id
      where j.tenant_id = h.id and j.service_at >= h.today and j.service_at < h.today + interval '1 day' limit 10001) x) j
  cross join lateral (
    select count(*)::integer as total
    from (select 1 from work_orders i where i.tenant_id = h.id and i.status in (1, 2, 3, 5)
      and i.complete_by < at and i.complete_by < coalesce(i.paused_at, at) limit 10001) x) late
$$;

grant execute on function app.group_figures(bigint[], timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;
