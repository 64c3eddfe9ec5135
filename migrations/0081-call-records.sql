-- Who listened to recordings, notes at a moment of one, and recordings whose time is over (docs/decisions/100).

create table call_listens (
  tenant_id bigint not null,
  id bigint generated always as identity,
  recording_id bigint not null,
  call_id bigint not null,
  what smallint not null check (what between 1 and 2),                -- 1 listened, 2 downloaded
  user_id bigint not null,
  user_name text not null,
  address text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, recording_id) references call_recordings on delete restrict,
  foreign key (tenant_id, call_id) references calls on delete restrict
);
create index call_listens_call on call_listens (tenant_id, call_id);
create index call_listens_recording on call_listens (tenant_id, recording_id, id);
call app.append_only('call_listens');

create table call_recording_notes (
  tenant_id bigint not null,
  id bigint generated always as identity,
  recording_id bigint not null,
  call_id bigint not null,
  at_ms integer not null check (at_ms >= 0),
  note text not null,
  user_id bigint not null,
  user_name text not null,
  at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, recording_id) references call_recordings on delete restrict,
  foreign key (tenant_id, call_id) references calls on delete restrict
);
create index call_recording_notes_call on call_recording_notes (tenant_id, call_id);
create index call_recording_notes_recording on call_recording_notes (tenant_id, recording_id, at_ms, id);
call app.isolate('call_recording_notes');

grant select (tenant_id, expires_at, removed_at, state) on call_recordings to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Tenants with a recording that is kept longer than its time.
create function app.recordings_due(at timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select distinct r.tenant_id from call_recordings r where r.removed_at is null and r.state > 1 and r.expires_at <= at
$$;

grant execute on function app.recordings_due(timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;
