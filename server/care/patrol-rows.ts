/** Rounds as they are read: the list, one that is changed, and the floors through which they go. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { patrolStateLabels } from '#contract/care/patrol-commands.rules.ts';
import { patrolLabels } from '#contract/care/patrols.labels.ts';
import type { patrols as routes, Patrol } from '#contract/care/patrols.ts';
import { titled } from '#contract/labels.ts';
import type { Context, Session } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { contains, equals, from, type ListOf } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { placeOfBed } from '../rooms/places.ts';
import { listOf, type Export } from '../transfers/exports.ts';

export const NOUN = '巡视记录';

export const list: ListOf<typeof routes.page, 'patrols'> = {
  table: 'patrols',
  noun: NOUN,
  columns: {
    id: 'id',
    state: 'state',
    building: 'building',
    floor: 'floor',
    startTime: 'started_at',
    endTime: 'ended_at',
    people: 'people',
    well: 'well',
    note: 'note',
    userId: 'user_id',
    userName: 'user_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    building: equals('building'),
    floor: equals('floor'),
    state: equals('state'),
    userName: contains('user_name'),
    startDate: from('started_at'),
    endDate: (eb, value) => eb('started_at', '<=', `${value} 23:59:59.999999`),
  },
  sorts: { start_time: 'started_at' },
  order: 'started_at',
};

export const sheet: Export<z.input<typeof Patrol>> = {
  name: NOUN,
  list: () => listOf(list),
  columns: titled(patrolLabels, [
    { key: 'building', width: 12 },
    { key: 'floor', width: 10 },
    { key: 'startTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
    { key: 'state', value: ({ state }) => patrolStateLabels[state] ?? '', width: 10 },
    { key: 'userName', width: 12 },
    { key: 'people', width: 10 },
    { key: 'well', width: 10 },
    { key: 'note', width: 40 },
  ]),
};

/** A round, locked. Throws 404. */
export async function lockPatrol({ tx }: Pick<Context, 'tx'>, id: number) {
  const row = await tx.row(db.selectFrom('patrols').selectAll().where('tenant_id', '=', tx.tenantId).where('id', '=', id).forUpdate());
  if (!row) throw notFound(NOUN);
  return row;
}

/** The round of a phone's key, locked; null when the server has not heard of it. */
export const lockWalk = async ({ tx }: Pick<Context, 'tx'>, walk: string): Promise<PatrolRow | null> =>
  (await tx.row(db.selectFrom('patrols').selectAll().where('tenant_id', '=', tx.tenantId).where('walk', '=', walk).forUpdate())) ?? null;

/** Which of these people the session reaches, wherever they are now. */
export const reachedOf = async (tx: Tx, session: Session, ids: readonly number[]): Promise<Set<number>> => {
  const rows = await tx.rows<{ id: number }>(sql`
    select p.id from people p where p.tenant_id = ${tx.tenantId} and p.id = any(${ids}::bigint[]) and p.id in ${seenPeople(session)}`);
  return new Set(rows.map(({ id }) => id));
};
export type PatrolRow = Awaited<ReturnType<typeof lockPatrol>>;

/** The floors on which residents are now, in the order of the house. */
export const floorsOf = (tx: Tx) =>
  tx.rows<{ building: string; floor: string; people: number }>(sql`
    select r.building, r.floor, count(*)::integer as people from people p
      join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.status = 1 and p.deleted_at is null
    group by r.building, r.floor order by min(r.place collate app.natural_order)`);

/** The residents of a floor whom the session reaches, in the order of the house. */
export const peopleOf = (tx: Tx, session: Session, { building, floor }: { building: string; floor: string }) =>
  tx.rows<{ oldmanId: number; oldmanName: string; place: string | null }>(sql`
    select p.id as "oldmanId", p.name as "oldmanName", ${placeOfBed(sql`p.tenant_id`, sql`p.bed_id`)} as place from people p
      join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      join rooms r on r.tenant_id = b.tenant_id and r.id = b.room_id
    where p.tenant_id = ${tx.tenantId} and p.status = 1 and p.deleted_at is null and r.building = ${building} and r.floor = ${floor}
      and p.id in ${seenPeople(session)}
    order by r.place, b.name collate app.natural_order, p.id limit 500`);

/** What a round says of the residents whom the session reaches. */
export const marksOf = ({ tx, session }: Context, patrolId: number) =>
  tx.rows<{ oldmanId: number; oldmanName: string; place: string | null; mark: number; note: string }>(sql`
    select m.person_id as "oldmanId", p.name as "oldmanName", ${placeOfBed(sql`p.tenant_id`, sql`p.bed_id`)} as place, m.mark, m.note
    from patrol_marks m join people p on p.tenant_id = m.tenant_id and p.id = m.person_id
    where m.tenant_id = ${tx.tenantId} and m.patrol_id = ${patrolId} and m.person_id in ${seenPeople(session)}
    order by m.mark desc, p.id`);
