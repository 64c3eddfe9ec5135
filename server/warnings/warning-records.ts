/** Calls about a warning, what the family was told, and its review: each a row for the evidence pack and a step of the timeline. */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { phoneMessages } from '#contract/phones.rules.ts';
import { plainText } from '#contract/rich-text.rules.ts';
import type { warningRecords as routes } from '#contract/warnings/warning-records.ts';
import {
  callLength,
  callOutcomeLabels,
  callOutcomes,
  causeLabels,
  familyOutcomeLabels,
  hiddenPhone,
  LONGEST_CALL_HOURS,
  recordKinds,
  wayLabels,
} from '#contract/warnings/warning-records.rules.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import type { Context, Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { needPhone } from '../phones.ts';
import { appendStep } from './warning-steps.ts';
import { readWarning } from './warning-rows.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

/** A clock of a browser may be ahead by so much. */
const AHEAD_MS = 5 * 60_000;

interface Record {
  contact?: string | null;
  phone?: string | null;
  way?: number;
  outcome?: number;
  cause?: number;
  note?: string | null;
  /** Epoch ms. */
  startedAt: number;
}

const named = (contact: string | null, phone: string | null) => [contact, phone && hiddenPhone(phone)].filter(Boolean).join(' ');

async function add({ tx, actor }: Work, warningId: number, kind: number, record: Record): Promise<number | undefined> {
  const { contact = null, phone = null, way = null, outcome = null, cause = null, note = null, startedAt } = record;
  const made = await tx.row<{ id: number }>(sql`
    insert into warning_records (tenant_id, warning_id, kind, contact, phone, way, outcome, cause, note, started_at, user_id, user_name)
    values (${tx.tenantId}, ${warningId}, ${kind}, ${contact}, ${sealed(phone)}, ${way}, ${outcome}, ${cause}, ${note},
      ${instant(startedAt)}, ${actor.userId}, ${actor.name})
    on conflict do nothing returning id`);
  return made?.id;
}

interface Ended {
  warningId: number;
  contact: string | null;
  phone: string | null;
  seconds: number;
}

/** Ends calls of the session that go on, `id` or all of them, and says so in their timelines. Gives how many. */
async function end(context: Context, id: number | null, outcome: number, note: string | null): Promise<number> {
  const { tx, session, deps } = context;
  const ended = await tx.rows<Ended>(sql`
    update warning_records set ended_at = ${instant(deps.now())}, outcome = ${outcome}, note = ${note}
    where tenant_id = ${tx.tenantId} and user_id = ${session.userId} and kind = ${recordKinds.call} and ended_at is null
      and (${id}::bigint is null or id = ${id})
    returning warning_id as "warningId", contact, phone, extract(epoch from ended_at - started_at)::float8 as seconds`);
  for (const { warningId, contact, phone, seconds } of ended) {
    // How long is only known of a call that was answered and ended by hand.
    const length = outcome === callOutcomes.reached ? `，${callLength(seconds)}` : '';
    const text = `${named(contact, phone)}：${callOutcomeLabels[outcome]}${length}`;
    await appendStep(tx, { warningId, kind: 'call', note: [text, note].filter(Boolean).join('；'), by: session });
    await context.emit('warning.changed', { warningId });
  }
  return ended.length;
}

/** The name or number of whom the session is talking to about a warning; null when it is on no telephone. */
export async function callingOf({ tx, actor, deps }: Work, warningId: number): Promise<string | null> {
  const call = await tx.row<{ whom: string }>(sql`
    select coalesce(contact, phone) as whom from warning_records
    where tenant_id = ${tx.tenantId} and user_id = ${actor.userId} and warning_id = ${warningId}
      and kind = ${recordKinds.call} and ended_at is null
        and started_at > ${instant(deps.now())} - make_interval(hours => ${LONGEST_CALL_HOURS})`);
  return call?.whom ?? null;
}

/** A record as the evidence pack keeps it. */
export interface KeptRecord {
  kind: number;
  contact: string | null;
  phone: string | null;
  way: number | null;
  outcome: number | null;
  cause: number | null;
  note: string | null;
  started: string;
  ended: string | null;
  by: string;
}

/** For the evidence pack, oldest first; a call that goes on is not yet one. */
export const recordsOf = (tx: Tx, warningId: number) =>
  tx.rows<KeptRecord>(sql`
    select kind, contact, phone, way, outcome, cause, note, started_at as started, ended_at as ended, user_name as by from warning_records
    where tenant_id = ${tx.tenantId} and warning_id = ${warningId} and (kind <> ${recordKinds.call} or ended_at is not null) order by id`);

export const warningRecords: Handlers<typeof routes> = {
  async ofWarning({ warningId }, { tx, session, deps }) {
    await readWarning(tx, warningId);
    return tx.rows<z.input<typeof routes.ofWarning.output>[number]>(sql`
      select id, kind, contact, phone, way, outcome, cause, note, started_at as "startTime", ended_at as "endTime", user_name as "userName",
        kind = ${recordKinds.call} and ended_at is null and user_id = ${session.userId}
          and started_at > ${instant(deps.now())} - make_interval(hours => ${LONGEST_CALL_HOURS}) as calling
      from warning_records where tenant_id = ${tx.tenantId} and warning_id = ${warningId} order by id`);
  },

  async startCall({ warningId, phone, contact }, context) {
    const { mobile, contacts } = await readWarning(context.tx, warningId);
    if (!contacts.some((one) => one.phone === phone)) needPhone('dialled', phone, mobile, phoneMessages.contact);
    await end(context, null, callOutcomes.unsaid, null);
    const id = await add(context, warningId, recordKinds.call, { contact, phone, startedAt: context.deps.now() });
    if (id === undefined) throw conflict('您已在通话中，请先结束通话');
    await context.emit('warning.changed', { warningId });
    return id;
  },

  async endCall({ id, outcome, note }, context) {
    if ((await end(context, id, outcome, note)) === 1) return true;
    const known = await context.tx.row(
      sql`select 1 from warning_records
        where tenant_id = ${context.tx.tenantId} and id = ${id} and kind = ${recordKinds.call} and user_id = ${context.session.userId}`,
    );
    if (!known) throw notFound('通话');
    throw conflict('该通话已经结束');
  },

  async tellFamily({ warningId, contact, phone, way, outcome, time, note }, context) {
    const warning = await readWarning(context.tx, warningId);
    if (!warning.contacts.some((one) => one.phone === phone)) needPhone('contact', phone);
    const startedAt = instantOf(time);
    if (startedAt > context.deps.now() + AHEAD_MS) throw refused('告知时间不能晚于现在');
    if (startedAt < instantOf(warning.createTime) - AHEAD_MS) throw refused('告知时间不能早于预警产生的时间');
    const id = (await add(context, warningId, recordKinds.family, { contact, phone, way, outcome, note, startedAt })) as number;
    const text = `${named(contact, phone)}，${time.slice(5, 16)} ${wayLabels[way]}：${familyOutcomeLabels[outcome]}`;
    await appendStep(context.tx, { warningId, kind: 'family', note: [text, note].filter(Boolean).join('；'), by: context.session });
    await context.emit('warning.changed', { warningId });
    return id;
  },

  async review({ warningId, cause, note }, context) {
    const warning = await readWarning(context.tx, warningId);
    if (isOpen(warning.isDisposed)) throw refused('预警关闭后才能复盘');
    const id = (await add(context, warningId, recordKinds.review, { cause, note, startedAt: context.deps.now() })) as number;
    await appendStep(context.tx, { warningId, kind: 'review', note: `${causeLabels[cause]}：${plainText(note)}`, by: context.session });
    await context.emit('warning.changed', { warningId });
    return id;
  },
};
