/** Writes until when an order must be answered and finished. */
import { sql } from 'kysely';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { targetsOf } from '#contract/work-orders/work-order-targets.rules.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { settingsOf } from './work-order-settings.ts';

/** Epoch milliseconds of a time as the wire writes it. */
export const instant = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`);
/** As the wire writes an instant (epoch milliseconds). */
export const written = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

/**
 * The columns of a new order: `orderedAt` as the wire writes it, without one the beginning of this transaction, which is what the table's default says.
 * `jobs`: when each is planned, and for how many minutes.
 */
export async function targetColumns(
  { tx }: Context,
  { orderedAt, urgency, jobs }: { orderedAt?: string | undefined; urgency: number; jobs: readonly { serviceAt: string; minutes: number }[] },
): Promise<{ respond_by: string; complete_by: string }> {
  const [settings, clock] = await Promise.all([settingsOf(tx), tx.row(sql<{ now: string }>`select now() as now`)]);
  const { respondBy, completeBy } = targetsOf(
    { orderedAt: instant(orderedAt ?? (clock as { now: string }).now), urgency, jobs: jobs.map((job) => ({ ...job, serviceAt: instant(job.serviceAt) })) },
    settings,
  );
  return { respond_by: written(respondBy), complete_by: written(completeBy) };
}

/** Until when somebody must be sent to jobs that were handed back at `at` (epoch milliseconds), as if they had been asked for then. */
export async function respondAnew({ tx }: Context, at: number, urgency: number, jobs: readonly { service_at: string; minutes: number }[]): Promise<string> {
  const waiting = jobs.map(({ service_at, minutes }) => ({ serviceAt: instant(service_at), minutes }));
  return written(targetsOf({ orderedAt: at, urgency, jobs: waiting }, await settingsOf(tx)).respondBy);
}

/** To be called in the transaction that wrote the order's times, urgency or jobs, after them; not for any other change: what was promised since stays. */
export async function retarget({ tx }: Context, orderId: number): Promise<void> {
  const order = await tx.row(
    db.selectFrom('work_orders').select(['ordered_at', 'emergency', 'paused_seconds']).where('tenant_id', '=', tx.tenantId).where('id', '=', orderId),
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
      orderedAt: instant(order.ordered_at),
      urgency: order.emergency,
      pausedMs: order.paused_seconds * 1000,
      jobs: jobs.map(({ service_at, minutes }) => ({ serviceAt: instant(service_at), minutes })),
    },
    await settingsOf(tx),
  );
  await tx.run(
    db
      .updateTable('work_orders')
      .set({ respond_by: written(respondBy), complete_by: written(completeBy) })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', orderId),
  );
}
