/** What other areas may do to a warning: append a step to its timeline, and close it when its visit is over. */
import { sql } from 'kysely';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';

export interface Step {
  warningId: number;
  /** A key of `eventLabels` in contract/warnings/warnings.rules.ts. */
  kind: string;
  note?: string | null;
  /** Null for what the system did. */
  by: { userId: number; name: string } | null;
}

/** Appends one row to a warning's timeline. The caller emits `warning.changed` when it is done. */
export async function appendStep(tx: Tx, { warningId, kind, note = null, by }: Step): Promise<void> {
  await tx.run(
    db
      .insertInto('warning_events')
      .values({ tenant_id: tx.tenantId, warning_id: warningId, kind, note, user_id: by?.userId ?? null, user_name: by?.name ?? null }),
  );
}

/** The visit that a warning asked for is over: one that is still in progress becomes handled; whatever staff decided meanwhile stays. */
export async function visitFinished(context: Context, warningId: number, orderNumber: string): Promise<void> {
  const { tx, session } = context;
  const closed = await tx.run(
    db
      .updateTable('warnings')
      .set({ status: disposals.handled, handled_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', warningId)
      .where('status', '=', disposals.inProgress),
  );
  if (closed === 1) await appendStep(tx, { warningId, kind: 'handled', note: `上门服务已完成（工单${orderNumber}），预警自动转为已处理`, by: session });
}
