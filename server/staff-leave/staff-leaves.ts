/** Leaves of staff: asked for by each for oneself, ended early by those who may. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { closedLeave, HOLDING, leaveStateLabels } from '#contract/staff-leave/leave-commands.rules.ts';
import { leaveText, spanOf, spanProblem, takenOf, type LeaveDays, type LeaveSpan } from '#contract/staff-leave/leave-spans.rules.ts';
import { leaveLabels } from '#contract/staff-leave/staff-leaves.labels.ts';
import { staffLeaves as routes, type StaffLeave } from '#contract/staff-leave/staff-leaves.ts';
import { titled } from '#contract/labels.ts';
import { resubmitApproval, startApproval, withdrawApproval } from '../approvals/case-work.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { conflict, forbidden, invalid, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads } from '../lists/crud.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import { leaveMachine } from './leave-approval.ts';
import { effectsOf, lengthOf, list, ownList, readLeave, seen, workWithin } from './leave-rows.ts';

type Form = z.output<typeof routes.create.input>;

function spanOfForm(days: LeaveDays, now: number): LeaveSpan {
  const span = spanOf(days);
  const problem = spanProblem(span, now);
  if (problem !== null) throw invalid(problem);
  return span;
}

/**
 * The columns of a form. Requests of one person wait for each other, so that two that overlap are not both taken; `but`: the leave that is
 * being changed.
 */
async function columnsOf({ tx, deps, session }: Context, form: Form, but: number | null) {
  const span = spanOfForm(form, deps.now());
  await tx.run(sql`select from users where tenant_id = ${tx.tenantId} and id = ${session.userId} for no key update`);
  const other = await tx.row<LeaveSpan & { state: number }>(sql`
    select starts_at, ends_at, state from staff_leaves where tenant_id = ${tx.tenantId} and user_id = ${session.userId}
      and state = any(${[...HOLDING]}::smallint[]) and starts_at < ${span.ends_at} and ends_at > ${span.starts_at}
      and id is distinct from ${but}::bigint order by starts_at limit 1`);
  if (other) throw refused(`与已有的请假重叠：${leaveText(other)}（${leaveStateLabels[other.state]}）`);
  const days = await lengthOf(tx, span);
  if (days === 0) throw refused('所选时间都是休息日，无需请假');
  const heir =
    form.handTo === null
      ? null
      : await tx.row<{ id: number; name: string }>(sql`
          select id, name from users where tenant_id = ${tx.tenantId} and id = ${form.handTo} and id <> ${session.userId} and status = 0
            and deleted_at is null and not visiting`);
  if (heir === undefined) throw refused('工作交接人不存在或已停用');
  const { type, reason, files } = form;
  return { type, reason, files, ...span, days, hand_to_id: heir?.id ?? null, hand_to_name: heir?.name ?? null };
}

/** The leave, when it is the caller's own; not locked, because its case is locked first. */
async function needOwn(context: Context, id: number) {
  const row = await readOne(seen(context), id, context);
  if (row.userId !== context.session.userId) throw forbidden('只能由请假人本人操作');
  return row;
}

const sheet: Export<z.output<typeof StaffLeave>> = {
  name: '员工请假',
  list: () => listOf(list),
  columns: titled(leaveLabels, [
    { key: 'userName', width: 12 },
    { key: 'departmentName', width: 16 },
    { key: 'type', width: 10 },
    {
      key: 'startTime',
      title: '请假时间',
      value: ({ startTime, endTime }) => leaveText({ starts_at: startTime, ends_at: endTime }),
      width: 36,
    },
    { key: 'days', width: 8 },
    { key: 'reason', width: 30 },
    { key: 'handToName', width: 12 },
    { key: 'state', value: ({ state }) => leaveStateLabels[state] ?? '', width: 10 },
    { key: 'takenDays', width: 10 },
    { key: 'endedBy', width: 12 },
    { key: 'endReason', width: 24 },
    { key: 'createTime', format: 'dateTime', width: 20 },
  ]),
};

async function create(form: Form, context: Context): Promise<number> {
  const { tx, session } = context;
  const columns = await columnsOf(context, form, null);
  const made = await tx.row(
    db
      .insertInto('staff_leaves')
      .values({ ...columns, tenant_id: tx.tenantId, user_id: session.userId, user_name: session.name })
      .returning('id'),
  );
  const { id } = made!;
  const caseId = await startApproval(context, {
    kind: 'staff_leave',
    businessId: id,
    applicant: { id: session.userId, name: session.name },
  });
  await tx.run(sql`update staff_leaves set case_id = ${caseId} where tenant_id = ${tx.tenantId} and id = ${id}`);
  await context.emit('staff-leave.changed', { leaveId: id, userId: session.userId });
  return id;
}

export const staffLeaves: Handlers<typeof routes> = {
  page: reads(list).page,
  mine: reads(ownList).page,
  get: ({ id }, context) => readLeave(context, id),
  export: exporting(routes.export, sheet),

  async preview(days, { tx, deps, session }) {
    const span = spanOfForm(days, deps.now());
    return { days: await lengthOf(tx, span), ...(await workWithin(tx, session.userId, span)) };
  },

  // A page that lost the answer sends the same once more.
  create: (form, context) => once(context, routes.create, form, () => create(form, context)),

  async resubmit({ id, version, ...form }, context) {
    await needOwn(context, id);
    const row = await openFor(leaveMachine, context, { id, version }, 'edit');
    await applyTo(leaveMachine, context, row, { action: 'edit', set: await columnsOf(context, form, id) });
    await resubmitApproval(context, { kind: 'staff_leave', businessId: id });
    return true;
  },

  async withdraw({ id }, context) {
    const closed = closedLeave(await needOwn(context, id), 'withdrawn');
    if (closed !== null) throw conflict(closed);
    await withdrawApproval(context, { kind: 'staff_leave', businessId: id });
    return true;
  },

  async end({ id, version, reason }, context) {
    const { tx, deps, session } = context;
    await readOne(seen(context), id, context);
    const row = await openFor(leaveMachine, context, { id, version }, 'end');
    const taken = takenOf(row, deps.now());
    await applyTo(leaveMachine, context, row, {
      action: 'end',
      name: session.name,
      reason,
      taken: taken === null ? 0 : await lengthOf(tx, taken),
    });
    return effectsOf(tx, id);
  },
};
