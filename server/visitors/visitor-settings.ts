/** How an institution receives visitors: its one row of settings, its public address, and the slots of a week. */
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  defaultVisitorSettings,
  visitorSettings as routes,
  visitorSlots as slotRoutes,
  type VisitorSettings,
} from '#contract/visitors/visitor-settings.ts';
import { overlaps, weekdaysText, type Slot } from '#contract/visitors/visitor-slots.rules.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import { newLinkSecret, renewLink, saveOneRow } from '../lists/one-row-settings.ts';

type Settings = z.output<typeof VisitorSettings>;

export async function settingsOf(tx: Tx): Promise<Settings> {
  const row = await tx.row(db.selectFrom('visitor_settings').selectAll().where('tenant_id', '=', tx.tenantId));
  if (!row) return defaultVisitorSettings;
  return {
    publicBooking: row.public_booking,
    daysAhead: row.days_ahead,
    peopleMost: row.people_most,
    approval: row.approval,
    questions: row.questions as Settings['questions'],
    usualMinutes: row.usual_minutes,
    overdueMinutes: row.overdue_minutes,
    closedDays: row.closed_days,
    path: `/visit/${tx.tenantId}.${row.link_secret}`,
    version: row.version,
  };
}

export const visitorSettings: Handlers<typeof routes> = {
  get: (_, { tx }) => settingsOf(tx),

  async update({ version, ...changes }, { tx }) {
    const form = merged(await settingsOf(tx), changes);
    const set = {
      public_booking: form.publicBooking,
      days_ahead: form.daysAhead,
      people_most: form.peopleMost,
      approval: form.approval,
      questions: JSON.stringify(form.questions),
      usual_minutes: form.usualMinutes,
      overdue_minutes: form.overdueMinutes,
      closed_days: [...new Set(form.closedDays)].toSorted(),
    };
    const saved = await saveOneRow(tx, 'visitor_settings', version, set, { link_secret: newLinkSecret() });
    if (!saved) throw conflict('访客设置已被他人修改，请刷新后重试', await settingsOf(tx));
    return true;
  },

  async renew(_, { tx }) {
    if (!(await renewLink(tx, 'visitor_settings'))) throw refused('请先保存访客设置');
    return true;
  },
};

const slots: ListOf<typeof slotRoutes.page, 'visitor_slots'> = {
  table: 'visitor_slots',
  noun: '探访时段',
  columns: {
    id: 'id',
    weekdays: 'weekdays',
    startClock: 'start_clock',
    endClock: 'end_clock',
    building: 'building',
    capacity: 'capacity',
    version: 'version',
    createTime: 'created_at',
  },
  order: 'start_clock',
};
const fields = {
  weekdays: 'weekdays',
  startClock: 'start_clock',
  endClock: 'end_clock',
  building: 'building',
  capacity: 'capacity',
} as const;
const written = writes({ table: 'visitor_slots', noun: '探访时段', fields });

/** Slots of a building do not meet: a booking would have two. Changes of an institution take turns. */
async function needApart(tx: Tx, slot: Slot, except: number | null): Promise<void> {
  if (slot.startClock >= slot.endClock) throw invalid('结束时间应晚于开始时间');
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('visitor slots ' || ${tx.tenantId}::bigint, 0))`);
  const others = await tx.rows<Slot & { id: number }>(sql`
    select id, weekdays, start_clock as "startClock", end_clock as "endClock", building from visitor_slots
    where tenant_id = ${tx.tenantId} and id is distinct from ${except}::bigint`);
  const met = others.find((other) => overlaps(slot, other));
  if (met) throw refused(`与已有时段${weekdaysText(met.weekdays)} ${met.startClock}–${met.endClock}重叠`);
}

export const visitorSlots: Handlers<typeof slotRoutes> = {
  ...reads(slots),
  ...written,
  async create(input, context) {
    const slot = { ...input, building: input.building || null };
    await needApart(context.tx, slot, null);
    return written.create(slot, context);
  },
  async update(input, context) {
    await needApart(context.tx, merged(await lockOne(slots, input.id, context), input) as Slot, input.id);
    return written.update(input, context);
  },
};
