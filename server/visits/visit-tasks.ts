/** Visits: begun, recorded or not reached, given to another one; what was found is kept for the next time. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { instantOf, isoOf } from '#contract/time.ts';
import { closedVisit, decideVisit, missedAfter, type VisitChange, type VisitCommand } from '#contract/visits/visit-tasks.rules.ts';
import type { VisitItem } from '#contract/visits/visit-plans.rules.ts';
import { visitTasks as routes } from '#contract/visits/visit-tasks.ts';
import type { Context } from '../context.ts';
import { apply, applyTo, openFor, type Machine } from '../db/transitions.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import { isPosition, kilometres } from '../geo/coordinates.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting } from '../transfers/exports.ts';
import { recipientsWith } from '../messages/messages.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { checkFiles } from '../work-orders/job-parts.ts';
import { readSummary } from '../work-orders/work-order-rows.ts';
import { listOn, lockVisit, NOUN, readOwn, readVisit, readWhole, type VisitRow, type Wire } from './task-rows.ts';
import { gapsOf, ofPerson, statisticsOf } from './visit-statistics.ts';
import { visitSheet } from './visits-sheet.ts';

const CHANGED = `${NOUN}已被他人登记或指派，请刷新后重试`;

/** What is known of the person after a visit. */
async function remember({ tx, deps }: Context, { person_id }: VisitRow, { reached, finding, set }: VisitChange): Promise<void> {
  const before = await tx.row<{ missed: number }>(sql`
    select missed from visit_people where tenant_id = ${tx.tenantId} and person_id = ${person_id} for update`);
  const missed = missedAfter(before?.missed ?? 0, reached);
  const at = missed > 0 ? isoOf(deps.now()) : null;
  await tx.run(
    reached
      ? sql`insert into visit_people (tenant_id, person_id, last_on, finding) values (${tx.tenantId}, ${person_id},
          (${set.done_at}::timestamptz at time zone 'Asia/Shanghai')::date, ${finding})
        on conflict (tenant_id, person_id) do update set last_on = excluded.last_on, finding = excluded.finding, missed = 0,
          missed_at = null, version = visit_people.version + 1`
      : sql`insert into visit_people (tenant_id, person_id, missed, missed_at) values (${tx.tenantId}, ${person_id}, ${missed}, ${at})
        on conflict (tenant_id, person_id) do update set missed = excluded.missed,
          missed_at = case when excluded.missed > visit_people.missed then excluded.missed_at else visit_people.missed_at end,
          version = visit_people.version + 1`,
  );
}

/** Whether a visitor was chosen by hand. */
const isGiven = (action: VisitCommand['action'], set: object) => (action === 'assign' || action === 'move') && 'user_id' in set;

const visitMachine: Machine<Context, VisitRow, VisitCommand, VisitChange, Wire> = {
  table: 'visit_tasks',
  read: lockVisit,
  fresh: (context, { id }) => readVisit(context, id),
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedVisit,
  decide: decideVisit,
  columns: (_context, _row, { set, action }) => ({ ...set, ...(isGiven(action, set) ? { meant_id: set.user_id } : {}) }),
  async follow(context, row, change) {
    if (change.action === 'record' || change.action === 'notReached') await remember(context, row, change);
  },
  async record(context, { id }) {
    await context.emit('visit.changed', { taskId: id });
  },
};

/** A member of staff who can be given visits. Throws 422. */
async function visitorBy({ tx }: Context, userId: number): Promise<{ id: number; name: string }> {
  const to = await tx.row<{ id: number; name: string }>(sql`
    select id, name from users where tenant_id = ${tx.tenantId} and id = ${userId} and status = 0 and deleted_at is null`);
  if (!to) throw refused('探访人不存在或已停用');
  return to;
}

const dayText = (day: string, clock: string | null) => `${day.slice(5)}${clock === null ? '' : ` ${clock}`}`;

/** Tells the visitors of before and after, and of a visitor's own move those who assign; who moved it knows. */
async function tellMoved({ tx, deps, session }: Context, before: VisitRow, { userId, day, clock, reason }: Moved): Promise<void> {
  const visitors = [before.user_id, userId].filter((id): id is number => id !== null && id !== session.userId);
  const assigners = before.user_id === session.userId ? await recipientsWith(tx, routes.assign.access) : [];
  const told = [...visitors, ...assigners.filter((id) => id !== session.userId)];
  await sendMessages(tx, deps, told, {
    kind: 'notice',
    title: `探访改期：${before.person_name}`,
    text: `${dayText(before.due_on, before.due_clock)} → ${dayText(day, clock)}，${session.name}改期：${reason}`,
    link: `/management/visittask/index?id=${before.id}`,
  });
}

type Moved = Pick<z.output<typeof routes.move.input>, 'userId' | 'day' | 'clock' | 'reason'>;

async function move(input: z.output<typeof routes.move.input>, context: Context): Promise<true> {
  const { userId, ...where } = input;
  const { tx, session } = context;
  const row = await openFor(visitMachine, context, input, 'move');
  const twice = await tx.row(sql`
    select from visit_tasks where tenant_id = ${tx.tenantId} and plan_id = ${row.plan_id} and person_id = ${row.person_id}
      and due_on = ${where.day}::date and id <> ${row.id} limit 1`);
  if (twice) throw conflict('该服务对象当天已有同一计划的探访，请选择其他日期');
  const to = userId === null ? null : await visitorBy(context, userId);
  const by = { id: session.userId, name: session.name };
  const dispatcher = session.permissions.has(routes.assign.access);
  await applyTo(visitMachine, context, row, { action: 'move', by, dispatcher, ...where, to });
  await tellMoved(context, row, input);
  return true;
}

const doing = ({ session, deps }: Context, doneTime: string | null) => ({
  by: { id: session.userId, name: session.name },
  dispatcher: session.permissions.has(routes.assign.access),
  at: doneTime === null ? deps.now() : instantOf(doneTime),
});

type Begin = z.output<typeof routes.begin.input>;

/** Where a visit began; a position is asked of no one who calls. */
function placeOf({ lng, lat, address }: Begin, { longitude, latitude }: VisitRow) {
  if (lng === null || lat === null) return { begun_address: address };
  const far = longitude === null || latitude === null ? null : Math.round(kilometres([longitude, latitude], [lng, lat]) * 1000);
  return { begun_longitude: lng, begun_latitude: lat, begun_address: address, begun_distance: far };
}

async function begin(input: Begin, context: Context): Promise<true> {
  const { lng, lat } = input;
  if ((lng === null) !== (lat === null) || (lng !== null && lat !== null && !isPosition(lng, lat))) throw invalid('坐标不正确');
  const row = await openFor(visitMachine, context, input, 'begin');
  return applyTo(visitMachine, context, row, { action: 'begin', ...doing(context, input.doneTime), set: placeOf(input, row) });
}

async function record(input: z.output<typeof routes.record.input>, context: Context): Promise<true> {
  const { way, result, answers, note, photos, signature } = input;
  const row = await openFor(visitMachine, context, input, 'record');
  await checkFiles(context.tx, [...photos, signature, ...answers.flatMap(({ files }) => files)]);
  return applyTo(visitMachine, context, row, {
    action: 'record',
    ...doing(context, input.doneTime),
    way,
    result,
    items: row.items as unknown as VisitItem[],
    answers,
    set: { answers: JSON.stringify(answers), note, photos, signature },
  });
}

export const visitTasks: Handlers<typeof routes> = {
  async page(input, context) {
    const { matching, listed, order } = listOn(context.deps.now());
    const by = order(input);
    return pageOf(context, input, await matching(input, context), (query) => inOrder(listed(query), by), by);
  },
  export: (input, context) => exporting(routes.export, visitSheet(context.deps.now()))(input, context),
  get: ({ id }, context) => readWhole(context, id),
  own: async (_input, context) => ({ visits: await readOwn(context) }),

  async person({ oldmanId }, context) {
    const found = await ofPerson(context, oldmanId);
    if (!found) throw notFound('服务对象');
    return found;
  },

  // A phone that lost the answer sends the same once more.
  begin: (input, context) => once(context, routes.begin, input, () => begin(input, context)),
  record: (input, context) => once(context, routes.record, input, () => record(input, context)),
  notReached: (input, context) =>
    once(context, routes.notReached, input, () => {
      const { id, version, doneTime, way, reason, note } = input;
      return apply(visitMachine, context, { id, version }, { action: 'notReached', ...doing(context, doneTime), way, reason, note });
    }),

  async assign({ id, version, userId }, context) {
    const row = await openFor(visitMachine, context, { id, version }, 'assign');
    return applyTo(visitMachine, context, row, { action: 'assign', to: await visitorBy(context, userId) });
  },

  move: (input, context) => once(context, routes.move, input, () => move(input, context)),

  async ordered({ id, workOrderId }, context) {
    const { tx } = context;
    const row = await lockVisit(context, id);
    if (row.done_at === null) throw refused('探访登记后才能转为工单');
    const order = await readSummary(context, workOrderId);
    if (order.oldmanId !== row.person_id) throw refused('工单属于其他服务对象');
    const noted = await tx.run(sql`
      update visit_tasks set work_order_id = ${workOrderId}, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id} and (work_order_id is null or work_order_id = ${workOrderId})`);
    if (noted === 0) throw conflict('该探访已转为工单，请刷新后查看');
    await context.emit('visit.changed', { taskId: id });
    return true;
  },

  async settle({ oldmanId, note }, context) {
    const { tx, session } = context;
    const seen = await tx.row(
      sql`select from people p where p.tenant_id = ${tx.tenantId} and p.id = ${oldmanId} and p.id in ${seenPeople(session)}`,
    );
    if (!seen) throw notFound('服务对象');
    const settled = await tx.run(sql`
      update visit_people set missed = 0, missed_at = null, settled_note = ${note}, settled_by = ${session.name}, version = version + 1
      where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and missed > 0`);
    if (settled === 0) throw conflict('没有待处理的未见到人记录，请刷新后重试');
    await context.emit('visit.changed', { taskId: null });
    return true;
  },

  statistics: (input, context) => statisticsOf(input, context),
  gaps: (input, context) => gapsOf(input, context),
};
