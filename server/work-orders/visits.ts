/** What the carer does on site: check in, check out. */
import { HOUR, instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { missingOf } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders as routes } from '#contract/work-orders/work-orders.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { invalid, refused } from '../errors.ts';
import { consume } from '../stock/movements.ts';
import { isPosition, kilometres } from '../geo/coordinates.ts';
import { checkFiles, partsOf } from './job-parts.ts';
import { jobsFor, workOrder, type Order, type OrderJob } from './order-steps.ts';
import { settingsOf } from './work-order-settings.ts';

type Visit = z.output<typeof routes.start.input>;
type Finish = z.output<typeof routes.finish.input>;

/** What of a visit says which jobs it is about; a member of staff who may dispatch can act for the person assigned. */
const visitOf = <A extends 'start' | 'finish'>({ session }: Context, action: A, { jobId }: Visit) => ({
  action,
  jobId,
  by: session.userId,
  dispatcher: session.permissions.has('members_workorder_dispatch'),
});

function checkPlace({ lng, lat }: Visit): void {
  if ((lng === null) !== (lat === null) || (lng !== null && lat !== null && !isPosition(lng, lat))) throw invalid('坐标不正确');
}

/** A phone that has no network in a valley or a cellar sends what it did when it has one again. */
const KEPT_MS = 72 * HOUR;
/** Clocks of phones differ. */
const AHEAD_MS = 5 * 60_000;

/** When it happened, as the database takes it; `not before` is an earlier step of the same visit. */
function momentOf({ occurredAt }: Visit, now: number, notBefore: readonly (string | null)[]) {
  if (occurredAt === null) return sql<string>`now()`;
  const at = instantOf(occurredAt);
  if (at > now + AHEAD_MS) throw refused('签到签退时间不能晚于现在，请检查手机时间');
  if (at < now - KEPT_MS) throw refused('签到签退时间超过72小时，请联系调度人员补录');
  if (notBefore.some((time) => time !== null && instantOf(time) > at)) throw refused('签退时间不能早于签到时间');
  return sql<string>`least(${occurredAt}::timestamptz, now())`;
}

/** Metres from the place of service, null when either is unknown. */
const distanceOf = (order: Order, { lng, lat }: Visit) =>
  order.longitude === null || order.latitude === null || lng === null || lat === null
    ? null
    : Math.round(kilometres([order.longitude, order.latitude], [lng, lat]) * 1000);

/**
 * Refuses a visit further away than the fence of one of its jobs allows, unless it says why. Never one for an alarm: its place is where the
 * watch was, and nobody in need waits for a reason.
 */
async function checkFence({ tx }: Work, order: Order, jobs: readonly OrderJob[], visit: Visit): Promise<number | null> {
  const distance = distanceOf(order, visit);
  if (distance === null || visit.reason || order.warning_id !== null) return distance;
  const { fenceMetres } = await settingsOf(tx);
  const fence = Math.min(...jobs.map((job) => job.fence_metres ?? fenceMetres));
  if (distance > fence)
    throw refused(
      `距服务地址约${distance < 1000 ? `${distance}米` : `${(distance / 1000).toFixed(1)}公里`}，超出${fence}米范围，请填写原因`,
    );
  return distance;
}

const noteOf =
  ({ address, reason }: Visit, distance: number | null, more: string | null = null) =>
  ({ project_name: project }: { project_name: string }) =>
    [project, address, reason && `距服务地址${distance ?? '未知'}米：${reason}`, more].filter(Boolean).join('，');

export async function start(input: Visit, context: Context): Promise<boolean> {
  checkPlace(input);
  const which = visitOf(context, 'start', input);
  const order = await openFor(workOrder, context, input, 'start');
  const begun = await jobsFor(context, order, which);
  const at = momentOf(input, context.deps.now(), []);
  const distance = await checkFence(context, order, begun, input);
  await checkFiles(context.tx, [input.image]);
  const job = {
    check_in_at: at,
    check_in_received_at: sql`now()`,
    check_in_address: input.address,
    check_in_longitude: input.lng,
    check_in_latitude: input.lat,
    check_in_image: input.image,
    check_in_distance: distance,
    check_in_reason: input.reason,
  };
  const set = { started_at: sql`coalesce(started_at, ${at})` };
  return applyTo(workOrder, context, order, { ...which, set, job, noteOf: noteOf(input, distance) });
}

/** Refuses jobs that lack a photo, a signature or a required questionnaire; gives what they used up. */
async function proved(work: Work, over: readonly OrderJob[], { image, signature, unsignedReason, materials }: Finish) {
  const { tx } = work;
  const parts = await partsOf(tx, over);
  const missing = over.flatMap((job) => {
    const unfilled = parts(job.id).projectUserVoList.filter(({ required, resultId }) => required && resultId === null);
    const lacks = missingOf({
      requiresPhoto: job.requires_photo,
      requiresSignature: job.requires_signature,
      image,
      signature,
      unsignedReason,
      unfilled: unfilled.map(({ name }) => name),
    });
    return lacks.length ? [`${job.project_name}：${lacks.join('、')}`] : [];
  });
  if (missing.length) throw refused(`请先完成再签退。${missing.join('；')}`);
  const planned = over.flatMap((job) => parts(job.id).workOrderJobMaterials);
  for (const { jobId, materialId } of materials ?? []) {
    if (!planned.some((line) => line.workOrderJobId === jobId && line.materialId === materialId)) throw refused('耗材不在服务清单中');
  }
  return planned.map((line) => {
    const used = materials?.find(({ jobId, materialId }) => jobId === line.workOrderJobId && materialId === line.materialId);
    return {
      id: line.id,
      jobId: line.workOrderJobId,
      materialId: line.materialId,
      planned: line.quantity,
      quantity: used?.quantity ?? line.quantity,
    };
  });
}

async function takeFromStock(work: Work, order: Order, lines: Awaited<ReturnType<typeof proved>>): Promise<void> {
  const { tx } = work;
  for (const { id, planned, quantity } of lines) {
    if (quantity === planned) continue;
    await tx.run(db.updateTable('work_order_job_materials').set({ quantity }).where('tenant_id', '=', tx.tenantId).where('id', '=', id));
  }
  await consume(
    work,
    lines.filter(({ quantity }) => quantity > 0),
    `工单${order.number}`,
  );
}

export async function finish(input: Finish, context: Context): Promise<boolean> {
  checkPlace(input);
  const which = visitOf(context, 'finish', input);
  const order = await openFor(workOrder, context, input, 'finish');
  const over = await jobsFor(context, order, which);
  const begun = over.map((job) => job.check_in_at);
  const at = momentOf(input, context.deps.now(), begun);
  const distance = await checkFence(context, order, over, input);
  await checkFiles(context.tx, [input.image, input.signature]);
  const lines = await proved(context, over, input);
  const job = {
    check_out_at: sql`greatest(${at}, check_in_at)`,
    check_out_received_at: sql`now()`,
    check_out_address: input.address,
    check_out_longitude: input.lng,
    check_out_latitude: input.lat,
    check_out_image: input.image,
    check_out_distance: distance,
    check_out_reason: input.reason,
    result: input.result,
    signature: input.signature,
    signer: input.signer,
    unsigned_reason: input.signature === null ? input.unsignedReason : null,
  };
  const unsigned = input.signature === null && input.unsignedReason;
  const command = { ...which, ended: { finished_at: at }, job, noteOf: noteOf(input, distance, unsigned ? `未签名：${unsigned}` : null) };
  return applyTo(workOrder, context, order, command, () => takeFromStock(context, order, lines));
}
