/** What other areas may do to a warning: append a step to its timeline, say how its visit goes, and close it when its visit is over. */
import { sql } from 'kysely';
import { setbackOf } from '#contract/warnings/handling.rules.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Actor, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { askAgain, expectNext } from './asking-again.ts';

export interface Step {
  warningId: number;
  /** A key of `eventLabels` in contract/warnings/warnings.rules.ts. */
  kind: string;
  note?: string | null;
  /** Null for what the system did. */
  by: Actor | null;
}

/** Appends one row to a warning's timeline. The caller emits `warning.changed` when it is done. */
export async function appendStep(tx: Tx, { warningId, kind, note = null, by }: Step): Promise<void> {
  await tx.run(
    db
      .insertInto('warning_events')
      .values({ tenant_id: tx.tenantId, warning_id: warningId, kind, note, user_id: by?.userId ?? null, user_name: by?.name ?? null }),
  );
}

/**
 * The order of a warning has moved from one status to another. A dispatch or a check-in answers what it asked again for; an order
 * that is cancelled, handed back or paused makes an open warning ask again at once.
 */
export async function visitMoved(work: Work, warningId: number, before: number, after: number): Promise<void> {
  const { tx, deps, actor } = work;
  const setback = setbackOf(before, after);
  if (setback !== null) await askAgain(tx, deps, warningId, setback);
  else if (after === orderStatus.assigned || after === orderStatus.inProgress) {
    await tx.run(sql`update warnings set acknowledged_at = ${instant(deps.now())}, acknowledged_by = ${actor.userId}, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${warningId} and status in (0, 2) and acknowledged_at is null and asked_why is not null`);
    await expectNext(tx, deps, warningId);
  } else return;
  await work.emit('warning.changed', { warningId });
}

/** An order that is over: `anewCount` is how often its warning had asked anew when the carer was sent. */
interface VisitOver {
  id: number;
  number: string;
  anewCount: number;
}

/**
 * The visit that a warning asked for is over: one that is still in progress becomes handled, with what the visit found; what staff decided
 * meanwhile stays. One that has asked anew since the dispatch stays open and says so.
 */
export async function visitFinished({ tx, actor, deps }: Work, warningId: number, order: VisitOver): Promise<void> {
  const found = await tx.row<{ result: string | null }>(sql`
    select string_agg(nullif(trim(result), ''), '；' order by id) as result from work_order_jobs where tenant_id = ${tx.tenantId}
      and work_order_id = ${order.id}`);
  const result = found?.result ? `，结果：${found.result}` : '';
  const done = `上门服务已完成（工单${order.number}）${result}`;
  const closed = await tx.run(sql`
    update warnings set status = ${disposals.handled}, handled_at = now(), version = version + 1, updated_at = now(), asks_again_at = null,
      asked_why = null,
      acknowledged_at = coalesce(acknowledged_at, ${instant(deps.now())}), acknowledged_by = coalesce(acknowledged_by, ${actor.userId}),
      remark = coalesce(nullif(remark, ''), left(${found?.result ?? null}::text, 200))
    where tenant_id = ${tx.tenantId} and id = ${warningId} and status = ${disposals.inProgress} and anew_count = ${order.anewCount}`);
  if (closed === 1) return appendStep(tx, { warningId, kind: 'handled', note: `${done}；预警自动转为已处理`, by: actor });
  const open = await tx.row<{ anew: boolean }>(sql`
    select anew_count <> ${order.anewCount} as anew from warnings
    where tenant_id = ${tx.tenantId} and id = ${warningId} and status in (0, 2)`);
  if (!open) return;
  const why = open.anew ? '派单后又触发过预警，未自动关闭，请了解情况后处理' : '预警尚未处理';
  await appendStep(tx, { warningId, kind: 'visit', note: `${done}；${why}`, by: actor });
  await expectNext(tx, deps, warningId);
}
