-- Files: whose they are and what for, and a list of them that keeps its order on a large table.
alter table files
  add column purpose text not null default 'shared' check (purpose in ('shared', 'private')),  -- shared: the tenant's staff; private: whoever uploaded it
  add column deleted_at timestamptz;
create index files_page on files (tenant_id, created_at desc, id desc) where deleted_at is null;
create index files_gone on files (deleted_at) where deleted_at is not null;

grant usage, create on schema app to yian_auth;
grant select, update, delete on files to yian_auth;
set local role yian_auth;
-- The names of files that were deleted before a time, at most `most`, their rows removed: whoever asks removes the bytes.
create function app.clear_files(before_time timestamptz, most integer) returns table (bucket text, name text)
  language sql security definer set search_path = pg_catalog, public as $$
  delete from files f using (select tenant_id, id from files where deleted_at < before_time limit most for update skip locked) gone
  where f.tenant_id = gone.tenant_id and f.id = gone.id returning f.bucket, f.name
$$;
-- Which of these names belong to no file of any tenant.
create function app.unknown_files(names text[]) returns table (name text)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select n from unnest(names) as n where not exists (select from files f where f.name = n)
$$;
revoke all on function app.clear_files(timestamptz, integer), app.unknown_files(text[]) from public;
grant execute on function app.clear_files(timestamptz, integer), app.unknown_files(text[]) to yian_app;
reset role;
revoke create on schema app from yian_auth;
create index files_name on files (name);
