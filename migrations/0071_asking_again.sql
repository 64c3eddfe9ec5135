-- An alarm that was confirmed and then left alone asks again: when that is due, and why it did. `anew_count` counts how often its cause asked anew; an order keeps the
-- number that it was sent for, so that a visit does not close what was pressed after it was sent.
alter table warnings
  add asks_again_at timestamptz,
  add asked_why text,
  add anew_count integer not null default 0;
alter table work_orders add warning_anew_count integer not null default 0;
create index warnings_asking_again on warnings (asks_again_at) where asks_again_at is not null and status in (0, 2);

-- A warning that asked anew after its visit was over needs another visit: of those that run there is one.
drop index work_orders_warning;
create unique index work_orders_warning on work_orders (tenant_id, warning_id) where warning_id is not null and status not in (4, 6, 7);

-- What is confirmed and open now was left alone by older versions: it asks again soon after this one starts.
alter table warnings no force row level security;
update warnings set asks_again_at = now() + interval '10 minutes'
  where status in (0, 2) and acknowledged_at is not null and cleared_at is null and (severity = 1 or rule in ('sos', 'fall')) and updated_at > now() - interval '1 day';
alter table warnings force row level security;

grant create on schema app to yian_auth;
grant select (tenant_id, asks_again_at, status) on warnings to yian_auth;
set role yian_auth;
create or replace function app.warnings_due(at timestamptz, silences boolean) returns table (tenant_id bigint, kind text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select l.tenant_id, 'lives' from life_states l where l.next_due_at <= at
  union select c.tenant_id, 'conditions' from condition_states c where c.next_due_at <= at
  union select d.tenant_id, 'dues' from warning_dues d where d.done_at is null and d.due_at <= at
  union select w.tenant_id, 'asking' from warnings w where w.asks_again_at <= at and w.asks_again_at is not null and w.status in (0, 2)
  union select w.tenant_id, 'deliveries' from warning_deliveries w where w.state = 1
  union select r.tenant_id, 'missing' from reading_dues r where silences and r.due_at <= at
  union select s.tenant_id, 'silences' from device_silences s where silences
  union select s.tenant_id, 'silences' from device_states s
    where silences and s.last_seen_at between at - interval '7 days' and at - interval '2 minutes'
      and not exists (select from device_silences q where q.tenant_id = s.tenant_id and q.device_id = s.device_id)
$$;
reset role;
revoke create on schema app from yian_auth;
