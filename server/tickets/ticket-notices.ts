/** Who is told of a ticket: its owner and followers by a message, who asked by a text with a link and nothing of what was said. */
import { sql } from 'kysely';
import { MOBILE } from '#contract/phones.rules.ts';
import type { Work } from '../context.ts';
import { sendMessages } from '../messages/message-sending.ts';
import { recipientsWith } from '../messages/messages.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { candidates } from './ticket-groups.ts';
import { familyPageOf, familyPath } from './ticket-settings-rows.ts';

export interface Told {
  id: number;
  number: string;
  title: string;
  owner_id: number | null;
  group_id: number | null;
  asker_phone: string | null;
  code: string | null;
}

const ticketLink = (id: number) => `/ticket/detail?id=${id}`;

/** A message to these users, but not to the one who did it. */
export async function tellUsers({ tx, deps, actor }: Work, ticket: Told, title: string, ids: Iterable<number | null>): Promise<void> {
  const others = [...new Set(ids)].filter((id) => id !== null && id !== actor.userId) as number[];
  await sendMessages(tx, deps, others, { kind: 'ticket', title, text: `${ticket.number} ${ticket.title}`, link: ticketLink(ticket.id) });
}

/** Those who answer for a ticket: its owner; without one the group, else all who may assign it. */
export async function answerable({ tx }: Work, { owner_id, group_id }: Told): Promise<number[]> {
  if (owner_id !== null) return [owner_id];
  if (group_id !== null) return (await candidates(tx, group_id, 50)).map(({ userId }) => userId);
  return recipientsWith(tx, 'business_ticket_assign');
}

/** Owner and followers hear of something new. */
export async function tellTicket(work: Work, ticket: Told, title: string): Promise<void> {
  const { tx } = work;
  const followers = await tx.rows<{ user_id: number }>(sql`
    select user_id from ticket_followers where tenant_id = ${tx.tenantId} and ticket_id = ${ticket.id} limit 200`);
  await tellUsers(work, ticket, title, [...(await answerable(work, ticket)), ...followers.map(({ user_id }) => user_id)]);
}

/** Texts the asker that there is something to read, where the page for families is open. */
export async function textAsker(work: Work, { number, asker_phone, code }: Told, what: string): Promise<void> {
  const { tx, deps } = work;
  const address = deps.config.publicUrl;
  if (!address || !code || !asker_phone || !MOBILE.test(asker_phone)) return;
  const page = await familyPageOf(tx);
  if (!page) return;
  const path = familyPath(tx.tenantId, page.secret);
  await smsLater(work, asker_phone, `【颐安】${await tenantName(tx)}${what}${number}，请点击查看：${address}${path}?code=${code}`);
}
