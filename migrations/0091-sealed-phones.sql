-- Numbers of residents and families are sealed by the application (docs/decisions/105): `⟦key.end.sealed⟧` in the columns where they stood.
-- The start seals what is there, which needs the key; what is written from now on is sealed, or so short that it is an extension.
create function app.seal_phones(target regclass, variadic names text[]) returns void
  language plpgsql set search_path = pg_catalog as $$
declare
  name text;
begin
  foreach name in array names loop
    execute format('alter table %s add constraint %I check (char_length(%I) <= 6 or %I ^@ ''⟦'') not valid',
      target, (select relname from pg_class where oid = target) || '_' || name || '_sealed', name, name);
  end loop;
end $$;

-- A sealed number is longer than the number; how long that is says the form.
alter table person_contacts drop constraint person_contacts_phone_check;
alter table person_calls drop constraint person_calls_phone_check;

select app.seal_phones('admissions', 'mobile', 'contact_phone', 'signer_mobile');
select app.seal_phones('call_customers', 'mobile');
select app.seal_phones('call_job_cases', 'mobile');
select app.seal_phones('call_legs', 'address');
select app.seal_phones('call_links', 'phone');
select app.seal_phones('calls', 'caller', 'callee');
select app.seal_phones('contracts', 'signer_mobile');
select app.seal_phones('device_contacts', 'phone');
select app.seal_phones('enquiries', 'mobile');
select app.seal_phones('goods_orders', 'phone');
select app.seal_phones('home_bookings', 'phone');
select app.seal_phones('outings', 'companion_phone');
select app.seal_phones('people', 'mobile', 'contact_phone');
select app.seal_phones('person_calls', 'phone');
select app.seal_phones('person_contacts', 'phone');
select app.seal_phones('restricted_visitors', 'phone');
select app.seal_phones('tickets', 'asker_phone');
select app.seal_phones('visitor_records', 'phone');
select app.seal_phones('warning_records', 'phone');
select app.seal_phones('work_orders', 'orderer_phone', 'person_phone');
drop function app.seal_phones(regclass, text[]);

-- Of what is sealed the record says only that it changed; a text with a number in it keeps its other words.
create or replace function app.recorded(name text, value jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select case
    when value is null or value = 'null' then value
    when name ~ '(_hash|_secret|_key|_cipher|_sealed|password)$' or name like 'totp%' then '"***"'
    -- Contacts are written anew with each change: whether one is the same must be seen.
    when name = 'phone' and value #>> '{}' ^@ '⟦' then to_jsonb('***' || left(md5(value #>> '{}'), 4))
    when strpos(value::text, '⟦') > 0 then regexp_replace(value::text, '⟦[^⟧]*⟧', '***', 'g')::jsonb
    when name in ('phone', 'mobile', 'contact_phone', 'identity_number', 'bank_card') and length(value #>> '{}') > 7
      then to_jsonb(overlay(value #>> '{}' placing repeat('*', length(value #>> '{}') - 7) from 4 for length(value #>> '{}') - 7))
    else value end
$$;

-- The start looks at all rows once more.
update app.sealing_keys set whole = false;

-- Who looked at the numbers of a person (server/elderly/records-timeline.ts).
drop index operation_logs_reveals;
create index operation_logs_reveals on operation_logs (tenant_id, parameters, created_at desc, id desc)
  where title in ('查看身份证号', '查看电话号码');
