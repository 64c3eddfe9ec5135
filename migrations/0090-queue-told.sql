-- Callers who wait are told their place by telephone and may leave a callback, which may keep its place (docs/decisions/115).

alter table call_groups
  add position_seconds smallint not null default 30 check (position_seconds between 15 and 600), -- until the place is told again
  add callback_offered boolean not null default true,                 -- key 1 leaves a callback while one waits
  add callback_keeps boolean not null default false;                  -- it is dialled when its turn comes

alter table calls
  add tell_at timestamptz,                                            -- when its place is told next; null: at once
  add told_before integer,                                            -- how many went before it when it was told last
  add keeps_place boolean not null default false;                     -- of a callback: it stands in its queue as before
create index calls_kept on calls (tenant_id, group_id, priority, queued_at) where keeps_place;

-- A sound in the place of one of the product's pieces: contract/calls/spoken.rules.ts.
alter table call_sounds add piece text not null default '';
create unique index call_sounds_piece on call_sounds (tenant_id, piece) where piece <> '';

grant select (keeps_place) on calls to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Tenants with a call, a seat or a page whose time has come, or with a callback that keeps its place.
create or replace function app.calls_due(at timestamptz, unseen timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select c.tenant_id from calls c where c.status < 2 and c.due_at <= at
  union
  select c.tenant_id from calls c where c.status < 2 and c.phase = 3
  union
  select c.tenant_id from calls c where c.keeps_place
  union
  select p.tenant_id from call_presences p where p.due_at <= at
  union
  select p.tenant_id from call_presences p where p.state <> 1 and p.seen_at < unseen
  union
  select l.tenant_id from call_legs l where l.state < 4 and l.seen_at < unseen
$$;
reset role;
revoke create on schema app from yian_auth;
