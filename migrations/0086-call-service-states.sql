-- What the service of an institution says of itself: whether its trunk takes us, and how far its calls were fetched from the cloud
-- (docs/decisions/112). Of its own table: it changes all the time, and is no setting.
create table call_service_states (
  tenant_id bigint not null,
  service_id bigint not null,
  trunk_status integer,                                               -- the last answer to our registration, a status of SIP
  trunk_at timestamptz,
  fetch_at timestamptz,                                               -- when the calls of the cloud are to be fetched next
  fetched_until timestamptz,                                          -- the calls that began before are here
  fetched_at timestamptz,
  fetch_problem text not null default '',
  primary key (tenant_id, service_id),
  foreign key (tenant_id, service_id) references call_services on delete cascade
);
call app.isolate('call_service_states');

-- What is known of a call that the cloud carries, from its beginning until its record comes: `contact_id` is what the cloud calls it.
create table call_cloud_dials (
  tenant_id bigint not null,
  contact_id text not null check (contact_id <> ''),
  seat_id bigint not null,
  person_id bigint,
  warning_id bigint,
  job_case_id bigint,
  dialled_at timestamptz not null,
  primary key (tenant_id, contact_id),
  foreign key (tenant_id, seat_id) references call_seats on delete cascade,
  foreign key (tenant_id, person_id) references people on delete restrict
);
create index call_cloud_dials_person on call_cloud_dials (tenant_id, person_id) where person_id is not null;
call app.isolate('call_cloud_dials');

-- What the cloud calls it; '' of calls that are carried here. Of a recording: that its sound is in the cloud.
alter table calls add column external_id text not null default '';
create unique index calls_external on calls (tenant_id, external_id) where external_id <> '';
alter table call_recordings add column external_id text not null default '';
create unique index call_recordings_external on call_recordings (tenant_id, external_id) where external_id <> '';

grant select (id) on call_services to yian_auth;
grant select (tenant_id, service_id, fetch_at) on call_service_states to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Tenants whose calls are to be fetched from the cloud.
create function app.call_clouds_due(at timestamptz) returns table (tenant_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.tenant_id from call_services s left join call_service_states c on c.tenant_id = s.tenant_id and c.service_id = s.id
  where s.enabled and s.provider = 3 and (c.fetch_at is null or c.fetch_at <= at)
$$;
grant execute on function app.call_clouds_due(timestamptz) to yian_app;
reset role;
revoke create on schema app from yian_auth;
