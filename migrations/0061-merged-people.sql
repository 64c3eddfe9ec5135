-- Rows that are only ever added follow a merge as well: whose they are, and nothing else of them, and only after the person was merged in
-- this tenant.
create function app.move_merged(dropped bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant bigint := app.tenant();
  kept bigint;
begin
  select p.merged_into into kept from people p where p.tenant_id = tenant and p.id = dropped and p.deleted_at is not null;
  if kept is null then raise exception 'not merged' using errcode = 'insufficient_privilege'; end if;
  update camera_consents set person_id = kept where tenant_id = tenant and person_id = dropped;
  update person_calls set person_id = kept where tenant_id = tenant and person_id = dropped;
  update account_movements set person_id = kept where tenant_id = tenant and person_id = dropped;
  -- Of a patrol that marked both, the mark of the dropped person stays.
  update patrol_marks set person_id = kept where tenant_id = tenant and person_id = dropped
    and not exists (select from patrol_marks k where k.tenant_id = tenant and k.patrol_id = patrol_marks.patrol_id and k.person_id = kept);
  update incident_notices set person_id = kept where tenant_id = tenant and person_id = dropped;
end $$;
revoke execute on function app.move_merged(bigint) from public;
grant execute on function app.move_merged(bigint) to yian_app;
