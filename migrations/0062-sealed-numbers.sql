-- Numbers of identity cards are sealed by the application (docs/decisions/091): without its keys these columns say nothing.

-- The keys by which something is sealed here. The start compares them with those that it has (server/db/field-sealing.ts).
create table app.sealing_keys (
  id text primary key,
  proof text not null,                                                -- opens with the very key
  whole boolean not null default false                                -- all that is sealed is sealed by it
);

-- `key.sealed`, and by what an exact number is found. The plain column is emptied by the start, which has the key, and takes nothing more.
alter table people
  add column identity_sealed text,
  add column identity_index text,
  add constraint people_identity_plain check (identity_number is null) not valid,
  add constraint people_identity_both check ((identity_sealed is null) = (identity_index is null));
drop index people_identity;
create unique index people_identity on people (tenant_id, identity_index) where identity_index is not null and deleted_at is null;
drop trigger record_change on people;
create trigger record_change after update or delete on people for each row execute function app.record_change('initials', 'identity_index');

alter table admissions
  add column identity_sealed text,
  add constraint admissions_identity_plain check (identity_number is null) not valid;

-- Of a paper only a number that is that of an identity card.
alter table person_documents
  add column number_sealed text,
  add column number_index text,
  add constraint person_documents_number_both check ((number_sealed is null) = (number_index is null)),
  add constraint person_documents_number_once check (number is null or number_sealed is null);
create index person_documents_number on person_documents (tenant_id, number_index) where number_index is not null;
drop trigger record_change on person_documents;
create trigger record_change after insert or update or delete on person_documents for each row
  execute function app.record_change('number_index');

-- Who looked at the number of a person (server/elderly/records-timeline.ts).
create index operation_logs_reveals on operation_logs (tenant_id, parameters, created_at desc, id desc) where title = '查看身份证号';

-- Of what is sealed the record says only that it changed.
create or replace function app.recorded(name text, value jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case
    when value is null or value = 'null' then value
    when name ~ '(_hash|_secret|_key|_cipher|_sealed|password)$' or name like 'totp%' then '"***"'
    when name in ('phone', 'mobile', 'contact_phone', 'identity_number', 'bank_card') and length(value #>> '{}') > 7
      then to_jsonb(overlay(value #>> '{}' placing repeat('*', length(value #>> '{}') - 7) from 4 for length(value #>> '{}') - 7))
    else value end
$$;
