/** How families book care at home: the institution's one row of settings, and its public address. */
import type { z } from 'zod';
import { defaultHomeSettings, homeSettings as routes, type HomeSettings } from '#contract/home-care/home-settings.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { merged } from '../lists/crud.ts';
import { newLinkSecret, renewLink, saveOneRow } from '../lists/one-row-settings.ts';

export async function settingsOf(tx: Tx): Promise<z.output<typeof HomeSettings>> {
  const row = await tx.row(db.selectFrom('home_settings').selectAll().where('tenant_id', '=', tx.tenantId));
  if (!row) return defaultHomeSettings;
  return {
    publicBooking: row.public_booking,
    daysAhead: row.days_ahead,
    openMost: row.open_most,
    cancelHours: row.cancel_hours,
    lateHours: row.late_hours,
    path: `/home/${tx.tenantId}.${row.link_secret}`,
    version: row.version,
  };
}

export const homeSettings: Handlers<typeof routes> = {
  get: (_, { tx }) => settingsOf(tx),

  async update({ version, ...changes }, { tx }) {
    const form = merged(await settingsOf(tx), changes);
    const set = {
      public_booking: form.publicBooking,
      days_ahead: form.daysAhead,
      open_most: form.openMost,
      cancel_hours: form.cancelHours,
      late_hours: form.lateHours,
    };
    const saved = await saveOneRow(tx, 'home_settings', version, set, { link_secret: newLinkSecret() });
    if (!saved) throw conflict('居家预约设置已被他人修改，请刷新后重试', await settingsOf(tx));
    return true;
  },

  async renew(_, { tx }) {
    if (!(await renewLink(tx, 'home_settings'))) throw refused('请先保存居家预约设置');
    return true;
  },
};
