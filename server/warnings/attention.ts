/** Putting reminders off, giving a warning to somebody, and what was told to whom. */
import { sql } from 'kysely';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { conflict, refused } from '../errors.ts';
import { sendMessage } from '../messages/messages.ts';
import { appendStep } from './warning-steps.ts';
import { readWarning } from './warning-rows.ts';

const CRITICAL = 1;

/** Reminders wait `minutes`; the reason goes into the timeline. Refused for critical and for closed ones. */
export async function snooze({ id, minutes, reason }: { id: number; minutes: number; reason: string }, context: Context): Promise<boolean> {
  const { tx, session, deps } = context;
  const found = await readWarning(tx, id);
  if (!isOpen(found.isDisposed)) throw refused('该预警已关闭，无需暂缓');
  if (found.severity === CRITICAL) throw refused('紧急预警不能暂缓，请先确认收到并处理');
  const until = deps.now() + minutes * 60_000;
  const done = await tx.run(sql`update warnings set snoozed_until = ${instant(until)}, snooze_reason = ${reason},
      snoozed_by = ${session.userId}, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and status in (0, 2) and severity > ${CRITICAL}`);
  if (done === 0) throw conflict('该预警刚刚有变化，请看清后再操作', await readWarning(tx, id));
  await appendStep(tx, { warningId: id, kind: 'snoozed', note: `${minutes}分钟：${reason}`, by: session });
  await context.emit('warning.changed', { warningId: id });
  return true;
}

/** Makes it somebody's; they are told. */
export async function assign({ id, userId }: { id: number; userId: number }, context: Context): Promise<boolean> {
  const { tx, session, deps } = context;
  const found = await readWarning(tx, id);
  if (!isOpen(found.isDisposed)) throw refused('该预警已关闭，不能指派');
  const user = await tx.row<{ name: string }>(
    sql`select name from users where tenant_id = ${tx.tenantId} and id = ${userId} and status = 0 and deleted_at is null`,
  );
  if (!user) throw refused('人员不存在或已停用');
  await tx.run(
    sql`update warnings set assigned_to = ${userId}, assigned_at = ${instant(deps.now())}, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`,
  );
  await appendStep(tx, { warningId: id, kind: 'assigned', note: user.name, by: session });
  const text = `${session.name}把预警指派给您：${found.name} ${found.warningText}`;
  await sendMessage(tx, deps, {
    recipientId: userId,
    kind: 'warning',
    title: text,
    text: found.warningContent,
    link: `/warning/warning/index?id=${id}`,
  });
  await context.emit('warning.changed', { warningId: id });
  return true;
}

interface DeliveryRow {
  id: number;
  userName: string | null;
  channel: string;
  target: string | null;
  state: number;
  error: string | null;
  createTime: string;
  sentTime: string | null;
}

/** Oldest first; of a number only its ends are shown. */
export async function deliveries({ id }: { id: number }, { tx }: Work): Promise<DeliveryRow[]> {
  await readWarning(tx, id);
  return tx.rows<DeliveryRow>(sql`
    select id, user_name as "userName", channel, case when channel = 'sms'
      then regexp_replace(target, '^(\\d{3})\\d+(\\d{4})$', '\\1****\\2') else target end as target, state, error,
      created_at as "createTime", sent_at as "sentTime"
    from warning_deliveries where tenant_id = ${tx.tenantId} and warning_id = ${id} order by id limit 500`);
}
