-- A caller who left a callback and calls again takes her place with her; one call at a time meets a wish (docs/decisions/117).
alter table calls
  drop constraint calls_callback_check,
  add constraint calls_callback_check check (callback between 0 and 4), -- contract/calls/callbacks.rules.ts
  add met_by bigint,                                                  -- of a callback: the call in which the caller is being spoken with
  add place_lent boolean not null default false,                      -- of a callback: its place stands with that call
  add place_at timestamptz,                                           -- of one who waits: since when she has a place, if she kept one
  add constraint calls_met_by foreign key (tenant_id, met_by) references calls on delete set null (met_by);
create index calls_met on calls (tenant_id, met_by) where met_by is not null;

-- What calls, waits and spans of seats of a day add up to, so that the statistics of a year need not read a million of them
-- (docs/decisions/117). A day is a number: days since 1970 in Shanghai. It is filled three days after its end; what changes later takes the
-- mark `filled` away in its own transaction, and the day is read from its calls until it is filled again.
create function app.call_day(at timestamptz) returns integer
  language sql immutable parallel safe as $$ select floor((extract(epoch from at) + 28800) / 86400)::integer $$;

create table call_sum_days (
  tenant_id bigint not null references tenants on delete cascade,
  day integer not null,
  filled boolean not null default false,
  primary key (tenant_id, day)
);
create index call_sum_days_waiting on call_sum_days (tenant_id, day) where not filled;
call app.isolate('call_sum_days');

-- Alike calls, waits and spans of a day: server/calls/call-tallies.ts says what is alike.
create table call_day_calls (
  tenant_id bigint not null,
  day integer not null,
  place integer not null,                                             -- 1, 2, 3 … within the day
  hour smallint not null,
  kind smallint not null,
  established boolean not null,
  waited boolean not null,
  disposition text,
  ended_by smallint,
  quick boolean not null,
  short boolean not null,
  calls integer not null,
  seconds double precision,
  longest double precision,
  primary key (tenant_id, day, place),
  foreign key (tenant_id, day) references call_sum_days on delete cascade
);
call app.isolate('call_day_calls');

create table call_day_waits (
  tenant_id bigint not null,
  day integer not null,
  place integer not null,
  group_id bigint not null,
  outcome smallint not null,
  quick boolean not null,
  short boolean not null,
  calls integer not null,
  seconds double precision,
  longest double precision,
  primary key (tenant_id, day, place),
  foreign key (tenant_id, day) references call_sum_days on delete cascade
);
call app.isolate('call_day_waits');

-- By hour, by group and by seat: each row is of one of the three.
create table call_day_spans (
  tenant_id bigint not null,
  day integer not null,
  place integer not null,
  hour smallint,
  group_id bigint,
  seat_id bigint,
  state smallint not null,
  next_state smallint,
  spans integer not null,
  seconds double precision not null,
  primary key (tenant_id, day, place),
  foreign key (tenant_id, day) references call_sum_days on delete cascade,
  check (num_nonnulls(hour, group_id, seat_id) = 1)
);
call app.isolate('call_day_spans');

-- Who changes an old day holds this lock together with others; who fills days holds it alone.
create function app.forget_call_days(tenant bigint, days integer[]) returns void
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('call_sums', tenant));
  update call_sum_days d set filled = false where d.tenant_id = tenant and d.filled and (days is null or d.day = any(days));
end $$;

create function app.forget_call_day() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
declare
  days integer[];
begin
  days := case tg_op when 'INSERT' then array[app.call_day(new.began_at)] when 'DELETE' then array[app.call_day(old.began_at)]
    else array[app.call_day(old.began_at), app.call_day(new.began_at)] end;
  -- The first wait of a call is counted on the day of the call.
  if tg_table_name = 'call_waits' then
    days := days || array(select app.call_day(c.began_at) from calls c where c.tenant_id = coalesce(new.tenant_id, old.tenant_id)
      and c.id = coalesce(new.call_id, old.call_id));
  end if;
  perform app.forget_call_days(coalesce(new.tenant_id, old.tenant_id), days);
  return null;
end $$;

-- Younger days are not filled yet: nothing is to be forgotten, and calls that go on pay nothing.
do $$
declare
  its text;
  said text;
begin
  for its, said in values
    ('calls', 'x.kind, x.status, x.began_at, x.established_at, x.ended_at, x.disposition, x.ended_by'),
    ('call_waits', 'x.call_id, x.nth, x.group_id, x.began_at, x.ended_at, x.outcome'),
    ('call_seat_spans', 'x.seat_id, x.state, x.call_id, x.group_id, x.began_at, x.ended_at, x.next_state')
  loop
    execute format('create trigger call_sums_added after insert on %s for each row
      when (new.began_at < now() - interval ''2 days'') execute function app.forget_call_day()', its);
    execute format('create trigger call_sums_changed after update on %s for each row
      when (least(old.began_at, new.began_at) < now() - interval ''2 days'' and (%s) is distinct from (%s))
      execute function app.forget_call_day()', its, replace(said, 'x.', 'old.'), replace(said, 'x.', 'new.'));
    execute format('create trigger call_sums_removed after delete on %s for each row
      when (old.began_at < now() - interval ''2 days'') execute function app.forget_call_day()', its);
  end loop;
end $$;

-- What a group calls quick and short is counted in the days.
create function app.forget_group_days() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  perform app.forget_call_days(new.tenant_id, null);
  return null;
end $$;
create trigger call_sums_changed after update of level_seconds, short_seconds on call_groups for each row
  when ((old.level_seconds, old.short_seconds) is distinct from (new.level_seconds, new.short_seconds))
  execute function app.forget_group_days();

grant execute on function app.call_day(timestamptz), app.forget_call_days(bigint, integer[]), app.forget_call_day(),
  app.forget_group_days() to yian_app, yian_auth;
grant select (tenant_id, began_at) on calls to yian_auth;
grant select (tenant_id, began_at) on call_seat_spans to yian_auth;
grant select (tenant_id) on call_seats to yian_auth;
grant select on call_sum_days to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Days that are over for three days and not filled, of every tenant, the oldest first; the work itself is done inside each tenant.
create function app.call_days_due(most integer) returns table (tenant_id bigint, days integer[])
  language sql stable security definer set search_path = pg_catalog, public as $$
  select due.tenant_id, array_agg(due.day order by due.day) from (
    select w.tenant_id, w.day from call_sum_days w where not w.filled
    union all
    select t.tenant_id, n.day from (select distinct s.tenant_id from call_seats s) t
      cross join lateral (select coalesce((select max(k.day) + 1 from call_sum_days k where k.tenant_id = t.tenant_id),
        app.call_day(least((select min(c.began_at) from calls c where c.tenant_id = t.tenant_id),
          (select min(p.began_at) from call_seat_spans p where p.tenant_id = t.tenant_id)))) as day) f
      cross join lateral generate_series(f.day, app.call_day(now()) - 4) as n (day)
    order by 2 limit most) as due
  group by 1
$$;

grant execute on function app.call_days_due(integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
