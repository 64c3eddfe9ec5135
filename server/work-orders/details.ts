/** An order with everything that happened to it: the detail page's reading. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { toYuan } from '#contract/fields.ts';
import { jobLogText } from '#contract/work-orders/job-logs.rules.ts';
import { detailStatus, jobStatus, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Visit } from '#contract/work-orders/visits.ts';
import type { Job } from '#contract/work-orders/jobs.ts';
import type { WorkOrderDetail } from '#contract/work-orders/work-orders.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { partsOf, type Parts } from './job-parts.ts';
import { settingsOf } from './work-order-settings.ts';
import { readSummary } from './work-order-rows.ts';
import { visibleTo } from '../lists/work-order-reach.ts';

/** What a job's reading needs, of the jobs that the caller then chooses. */
export const selectJobs = () =>
  db
    .selectFrom('work_order_jobs')
    .selectAll()
    .select(
      sql<
        string | null
      >`(select k.name from person_packages k where k.tenant_id = work_order_jobs.tenant_id and k.id = work_order_jobs.package_id)`.as(
        'package_name',
      ),
    )
    // Begun minutes count.
    .select(sql<number | null>`ceil(extract(epoch from check_out_at - check_in_at) / 60)`.as('spent'));

const jobsOf = (tenantId: number, orderId: number) =>
  selectJobs().where('tenant_id', '=', tenantId).where('work_order_id', '=', orderId).orderBy('id');

const logsOf = (tenantId: number, orderId: number) =>
  db
    .selectFrom('work_order_logs')
    .select(['job_id', 'action', 'note', 'user_name', 'created_at'])
    .where('tenant_id', '=', tenantId)
    .where('work_order_id', '=', orderId)
    .orderBy('id');

type JobRow = NonNullable<Awaited<ReturnType<typeof load>>['jobs'][number]>;
type LogRow = Awaited<ReturnType<typeof load>>['logs'][number];

async function load({ tx }: Work, id: number) {
  const [jobs, logs, score] = await Promise.all([
    tx.rows(jobsOf(tx.tenantId, id)),
    tx.rows(logsOf(tx.tenantId, id)),
    tx.row(
      db
        .selectFrom('work_order_scores')
        .select(['score', 'method', 'content', 'scored_at'])
        .where('tenant_id', '=', tx.tenantId)
        .where('work_order_id', '=', id),
    ),
  ]);
  return { jobs, logs, score };
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
    signInDistance: job.check_in_distance,
    signInReason: job.check_in_reason,
    signOutDistance: job.check_out_distance,
    signOutReason: job.check_out_reason,
    signInReceivedAt: job.check_in_received_at,
    signOutReceivedAt: job.check_out_received_at,
    result: job.result,
    signature: job.signature,
    signer: job.signer,
    unsignedReason: job.unsigned_reason,
    serverTimeNum: job.spent,
    serverUserName: job.user_name,
  };
}

export const jobToWire = (
  job: JobRow,
  { oldmanName, logs, fenceMetres, parts }: { oldmanName: string; logs: readonly LogRow[]; fenceMetres: number; parts: Parts },
): z.input<typeof Job> => ({
  id: job.id,
  oldmanName,
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
  cloneServerPackageId: job.package_id,
  serverPackageName: job.package_name,
  requiresSignature: job.requires_signature,
  requiresPhoto: job.requires_photo,
  fenceMetres: job.fence_metres ?? fenceMetres,
  ...parts,
  orderPrice: toYuan(job.price_fen),
  remarks: job.remarks,
  status: job.status,
  returned:
    job.returned_by === null || (job.status !== jobStatus.unassigned && job.status !== jobStatus.paused)
      ? null
      : `${job.returned_name}：${job.return_reason}`,
  activeName: job.package_id === 0 ? 'first' : 'second',
  workOrderServer: visitOf(job),
  // What was done to the order as a whole was done to each job that there was.
  workOrderJobLogs: logs
    .filter((log) => log.job_id === job.id || (log.job_id === null && log.created_at >= job.created_at))
    .map((log) => ({
      createTime: log.created_at,
      remarks: jobLogText({ userName: log.user_name, action: log.action, note: log.note }, job.project_name),
    })),
});

async function goodsOrderOf({ tx }: Work, id: number): Promise<z.input<typeof WorkOrderDetail>['order']> {
  const found = await tx.row(
    db
      .selectFrom('work_orders as o')
      .innerJoin('goods_orders as g', (on) => on.onRef('g.tenant_id', '=', 'o.tenant_id').onRef('g.id', '=', 'o.goods_order_id'))
      .select(['g.id', 'g.number', 'g.total_fen', 'g.created_at', 'g.paid_at'])
      .select(
        sql<string | null>`(select string_agg(l.product_name, '、' order by l.id) from goods_order_lines l where l.tenant_id = g.tenant_id
          and l.goods_order_id = g.id)`.as('products'),
      )
      .where('o.tenant_id', '=', tx.tenantId)
      .where('o.id', '=', id),
  );
  if (!found) return null;
  const { number: orderNo, products, total_fen: total, created_at: buyTime, paid_at: payTime } = found;
  return { id: found.id, orderNo, productName: products ?? '', orderPrice: toYuan(total), buyTime, payTime };
}

/** The order that follows this one, and the one that it follows, as far as the session reaches them. */
async function linksOf({ tx, session }: Context, id: number): Promise<Pick<z.input<typeof WorkOrderDetail>, 'followedBy' | 'follows'>> {
  const orders = visibleTo(session).select(['work_orders.id', 'work_orders.number as workNo', 'work_orders.status as state']);
  const own = db.selectFrom('work_orders as o').select('o.follows_id').where('o.tenant_id', '=', tx.tenantId).where('o.id', '=', id);
  const [after, before] = await Promise.all([
    // As the index of those that stand says it.
    tx.row(orders.where('work_orders.follows_id', '=', id).where('work_orders.status', '<>', sql.lit(orderStatus.cancelled))),
    tx.row(orders.where('work_orders.id', '=', own as never)),
  ]);
  return { followedBy: after ?? null, follows: before ?? null };
}

/** What is to be minded of people, by their ids. */
export async function flagsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await tx.rows(db.selectFrom('people').select(['id', 'flags']).where('tenant_id', '=', tx.tenantId).where('id', 'in', ids));
  return new Map(rows.map(({ id, flags }) => [id, flags]));
}

/** One order; 404 when the session reaches none of that id. */
export async function get({ id }: { id: number }, context: Context): Promise<z.input<typeof WorkOrderDetail>> {
  const summary = await readSummary(context, id);
  const { jobs, logs, score } = await load(context, id);
  const partsOfJob = await partsOf(context.tx, jobs);
  const { fenceMetres } = await settingsOf(context.tx);
  const order = await goodsOrderOf(context, id);
  const flags = (await flagsOf(context.tx, [summary.oldmanId])).get(summary.oldmanId) ?? [];
  return {
    workOrder: {
      ...summary,
      status: detailStatus(summary.state),
      flags,
      workOrderJobs: jobs.map((job) => jobToWire(job, { oldmanName: summary.oldmanName, logs, fenceMetres, parts: partsOfJob(job.id) })),
    },
    order,
    ...(await linksOf(context, id)),
    workOrderScore: score ? { score: score.score, scoreTime: score.scored_at, status: score.method, scoreContent: score.content } : null,
    workOrderServer: jobs.flatMap((job) => visitOf(job) ?? []),
  };
}
