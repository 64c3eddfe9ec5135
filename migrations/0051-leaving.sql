-- When a person left the house or died: the month's figures count it. A person who comes back has not left.
alter table people add column left_at timestamptz;
create index people_left on people (tenant_id, left_at) where left_at is not null and deleted_at is null;
create index admissions_admitted on admissions (tenant_id, admitted_at) where state = 6;
create function app.note_leaving() returns trigger
  language plpgsql set search_path = pg_catalog, public as $$
begin
  new.left_at := case when new.status in (4, 5) then coalesce(old.left_at, now()) end;
  return new;
end $$;
create trigger people_leaving before update of status on people for each row
  when (old.status is distinct from new.status) execute function app.note_leaving();
-- The figures of the home page read this index and no row (docs/decisions/082).
create index people_figures on people (tenant_id, status) include (service_type, gender, care_level, birth_date) where deleted_at is null;
