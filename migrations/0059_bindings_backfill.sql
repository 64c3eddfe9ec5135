-- 0044 meant to begin the history of every device that somebody has, but row-level security, forced on the owner too, showed it none of them.
alter table devices no force row level security;
alter table device_bindings no force row level security;
insert into device_bindings (tenant_id, device_id, person_id, room_id)
  select d.tenant_id, d.id, d.person_id, d.room_id from devices d
  where d.deleted_at is null and (d.person_id is not null or d.room_id is not null)
    and not exists (select from device_bindings b where b.tenant_id = d.tenant_id and b.device_id = d.id and b.released_at is null);
alter table device_bindings force row level security;
alter table devices force row level security;
