/**
 * Tells of warnings what waits to be told, and writes down how it went. What cannot leave
 * the house is told on the pages of the same person, or of everybody who may handle warnings.
 */
import { sql } from 'kysely';
import { isMobile } from '#contract/phones.rules.ts';
import { getsThrough } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { JobFailure, type Job, type JobHandlers } from '../jobs/attempts.ts';
import { NotPosted, sendMail } from '../messages/mails.ts';
import { sendMessage } from '../messages/messages.ts';
import { reasonOf as smsReason, SmsFailure } from '../sms/exchange.ts';
import { handOver } from '../sms/messages.ts';
import { alertOf, alertText } from './escalations.ts';
import { handlers } from './recipients.ts';
import { postWarning } from './webhooks.ts';

const SENT = 2;
const FAILED = 3;
const MOST_SENT = 200;

interface Delivery {
  id: number;
  warning_id: number;
  due_id: number | null;
  user_id: number | null;
  user_name: string | null;
  channel: string;
  target: string | null;
  state: number;
}

type Alert = NonNullable<Awaited<ReturnType<typeof alertOf>>>;

const columns = sql`id, warning_id, due_id, user_id, user_name, channel, target, state`;
const link = (warning: Alert) => `/warning/warning/index?id=${warning.id}`;

/** On the pages of a person. Throws when the delivery names no user. */
async function tell(tx: Tx, deps: Dependencies, { channel, user_id: userId }: Delivery, warning: Alert, now: number): Promise<void> {
  const text = alertText(warning, now);
  if (userId === null) throw new Error('没有收件人');
  if (channel === 'popup')
    return sendMessage(tx, deps, {
      recipientId: userId,
      kind: 'warning',
      title: text,
      text: warning.content,
      link: link(warning),
      urgent: getsThrough(warning.rule, warning.severity),
    });
  const user = await tx.row<{ username: string }>(sql`select username from users where tenant_id = ${tx.tenantId} and id = ${userId}`);
  await emit('task.assigned', { userId, username: user?.username ?? '', task: text }, tx, deps);
}

/** Another way to the same person; without a person, to everybody who may handle it. */
async function fallBack(
  tx: Tx,
  { warning_id: warningId, due_id: dueId, user_id: userId, user_name: name, channel }: Delivery,
): Promise<void> {
  if (channel === 'popup') return;
  const people = userId === null ? await handlers(tx) : [{ id: userId, name }];
  for (const person of people) {
    await tx.run(sql`
      insert into warning_deliveries (tenant_id, warning_id, due_id, user_id, user_name, channel)
      select ${tx.tenantId}::bigint, ${warningId}::bigint, ${dueId}::bigint, ${person.id}::bigint, ${person.name}::text, 'popup'
      where not exists (select from warning_deliveries d
      where d.tenant_id = ${tx.tenantId} and d.warning_id = ${warningId} and d.due_id is not distinct from ${dueId}::bigint
        and d.user_id = ${person.id} and d.channel = 'popup')`);
  }
}

/**
 * Writes down how it went. What was sent stays sent; the first failure is told on the pages, those of further attempts are not told again.
 */
async function settle(tx: Tx, delivery: Delivery, error: string | null, now: number): Promise<void> {
  await tx.run(sql`
    update warning_deliveries set state = ${error === null ? SENT : FAILED}, error = ${error}, sent_at = ${instant(now)}
    where tenant_id = ${tx.tenantId} and id = ${delivery.id} and state <> ${SENT}`);
  if (error !== null && delivery.state !== FAILED) await fallBack(tx, delivery);
}

/** Tells one delivery of the tenant that waits within the house. Gives 0 when none is left. */
async function tellNext(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const waiting = await tx.row<Delivery>(sql`
    select ${columns} from warning_deliveries
    where tenant_id = ${tx.tenantId} and state = 1 and channel in ('popup', 'browser') order by id limit 1 for update skip locked`);
  if (!waiting) return 0;
  // It goes with its deliveries: there always is one.
  const warning = (await alertOf(tx, waiting.warning_id)) as Alert;
  let error: string | null = null;
  try {
    await tell(tx, deps, waiting, warning, now);
  } catch (failure) {
    error = (failure as Error).message.slice(0, 200);
    deps.log.warn({ channel: waiting.channel, reason: error }, 'a warning could not be delivered');
  }
  await settle(tx, waiting, error, now);
  return 1;
}

/** Tells everything of a tenant that waits within the house, each in a transaction of its own: what was told stays told. Gives how much. */
export async function tellWithin(deps: Dependencies, tenantId: number): Promise<number> {
  const now = deps.now();
  for (let told = 0; told < MOST_SENT; told++) if ((await deps.inTenant(tenantId, (tx) => tellNext(tx, deps, now))) === 0) return told;
  return MOST_SENT;
}

/** Sends by a gateway. Throws what the gateway, or the way to it, failed with. */
async function send(deps: Dependencies, { channel, target }: Delivery, warning: Alert, now: number): Promise<void> {
  const text = alertText(warning, now);
  if (channel === 'sms') return handOver(deps, { phone: target ?? '', text });
  if (channel === 'email') return sendMail(deps, target ?? '', text, `${text}\n${warning.content}`);
  await postWarning(deps, target ?? '', { warningId: warning.id, rule: warning.rule, severity: warning.severity, text });
}

/** Why it could not be sent, for staff; `final`: another attempt would not help. */
function reasonOf(error: unknown): { reason: string; final: boolean } {
  if (error instanceof SmsFailure) return { reason: smsReason(error), final: false };
  if (error instanceof NotPosted) return { reason: error.message, final: error.final };
  return { reason: `未送达：${(error as Error).name}`, final: false };
}

/**
 * The job of a delivery that leaves the house. It is sent at least once: a gateway that
 * took it without saying so may get it again, because a warning that is told twice does no harm. The first
 * failure is told on the pages at once, while further attempts follow.
 */
async function sendOut(
  deps: Dependencies,
  { tenantId, payload: { deliveryId } }: Job<'warning-sms' | 'warning-email' | 'warning-webhook'>,
): Promise<void> {
  const found = await deps.inTenant(tenantId, async (tx) => {
    const delivery = await tx.row<Delivery>(
      sql`select ${columns} from warning_deliveries where tenant_id = ${tenantId} and id = ${deliveryId}`,
    );
    return delivery && delivery.state !== SENT ? { delivery, warning: (await alertOf(tx, delivery.warning_id)) as Alert } : null;
  });
  // Deleted with its warning, or sent by an attempt that ended before it could say so to the queue.
  if (!found) return;
  const { delivery, warning } = found;
  const unreachable = delivery.channel === 'sms' && !isMobile(delivery.target) ? '没有登记手机号' : null;
  const failure =
    unreachable === null
      ? await send(deps, delivery, warning, deps.now()).then(
          () => null,
          (error: unknown) => reasonOf(error),
        )
      : { reason: unreachable, final: true };
  await deps.inTenant(tenantId, (tx) => settle(tx, delivery, failure?.reason ?? null, deps.now()));
  if (failure === null) return;
  await tellWithin(deps, tenantId);
  // A delivery without a number cannot be sent again: the pages say so beside the warning.
  if (unreachable === null) throw new JobFailure(failure.reason, failure.final);
}

export const warningJobs = { 'warning-sms': sendOut, 'warning-email': sendOut, 'warning-webhook': sendOut } satisfies JobHandlers;
