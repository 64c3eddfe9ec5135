/** The one row of an institution's settings; without one the defaults hold. And the address of its page for families. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { hoursProblem } from '#contract/tickets/service-times.rules.ts';
import { ticketSettings as routes } from '#contract/tickets/ticket-settings.ts';
import { merged } from '../lists/crud.ts';
import { saveOneRow } from '../lists/one-row-settings.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { followCalendar } from './ticket-calendars.ts';
import { familyPageOf, familyPath, ticketSettingsOf } from './ticket-settings-rows.ts';

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
    const saved = await saveOneRow(tx, 'ticket_settings', version, set);
    if (!saved) throw conflict('诉求设置已被他人修改，请刷新后重试', await ticketSettingsOf(tx));
    await followCalendar(tx, deps);
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
