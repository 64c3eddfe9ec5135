/** The one row of an institution's settings; without one the defaults hold. And the address of its page for families. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { hoursProblem } from '#contract/tickets/service-times.rules.ts';
import { defaultTicketSettings, ticketSettings as routes, type TicketSettings } from '#contract/tickets/ticket-settings.ts';
import { isoOf } from '#contract/time.ts';
import { merged } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';

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

export const ticketSettings: Handlers<typeof routes> = {
  async get(_, { tx }) {
    const [settings, page] = await Promise.all([ticketSettingsOf(tx), familyPageOf(tx)]);
    return { ...settings, path: page ? familyPath(tx.tenantId, page.secret) : null };
  },

  async update({ version, ...changes }, { tx, deps }) {
    const form = merged(await ticketSettingsOf(tx), changes);
    const problem = hoursProblem(form.hours);
    if (problem) throw invalid(problem);
    if (form.firstMinutes.some((minutes, at) => minutes > form.solveMinutes[at]!)) throw invalid('首次回复时限不能长于解决时限');
    if (form.answerDays > form.resultDays) throw invalid('投诉的答复期限不能长于办结期限');
    if (form.groupId !== null) {
      const group = await tx.row(sql`select 1 from ticket_groups where tenant_id = ${tx.tenantId} and id = ${form.groupId}`);
      if (!group) throw refused('诉求小组不存在');
    }
    const set = {
      hours: JSON.stringify(form.hours),
      holidays: form.holidays,
      first_minutes: form.firstMinutes,
      solve_minutes: form.solveMinutes,
      remind_minutes: form.remindMinutes,
      reopen_days: form.reopenDays,
      close_days: form.closeDays,
      answer_days: form.answerDays,
      result_days: form.resultDays,
      working_days: form.workingDays,
      group_id: form.groupId,
      by_load: form.byLoad,
    };
    const changed = await tx.run(
      version === 0
        ? db
            .insertInto('ticket_settings')
            .values({ tenant_id: tx.tenantId, ...set } as never)
            .onConflict((on) => on.columns(['tenant_id', 'id']).doNothing())
        : db
            .updateTable('ticket_settings')
            .set({ ...set, version: sql`version + 1`, updated_at: sql`now()` } as never)
            .where('tenant_id', '=', tx.tenantId)
            .where('version', '=', version),
    );
    if (changed === 0) throw conflict('诉求设置已被他人修改，请刷新后重试', await ticketSettingsOf(tx));
    // The sweep reckons anew when they are due.
    await tx.run(sql`update tickets set look_at = ${isoOf(deps.now())} where tenant_id = ${tx.tenantId} and not ended and state <> 3`);
    return true;
  },

  async rotate({ open }, { tx, session }) {
    if (!open) {
      await tx.run(sql`delete from ticket_pages where tenant_id = ${tx.tenantId}`);
      return null;
    }
    const secret = randomBytes(16).toString('base64url');
    await tx.run(sql`insert into ticket_pages (tenant_id, secret, user_id) values (${tx.tenantId}, ${secret}, ${session.userId})
      on conflict (tenant_id) do update set secret = excluded.secret, user_id = excluded.user_id, created_at = now()`);
    return familyPath(tx.tenantId, secret);
  },
};
