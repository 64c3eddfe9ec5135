-- Figures of calls: what each seat did from when to when, who waited how long for which group (docs/decisions/109).

-- What a seat did and does no more; what it does now stands in call_presences. A row lies within one hour of the clock: what lasts
-- longer has a row for each of its hours. Off duty is no row.
create table call_seat_spans (
  tenant_id bigint not null,
  id bigint generated always as identity,
  seat_id bigint not null,
  state smallint not null check (state in (2, 3, 5, 6, 8, 9, 10, 11, 12, 16, 17, 21)),
  break_code text not null default '',
  call_id bigint,                                                     -- the call that it was about; after a call, that call
  group_id bigint,                                                    -- the group of the call at that time
  began_at timestamptz not null,
  ended_at timestamptz not null,
  next_state smallint,                                                -- what it did then; null: it went on in the next row
  primary key (tenant_id, id),
  foreign key (tenant_id, seat_id) references call_seats on delete restrict,
  foreign key (tenant_id, group_id) references call_groups on delete restrict,
  foreign key (tenant_id, call_id) references calls on delete restrict,
  check (ended_at >= began_at)
);
create index call_seat_spans_began on call_seat_spans (tenant_id, began_at)
  include (seat_id, state, group_id, call_id, ended_at, next_state);
create index call_seat_spans_seat on call_seat_spans (tenant_id, seat_id, began_at);
create index call_seat_spans_call on call_seat_spans (tenant_id, call_id) where call_id is not null;
create index call_seat_spans_group on call_seat_spans (tenant_id, group_id) where group_id is not null;
call app.append_only('call_seat_spans');

-- What the call is that a seat's state is about, and its group: also after the call, when call_id is null again.
alter table call_presences add about_call_id bigint, add about_group_id bigint;

-- One wait of a caller for the seats of a group; a call that goes on to another group waits anew.
create table call_waits (
  tenant_id bigint not null,
  call_id bigint not null,
  nth smallint not null,
  group_id bigint not null,
  began_at timestamptz not null,
  ended_at timestamptz,
  outcome smallint check (outcome between 1 and 6),                   -- contract/calls/call-waits.rules.ts
  seat_id bigint,                                                     -- who answered
  primary key (tenant_id, call_id, nth),
  foreign key (tenant_id, call_id) references calls on delete restrict,
  foreign key (tenant_id, group_id) references call_groups on delete restrict,
  foreign key (tenant_id, seat_id) references call_seats on delete restrict,
  check ((ended_at is null) = (outcome is null))
);
create unique index call_waits_open on call_waits (tenant_id, call_id) where ended_at is null;
create index call_waits_began on call_waits (tenant_id, began_at) include (call_id, group_id, ended_at, outcome, seat_id);
create index call_waits_group on call_waits (tenant_id, group_id, began_at);
create index call_waits_seat on call_waits (tenant_id, seat_id, began_at) where seat_id is not null;
call app.isolate('call_waits');

alter table call_groups
  add level_seconds integer not null default 20 check (level_seconds between 1 and 600),  -- within which callers are to be answered
  add short_seconds integer not null default 5 check (short_seconds between 0 and 60);    -- who gives up sooner is not counted against it
