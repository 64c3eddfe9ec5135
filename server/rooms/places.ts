/** SQL for where in the house, in the one spelling of contract/rooms/places.rules.ts. Each gives a text or null. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { SortOrder } from '../lists/list-cache.ts';
import type { Tables } from '../db/tables.ts';

type Sql = RawBuilder<unknown>;

// Their own names for rows are none that a caller has: a name of the caller's in what is given would mean the row inside.

/** Building, floor and room. */
export const placeOfRoom = (tenant: Sql, room: Sql) => sql<string | null>`(
  select app.place_text(place_room.building, place_room.floor, place_room.name, null) from rooms place_room
    where place_room.tenant_id = ${tenant} and place_room.id = ${room})`;

/** Building, floor, room and bed. */
export const placeOfBed = (tenant: Sql, bed: Sql) => sql<string | null>`(
  select app.place_text(place_room.building, place_room.floor, place_room.name, place_bed.name) from beds place_bed
    join rooms place_room on place_room.tenant_id = place_bed.tenant_id and place_room.id = place_bed.room_id
    where place_bed.tenant_id = ${tenant} and place_bed.id = ${bed})`;

/** The bed of a person. */
export const placeOfPerson = (tenant: Sql, person: Sql) => sql<string | null>`(
  select app.place_text(place_room.building, place_room.floor, place_room.name, place_bed.name) from people place_person
    join beds place_bed on place_bed.tenant_id = place_person.tenant_id and place_bed.id = place_person.bed_id
    join rooms place_room on place_room.tenant_id = place_bed.tenant_id and place_room.id = place_bed.room_id
    where place_person.tenant_id = ${tenant} and place_person.id = ${person})`;

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
