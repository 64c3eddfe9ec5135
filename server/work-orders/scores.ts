/** The rating of a finished order: once. */
import type { z } from 'zod';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { claim, openOrder, record } from './transitions.ts';

export async function score(input: z.output<typeof routes.score.input>, context: Context): Promise<boolean> {
  const { order } = await openOrder(context, input.workOrderId, 'comment', undefined);
  await claim(context, order, { status: orderStatus.rated });
  const { tx, session } = context;
  const its = { tenant_id: tx.tenantId, work_order_id: order.id, scored_by: session.userId };
  await tx.run(db.insertInto('work_order_scores').values({ ...its, score: input.score, method: input.method, content: input.scoreContent }));
  await record(context, order, 'comment', [{ note: [`${input.score}星`, input.scoreContent].filter(Boolean).join('，') }]);
  return true;
}
