-- The order of pinyin that this PostgreSQL has reads 沈 as chen and 阚 as han: both are surnames, which is how they are typed.
create or replace function app.initials(name text) returns text
  language sql immutable parallel safe as $$
  select coalesce(string_agg(case
      when at = 1 and strpos('曾单仇解区查翟朴覃尉盛沈阚', one) > 0
        then substr('zsqxozzptyssk', strpos('曾单仇解区查翟朴覃尉盛沈阚', one), 1)
      when ascii(one) between 19968 and 40869 then substr('abcdefghjklmnopqrstwxyz', greatest(1, width_bucket(one collate app.pinyin,
        array['阿', '八', '嚓', '咑', '妸', '发', '旮', '哈', '丌', '咔', '垃', '妈', '拏', '噢', '妑', '七', '呥', '仨', '他', '穵', '夕', '丫',
          '帀'])), 1)
      else lower(one) end, '' order by at), '')
  from (select at, substr(name, at, 1) as one from generate_series(1, char_length(name)) as at) as characters
$$;
-- Written anew for whoever is there already.
alter table people alter column initials set expression as (app.initials(name));
