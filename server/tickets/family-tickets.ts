/** The page for families: write a ticket, find it by code and phone, read what was answered, add, rate, open again. */
import { sql } from 'kysely';
import { familyTickets as routes, type FamilyTicket } from '#contract/tickets/family-tickets.ts';
import { closedTicket, type TicketCommand } from '#contract/tickets/ticket-commands.rules.ts';
import { messageKinds, USUAL_PRIORITY } from '#contract/tickets/tickets.rules.ts';
import { DAY, isoOf } from '#contract/time.ts';
import type { z } from 'zod';
import type { Context, Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { applyTo } from '../db/transitions.ts';
import { notFound, Refusal, refused } from '../errors.ts';
import { workIn } from '../events.ts';
import { signedLink } from '../files/file-links.ts';
import type { Handlers } from '../http/implement.ts';
import { tenantName } from '../messages/notices.ts';
import { alone, beginAttempt } from '../users/login-limits.ts';
import { checkPhoneCode } from '../users/phone-codes.ts';
import { passFor, readPass, withPage, type FamilyPage } from './family-passes.ts';
import { keepPicture, takePictures } from './family-pictures.ts';
import { createTicket } from './ticket-creation.ts';
import { lockTicket, ticketMachine, type TicketEntity } from './ticket-machine.ts';
import { say } from './ticket-messages.ts';
import { textAsker } from './ticket-notices.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

type View = z.input<typeof FamilyTicket>;
const MOST_TITLE = 30;
const EACH_DAY = 10;
/** Messages of a family in a ticket within a day. */
const MOST_SAID = 50;

/** The family's own ticket, and the one that goes on in its place where it was merged. */
async function standing(tx: Tx, id: number): Promise<{ own: TicketEntity; now: TicketEntity }> {
  const own = await lockTicket(tx, id);
  return { own, now: own.merged_into === null ? own : await lockTicket(tx, own.merged_into) };
}

/** What the family sees: what it wrote, and what staff answered it, also in the ticket that this one was merged into since then. */
async function view(tx: Tx, deps: Dependencies, id: number): Promise<View> {
  const { own, now } = await standing(tx, id);
  const said = await tx.rows<{
    id: number;
    kind: number;
    text: string;
    files: { fileName: string; fileUrl: string }[];
    created_at: string;
  }>(sql`
    select id, kind, text, files, created_at from ticket_messages where tenant_id = ${tx.tenantId} and kind <> ${messageKinds.note}
      and (ticket_id = ${own.id} or ticket_id = ${now.id} and kind = ${messageKinds.reply} and created_at >= ${own.merged_at}::timestamptz)
    order by created_at, id limit 500`);
  return {
    ticketNo: own.number,
    code: own.code!,
    title: own.title,
    type: own.type,
    state: now.state,
    createTime: own.created_at,
    result: now.result,
    score: now.score,
    open: closedTicket(now, 'ask') === null,
    rateable: closedTicket(now, 'rate') === null && now.score === null,
    messages: said.map((one) => ({
      id: one.id,
      own: one.kind === messageKinds.asker,
      text: one.text,
      pictures: one.files.map(({ fileName, fileUrl }) => ({
        name: fileName,
        link: signedLink(deps.secrets, tx.tenantId, fileUrl, deps.now()),
      })),
      createTime: one.created_at,
    })),
  };
}

/** Throws 429 after too many codes that were wrong, counted by the phone and by the address. */
async function tries({ deps, request }: Context, tenantId: number, phone: string) {
  return beginAttempt(alone(deps.pool), deps.secrets, `ticket ${tenantId} ${phone}`, request.address).catch((error: unknown) => {
    throw error instanceof Refusal && error.status === 429 ? new Refusal(429, '查询次数过多，请稍后再试', null, error.headers) : error;
  });
}

/** Changes the ticket that a pass names. */
async function change(
  context: Context,
  { token, pass }: { token: string; pass: string },
  commandOf: (page: FamilyPage) => Promise<TicketCommand>,
  said: { text: string; pictures: readonly string[] } | null,
): Promise<View> {
  const { deps } = context;
  return withPage(deps, token, async (page) => {
    const { tx } = page;
    const { ticketId, phone } = readPass(deps, page, pass);
    const { own, now } = await standing(tx, ticketId);
    const work = workIn(tx, deps, { userId: null, name: own.asker_name ?? '诉求人' });
    const command = await commandOf(page);
    await applyTo(ticketMachine, work, now, command, async () => {
      if (!said) return;
      const sent = await tx.row<{ n: number }>(sql`select count(*)::integer as n from ticket_messages where tenant_id = ${tx.tenantId}
        and ticket_id = ${own.id} and kind = ${messageKinds.asker} and created_at > ${isoOf(deps.now() - DAY)}`);
      if (sent!.n >= MOST_SAID) throw refused('今天补充的内容过多，请明天再试');
      const files = await takePictures(page, deps, phone, said.pictures);
      await say(work, own.id, { kind: messageKinds.asker, text: said.text, files });
    });
    return view(tx, deps, own.id);
  });
}

const again =
  (action: 'ask' | 'reopen', reason: string | null) =>
  async ({ tx }: FamilyPage): Promise<TicketCommand> => {
    const { reopenDays: days } = await ticketSettingsOf(tx);
    return action === 'ask' ? { action, days } : { action, days, reason };
  };

export const familyTickets: Handlers<typeof routes> = {
  open: ({ token }, { deps }) => withPage(deps, token, async ({ tx }) => ({ tenantName: await tenantName(tx) })),

  async enter({ token, phone, code }, { deps }) {
    await withPage(deps, token, async () => {});
    await checkPhoneCode(deps, { purpose: 'ticket', phone, code });
    return withPage(deps, token, async (page) => ({ pass: passFor(deps, page, { phone, ticketId: 0 }) }));
  },

  write: ({ token, pass, name, relation, oldmanName, type, text, pictures }, { deps }) =>
    withPage(deps, token, async (page) => {
      const { tx } = page;
      const { phone } = readPass(deps, page, pass);
      // One phone after the other: what is sent twice at once is counted.
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`ticket ${tx.tenantId} ${phone}`}, 0))`);
      const found = await tx.row<{ today: number }>(sql`select count(*)::integer as today from tickets where tenant_id = ${tx.tenantId}
        and source = 'family' and asker_phone = ${sealed(phone)} and created_at > ${new Date(deps.now() - 86_400_000).toISOString()}`);
      if (found!.today >= EACH_DAY) throw refused(`同一手机号一天最多提交${EACH_DAY}条诉求`);
      const work = workIn(tx, deps, { userId: null, name });
      const [line = text] = text.split('\n');
      const made = await createTicket(work, {
        title: [...line].slice(0, MOST_TITLE).join(''),
        type,
        priority: USUAL_PRIORITY,
        source: { kind: 'family', id: null, text: null },
        person: null,
        personName: oldmanName,
        askerName: name,
        askerPhone: phone,
        relation,
        about: null,
        owner: null,
        groupId: null,
        tags: [],
      });
      const files = await takePictures(page, deps, phone, pictures);
      await say(work, made.id, { kind: messageKinds.asker, text, files });
      const row = await lockTicket(tx, made.id);
      await textAsker(work, row, `已收到您的诉求，查询码${made.code}，编号`);
      return { pass: passFor(deps, page, { phone, ticketId: made.id }), ticket: await view(tx, deps, made.id) };
    }),

  upload: ({ token, pass }, context) => keepPicture(context, token, (page) => readPass(context.deps, page, pass).phone),

  async follow({ token, phone, code }, context) {
    const { deps } = context;
    const tenantId = await withPage(deps, token, async (page) => page.tenantId);
    const attempt = await tries(context, tenantId, phone);
    const found = await withPage(deps, token, async (page) => {
      const row = await page.tx.row<{ id: number }>(sql`select id from tickets
        where tenant_id = ${tenantId} and code = ${code} and asker_phone = ${sealed(phone)}`);
      if (!row) return null;
      return { pass: passFor(deps, page, { phone, ticketId: row.id }), ticket: await view(page.tx, deps, row.id) };
    });
    if (!found) throw new Refusal(404, '查询码或手机号不正确');
    await attempt.succeeded();
    return found;
  },

  read: ({ token, pass }, { deps }) =>
    withPage(deps, token, async (page) => {
      const { ticketId } = readPass(deps, page, pass);
      if (ticketId === 0) throw notFound('诉求');
      return view(page.tx, deps, ticketId);
    }),

  answer: ({ text, pictures, ...held }, context) => change(context, held, again('ask', null), { text, pictures }),
  rate: ({ score, text, ...held }, context) => change(context, held, async () => ({ action: 'rate', score, text }), null),
  reopen: ({ text, ...held }, context) => change(context, held, again('reopen', text), { text, pictures: [] }),
};
