/** An institution's settings of tickets, and where its page for families is. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { defaultTicketSettings, type TicketSettings } from '#contract/tickets/ticket-settings.ts';
import { db, type Tx } from '../db/tenant.ts';

export type Settings = Omit<z.output<typeof TicketSettings>, 'path'>;

export async function ticketSettingsOf(tx: Tx): Promise<Settings> {
  const row = await tx.row(db.selectFrom('ticket_settings').selectAll().where('tenant_id', '=', tx.tenantId));
  const { path: _none, ...defaults } = defaultTicketSettings;
  if (!row) return defaults;
  return {
    hours: row.hours as Settings['hours'],
    holidays: row.holidays,
    firstMinutes: row.first_minutes,
    solveMinutes: row.solve_minutes,
    remindMinutes: row.remind_minutes,
    reopenDays: row.reopen_days,
    closeDays: row.close_days,
    answerDays: row.answer_days,
    resultDays: row.result_days,
    workingDays: row.working_days,
    groupId: row.group_id,
    byLoad: row.by_load,
    version: row.version,
  };
}

/** The page for families of the tenant of `tx`; undefined when it is closed. */
export const familyPageOf = (tx: Tx) =>
  tx.row<{ secret: string; user_id: number }>(sql`select secret, user_id from ticket_pages where tenant_id = ${tx.tenantId}`);

export const familyPath = (tenantId: number, secret: string) => `/t/${tenantId}.${secret}`;
