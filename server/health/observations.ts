/** Observation tasks: what is due, and ticking it by entering values. */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { isOrthostatic, setGap } from '#contract/health/observations.rules.ts';
import { observations as routes } from '#contract/health/observations.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { beginSeries } from './observation-series.ts';
import { reachPerson } from './vitals.ts';
import { houseOrder, placeOfBed, withHouse } from '../rooms/places.ts';

const SORTS = { due_time: 'observation_tasks.due_at' };
const OVERDUE = "interval '1 hour'";
/** A task may be done so long before its time. */
const EARLY = "interval '2 hours'";

interface Task {
  id: number;
  series_id: number;
  person_id: number;
  orthostatic: boolean;
  due_at: string;
  done_at: string | null;
  ended_at: string | null;
  version: number;
}

/** A task that still waits, locked. */
async function lock(id: number, context: Context): Promise<Task> {
  const { tx } = context;
  const row = await tx.row<Task>(sql`
    select t.id, t.series_id, t.person_id, t.orthostatic, t.due_at, t.done_at, t.version, s.ended_at
    from observation_tasks t join observation_series s on s.tenant_id = t.tenant_id and s.id = t.series_id
    where t.tenant_id = ${tx.tenantId} and t.id = ${id} for update of t`);
  if (!row) throw notFound('观察任务');
  await reachPerson(row.person_id, context);
  if (row.done_at !== null) throw conflict('该观察任务已完成或已跳过');
  if (row.ended_at !== null) throw conflict('该观察已经结束');
  return row;
}

interface Pressures {
  systolic: number;
  diastolic: number;
}

/** Checks values against a task before they are stored; gives what ticks it afterwards. */
export async function fulfil(
  taskId: number,
  personId: number,
  entered: readonly { metric: string; value: number }[],
  standing: Pressures | null,
  context: Context,
) {
  const task = await lock(taskId, context);
  if (task.person_id !== personId) throw notFound('观察任务');
  if (instantOf(task.due_at) > context.deps.now() + 2 * 3_600_000) throw refused('该观察任务还没有到时间');
  const gap = setGap(entered.map(({ metric }) => metric));
  if (gap) throw refused(gap);
  if (task.orthostatic && standing === null) throw refused('本次任务需要测体位性血压，请填写立位血压；不能站立时请跳过并说明原因');
  return (setId: string) =>
    context.tx.run(sql`
      update observation_tasks set done_at = now(), done_by = ${context.session.userId}, set_id = ${setId}::uuid, version = version + 1
      where tenant_id = ${context.tx.tenantId} and id = ${taskId}`);
}

/** Both pressures of a set; null without them. */
export function pressuresOf(entered: readonly { metric: string; value: number }[]): Pressures | null {
  const of = (name: string) => entered.find(({ metric }) => metric === name)?.value;
  const [systolic, diastolic] = [of('systolic'), of('diastolic')];
  return systolic === undefined || diastolic === undefined ? null : { systolic, diastolic };
}

/** Whether the pressures that were entered fall on standing up; null without both. */
export function drop(entered: readonly { metric: string; value: number }[], standing: Pressures | null): boolean | null {
  const lying = pressuresOf(entered);
  return standing && lying ? isOrthostatic(lying, standing) : null;
}

export const observations: Handlers<typeof routes> = {
  async page(input, context) {
    const { session } = context;
    let query = withHouse(db.selectFrom('people'))
      .innerJoin('observation_tasks', (join) =>
        join.onRef('observation_tasks.tenant_id', '=', 'people.tenant_id').onRef('observation_tasks.person_id', '=', 'people.id'),
      )
      .innerJoin('observation_series as s', (join) =>
        join.onRef('s.tenant_id', '=', 'observation_tasks.tenant_id').onRef('s.id', '=', 'observation_tasks.series_id'),
      )
      .where('observation_tasks.tenant_id', '=', session.tenantId)
      .where('people.deleted_at', 'is', null);
    // Apart from the joins: the columns of the scope are also those of a series.
    const seen = db.selectFrom('people').select('people.id').where('people.tenant_id', '=', session.tenantId);
    query = query.where(
      'observation_tasks.person_id',
      'in',
      seen.where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never),
    );
    if (!input.all) query = query.where('observation_tasks.done_at', 'is', null).where('s.ended_at', 'is', null);
    if (input.oldmanId) query = query.where('observation_tasks.person_id', '=', input.oldmanId);
    if (input.userName) query = query.where((eb) => nameContains(session.tenantId)(eb, input.userName));
    if (input.overdue)
      query = query.where(
        sql<boolean>`observation_tasks.done_at is null and s.ended_at is null and observation_tasks.due_at < now() - ${sql.raw(OVERDUE)}`,
      );
    if (input.due)
      query = query.where(
        sql<boolean>`observation_tasks.done_at is null and s.ended_at is null and observation_tasks.due_at <= now() + ${sql.raw(EARLY)}`,
      );
    if (input.building) query = query.where('rooms.building', '=', input.building);
    if (input.floor) query = query.where('rooms.floor', '=', input.floor);
    const by =
      input.ascs || input.descs
        ? orderOf(input, SORTS, 'observation_tasks.due_at')
        : houseOrder('observation_tasks.due_at', 'observation_tasks.id');
    return pageOf(
      context,
      input,
      query,
      (rows) =>
        inOrder(
          rows.select([
            'observation_tasks.id',
            'observation_tasks.series_id as seriesId',
            'observation_tasks.person_id as oldmanId',
            'people.name as userName',
            placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')).as('place'),
            's.kind',
            's.reason',
            'observation_tasks.due_at as dueTime',
            'observation_tasks.orthostatic',
            sql<number>`case when observation_tasks.skip_reason is not null then 4
              when observation_tasks.done_at is not null then 3 when s.ended_at is not null then 5
              when observation_tasks.due_at < now() - ${sql.raw(OVERDUE)} then 2 when observation_tasks.due_at <= now() then 1
                else 0 end`.as('state'),
            'observation_tasks.done_at as doneTime',
            sql<
              string | null
            >`(select u.name from users u where u.tenant_id = observation_tasks.tenant_id and u.id = observation_tasks.done_by)`.as(
              'doneName',
            ),
            sql<string | null>`coalesce(observation_tasks.skip_reason, s.end_reason)`.as('skipReason'),
            's.warning_id as warningId',
            'observation_tasks.version',
          ]),
          by,
        ),
      by,
    );
  },

  async start({ oldmanId, kind, startTime, reason }, context) {
    await reachPerson(oldmanId, context);
    const { tx, deps, session } = context;
    const start = instantOf(startTime);
    if (start > deps.now() + 300_000) throw refused('开始时间不能晚于现在');
    if (start < deps.now() - 72 * 3_600_000) throw refused('开始时间不能早于72小时前');
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`series:${tx.tenantId}:${oldmanId}`}, 0))`);
    const running = await tx.row(sql`
      select 1 from observation_series where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and kind = ${kind} and ended_at is null
        and started_at > now() - interval '72 hours'`);
    if (running) throw refused('已有同类观察正在进行');
    return (await beginSeries(tx, deps, { personId: oldmanId, kind, start, reason, warningId: null, userId: session.userId })) as number;
  },

  async end({ seriesId, reason }, context) {
    const { tx, session } = context;
    const row = await tx.row<{ person_id: number; ended_at: string | null }>(
      sql`select person_id, ended_at from observation_series where tenant_id = ${tx.tenantId} and id = ${seriesId} for update`,
    );
    if (!row) throw notFound('观察');
    await reachPerson(row.person_id, context);
    if (row.ended_at !== null) throw conflict('该观察已经结束');
    await tx.run(sql`
      update observation_series set ended_at = now(), ended_by = ${session.userId}, end_reason = ${reason}, version = version + 1,
        updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${seriesId}`);
    await context.emit('measurement.changed', { personId: row.person_id });
    return true;
  },

  async skip({ id, version, reason }, context) {
    const { tx, session } = context;
    const task = await lock(id, context);
    if (task.version !== version) throw conflict('该观察任务已被他人修改，请刷新后重试');
    await tx.run(sql`
      update observation_tasks set done_at = now(), done_by = ${session.userId}, skip_reason = ${reason}, version = version + 1
      where tenant_id = ${tx.tenantId} and id = ${id}`);
    await context.emit('measurement.changed', { personId: task.person_id });
    return true;
  },
};
