/** SQL for where in the house, in the one spelling of contract/rooms/places.rules.ts. Each gives a text or null. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { SortOrder } from '../lists/list-cache.ts';
import type { Tables } from '../db/tables.ts';

type Sql = RawBuilder<unknown>;

/** Building, floor and room. */
export const placeOfRoom = (tenant: Sql, room: Sql) =>
  sql<
    string | null
  >`(select app.place_text(r.building, r.floor, r.name, null) from rooms r where r.tenant_id = ${tenant} and r.id = ${room})`;

/** Building, floor, room and bed. */
export const placeOfBed = (tenant: Sql, bed: Sql) =>
  sql<
    string | null
  >`(select app.place_text(r.building, r.floor, r.name, b.name) from beds b join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where b.tenant_id = ${tenant} and b.id = ${bed})`;

/** The bed of a person. */
export const placeOfPerson = (tenant: Sql, person: Sql) =>
  sql<string | null>`(select app.place_text(r.building, r.floor, r.name, b.name) from people p
    join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tenant} and p.id = ${person})`;

/**
 * The place of a warning over `w`, `b` (the person's bed) and `r` (the warning's room, else the bed's): the bed only when it stands there.
 */
export const placeOfWarning = (r: string, b: string) =>
  sql<string | null>`app.place_text(${sql.ref(`${r}.building`)}, ${sql.ref(`${r}.floor`)}, ${sql.ref(`${r}.name`)},
    case when ${sql.ref(`${b}.room_id`)} = ${sql.ref(`${r}.id`)} then ${sql.ref(`${b}.name`)} end)`;

/** A list over `people` with their bed, their room and their name as it is sorted: what `houseOrder` sorts by. */
export const withHouse = <Row>(query: SelectQueryBuilder<Tables, 'people', Row>) =>
  query
    .leftJoin('beds', (on) => on.onRef('beds.tenant_id', '=', 'people.tenant_id').onRef('beds.id', '=', 'people.bed_id'))
    .leftJoin('rooms', (on) => on.onRef('rooms.tenant_id', '=', 'beds.tenant_id').onRef('rooms.id', '=', 'beds.room_id'))
    .innerJoinLateral(sql<{ name: string }>`(select people.name collate app.natural_order as name)`.as('sorted'), (on) => on.onTrue());

/** The way through the house: building, floor, room, bed; who has no bed last, by pinyin. `last` makes rows of one person differ. */
export const houseOrder = (...last: readonly string[]): SortOrder =>
  ['rooms.place', 'beds.name', 'sorted.name', ...last].map((column) => ({ column, direction: 'asc' as const }));
