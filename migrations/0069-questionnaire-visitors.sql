-- What people with the link to a questionnaire bring: files, and numbers that they proved (docs/decisions/098).

-- The record of changes names a row by its id.
alter table questionnaire_settings add column id bigint generated always as (questionnaire_id) stored;

alter table files alter column created_by drop not null;              -- null: a person with the link to a questionnaire

-- Files that no answer names yet; an answer that names one takes its row away.
create table questionnaire_uploads (
  tenant_id bigint not null references tenants on delete cascade,
  name text not null,                                                 -- of the file
  questionnaire_id bigint not null,
  viewer bytea not null,                                              -- keyed digest of the address
  size integer not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, name)
);
create index questionnaire_uploads_questionnaire on questionnaire_uploads (tenant_id, questionnaire_id);
create index questionnaire_uploads_old on questionnaire_uploads (created_at);
call app.isolate('questionnaire_uploads');

-- Mobile numbers that answered a code, as keyed digests: an answer may name one for half an hour.
create table questionnaire_phones (
  tenant_id bigint not null,
  questionnaire_id bigint not null,
  phone bytea not null,
  verified_at timestamptz not null,
  primary key (tenant_id, questionnaire_id, phone),
  foreign key (tenant_id, questionnaire_id) references questionnaires on delete cascade
);
create index questionnaire_phones_old on questionnaire_phones (verified_at);
call app.isolate('questionnaire_phones');

create index questionnaire_results_wx on questionnaire_results (tenant_id, questionnaire_id, wx_open_id) where wx_open_id is not null;

grant select, delete on questionnaire_uploads, questionnaire_phones to yian_auth;

grant create on schema app to yian_auth;
set local role yian_auth;

-- After a day no answer will name them. The bytes follow with those of files that were deleted a month ago.
create function app.clear_questionnaire_uploads(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with old as (delete from questionnaire_uploads where ctid = any (array(
      select u.ctid from questionnaire_uploads u where u.created_at < now() - interval '1 day' limit most)) returning tenant_id, name),
    dropped as (update files f set deleted_at = now() - interval '31 days' from old
      where f.tenant_id = old.tenant_id and f.name = old.name and f.deleted_at is null)
  select count(*)::integer from old
$$;

create function app.clear_questionnaire_phones(most integer) returns integer
  language sql security definer set search_path = pg_catalog, public as $$
  with gone as (delete from questionnaire_phones where ctid = any (array(
    select p.ctid from questionnaire_phones p where p.verified_at < now() - interval '1 day' limit most)) returning 1)
  select count(*)::integer from gone
$$;

grant execute on function app.clear_questionnaire_uploads(integer), app.clear_questionnaire_phones(integer) to yian_upkeep;
reset role;
revoke create on schema app from yian_auth;
