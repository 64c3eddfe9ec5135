/** Care tasks as they are read: a list in the order of the house, what is overdue or due first, and the row that is changed. */
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { careShiftAt } from '#contract/care/care-times.rules.ts';
import { taskPhases } from '#contract/care/care-tasks.rules.ts';
import type { CareTask, careTasks as routes } from '#contract/care/care-tasks.ts';
import { DAY, instantOf, midnightOf, MINUTE } from '#contract/time.ts';
import type { Context, Session } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import { nameTyped } from '../lists/people-reach.ts';
import type { SearchOf } from '../lists/list.ts';
import { inOrder } from '../lists/paging.ts';
import { houseOrder, placeOfBed, withHouse } from '../rooms/places.ts';
import { seenPeople } from '../lists/now-sources.ts';

export const NOUN = '照护任务';

type Search = Omit<SearchOf<typeof routes.page>, 'current' | 'size' | 'ascs' | 'descs'>;

/** How a task stands at a moment, as `phaseOf` of the contract says it. */
export const phaseAt = (at: RawBuilder<unknown>) => sql<number>`case when care_tasks.state = 2 then 3 when care_tasks.state = 3 then 4
  when care_tasks.closes_at <= ${at} then 5 when care_tasks.due_at < ${at} then 2 when care_tasks.opens_at <= ${at} then 1 else 0 end`;

/** By the minute, so that a list is counted once for all who look at it. */
export const minuteOf = (now: number): RawBuilder<unknown> => instant(Math.floor(now / MINUTE) * MINUTE);

/** What falls due in the span that a search is about. */
function spanOf({ shift, day }: Search, now: number): { from: number; until: number } {
  if (shift) return careShiftAt(now);
  const from = day === undefined ? midnightOf(now) : instantOf(day);
  return { from, until: from + DAY };
}

/** From and where of the list. */
export function tasksOf(input: Search, session: Session, now: number) {
  const { from, until } = spanOf(input, now);
  const { tenantId } = session;
  const phase = phaseAt(minuteOf(now));
  let query = withHouse(db.selectFrom('people'))
    .innerJoin('care_tasks', (on) =>
      on.onRef('care_tasks.tenant_id', '=', 'people.tenant_id').onRef('care_tasks.person_id', '=', 'people.id'),
    )
    .innerJoin('care_interventions as i', (on) =>
      on.onRef('i.tenant_id', '=', 'care_tasks.tenant_id').onRef('i.id', '=', 'care_tasks.intervention_id'),
    )
    .innerJoinLateral(
      sql<{ phase: number; rank: number }>`(select ${phase} as phase,
        case ${phase} when ${sql.lit(taskPhases.overdue)} then 0 when ${sql.lit(taskPhases.due)} then 1
          when ${sql.lit(taskPhases.missed)} then 2 when ${sql.lit(taskPhases.later)} then 3 else 4 end as rank)`.as('stands'),
      (on) => on.onTrue(),
    )
    .where('care_tasks.tenant_id', '=', tenantId)
    .where('people.deleted_at', 'is', null)
    .where(sql<boolean>`care_tasks.due_at >= ${instant(from)} and care_tasks.due_at < ${instant(until)}`)
    .where(sql<boolean>`care_tasks.person_id in ${seenPeople(session)}`);
  if (input.building) query = query.where('rooms.building', '=', input.building);
  if (input.floor) query = query.where('rooms.floor', '=', input.floor);
  if (input.kind) query = query.where('i.kind', '=', input.kind);
  if (input.carerId) query = query.where('people.carer_id', '=', input.carerId);
  if (input.oldmanId) query = query.where('care_tasks.person_id', '=', input.oldmanId);
  if (input.userName) query = query.where((eb) => nameTyped(tenantId)(eb, input.userName) as never);
  if (input.state !== undefined) query = query.where('stands.phase', '=', input.state);
  return query;
}
export type Matching = ReturnType<typeof tasksOf>;

export const taskOrder = [{ column: 'stands.rank', direction: 'asc' as const }, ...houseOrder('care_tasks.due_at', 'care_tasks.id')];

export const listed = (query: Matching) =>
  query.select([
    'care_tasks.id',
    'i.plan_id as planId',
    'care_tasks.person_id as oldmanId',
    'people.name as oldmanName',
    'rooms.building',
    'rooms.floor',
    placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')).as('place'),
    sql<string | null>`(select u.name from users u where u.tenant_id = people.tenant_id and u.id = people.carer_id)`.as('carerName'),
    'i.name',
    'i.kind',
    'i.minutes',
    'i.two',
    'i.unit',
    'i.instruction',
    'care_tasks.opens_at as openTime',
    'care_tasks.due_at as dueTime',
    'care_tasks.closes_at as closeTime',
    'stands.phase as state',
    'care_tasks.done_at as doneTime',
    'care_tasks.entered_at as enterTime',
    'care_tasks.user_id as doneId',
    'care_tasks.user_name as doneName',
    'care_tasks.second_name as secondName',
    'care_tasks.reason',
    'care_tasks.value',
    'care_tasks.note',
    'care_tasks.version',
  ]);

/** The tasks of this shift and the next eight hours, and what of the last eight is still open: at most `most` and one. */
export function roundOf(session: Session, now: number, most: number) {
  const shift = careShiftAt(now);
  const length = shift.until - shift.from;
  const query = tasksOf({}, session, now)
    .clearWhere()
    .where('care_tasks.tenant_id', '=', session.tenantId)
    .where('people.deleted_at', 'is', null)
    .where(sql<boolean>`care_tasks.person_id in ${seenPeople(session)}`)
    .where(sql<boolean>`care_tasks.due_at < ${instant(shift.until + length)} and (care_tasks.due_at >= ${instant(shift.from)}
      or care_tasks.state = 1 and care_tasks.due_at >= ${instant(shift.from - length)})`);
  return inOrder(listed(query), taskOrder).limit(most + 1);
}

export type Wire = z.input<typeof CareTask>;

/** A task with what its intervention asks for, locked. Throws 404. */
export async function lockTask({ tx, session }: Context, id: number) {
  const row = await tx.row(
    db
      .selectFrom('care_tasks as t')
      .innerJoin('care_interventions as i', (on) => on.onRef('i.tenant_id', '=', 't.tenant_id').onRef('i.id', '=', 't.intervention_id'))
      .selectAll('t')
      .select(['i.two', 'i.unit'])
      .where('t.tenant_id', '=', session.tenantId)
      .where('t.id', '=', id)
      .where(sql<boolean>`t.person_id in ${seenPeople(session)}`)
      .forUpdate('t'),
  );
  if (!row) throw notFound(NOUN);
  return row;
}
export type TaskRow = Awaited<ReturnType<typeof lockTask>>;
