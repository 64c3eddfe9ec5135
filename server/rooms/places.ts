/** SQL for where in the house, in the one spelling of contract/rooms/places.rules.ts. Each gives a text or null. */
import { sql, type RawBuilder } from 'kysely';

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
