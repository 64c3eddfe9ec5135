/**
 * The machine of leaves and what its approval does in the transaction of the decision: the roster is emptied, services wait for another
 * carer, and who has to know is told.
 */
import { sql } from 'kysely';
import { textOf } from '#contract/time.ts';
import { decideLeave, closedLeave, leaveStates, type LeaveChange, type LeaveCommand } from '#contract/staff-leave/leave-commands.rules.ts';
import { leaveText } from '#contract/staff-leave/leave-spans.rules.ts';
import { declareApproval, type Described } from '../approvals/approval-subjects.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, type Machine } from '../db/transitions.ts';
import { conflict } from '../errors.ts';
import { recipientsWith, sendMessage } from '../messages/messages.ts';
import { takeOffRoster } from '../warnings/duty-absences.ts';
import { handBackWithin } from '../work-orders/absences.ts';
import { lockLeave, NOUN, workWithin, type Effect, type LeaveRow } from './leave-rows.ts';

const CHANGED = `${NOUN}已被修改，请刷新后重试`;

/** What is ahead of the leave when it is approved; what is over stays as it was. */
async function clear(work: Work, row: LeaveRow): Promise<Effect[]> {
  const { tx, deps } = work;
  const now = textOf(deps.now());
  const span = { from: row.starts_at > now ? row.starts_at : now, to: row.ends_at };
  if (span.from >= span.to) return [];
  const services = await handBackWithin(work, { userId: row.user_id, name: row.user_name }, { ...span, reason: NOUN });
  const shifts = await takeOffRoster(work, row.user_id, span.from, span.to);
  const effects: Effect[] = [
    ...shifts.map((shift) => ({ kind: 'shift' as const, text: '班次', ...shift, workOrderId: null })),
    ...services.map((service) => ({ kind: 'service' as const, ...service })),
  ];
  if (effects.length > 0)
    await tx.run(
      db.insertInto('staff_leave_effects').values(
        effects.map(({ kind, text, startTime, endTime, workOrderId }) => ({
          tenant_id: tx.tenantId,
          leave_id: row.id,
          kind,
          text,
          starts_at: startTime,
          ends_at: endTime,
          work_order_id: workOrderId,
        })),
      ),
    );
  return effects;
}

/** Tells who takes over and, where services wait, dispatchers: once, however many they are. */
async function tell({ tx, deps, emit }: Work, row: LeaveRow, effects: readonly Effect[]): Promise<void> {
  const when = leaveText(row);
  const services = effects.filter(({ kind }) => kind === 'service').length;
  if (row.hand_to_id !== null)
    await sendMessage(tx, deps, {
      recipientId: row.hand_to_id,
      kind: 'workorder',
      title: `${row.user_name}请假，请您接手工作`,
      text: `${when}${services > 0 ? `，${services}项服务待派` : ''}`,
      link: '/order/workorder',
    });
  if (services === 0) return;
  const dispatchers = await tx.rows<{ id: number; username: string }>(sql`
    select id, username from users where tenant_id = ${tx.tenantId}
      and id = any(${await recipientsWith(tx, 'members_workorder_dispatch')}::bigint[]) and id <> ${row.user_id}`);
  for (const { id, username } of dispatchers) {
    const text = `${when}，${services}项服务需另派他人${row.hand_to_name === null ? '' : `，工作交接人${row.hand_to_name}`}`;
    await sendMessage(tx, deps, {
      recipientId: id,
      kind: 'workorder',
      title: `${row.user_name}请假`,
      text,
      link: '/order/workorder?returned=true',
    });
    await emit('task.assigned', { userId: id, username, task: `${row.user_name}请假，${services}项服务要求改派` });
  }
}

export const leaveMachine: Machine<Work, LeaveRow, LeaveCommand, LeaveChange> = {
  table: 'staff_leaves',
  read: ({ tx }, id) => lockLeave(tx, id),
  fresh: async () => null,
  changed: () => CHANGED,
  taken: () => CHANGED,
  closed: closedLeave,
  decide: decideLeave,
  columns: (_work, _row, { set }) => set,
  async follow(work, row, { action }) {
    if (action === 'approved') await tell(work, row, await clear(work, row));
  },
  async record(work, { id, user_id: userId }) {
    await work.emit('staff-leave.changed', { leaveId: id, userId });
  },
};

async function describeLeave({ tx }: Work, id: number): Promise<Described> {
  const row = await lockLeave(tx, id);
  if (row.state !== leaveStates.running) throw conflict('请在“员工请假”中修改后重新提交');
  const { shifts, services } = await workWithin(tx, row.user_id, row);
  return {
    title: `${row.user_name}请假${row.days}天（${row.type}）`,
    facts: [
      { label: '请假类型', value: row.type },
      { label: '请假时间', value: leaveText(row) },
      { label: '请假天数', value: `${row.days}天` },
      { label: '请假原因', value: row.reason },
      { label: '工作交接人', value: row.hand_to_name ?? '未指定' },
      { label: '期间的工作', value: `班次${shifts}个，服务${services}项` },
      ...(row.files.length > 0 ? [{ label: '证明图片', value: `${row.files.length}张`, files: row.files }] : []),
    ],
    variables: { days: row.days, type: row.type },
    people: { handTo: row.hand_to_id === null ? [] : [row.hand_to_id] },
    personId: null,
  };
}

/** Leaves are decided by approvals. Called once per process from server/subscribers.ts. */
export const decideLeavesByApproval = (): void =>
  declareApproval('staff_leave', {
    describe: describeLeave,
    async ended(work, id, outcome) {
      await applyTo(leaveMachine, work, await lockLeave(work.tx, id), { action: outcome });
    },
  });
