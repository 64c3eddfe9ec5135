/** Handling a warning: receipt, remarks, and the one decision that closes it or sends somebody. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { decide, isEmergency } from '#contract/warnings/handling.rules.ts';
import { canDispose, disposalLabels, disposals, isOpen, isRealAlarm, modeLabels, modes } from '#contract/warnings/warnings.rules.ts';
import type { warnings as routes } from '#contract/warnings/warnings.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import { expectNext } from './asking-again.ts';
import { callingOf } from './warning-records.ts';
import { readWarning } from './warning-rows.ts';
import { appendStep } from './warning-steps.ts';

type Input = z.output<typeof routes.updateStatus.input>;

const one = (work: Work, id: number) => db.updateTable('warnings').where('tenant_id', '=', work.tx.tenantId).where('id', '=', id);

/** Says that somebody has seen it. The first one counts and is named; later calls change nothing. */
export async function acknowledge({ id }: { id: number }, context: Context): Promise<boolean> {
  const { tx, session } = context;
  // The version stays: an open handling form must not fail because a colleague confirmed receipt.
  const first = await tx.run(
    one(context, id)
      .set({ acknowledged_at: instant(context.deps.now()), acknowledged_by: session.userId })
      .where('acknowledged_at', 'is', null),
  );
  if (first === 0) {
    await readWarning(tx, id);
    return true;
  }
  await appendStep(tx, { warningId: id, kind: 'acknowledged', by: session });
  await expectNext(tx, context.deps, id);
  await context.emit('warning.changed', { warningId: id });
  return true;
}

export async function comment({ id, note }: { id: number; note: string }, context: Context): Promise<boolean> {
  await readWarning(context.tx, id);
  await appendStep(context.tx, { warningId: id, kind: 'comment', note, by: context.session });
  await context.emit('warning.changed', { warningId: id });
  return true;
}

type Found = Awaited<ReturnType<typeof readWarning>>;

/** `onPhone`: the caller may be on the telephone about it; sending a person does not end the call. */
type Wanted = Omit<Input, 'id'> & { onPhone?: boolean };

/** A visit is to a person (422). */
export function needPerson({ oldmanId }: Pick<Found, 'oldmanId'>): void {
  if (oldmanId === null) throw refused('该预警没有关联服务对象，无法上门处理，请改为在线处理或先将设备绑定到服务对象');
}

/** 409 with the warning as it is now, and in words what happened meanwhile. */
function tooLate(fresh: Found) {
  const asks = isOpen(fresh.isDisposed) && fresh.acknowledgeTime === null;
  const waits = fresh.isDisposed === disposals.open || asks;
  // The page knew another version of it, and nothing came of the device.
  if (waits && fresh.count === 1 && !(asks && fresh.askReason !== null)) return conflict('该预警刚刚有变化，请看清后再操作', fresh);
  const why = asks && fresh.askReason !== null ? `该预警再次提醒：${fresh.askReason}` : `该预警又触发了，共${fresh.count}次`;
  // There was no decision meanwhile: the person called for help again, or fell again.
  if (waits) return conflict(`${why}，请了解情况后再确定`, fresh);
  return conflict(`该预警已由${fresh.handlerName ?? '他人'}设为${disposalLabels[fresh.isDisposed]}`, fresh);
}

/**
 * What the caller wants, as it may be stored. Refused when a reason is missing, the
 * caller is on the telephone about it, or the warning has no person to visit.
 */
async function decided(work: Work, found: Found, { processMode, isDisposed, remark, version, onPhone = false }: Wanted) {
  if (!canDispose(found.isDisposed, isDisposed) || (version !== undefined && version !== found.version)) throw tooLate(found);
  const { rule, workOrderState: orderStatus } = found;
  const decision = decide({ rule, processMode, isDisposed, remark, orderStatus });
  if ('refusal' in decision) throw refused(decision.refusal);
  // Without a version nobody can tell "take it over" from "I did not see that a colleague is on it".
  if (version === undefined && found.isDisposed === disposals.inProgress && decision.status === disposals.inProgress) throw tooLate(found);
  const whom = onPhone ? null : await callingOf(work, found.id);
  if (whom !== null) throw refused(`您与${whom}的通话尚未结束，请先结束通话再确定`);
  // What its visit has found needs no other.
  const visit =
    processMode === modes.visit && isRealAlarm(decision.status) && (decision.status === disposals.inProgress || !isEmergency(rule));
  if (visit) needPerson(found);
  return { ...decision, visit };
}

/**
 * Sets mode, status and remark of a warning that was read as `found`, if it is still so. A visit for a real alarm drafts its work order in
 * the same transaction. The second of two callers gets 409 with the fresh warning, and has written nothing.
 */
export async function settle(context: Context, found: Found, wanted: Wanted): Promise<z.input<typeof routes.updateStatus.output>> {
  const { tx, session, deps } = context;
  const { id } = found;
  const { processMode, remark } = wanted;
  const { status, kept, visit } = await decided(context, found, wanted);
  const changed = await tx.run(
    one(context, id)
      .set({
        process_mode: processMode,
        status,
        remark,
        handled_by: session.userId,
        handled_at: sql`now()`,
        acknowledged_at: sql`coalesce(acknowledged_at, ${instant(deps.now())})`,
        acknowledged_by: sql`coalesce(acknowledged_by, ${session.userId})`,
        asked_why: null,
        asks_again_at: null,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('status', '=', found.isDisposed)
      .where('version', '=', found.version),
  );
  if (changed === 0) throw tooLate(await readWarning(tx, id));
  const note = [modeLabels[processMode], disposalLabels[status], remark].filter(Boolean).join(' · ');
  await appendStep(tx, { warningId: id, kind: 'handled', note, by: session });
  if (visit) await context.emit('visit.wanted', { warningId: id, by: session });
  const workOrderId = visit ? (await readWarning(tx, id)).workOrderId : found.workOrderId;
  if (isOpen(status)) await expectNext(tx, deps, id);
  await context.emit('warning.changed', { warningId: id });
  const notice = kept ? '上门服务尚未完成，预警保持处理中；护理员签退后自动转为已处理' : null;
  return { workOrderId, isDisposed: status, notice };
}

/** The decision of the handling form. */
export const updateStatus = async (input: Input, context: Context) => settle(context, await readWarning(context.tx, input.id), input);
