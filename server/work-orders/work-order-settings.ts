/** The one row of an institution's settings; without one the defaults hold. */
import { defaultSettings, workOrderSettings as routes, type WorkOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import type { z } from 'zod';
import { merged } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import { saveOneRow } from '../lists/one-row-settings.ts';
import type { Handlers } from '../http/implement.ts';

export async function settingsOf(tx: Tx): Promise<z.output<typeof WorkOrderSettings>> {
  const row = await tx.row(db.selectFrom('work_order_settings').selectAll().where('tenant_id', '=', tx.tenantId));
  if (!row) return defaultSettings;
  return {
    responseMinutes: row.response_minutes,
    completionMinutes: row.completion_minutes,
    fenceMetres: row.fence_metres,
    ratingLink: row.rating_link,
    ratingDays: row.rating_days,
    badScore: row.bad_score,
    alerts: row.alerts,
    alertMinutes: row.alert_minutes,
    urgentSms: row.urgent_sms,
    version: row.version,
  };
}

export const workOrderSettings: Handlers<typeof routes> = {
  get: (_, { tx }) => settingsOf(tx),

  async update({ version, ...changes }, { tx }) {
    const form = merged(await settingsOf(tx), changes);
    const set = {
      response_minutes: form.responseMinutes,
      completion_minutes: form.completionMinutes,
      fence_metres: form.fenceMetres,
      rating_link: form.ratingLink,
      rating_days: form.ratingDays,
      bad_score: form.badScore,
      alerts: form.alerts,
      alert_minutes: form.alertMinutes,
      urgent_sms: form.urgentSms,
    };
    const saved = await saveOneRow(tx, 'work_order_settings', version, set);
    if (!saved) throw conflict('工单设置已被他人修改，请刷新后重试', await settingsOf(tx));
    return true;
  },
};
