-- Where in the house: building, floor, room and bed in one line, as contract/rooms/places.rules.ts says it (server/rooms/places.test.ts holds them together).
create function app.place_text(building text, floor text, room text, bed text) returns text language sql immutable parallel safe
  return case when room is not null then concat_ws(' ',
    nullif(case when building ~ '^\d+$' then building || '号楼' else building end, ''),
    nullif(case when floor ~ '^\d+$' then floor || '层' else floor end, ''),
    nullif(room, ''),
    nullif(case when bed ~ '^\d+$' then bed || '床' else bed end, '')) end;
grant execute on function app.place_text(text, text, text, text) to public;

-- Where the person lay when the order was closed. While it is open it shows where they are now.
alter table work_orders add column place text;
