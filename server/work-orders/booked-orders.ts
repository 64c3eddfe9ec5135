/** Orders that a booking of care at home becomes: made, moved and cancelled for it. Its own rights are asked before. */
import { instantOf, MINUTE, textOf } from '#contract/time.ts';
import { jobLocked, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import type { Context, Work } from '../context.ts';
import { apply, applyTo, openFor } from '../db/transitions.ts';
import { refuseAbsent } from './absences.ts';
import { create } from './forms.ts';
import { anyOrder } from './order-steps.ts';
import { refuseOverlaps } from './overlaps.ts';
import { moveUse } from './reschedules.ts';
import { checkTime } from './work-order-jobs.ts';

export interface Booked {
  personId: number;
  contactName: string;
  phone: string;
  address: string;
  /** GCJ-02; null where it is not known. */
  lng: number | null;
  lat: number | null;
  /** In the order in which they are done. */
  projects: readonly { id: number; minutes: number }[];
  /** When the first one begins, `yyyy-MM-dd HH:mm:ss`; the others follow it. */
  serverTime: string;
  serverUserId: number | null;
  remarks: string | null;
  /** Other work of the carer at that time is no hindrance. */
  force: boolean;
}

/** Makes the order; gives its id and number. Throws 422 for a carer who is away, or busy unless forced. */
export async function bookOrder(context: Context, booked: Booked): Promise<{ id: number; number: string }> {
  const { personId, contactName, phone, address, lng, lat, projects, serverTime, serverUserId, remarks, force } = booked;
  let startsAt = instantOf(serverTime);
  const jobLists = projects.map(({ id: serverProjectId, minutes }) => {
    const at = textOf(startsAt);
    startsAt += minutes * MINUTE;
    return { serverProjectId, serverTime: at, serverUserId, remarks: null };
  });
  const id = await create(
    {
      downName: contactName,
      downPhone: null,
      downTime: textOf(context.deps.now()),
      emergencyType: 1,
      payType: 1,
      oldmanId: personId,
      oldmanPhone: phone,
      oldmanAddress: address,
      lng,
      lat,
      remarks,
      jobLists,
      warningBusinessId: null,
      goodsOrderId: null,
      followsId: null,
    },
    context,
  );
  const order = await anyOrder.read(context, id);
  if (!force)
    await refuseOverlaps(
      context,
      order.jobs.flatMap((job) => plannedOf(job, job.service_at)),
    );
  return { id, number: order.number };
}

type Job = Awaited<ReturnType<typeof anyOrder.read>>['jobs'][number];
const plannedOf = ({ id: jobId, user_id: userId, minutes }: Job, serverTime: string) =>
  userId === null ? [] : [{ jobId, userId, serverTime, minutes }];

/** Moves all that has not begun, so that the first service begins at `serverTime`. Throws 409 when the order is closed, 422 as `bookOrder`. */
export async function moveBookedOrder(
  context: Context,
  orderId: number,
  { serverTime, force }: { serverTime: string; force: boolean },
): Promise<void> {
  checkTime(context, serverTime);
  const order = await openFor(anyOrder, context, { id: orderId }, 'edit');
  const open = order.jobs.filter(({ status }) => !jobLocked(status) && status !== jobStatus.cancelled);
  const first = Math.min(...open.map(({ service_at }) => instantOf(service_at)));
  const moves = open.map((job) => ({
    job,
    jobId: job.id,
    serviceAt: textOf(instantOf(job.service_at) - first + instantOf(serverTime)),
    staff: undefined,
  }));
  const planned = moves.flatMap(({ job, serviceAt }) => plannedOf(job, serviceAt));
  await refuseAbsent(context.tx, planned);
  const notes = moves.map(({ job, serviceAt }) => ({
    jobId: job.id,
    note: `${job.project_name}改约：${job.service_at.slice(5, 16)} → ${serviceAt.slice(5, 16)}`,
  }));
  await applyTo(anyOrder, context, order, { action: 'edit', log: 'edit', moves, notes, sends: true, retarget: true }, async () => {
    for (const { job, serviceAt } of moves) await moveUse(context, order, job, serviceAt);
  });
  if (!force) await refuseOverlaps(context, planned);
}

/** Cancels an order; its staff are told. Throws 409 when it is closed. */
export const cancelBookedOrder = (work: Work, orderId: number, reason: string): Promise<true> =>
  apply(anyOrder, work, { id: orderId }, { action: 'cancel', reason });
