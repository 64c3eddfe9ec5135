/** Writes messages, and what becomes of each on its ways to its recipient, in the transaction that makes them true. */
import { sql } from 'kysely';
import { channels, deliveryStates, plan, type Channel, type Choices } from '#contract/messages/channels.rules.ts';
import type { MessageKind } from '#contract/messages/messages.rules.ts';
import { isMobile } from '#contract/phones.rules.ts';
import { isoOf } from '#contract/time.ts';
import type { TimeWindow } from '#contract/time-windows.rules.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emitEach } from '../events.ts';
import { enqueued } from '../jobs/queue.ts';
import { seal } from '../db/sealed.ts';
import { mailsLeave } from './mails.ts';
import { phonesWithin } from '../db/sealed-phones.ts';

export interface NewMessage {
  /** A user of the tenant of `tx`. */
  recipientId: number;
  kind: MessageKind;
  title: string;
  text?: string;
  /** Where it leads: a path of ours. */
  link?: string;
  /** A call for help, or what a person must do at once: no quiet hours hold it back. */
  urgent?: boolean;
  /** The whole words of its text to the phone, in place of its title. Of an urgent one: it is texted whatever the person has chosen. */
  sms?: string;
}

interface Told {
  id: number;
  userId: number;
  active: boolean;
  phone: string | null;
  email: string | null;
  own: Choices | null;
  quiet: TimeWindow[] | null;
  institution: Choices | null;
  listens: boolean;
}

/** Where words for a phone are sealed. */
export const wordsOf = (tenantId: number) => `message_deliveries:${tenantId}`;

/** Subscriptions of a user whose session lasts, as `s`: `userId` is SQL. */
export const subscribed = (tenantId: number, userId: ReturnType<typeof sql>) => sql`
  from push_subscriptions s join sessions e on e.tenant_id = s.tenant_id and e.id = s.session_id
    and e.revoked_at is null and e.refresh_expires_at > now()
  where s.tenant_id = ${tenantId} and s.user_id = ${userId}`;

/** Hands what waits to be sent to the queue. */
export async function handOverDeliveries(tx: Tx, rows: readonly { id: number; channel: string }[]): Promise<void> {
  for (const channel of channels) {
    const ids = rows.filter((row) => row.channel === channel).map(({ id }) => id);
    if (ids.length > 0)
      await tx.run(
        sql`select ${enqueued(`message-${channel}`, sql`id::text`, sql`jsonb_build_object('deliveryId', id)`)}
          from unnest(${ids}::bigint[]) as id`,
      );
  }
}

/** The same message to several people: as many statements as for one. */
export async function sendMessages(
  tx: Tx,
  deps: Dependencies,
  recipients: readonly number[],
  { kind, title, text = '', link, urgent = false, sms }: Omit<NewMessage, 'recipientId'>,
): Promise<void> {
  if (recipients.length === 0) return;
  const { tenantId } = tx;
  const told = await tx.rows<Told>(sql`
    with made as (
      insert into messages (tenant_id, recipient_id, kind, title, text, link)
      select ${tenantId}::bigint, r, ${kind}::text, ${title}::text, ${phonesWithin(text)}::text, ${link ?? null}::text
      from unnest(${[...new Set(recipients)]}::bigint[]) as r returning id, recipient_id)
    select made.id, u.id as "userId", u.status = 0 and u.deleted_at is null as active, u.phone, p.email, p.choices as own, p.quiet,
      (select i.choices from message_settings i where i.tenant_id = ${tenantId}) as institution,
      exists (select ${subscribed(tenantId, sql`u.id`)}) as listens
    from made join users u on u.tenant_id = ${tenantId} and u.id = made.recipient_id
      left join message_preferences p on p.tenant_id = u.tenant_id and p.user_id = u.id order by made.id`);
  const now = deps.now();
  const ways: readonly Channel[] = mailsLeave() ? channels : channels.filter((one) => one !== 'email');
  const deliveries = told.flatMap(({ id, userId, active, phone, email, own, quiet, institution, listens }) => {
    if (!active) return [];
    const reach = { sms: isMobile(phone), email: email !== null, push: listens && Boolean(deps.config.webPush) };
    const demanded: Channel[] = sms === undefined ? [] : ['sms'];
    return plan({ kind, urgent, demanded }, { own: own ?? {}, institution: institution ?? {}, quiet: quiet ?? [], reach }, now)
      .filter(({ channel }) => ways.includes(channel))
      .map(({ channel, state, until, reason }) => ({
        tenant_id: tenantId,
        message_id: id,
        user_id: userId,
        kind,
        channel,
        state,
        due_at: until === null ? null : isoOf(until),
        error: reason,
        sealed: channel === 'sms' && sms !== undefined && reason === null ? seal(deps.secrets, wordsOf(tenantId), sms) : null,
        created_at: isoOf(now),
      }));
  });
  if (deliveries.length > 0) {
    const rows = await tx.rows(db.insertInto('message_deliveries').values(deliveries).returning(['id', 'channel', 'state']));
    await handOverDeliveries(
      tx,
      rows.filter(({ state }) => state === deliveryStates.waiting),
    );
  }
  await emitEach(
    'message.changed',
    told.map(({ userId }) => ({ userId })),
    tx,
    deps,
  );
}
