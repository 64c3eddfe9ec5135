/** Sends what leaves the house of a message, or of a summary of several, and writes down how it went. */
import { sql } from 'kysely';
import { deliveryStates, NAMED_TITLES, summaryKinds, summaryText, UNREACHED, type Channel } from '#contract/messages/channels.rules.ts';
import { isMobile } from '#contract/phones.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { JobFailure, type Job, type JobHandlers } from '../jobs/attempts.ts';
import { reasonOf as smsReason, SmsFailure } from '../sms/exchange.ts';
import { handOver } from '../sms/messages.ts';
import { unseal } from '../db/sealed.ts';
import { NotPosted, sendMail } from './mails.ts';
import { subscribed, wordsOf } from './message-sending.ts';
import { push, type Notice, type Subscription } from './web-push.ts';

const { sent, failed, skipped } = deliveryStates;
const CENTRE = '/message/index';
/** Of a notice: a service takes four kilobytes. */
const MOST_CHARACTERS = 300;

interface Row {
  id: number;
  userId: number;
  channel: Channel;
  kind: string;
  state: number;
  sealed: Buffer | null;
  messageId: number | null;
  title: string | null;
  text: string | null;
  link: string | null;
  phone: string | null;
  email: string | null;
  tenant: string;
}

interface Letter extends Row {
  notice: Notice;
  browsers: Subscription[];
}

/** Titles of the messages that a summary is of, `NAMED_TITLES` at most, and how many there are. */
function summed(tx: Tx, { id, userId, kind }: Row) {
  const which =
    kind === 'digest'
      ? sql`exists (select from message_deliveries d where d.tenant_id = m.tenant_id and d.message_id = m.id and d.digest_id = ${id})`
      : sql`m.recipient_id = ${userId} and m.read_at is null and m.cleared_at is null`;
  return tx.rows<{ title: string; total: number }>(sql`
    select m.title, count(*) over () as total from messages m where m.tenant_id = ${tx.tenantId} and ${which}
    order by m.id desc limit ${NAMED_TITLES}`);
}

async function noticeOf(tx: Tx, row: Row): Promise<Notice | null> {
  const { id, kind, messageId, title, text, link } = row;
  if (messageId !== null && title !== null) {
    // On a locked phone everyone reads it: of an alarm no more than who and what.
    const said = kind === 'warning' ? '' : (text ?? '');
    return { title, text: said.slice(0, MOST_CHARACTERS), link: link ?? CENTRE, tag: `yian.message.${messageId}` };
  }
  const titles = await summed(tx, row);
  if (titles.length === 0) return null;
  const names = titles.map((one) => one.title);
  const words = summaryText(names, titles[0]!.total, kind === 'daily' ? '未读' : '新');
  return { title: summaryKinds[kind as keyof typeof summaryKinds], text: words, link: CENTRE, tag: `yian.summary.${id}` };
}

/** Everything that sending needs; null when it was sent already, or has nothing to say any more. */
async function letterOf(tx: Tx, id: number, now: number): Promise<Letter | null> {
  const row = await tx.row<Row>(sql`
    select d.id, d.user_id as "userId", d.channel, d.kind, d.state, d.sealed, m.id as "messageId", m.title, m.text, m.link, u.phone,
      p.email, t.name as tenant
    from message_deliveries d join users u on u.tenant_id = d.tenant_id and u.id = d.user_id join tenants t on t.id = d.tenant_id
      left join messages m on m.tenant_id = d.tenant_id and m.id = d.message_id
      left join message_preferences p on p.tenant_id = d.tenant_id and p.user_id = d.user_id
    where d.tenant_id = ${tx.tenantId} and d.id = ${id}`);
  if (!row || row.state === sent || row.state === skipped) return null;
  const notice = await noticeOf(tx, row);
  if (notice === null) {
    await settle(tx, id, { state: skipped, error: '没有未读消息' }, now);
    return null;
  }
  const browsers =
    row.channel === 'push'
      ? await tx.rows<Subscription>(sql`select s.id, s.endpoint, s.p256dh, s.auth ${subscribed(tx.tenantId, sql`${row.userId}`)}`)
      : [];
  return { ...row, notice, browsers };
}

interface Outcome {
  state: number;
  error: string | null;
  /** Another attempt would not help. */
  final?: boolean;
  /** Subscriptions that are over. */
  gone?: number[];
}

/** Of a summary also of what it carries. */
async function settle(tx: Tx, id: number, { state, error, gone = [] }: Outcome, now: number): Promise<void> {
  await tx.run(sql`
    update message_deliveries set state = ${state}, error = ${error}, attempts = attempts + 1,
      sealed = case when ${state}::integer = ${failed} then sealed end,
      sent_at = case when ${state}::integer = ${sent} then ${instant(now)} end
    where tenant_id = ${tx.tenantId} and (id = ${id} or digest_id = ${id}) and state <> ${sent}`);
  if (gone.length > 0) await tx.run(sql`delete from push_subscriptions where tenant_id = ${tx.tenantId} and id = any(${gone}::bigint[])`);
}

const unreached = (channel: Channel): Outcome => ({ state: skipped, error: UNREACHED[channel] });

async function text(deps: Dependencies, tenantId: number, { phone, sealed, tenant, messageId, notice }: Letter): Promise<Outcome> {
  if (!isMobile(phone)) return unreached('sms');
  const words = messageId === null ? notice.text : `${notice.title}。请登录查看`;
  await handOver(deps, { phone, text: sealed ? unseal(deps.secrets, wordsOf(tenantId), sealed) : `【颐安】${tenant}：${words}` });
  return { state: sent, error: null };
}

async function mail(deps: Dependencies, { email, tenant, text: body, messageId, notice }: Letter): Promise<Outcome> {
  if (email === null) return unreached('email');
  const address = deps.config.publicUrl ? `\n${deps.config.publicUrl}${notice.link}` : '';
  await sendMail(deps, email, `【颐安】${tenant}：${notice.title}`, `${messageId === null ? notice.text : (body ?? '')}${address}`);
  return { state: sent, error: null };
}

/** To every browser of the person: one that takes it is enough. */
async function notify({ config }: Dependencies, { browsers, notice }: Letter): Promise<Outcome> {
  const keys = config.webPush;
  if (!keys || browsers.length === 0) return unreached('push');
  const answers = await Promise.all(browsers.map((one) => push(keys, one, notice)));
  const gone = browsers.filter((_, at) => answers[at]?.kind === 'gone').map(({ id }) => id);
  const failures = answers.filter((answer) => answer.kind === 'failed');
  if (answers.some(({ kind }) => kind === 'sent')) return { state: sent, error: null, gone };
  if (failures.length === 0) return { ...unreached('push'), gone };
  return { state: failed, error: failures[0]!.reason, final: failures.every(({ final }) => final), gone };
}

/** Why it could not be sent, for staff. A text that may have arrived is not sent again by itself. */
function failureOf(error: unknown): Outcome {
  if (error instanceof SmsFailure) return { state: failed, error: smsReason(error), final: !error.again };
  if (error instanceof NotPosted) return { state: failed, error: error.message, final: error.final };
  throw error;
}

const WAYS = {
  sms: text,
  email: (deps: Dependencies, _tenantId: number, letter: Letter) => mail(deps, letter),
  push: (deps: Dependencies, _tenantId: number, letter: Letter) => notify(deps, letter),
};

async function send(
  deps: Dependencies,
  { tenantId, payload: { deliveryId } }: Job<'message-sms' | 'message-email' | 'message-push'>,
): Promise<void> {
  const letter = await deps.inTenant(tenantId, (tx) => letterOf(tx, deliveryId, deps.now()));
  if (!letter) return;
  const outcome = await WAYS[letter.channel](deps, tenantId, letter).catch(failureOf);
  await deps.inTenant(tenantId, (tx) => settle(tx, deliveryId, outcome, deps.now()));
  if (outcome.state === failed) throw new JobFailure(outcome.error ?? '', outcome.final ?? false);
}

export const messageJobs = { 'message-sms': send, 'message-email': send, 'message-push': send } satisfies JobHandlers;
