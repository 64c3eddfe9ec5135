-- The order of places and names as people count them: 2号楼 before 10号楼, 302-2 before 302-10, Chinese by pinyin.
-- contract/rooms/house.rules.ts has the same order for the pages (`naturalOrder`).
create collation app.natural_order (provider = icu, locale = 'zh-u-co-pinyin-kn');

-- Where a room stands in a list: building, floor, the rank that staff gave it, name.
alter table rooms alter column place
  set expression as (building || ' ' || floor || ' ' || lpad(sort::text, 6, '0') || ' ' || name);
alter table rooms alter column place type text collate app.natural_order;
alter table beds alter column name type text collate app.natural_order;
