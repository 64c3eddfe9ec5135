/** A new ticket, of staff, of a family, or split off from another one. */
import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { MOBILE } from '#contract/phones.rules.ts';
import { CODE_ALPHABET, CODE_LENGTH, ticketNumber, ticketStates, type TicketSource } from '#contract/tickets/tickets.rules.ts';
import { dayOf, isoOf, textOf } from '#contract/time.ts';
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { keepCalendar } from './ticket-calendars.ts';
import { calendarOf, dueColumns, duesAt } from './ticket-clock.ts';
import { candidates } from './ticket-groups.ts';
import { logTicket } from './ticket-machine.ts';
import { answerable, tellUsers } from './ticket-notices.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';

export interface NewTicket {
  title: string;
  type: number;
  priority: number;
  source: { kind: TicketSource; id: number | null; text: string | null };
  person: { id: number; name: string } | null;
  /** Without a person: as the family wrote it. */
  personName?: string | null;
  askerName: string | null;
  askerPhone: string | null;
  relation: string | null;
  about: string | null;
  owner: { id: number; name: string } | null;
  groupId: number | null;
  tags: readonly string[];
  splitFrom?: number;
}

async function nextNumber(tx: Tx, now: number): Promise<string> {
  const day = dayOf(now);
  const taken = await tx.row<{ last: number }>(sql`
    insert into ticket_numbers (tenant_id, day, last) values (${tx.tenantId}, ${day}, 1)
    on conflict (tenant_id, day) do update set last = ticket_numbers.last + 1 returning last`);
  return ticketNumber(day, taken!.last);
}

const freshCode = () => Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/** Writes the ticket down, tells who answers for it; what is said in it is written by the caller. Gives its id, number and code. */
export async function createTicket(work: Work, form: NewTicket): Promise<{ id: number; number: string; code: string | null }> {
  const { tx, deps, actor } = work;
  const now = deps.now();
  await keepCalendar(tx);
  const settings = await ticketSettingsOf(tx);
  const calendar = await calendarOf(tx, settings, dayOf(now));
  const groupId = form.groupId ?? (form.owner === null && form.source.kind === 'family' ? settings.groupId : null);
  const least = form.owner === null && groupId !== null && settings.byLoad ? (await candidates(tx, groupId, 1))[0] : undefined;
  const owner = form.owner ?? (least ? { id: least.userId, name: least.userName } : null);
  const state = ticketStates.new;
  const timed = { id: 0, state, priority: form.priority, created_at: textOf(now), first_answered_at: null, solved_at: null, told: 0 };
  const code = form.askerPhone !== null && MOBILE.test(form.askerPhone) ? freshCode() : null;
  const number = await nextNumber(tx, now);
  const made = await tx.row(
    db
      .insertInto('tickets')
      .values({
        tenant_id: tx.tenantId,
        number,
        title: form.title,
        type: form.type,
        priority: form.priority,
        state,
        source: form.source.kind,
        source_id: form.source.id,
        source_text: form.source.text,
        person_id: form.person?.id ?? null,
        person_name: form.person?.name ?? form.personName ?? null,
        asker_name: form.askerName,
        asker_phone: form.askerPhone,
        relation: form.relation,
        about: form.about,
        code,
        owner_id: owner?.id ?? null,
        owner_name: owner?.name ?? null,
        group_id: groupId,
        tags: [...form.tags],
        split_from: form.splitFrom ?? null,
        ...dueColumns(duesAt({ settings, calendar, pauses: [] }, timed, now), false),
        created_by: actor.userId,
        created_name: actor.name,
        created_at: isoOf(now),
        updated_at: isoOf(now),
      })
      .returning('id'),
  );
  const { id } = made!;
  await logTicket(work, id, 'create', state, null);
  const told = { id, number, title: form.title, owner_id: owner?.id ?? null, group_id: groupId, asker_phone: form.askerPhone, code };
  await tellUsers(work, told, owner ? '有诉求分配给您，请处理' : '有新的诉求，请受理', await answerable(work, told));
  await work.emit('ticket.changed', { ticketId: id });
  return { id, number, code };
}
