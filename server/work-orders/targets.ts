/** Writes until when an order must be answered and finished. */
import { instantOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { targetsOf } from '#contract/work-orders/work-order-targets.rules.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { settingsOf } from './work-order-settings.ts';

/**
 * The columns of a new order: `orderedAt` as the wire writes it, without one the beginning
 * of this transaction, which is what the table's default says.
 * `jobs`: when each is planned, and for how many minutes.
 */
export async function targetColumns(
  { tx }: Work,
  {
    orderedAt,
    urgency,
    jobs,
  }: { orderedAt?: string | undefined; urgency: number; jobs: readonly { serviceAt: string; minutes: number }[] },
): Promise<{ respond_by: string; complete_by: string }> {
  const [settings, clock] = await Promise.all([settingsOf(tx), tx.row(sql<{ now: string }>`select now() as now`)]);
  const { respondBy, completeBy } = targetsOf(
    {
      orderedAt: instantOf(orderedAt ?? (clock as { now: string }).now),
      urgency,
      jobs: jobs.map((job) => ({ ...job, serviceAt: instantOf(job.serviceAt) })),
    },
    settings,
  );
  return { respond_by: textOf(respondBy), complete_by: textOf(completeBy) };
}

/** Until when somebody must be sent to jobs that were handed back at `at` (epoch milliseconds), as if they had been asked for then. */
export async function respondAnew(
  { tx }: Work,
  at: number,
  urgency: number,
  jobs: readonly { service_at: string; minutes: number }[],
): Promise<string> {
  const waiting = jobs.map(({ service_at, minutes }) => ({ serviceAt: instantOf(service_at), minutes }));
  return textOf(targetsOf({ orderedAt: at, urgency, jobs: waiting }, await settingsOf(tx)).respondBy);
}

/**
 * To be called in the transaction that wrote the order's times, urgency or jobs, after
 * them; not for any other change: what was promised since stays.
 */
export async function retarget({ tx }: Work, orderId: number): Promise<void> {
  const order = await tx.row(
    db
      .selectFrom('work_orders')
      .select(['ordered_at', 'emergency', 'paused_seconds'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', orderId),
  );
  if (!order) return;
  const jobs = await tx.rows(
    db
      .selectFrom('work_order_jobs')
      .select(['service_at', 'minutes'])
      .where('tenant_id', '=', tx.tenantId)
      .where('work_order_id', '=', orderId)
      .where('status', '<>', jobStatus.cancelled),
  );
  const { respondBy, completeBy } = targetsOf(
    {
      orderedAt: instantOf(order.ordered_at),
      urgency: order.emergency,
      pausedMs: order.paused_seconds * 1000,
      jobs: jobs.map(({ service_at, minutes }) => ({ serviceAt: instantOf(service_at), minutes })),
    },
    await settingsOf(tx),
  );
  await tx.run(
    db
      .updateTable('work_orders')
      .set({ respond_by: textOf(respondBy), complete_by: textOf(completeBy) })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', orderId),
  );
}
