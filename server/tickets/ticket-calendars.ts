/** Due times follow the calendar: open tickets are reckoned anew when hours, targets or holidays change. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ticketStates } from '#contract/tickets/tickets.rules.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';
import type { JobHandlers } from '../jobs/attempts.ts';
import { enqueue } from '../jobs/queue.ts';
import { calendarOf, dueColumns, duesAt, pausesAt } from './ticket-clock.ts';
import { ticketSettingsOf } from './ticket-settings-rows.ts';

/** So many tickets in one transaction; a job does the others. */
export const AT_ONCE = 500;

const key = (tx: Tx) => sql`hashtextextended(${`ticket calendar ${tx.tenantId}`}, 0)`;

/**
 * Until this transaction ends no calendar changes: what is reckoned by it is seen by who changes it next. Taken before any ticket is
 * locked.
 */
export const keepCalendar = async (tx: Tx): Promise<void> => void (await tx.run(sql`select pg_advisory_xact_lock_shared(${key(tx)})`));

/**
 * Reckons the open tickets after the id `after` anew, in the order of their ids; gives the last one, or null when there are no more.
 * A ticket whose clock stands keeps standing. Doing it again changes nothing, and it is no change of the ticket: no form becomes stale.
 */
async function reckonAnew(tx: Tx, deps: Dependencies, after: number): Promise<number | null> {
  const now = deps.now();
  const rows = await tx.rows(
    db
      .selectFrom('tickets')
      .select([
        'id',
        'state',
        'priority',
        'created_at',
        'first_answered_at',
        'solved_at',
        'told',
        'first_due_at',
        'solve_due_at',
        'look_at',
      ])
      .where('tenant_id', '=', tx.tenantId)
      .where('ended', '=', false)
      .where('state', '<>', ticketStates.waiting)
      .where('id', '>', after)
      .orderBy('id')
      .limit(AT_ONCE)
      .forUpdate(),
  );
  if (rows.length === 0) return null;
  const settings = await ticketSettingsOf(tx);
  const calendar = await calendarOf(tx, settings, rows.map((row) => row.created_at.slice(0, 10)).toSorted()[0]!);
  const logs = await tx.rows<{ ticket_id: number; state: number; created_at: string }>(sql`
    select ticket_id, state, created_at from ticket_logs
    where tenant_id = ${tx.tenantId} and ticket_id = any(${rows.map(({ id }) => id)}::bigint[]) order by id`);
  const history = Map.groupBy(logs, ({ ticket_id }) => ticket_id);
  const reckoned = rows.map((row) => {
    const pauses = pausesAt(history.get(row.id) ?? [], row.state, now);
    const dues = duesAt({ settings, calendar, pauses }, row, now);
    return { id: row.id, answered: row.first_answered_at !== null, ...dueColumns(dues, false) };
  });
  const changed = await tx.run(sql`
    update tickets t set first_due_at = case when v.answered then t.first_due_at else v.first_due_at end,
      solve_due_at = v.solve_due_at, due_at = v.due_at, look_at = v.look_at, told = v.told
    from jsonb_to_recordset(${JSON.stringify(reckoned)}::jsonb) as v (id bigint, answered boolean, first_due_at timestamptz,
      solve_due_at timestamptz, due_at timestamptz, look_at timestamptz, told smallint)
    where t.tenant_id = ${tx.tenantId} and t.id = v.id
      and (t.due_at, t.solve_due_at, t.look_at, t.told) is distinct from (v.due_at, v.solve_due_at, v.look_at, v.told)`);
  if (changed > 0) await emit('ticket.changed', { ticketId: null }, tx, deps);
  return rows.length < AT_ONCE ? null : rows.at(-1)!.id;
}

/** The calendar has changed in this transaction: the first tickets follow at once, very many in a job. */
export async function followCalendar(tx: Tx, deps: Dependencies): Promise<void> {
  // New tickets that were reckoned by the former calendar are there, or wait until this transaction ends.
  await tx.run(sql`select pg_advisory_xact_lock(${key(tx)})`);
  const last = await reckonAnew(tx, deps, 0);
  // Each change has a job of its own: one that runs may have passed tickets by the former calendar.
  if (last !== null) await enqueue(tx, 'ticket-dues', randomUUID(), { after: last });
}

export const ticketJobs = {
  'ticket-dues': async (deps, { tenantId, payload }) => {
    for (let last: number | null = payload.after; last !== null;) {
      const after: number = last;
      last = await deps.inTenant(tenantId, (tx) => reckonAnew(tx, deps, after));
    }
  },
} satisfies JobHandlers;

/** Called once per process. */
export function followHolidays(): void {
  on('holidays.changed', async (_, tx, deps) => {
    if ((await ticketSettingsOf(tx)).holidays) await followCalendar(tx, deps);
  });
}
