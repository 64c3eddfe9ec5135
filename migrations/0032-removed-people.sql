-- People who were removed and may come back for a month, and how people and devices are found by what is typed.

alter table people
  add column deleted_by bigint,
  -- Where the person lay when they were removed, so that they can come back there.
  add column deleted_bed_id bigint,
  -- When the details of a removed person were cleared; from then on they cannot come back.
  add column erased_at timestamptz;
create index people_removed on people (tenant_id, deleted_at desc, id desc) where deleted_at is not null and erased_at is null;
create index people_to_erase on people (deleted_at) where deleted_at is not null and erased_at is null;

-- The order of pinyin, by which a letter begins at a character.
create collation app.pinyin (provider = icu, locale = 'zh-u-co-pinyin');

-- The first letters of a name, as people type them: fkq for 冯克勤. A surname that is read otherwise than the same character elsewhere is
-- named. Characters that are none of Chinese stand for themselves.
create function app.initials(name text) returns text
  language sql immutable parallel safe as $$
  select coalesce(string_agg(case
      when at = 1 and strpos('曾单仇解区查翟朴覃尉盛', one) > 0 then substr('zsqxozzptys', strpos('曾单仇解区查翟朴覃尉盛', one), 1)
      when ascii(one) between 19968 and 40869 then substr('abcdefghjklmnopqrstwxyz', greatest(1, width_bucket(one collate app.pinyin,
        array['阿', '八', '嚓', '咑', '妸', '发', '旮', '哈', '丌', '咔', '垃', '妈', '拏', '噢', '妑', '七', '呥', '仨', '他', '穵', '夕', '丫',
          '帀'])), 1)
      else lower(one) end, '' order by at), '')
  from (select at, substr(name, at, 1) as one from generate_series(1, char_length(name)) as at) as characters
$$;
grant execute on function app.initials(text) to yian_app, yian_auth, yian_ingest;

alter table people add column initials text collate "C" generated always as (app.initials(name)) stored;
-- What follows from the name is no change of its own.
drop trigger record_change on people;
create trigger record_change after update or delete on people for each row execute function app.record_change('initials');
create index people_initials on people (tenant_id, initials) include (created_at, id) where deleted_at is null;

-- The beginning of a device's number within one institution.
create index devices_number on devices (tenant_id, imei) where deleted_at is null;
create index devices_short_number on devices (tenant_id, short_id) where deleted_at is null and short_id is not null;

grant select (erased_at) on people to yian_auth;
grant create on schema app to yian_auth;
set local role yian_auth;

-- Removed people whose month is over, at most `most`.
create function app.people_to_erase(before timestamptz, most integer) returns table (tenant_id bigint, person_id bigint)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select p.tenant_id, p.id from people p where p.deleted_at is not null and p.erased_at is null and p.deleted_at < before
  order by p.deleted_at limit most
$$;

grant execute on function app.people_to_erase(timestamptz, integer) to yian_app;
reset role;
revoke create on schema app from yian_auth;
