-- What staff should know of a device's connections: its number is used twice, it came from outside the networks of its type, or its connections take over from one another too often (docs/decisions/039).
create table device_connection_notes (
  tenant_id bigint not null,
  device_id bigint not null,
  kind smallint not null check (kind between 1 and 3),                 -- contract/devices/device-connections.rules.ts
  address text not null,
  other_address text,                                                  -- beside the established one
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  told_at timestamptz not null default now(),                          -- when staff last had a message
  primary key (tenant_id, device_id, kind),
  foreign key (tenant_id, device_id) references devices on delete cascade
);
call app.isolate('device_connection_notes');
