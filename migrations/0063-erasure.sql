-- What identifies a person whose time is over is erased, by two people (docs/decisions/091).
alter table people
  add column hold_reason text,                                        -- why the record must stay for now
  add column hold_name text,                                          -- who said so
  add column hold_at timestamptz,
  add column erasure_reason text,
  add column erasure_user_id bigint,                                  -- who asked; another one confirms
  add column erasure_name text,
  add column erasure_at timestamptz,
  add column erased_at timestamptz,
  add constraint people_hold_whole check ((hold_reason is null) = (hold_name is null) and (hold_reason is null) = (hold_at is null)),
  add constraint people_erasure_whole check ((erasure_user_id is null) = (erasure_at is null) 
    and (erasure_user_id is null) = (erasure_name is null)),
  add foreign key (tenant_id, erasure_user_id) references users on delete restrict;
-- Those whose time may be over, by when they left.
create index people_gone on people (tenant_id, (coalesce(left_at, deleted_at, updated_at)), id)
  where (status in (4, 5) or deleted_at is not null) and erased_at is null and merged_into is null;

-- The digests of changes whose texts were erased after they were sealed: the chain goes on to hold.
create table audit_erasures (
  tenant_id bigint not null references tenants on delete restrict,
  kind smallint not null check (kind = 2),
  row_id bigint not null,
  digest bytea not null,
  erased_at timestamptz not null default now(),
  primary key (tenant_id, kind, row_id)
);
call app.isolate('audit_erasures');
revoke insert, update, delete on audit_erasures from yian_app;
grant select on audit_erasures to yian_auth;

-- A change without its texts: ids, states and other figures stay.
create function app.without_texts(changed jsonb) returns jsonb
  language sql immutable parallel safe set search_path = pg_catalog as $$
  select (select jsonb_object_agg(key, case when jsonb_typeof(value) in ('number', 'boolean', 'null') and key !~ 'itude$' then value
    else '"***"' end) from jsonb_each(changed))
$$;

-- As before, and of an erased change the digest of before, as long as nothing but its texts is gone.
create or replace function app.log_digest(kind smallint, tenant bigint, log bigint) returns bytea
  language sql stable set search_path = pg_catalog, public set timezone = 'UTC' as $$
  select coalesce(
    (select e.digest from audit_erasures e join row_changes c on c.tenant_id = e.tenant_id and c.id = e.row_id
      where e.tenant_id = tenant and e.kind = log_digest.kind and e.row_id = log
        and c.before is not distinct from app.without_texts(c.before) and c.after is not distinct from app.without_texts(c.after)),
    sha256(convert_to(jsonb_strip_nulls(case kind
      when 1 then (select to_jsonb(l) from operation_logs l where l.tenant_id = tenant and l.id = log)
      when 2 then (select to_jsonb(c) from row_changes c where c.tenant_id = tenant and c.id = log) end)::text, 'UTF8')))
$$;

-- Of people who are erased in this very transaction: rows that are only ever added, which the application may not change.
create function app.erase_sealed(people_ids bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant bigint := app.tenant();
  gone constant text := '已删除';
begin
  if exists (select from unnest(people_ids) as one where not exists (select from people p
      where p.tenant_id = tenant and p.id = one and p.erased_at = now())) then
    raise exception 'not erased' using errcode = 'insufficient_privilege';
  end if;
  delete from person_calls where tenant_id = tenant and person_id = any(people_ids);
  update account_movements set text = gone where tenant_id = tenant and person_id = any(people_ids);
  update camera_consents set note = null where tenant_id = tenant and person_id = any(people_ids) and note is not null;
  update patrol_marks set note = gone where tenant_id = tenant and person_id = any(people_ids) and note <> '';
  update incident_notices set who = gone, answer = null where tenant_id = tenant and person_id = any(people_ids);
  update approval_notes set text = gone, files = '{}' where tenant_id = tenant
    and case_id in (select id from approval_cases where tenant_id = tenant and person_id = any(people_ids));
  update care_reviews set note = gone where tenant_id = tenant
    and plan_id in (select id from care_plans where tenant_id = tenant and person_id = any(people_ids));
  update skin_looks set note = gone, photos = '{}' where tenant_id = tenant
    and finding_id in (select id from skin_findings where tenant_id = tenant and person_id = any(people_ids));
  update restraint_looks set note = gone where tenant_id = tenant
    and restraint_id in (select id from restraints where tenant_id = tenant and person_id = any(people_ids));
  update person_package_changes set reason = gone where tenant_id = tenant and reason is not null
    and person_package_id in (select id from person_packages where tenant_id = tenant and person_id = any(people_ids));
  update checkout_events set text = gone where tenant_id = tenant and text is not null
    and checkout_id in (select id from checkouts where tenant_id = tenant and person_id = any(people_ids));
  update checkout_lines set text = gone where tenant_id = tenant
    and checkout_id in (select id from checkouts where tenant_id = tenant and person_id = any(people_ids));
  update enquiry_events set text = gone where tenant_id = tenant and text is not null
    and enquiry_id in (select enquiry_id from admissions where tenant_id = tenant and person_id = any(people_ids));
  update earnest_movements set name = gone, partner = null, text = gone where tenant_id = tenant
    and (admission_id in (select id from admissions where tenant_id = tenant and person_id = any(people_ids))
      or enquiry_id in (select enquiry_id from admissions where tenant_id = tenant and person_id = any(people_ids)));
  update goods_order_logs set note = gone where tenant_id = tenant
    and goods_order_id in (select id from goods_orders where tenant_id = tenant and person_id = any(people_ids));
  update incident_events set text = gone where tenant_id = tenant and text is not null
    and incident_id in (select id from incidents where tenant_id = tenant and person_id = any(people_ids));
  update ticket_logs set note = gone where tenant_id = tenant and note is not null
    and ticket_id in (select id from tickets where tenant_id = tenant and person_id = any(people_ids));
  update ticket_messages set text = gone, files = '[]' where tenant_id = tenant
    and ticket_id in (select id from tickets where tenant_id = tenant and person_id = any(people_ids));
  update warning_events set note = gone where tenant_id = tenant and note is not null
    and warning_id in (select id from warnings where tenant_id = tenant and person_id = any(people_ids));
  update work_order_logs set note = gone where tenant_id = tenant
    and work_order_id in (select id from work_orders where tenant_id = tenant and person_id = any(people_ids));
end $$;

-- Of the same: the texts of the recorded changes of these rows of theirs. The seal waits meanwhile, so that it sees them before or after.
create function app.erase_changes(people_ids bigint[], tables text[], ids bigint[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant bigint := app.tenant();
  changed bigint[];
begin
  if exists (select from unnest(people_ids) as one where not exists (select from people p
      where p.tenant_id = tenant and p.id = one and p.erased_at = now())) then
    raise exception 'not erased' using errcode = 'insufficient_privilege';
  end if;
  perform pg_advisory_xact_lock(hashtext('yian.audit.seal'));
  -- Rows that are there no more said whose they were when they came or went.
  changed := array(
    with theirs as (select * from unnest(tables, ids) as t (table_name, row_id)
      union select c.table_name, c.row_id from row_changes c
        where c.tenant_id = tenant and (coalesce(c.after, c.before) ->> 'person_id') = any(people_ids::text[]))
    select c.id from row_changes c join theirs t on t.table_name = c.table_name and t.row_id = c.row_id
    where c.tenant_id = tenant and (c.before is distinct from app.without_texts(c.before)
      or c.after is distinct from app.without_texts(c.after)));
  insert into audit_erasures (tenant_id, kind, row_id, digest)
    select tenant, 2, s.row_id, app.log_digest(2::smallint, tenant, s.row_id) from audit_seals s
    where s.tenant_id = tenant and s.kind = 2 and s.row_id = any(changed)
    on conflict do nothing;
  update row_changes set before = app.without_texts(before), after = app.without_texts(after)
    where tenant_id = tenant and id = any(changed);
end $$;

grant execute on function app.without_texts(jsonb) to yian_app, yian_auth;
revoke execute on function app.erase_sealed(bigint[]), app.erase_changes(bigint[], text[], bigint[]) from public;
grant execute on function app.erase_sealed(bigint[]), app.erase_changes(bigint[], text[], bigint[]) to yian_app;
