-- Reminders (docs/decisions/076): what people decide about messages, and what became of each on its way to them.

-- What an institution starts everybody with.
create table message_settings (
  tenant_id bigint not null references tenants on delete cascade,
  id smallint not null default 1 check (id = 1),
  choices jsonb not null,                                             -- by kind and channel: contract/messages/channels.rules.ts
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
call app.isolate('message_settings');
call app.record_changes('message_settings', true);

-- What a person decides otherwise.
create table message_preferences (
  tenant_id bigint not null,
  user_id bigint not null,
  choices jsonb not null default '{}',
  quiet jsonb not null default '[]',                                  -- windows {days, from, to}; none: told at any time
  email text,
  daily_at text check (daily_at ~ '^([01]\d|2[0-3]):[0-5]\d$'),        -- a summary of what is unread; null: none
  daily_channel text,
  daily_due timestamptz,                                              -- the next one
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users on delete cascade,
  check ((daily_at is null) = (daily_channel is null) and (daily_at is null) = (daily_due is null))
);
create index message_preferences_due on message_preferences (daily_due) where daily_due is not null;
call app.isolate('message_preferences');

-- Browsers that show messages while no page is open: as long as the session in which the person wanted it.
create table push_subscriptions (
  tenant_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  session_id bigint not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, endpoint),
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, session_id) references sessions on delete cascade
);
create index push_subscriptions_user on push_subscriptions (tenant_id, user_id);
create index push_subscriptions_session on push_subscriptions (tenant_id, session_id);
call app.isolate('push_subscriptions');

-- One message, or one summary of several, on one way to one person. Neither its words nor a number stand here.
create table message_deliveries (
  tenant_id bigint not null,
  id bigint generated always as identity,
  message_id bigint,                                                  -- null: a summary
  user_id bigint not null,
  kind text not null,                                                 -- of the message, or `digest`, `daily`
  channel text not null check (channel in ('sms', 'email', 'push')),
  state smallint not null check (state between 1 and 5),              -- 1 waiting, 2 held, 3 sent, 4 failed, 5 not sent
  due_at timestamptz,                                                 -- held until then
  digest_id bigint,                                                   -- the summary that carries it
  sealed bytea,                                                       -- other words for the phone, AES-256-GCM; forgotten once sent
  attempts integer not null default 0,
  error text,                                                         -- why not, for staff
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, message_id) references messages on delete cascade,
  foreign key (tenant_id, user_id) references users on delete cascade,
  foreign key (tenant_id, digest_id) references message_deliveries on delete set null (digest_id)
);
create index message_deliveries_page on message_deliveries (tenant_id, created_at desc, id desc);
create index message_deliveries_user on message_deliveries (tenant_id, user_id, created_at desc, id desc);
create index message_deliveries_message on message_deliveries (tenant_id, message_id);
create index message_deliveries_digest on message_deliveries (tenant_id, digest_id) where digest_id is not null;
create index message_deliveries_held on message_deliveries (due_at) where state = 2;
create index message_deliveries_held_of on message_deliveries (tenant_id, due_at) where state = 2;
create index message_deliveries_summaries on message_deliveries (created_at) where message_id is null;
call app.isolate('message_deliveries');

grant select on message_preferences to yian_auth;
grant select, delete on message_deliveries to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- The institutions where something that was held back, or a summary of the day, is due.
create function app.reminders_due(moment timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select d.tenant_id from message_deliveries d where d.state = 2 and d.due_at <= moment
  union select p.tenant_id from message_preferences p where p.daily_due <= moment
$$;

-- Summaries go after half a year; the others with their message.
create function app.clear_message_summaries(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from message_deliveries where ctid = any (array(
    select d.ctid from message_deliveries d where d.message_id is null and d.created_at < now() - interval '180 days' limit most))
    returning 1)
  select count(*)::integer from gone
$$;

grant execute on function app.reminders_due(timestamptz) to yian_app;
grant execute on function app.clear_message_summaries(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
