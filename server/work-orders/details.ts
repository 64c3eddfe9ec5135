/** An order with everything that happened to it: the detail page's reading. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { actionLabels, detailStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Job, Visit, WorkOrderDetail } from '#contract/work-orders/work-orders.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { readSummary } from './work-order-rows.ts';

const jobsOf = (tenantId: number, orderId: number) =>
  db
    .selectFrom('work_order_jobs')
    .selectAll()
    // Begun minutes count.
    .select(sql<number | null>`ceil(extract(epoch from check_out_at - check_in_at) / 60)`.as('spent'))
    .where('tenant_id', '=', tenantId)
    .where('work_order_id', '=', orderId)
    .orderBy('id');

const logsOf = (tenantId: number, orderId: number) =>
  db
    .selectFrom('work_order_logs')
    .select(['job_id', 'action', 'note', 'user_name', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('work_order_id', '=', orderId)
    .orderBy('id');

type JobRow = NonNullable<Awaited<ReturnType<typeof load>>['jobs'][number]>;
type LogRow = Awaited<ReturnType<typeof load>>['logs'][number];

async function load({ tx }: Context, id: number) {
  const [jobs, logs, scores] = await tx.last(
    jobsOf(tx.tenantId, id),
    logsOf(tx.tenantId, id),
    db.selectFrom('work_order_scores').select(['score', 'method', 'content', 'scored_at']).where('tenant_id', '=', tx.tenantId).where('work_order_id', '=', id),
  );
  return { jobs, logs, score: scores[0] };
}

function visitOf(job: JobRow): z.input<typeof Visit> | null {
  if (job.check_in_at === null) return null;
  return {
    serverStartTime: job.check_in_at,
    serverEndTime: job.check_out_at,
    signInAddress: job.check_in_address,
    signInImg: job.check_in_image,
    signOutAddress: job.check_out_address,
    signOutImg: job.check_out_image,
    serverTimeNum: job.spent,
    serverUserName: job.user_name,
  };
}

const jobToWire = (job: JobRow, logs: readonly LogRow[]): z.input<typeof Job> => ({
  id: job.id,
  serverProjectId: job.project_id,
  serverProjectName: job.project_name,
  serverTypeId: job.service_type_id,
  serverTypeName: job.service_type_name,
  serverTime: job.service_at,
  minutes: job.minutes,
  serverUserId: job.user_id,
  serverUserName: job.user_name,
  serverUserPhone: job.user_phone,
  serverPackageId: job.package_id,
  orderPrice: toYuan(job.price_fen),
  remarks: job.remarks,
  status: job.status,
  activeName: job.package_id === 0 ? 'first' : 'second',
  workOrderServer: visitOf(job),
  // What was done to the order as a whole was done to each job.
  workOrderJobLogs: logs
    .filter((log) => log.job_id === null || log.job_id === job.id)
    .map((log) => ({ createTime: log.created_at, remarks: [log.user_name, actionLabels[log.action] ?? log.action, log.note].filter(Boolean).join(' ') })),
});

/** One order; 404 when the session reaches none of that id. */
export async function get({ id }: { id: number }, context: Context): Promise<z.input<typeof WorkOrderDetail>> {
  const summary = await readSummary(context, id);
  const { jobs, logs, score } = await load(context, id);
  return {
    workOrder: { ...summary, status: detailStatus(summary.state), workOrderJobs: jobs.map((job) => jobToWire(job, logs)) },
    order: null,
    workOrderScore: score ? { score: score.score, scoreTime: score.scored_at, status: score.method, scoreContent: score.content } : null,
    workOrderServer: jobs.flatMap((job) => visitOf(job) ?? []),
  };
}
