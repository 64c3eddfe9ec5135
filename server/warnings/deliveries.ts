/** Sends what waits, and writes down how it went. What fails is told on the pages of the same person, or of everybody who may handle warnings. */
import { sql } from 'kysely';
import { isMobile } from '#contract/phones.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { sendMessage } from '../messages/messages.ts';
import { sendSms } from '../sms/messages.ts';
import { alertOf, alertText } from './escalations.ts';
import { handlers } from './recipients.ts';
import { postWarning, sendMail } from './webhooks.ts';

interface Waiting {
  id: number;
  warning_id: number;
  due_id: number | null;
  user_id: number | null;
  user_name: string | null;
  channel: string;
  target: string | null;
}

type Alert = NonNullable<Awaited<ReturnType<typeof alertOf>>>;

async function send(tx: Tx, deps: Dependencies, { channel, target, user_id: userId }: Waiting, warning: Alert, now: number): Promise<void> {
  const text = alertText(warning, now);
  const link = `/warning/warning/index?id=${warning.id}`;
  if (channel === 'sms') {
    if (!isMobile(target)) throw new Error('没有登记手机号');
    return sendSms(deps, { phone: target, text });
  }
  if (channel === 'email') return sendMail(deps, target ?? '', text, `${text}\n${warning.content}`);
  if (channel === 'webhook') return postWarning(deps, target ?? '', { warningId: warning.id, rule: warning.rule, severity: warning.severity, text });
  if (userId === null) throw new Error('没有收件人');
  if (channel === 'popup') return sendMessage(tx, deps, { recipientId: userId, kind: 'warning', title: text, text: warning.content, link });
  const user = await tx.row<{ username: string }>(sql`select username from users where tenant_id = ${tx.tenantId} and id = ${userId}`);
  await emit('task.assigned', { userId, username: user?.username ?? '', task: text }, tx, deps);
}

/** Another way to the same person; without a person, to everybody who may handle it. */
async function fallBack(tx: Tx, { warning_id: warningId, due_id: dueId, user_id: userId, user_name: name, channel }: Waiting): Promise<void> {
  if (channel === 'popup') return;
  const people = userId === null ? await handlers(tx) : [{ id: userId, name }];
  for (const person of people) {
    await tx.run(sql`
      insert into warning_deliveries (tenant_id, warning_id, due_id, user_id, user_name, channel)
      select ${tx.tenantId}::bigint, ${warningId}::bigint, ${dueId}::bigint, ${person.id}::bigint, ${person.name}::text, 'popup'
      where not exists (select from warning_deliveries d where d.tenant_id = ${tx.tenantId} and d.warning_id = ${warningId} and d.due_id is not distinct from ${dueId}::bigint
        and d.user_id = ${person.id} and d.channel = 'popup')`);
  }
}

/** Sends one delivery of the tenant that waits, within the house or by a gateway; one at a time, so that a slow gateway holds one row. Gives 0 when none is left. */
export async function sendNext(tx: Tx, deps: Dependencies, now: number, leaves: boolean): Promise<number> {
  const waiting = await tx.row<Waiting>(sql`
    select id, warning_id, due_id, user_id, user_name, channel, target from warning_deliveries
    where tenant_id = ${tx.tenantId} and state = 1 and (channel not in ('popup', 'browser')) = ${leaves} order by id limit 1 for update skip locked`);
  if (!waiting) return 0;
  // It goes with its deliveries: there always is one.
  const warning = (await alertOf(tx, waiting.warning_id)) as Alert;
  let error: string | null = null;
  try {
    await send(tx, deps, waiting, warning, now);
  } catch (failure) {
    error = (failure as Error).message.slice(0, 200);
    deps.log.warn({ channel: waiting.channel, reason: error }, 'a warning could not be delivered');
  }
  await tx.run(sql`update warning_deliveries set state = ${error === null ? 2 : 3}, error = ${error}, sent_at = to_timestamp(${now}::float8 / 1000)
    where tenant_id = ${tx.tenantId} and id = ${waiting.id}`);
  if (error !== null) await fallBack(tx, waiting);
  return 1;
}
