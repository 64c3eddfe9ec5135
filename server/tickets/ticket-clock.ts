/** The clock of a ticket: the institution's hours and holidays, and the pauses that its history gives. */
import { sql } from 'kysely';
import { dueAt, pausesOf, serviceMinutes, type Calendar, type Pause } from '#contract/tickets/service-times.rules.ts';
import { duesOf, type Dues } from '#contract/tickets/ticket-dues.rules.ts';
import { isRunning } from '#contract/tickets/tickets.rules.ts';
import { instantOf, isoOf, nextDay } from '#contract/time.ts';
import type { Tx } from '../db/tenant.ts';
import { ticketSettingsOf, type Settings } from './ticket-settings-rows.ts';

/** The hours of the tenant of `tx` from a day (`yyyy-MM-dd`) on. */
export async function calendarOf(tx: Tx, { hours, holidays }: Settings, from: string): Promise<Calendar> {
  const days = holidays
    ? await tx.rows<{ day: string; kind: number }>(sql`
        select day, kind from holidays where tenant_id = ${tx.tenantId} and day >= ${nextDay(from, -1)}`)
    : [];
  const of = (wanted: number) => new Set(days.filter(({ kind }) => kind === wanted).map(({ day }) => day));
  return { hours, off: of(1), worked: of(2) };
}

export interface Clock {
  settings: Settings;
  calendar: Calendar;
  pauses: Pause[];
}

/** What of a row the clock needs. */
export interface Timed {
  id: number;
  state: number;
  priority: number;
  created_at: string;
  first_answered_at: string | null;
  solved_at: string | null;
  told: number;
}

/** The pauses of a ticket with this history, whose state is `state` from `now` on. */
export function pausesAt(history: readonly { state: number; created_at: string }[], state: number, now: number): Pause[] {
  const states = [...history.map((one) => ({ at: instantOf(one.created_at), state: one.state })), { at: now, state }];
  return pausesOf(states.map(({ at, state: then }) => ({ at, running: isRunning(then) })));
}

/** The clock of a ticket as it stands when its state is `state` from `now` on. */
export async function clockOf(tx: Tx, { id, created_at }: Pick<Timed, 'id' | 'created_at'>, state: number, now: number): Promise<Clock> {
  const settings = await ticketSettingsOf(tx);
  const calendar = await calendarOf(tx, settings, created_at.slice(0, 10));
  const history = await tx.rows<{ state: number; created_at: string }>(sql`
    select state, created_at from ticket_logs where tenant_id = ${tx.tenantId} and ticket_id = ${id} order by id`);
  return { settings, calendar, pauses: pausesAt(history, state, now) };
}

const iso = (at: number | null) => (at === null ? null : isoOf(at));

export const duesAt = ({ settings, calendar, pauses }: Clock, row: Timed, now: number): Dues =>
  duesOf(
    calendar,
    settings,
    {
      state: row.state,
      priority: row.priority,
      created: instantOf(row.created_at),
      answered: row.first_answered_at !== null,
      solved: row.solved_at === null ? null : instantOf(row.solved_at),
      told: row.told,
    },
    pauses,
    now,
  );

/** The columns that say when a row is due and looked at; what was told stays told. */
export const dueColumns = ({ first, solve, due, look, told }: Dues, answered: boolean) => ({
  // When it should have been answered stays on record.
  ...(answered ? {} : { first_due_at: iso(first) }),
  solve_due_at: iso(solve),
  due_at: iso(due),
  look_at: iso(look),
  told,
});

/** Minutes of service from the beginning of a ticket to `now`, and whether that is not after the time that was shown as due. */
export function taken({ settings, calendar, pauses }: Clock, row: Timed, of: 'first' | 'solve', now: number) {
  const created = instantOf(row.created_at);
  const due = dueAt(calendar, created, (of === 'first' ? settings.firstMinutes : settings.solveMinutes)[row.priority - 1]!, pauses);
  return { minutes: serviceMinutes(calendar, created, now, pauses), met: due === null || now <= due };
}
