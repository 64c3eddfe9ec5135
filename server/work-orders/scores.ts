/** The rating of a finished order: once, by staff or by the person served. A bad one is followed up. */
import type { z } from 'zod';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context, Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { workOrder } from './order-steps.ts';
import { settingsOf } from './work-order-settings.ts';

export interface Rating {
  score: number;
  /** 1 by staff, 2 by the person served. */
  method: number;
  content: string | null;
  scoredBy: number | null;
}

export const inWords = ({ score, content }: Rating) => [`${score}星`, content].filter(Boolean).join('，');

/** Writes the rating of an order that was just claimed for it; asks for a follow-up when it is bad. */
export async function keepRating(
  tx: Tx,
  deps: Dependencies,
  order: { id: number; number: string; person_name: string },
  rating: Rating,
): Promise<void> {
  const { score, method, content, scoredBy } = rating;
  const its = { tenant_id: tx.tenantId, work_order_id: order.id };
  await tx.run(db.insertInto('work_order_scores').values({ ...its, score, method, content, scored_by: scoredBy }));
  const { badScore } = await settingsOf(tx);
  if (score > badScore) return;
  await tx.run(db.insertInto('work_order_followups').values({ ...its, score }));
  const text = `${order.person_name}对工单${order.number}的评价：${inWords(rating)}，请及时回访。`;
  await tellThoseWith(tx, deps, 'members_workorder_followup', {
    kind: 'workorder',
    title: '收到差评，请回访',
    text,
    link: '/order/followup',
  });
}

export async function score(input: z.output<typeof routes.score.input>, context: Context): Promise<boolean> {
  const { tx, session, deps } = context;
  const rating = { score: input.score, method: input.method, content: input.scoreContent, scoredBy: session.userId };
  const order = await openFor(workOrder, context, { id: input.workOrderId }, 'comment');
  return applyTo(workOrder, context, order, { action: 'comment', note: inWords(rating) }, () => keepRating(tx, deps, order, rating));
}
