/** Work orders: lists, and every handler in one place. */
import { orderStatus, statusesOfDialog } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { z } from 'zod';
import type { Context, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { once } from '../idempotency.ts';
import type { Handlers } from '../implement.ts';
import { ordered, pageOf } from '../paging.ts';
import { timelineOf } from '../warnings/timelines.ts';
import { get } from './details.ts';
import { dispatch } from './dispatches.ts';
import { update } from './edits.ts';
import { checkRemovable, create } from './forms.ts';
import { score } from './scores.ts';
import { cancel, openOrder, resume, stale, stop } from './transitions.ts';
import { finish, start } from './visits.ts';
import { jobOf, readSummary, summaryOf, visibleTo, withSummary } from './work-order-rows.ts';

const sorts = {
  create_time: 'work_orders.created_at',
  down_time: 'work_orders.ordered_at',
  work_no: 'work_orders.number',
  order_price: 'work_orders.total_fen',
};
const like = (part: string) => `%${part.replace(/[\\%_]/g, '\\$&')}%`;

function matching(session: Session, input: z.output<typeof routes.page.input>) {
  let query = visibleTo(session);
  const { workNo, oldmanName, oldmanId, status, emergencyType, serverUserId, startTime, endTime } = input;
  if (workNo) query = query.where('work_orders.number', 'like', like(workNo));
  if (oldmanName) query = query.where('work_orders.person_name', 'like', like(oldmanName));
  if (oldmanId) query = query.where('work_orders.person_id', '=', oldmanId);
  if (status !== undefined) query = query.where('work_orders.status', 'in', statusesOfDialog(status));
  if (emergencyType !== undefined) query = query.where('work_orders.emergency', '=', emergencyType);
  if (serverUserId) query = query.where((eb) => jobOf(eb, serverUserId));
  if (startTime) query = query.where('work_orders.ordered_at', '>=', startTime);
  if (endTime) query = query.where('work_orders.ordered_at', '<=', endTime);
  return query;
}

async function remove({ id }: { id: number }, context: Context): Promise<boolean> {
  const { tx } = context;
  const { order } = await openOrder(context, id, 'delete', undefined);
  checkRemovable(order);
  const one = db.deleteFrom('work_orders').where('tenant_id', '=', tx.tenantId).where('id', '=', id);
  const gone = await tx.run(one.where('status', '=', orderStatus.unassigned).where('version', '=', order.version));
  if (gone === 0) throw await stale(context, id, '工单已被他人处理，请刷新后重试');
  await context.emit('work-order.changed', { workOrderId: id });
  return true;
}

export const workOrders: Handlers<typeof routes> = {
  async page(input, context) {
    const found = await pageOf(context, input, matching(context.session, input), (query) =>
      ordered(withSummary(query), input, sorts, 'work_orders.created_at'),
    );
    return { ...found, records: found.records.map(summaryOf) };
  },
  get,
  async timeline({ id }, context) {
    const { warningBusinessId } = await readSummary(context, id);
    return timelineOf(context.tx, warningBusinessId, id);
  },
  create: (input, context) => once(context, routes.create, input, () => create(input, context)),
  update,
  remove,
  dispatch: (input, context) => once(context, routes.dispatch, input, () => dispatch(input, context)),
  start,
  finish,
  stop,
  continue: resume,
  cancel,
  score,
};
