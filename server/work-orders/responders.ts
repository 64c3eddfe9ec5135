/** Who can go to an alarm now, and sending that person at once: confirming, deciding, drafting and dispatching in one transaction. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { disposals, modes, urgencyOf } from '#contract/warnings/warnings.rules.ts';
import { candidatesFor, rosteredOn, type Wish } from '#contract/work-orders/proposals.rules.ts';
import { responderWords } from '#contract/work-orders/responders.rules.ts';
import { MOST_RESPONDERS, responders as routes, type Responder } from '#contract/work-orders/responders.ts';
import { jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { need, type Context } from '../context.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, Refusal } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { plannedSosProject } from '../services/sos-default.ts';
import { needPerson, settle } from '../warnings/handlings.ts';
import { readWarning } from '../warnings/warning-rows.ts';
import { bookOf, wishesOf, type WantedRow } from './boards-book.ts';
import { jobsSeen } from './boards-rows.ts';
import { refuseAbsent } from './absences.ts';
import { staffOf, type Staff } from './dispatches.ts';
import { alarmFacts, ENDED } from './drafts.ts';
import { workOrder } from './order-steps.ts';

type Warning = Awaited<ReturnType<typeof readWarning>>;

/** Who answers alarms and sends staff. What others are busy with is of their orders. */
function needBoth(context: Context): void {
  need(context, 'warning_devicewarning_handle');
  need(context, 'members_workorder_view');
}

/** The visit as it would be drafted now. */
async function drafted({ tx, deps }: Context, warningId: number): Promise<WantedRow> {
  const alarm = (await tx.row(alarmFacts(tx.tenantId, warningId)))!;
  const project = await plannedSosProject(tx);
  return {
    id: 0,
    service_at: textOf(deps.now()),
    minutes: project.minutes,
    service_type_id: project.service_type_id,
    service_type_name: project.service_type_name,
    longitude: alarm.longitude,
    latitude: alarm.latitude,
    person_id: alarm.person_id,
    person_name: alarm.name,
    emergency: urgencyOf(alarm.severity),
    returned_by: null,
    room: { building: alarm.building, floor: alarm.floor },
  };
}

/** What has to be done for a warning now: the job of its order that waits for a carer, else the visit that would be drafted. */
async function wishOf(context: Context, warningId: number): Promise<Wish> {
  const { tx, session, deps } = context;
  const waiting = await tx.row(
    jobsSeen(session)
      .where('work_orders.warning_id', '=', warningId)
      .where('work_orders.status', 'not in', ENDED)
      .where('j.status', '=', jobStatus.unassigned)
      .orderBy('j.id')
      .limit(1),
  );
  const [wish] = await wishesOf(context, [waiting ?? (await drafted(context, warningId))], textOf(deps.now()));
  return { ...(wish as Wish), emergency: true };
}

async function list({ id }: { id: number }, context: Context): Promise<z.input<typeof Responder>[]> {
  needBoth(context);
  needPerson(await readWarning(context.tx, id));
  const wish = await wishOf(context, id);
  const { book, staff } = await bookOf(context, [wish]);
  const pages = new Map(book.pages.map((page) => [page.userId, page]));
  const rostered = rosteredOn(wish.startsAt, book.pages);
  return candidatesFor(wish, book)
    .slice(0, MOST_RESPONDERS)
    .map(({ userId, ...judged }) => {
      const { name, department_name: departmentName } = staff.get(userId)!;
      return { userId, name, departmentName, ...judged, ...responderWords(wish, pages.get(userId)!, rostered) };
    });
}

/** `王丽已派给邱伟`: who was sent to a warning and by whom; null while no carer is on the way. */
async function sentText(tx: Tx, warningId: number): Promise<string | null> {
  const sent = await tx.row<{ carers: string; sender: string | null }>(sql`
    select string_agg(distinct j.user_name, '、') as carers,
      (select l.user_name from work_order_logs l where l.tenant_id = o.tenant_id and l.work_order_id = o.id and l.action = 'send'
        order by l.id desc limit 1) as sender
    from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
      and j.status in (${jobStatus.assigned}, ${jobStatus.inProgress})
    where o.tenant_id = ${tx.tenantId} and o.warning_id = ${warningId} and o.status in (${orderStatus.assigned}, ${orderStatus.inProgress})
    group by o.tenant_id, o.id order by o.id desc limit 1`);
  return sent ? `${sent.sender ?? ''}已派给${sent.carers}` : null;
}

/** Confirms and decides; a conflict says who was sent meanwhile. Gives the id of the order that is there now. */
async function decideVisit(context: Context, found: Warning, { version, remark }: { version: number; remark: string | null }) {
  const wanted = { processMode: modes.visit, isDisposed: disposals.inProgress, remark: remark ?? found.remark, version, onPhone: true };
  try {
    return (await settle(context, found, wanted)).workOrderId as number;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error;
    throw conflict((await sentText(context.tx, found.id)) ?? error.message, error.data);
  }
}

/** The jobs of the order that wait are the person's; all that can be sent where none waits, as of an order that was paused. */
async function assign(context: Context, orderId: number, staff: Staff): Promise<string> {
  const order = await openFor(workOrder, context, { id: orderId }, 'send');
  const waiting = order.jobs.filter(({ status }) => status === jobStatus.unassigned);
  const begun = order.jobs.some(({ status }) => status === jobStatus.assigned);
  const each = begun ? waiting.map(({ id }) => id) : [undefined];
  for (const [index, jobId] of each.entries()) {
    const now = index === 0 ? order : await openFor(workOrder, context, { id: orderId }, 'send');
    await applyTo(workOrder, context, now, { action: 'send', unread: false, jobId, staff });
  }
  return order.number;
}

async function dispatch(
  { id, version, userId, remark }: z.output<typeof routes.dispatch.input>,
  context: Context,
): Promise<z.input<typeof routes.dispatch.output>> {
  const { tx } = context;
  need(context, 'warning_devicewarning_handle');
  const staff = (await staffOf(tx, [userId])).get(userId) as Staff;
  await refuseAbsent(tx, [{ userId, serverTime: textOf(context.deps.now()), minutes: 1 }]);
  // Orders before warnings, as a dispatch and a check-out lock them; and nothing is written before all conflicts are known.
  await tx.run(
    sql`select from work_orders where tenant_id = ${tx.tenantId} and warning_id = ${id} and status not in (${sql.join(ENDED)})
      for no key update`,
  );
  const found = await readWarning(tx, id);
  const sent = await sentText(tx, id);
  if (sent !== null) throw conflict(sent, found);
  const workOrderId = await decideVisit(context, found, { version, remark });
  return { workOrderId, workNo: await assign(context, workOrderId, staff), userId, userName: staff.name };
}

export const responders: Handlers<typeof routes> = {
  list,
  // A page that lost the answer sends the same once more.
  dispatch: (input, context) => once(context, routes.dispatch, input, () => dispatch(input, context)),
};
