/**
 * Nights as devices report them: one for a device and a night, however often it is sent; a corrected report takes the place of the former.
 */
import { sql } from 'kysely';
import { nightOfReport } from '#contract/devices/sleep-reports.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import type { SleepEvent } from './events.ts';
import { createLane } from './lanes.ts';
import type { Patience } from './retry.ts';

export interface SleepFrame {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly sleeps: readonly SleepEvent[];
}

const VALUES = ['bed_at', 'asleep_at', 'awake_at', 'left_at', 'deep', 'light', 'rem', 'awake', 'turns', 'heart_rate', 'breathing', 'score'];
const columns = (from: 'known' | 'excluded') => sql.join(VALUES.map((column) => sql.ref(`${from}.${column}`)));

/**
 * Writes a report down unless it says nothing new. Of two of one night that do not
 * overlap (the person got up and lay down again) the longer one stays; an older one never takes the place of a newer one. It belongs to
 * the person who had the device when the night ended.
 */
async function record(tx: Tx, deviceId: number, { report, at, receivedAt }: SleepEvent): Promise<number> {
  const { tenantId } = tx;
  return tx.run(sql`
    insert into sleep_reports as known (tenant_id, device_id, night, person_id, ${sql.join(VALUES.map((column) => sql.ref(column)))},
      reported_at, received_at)
    values (${tenantId}, ${deviceId}, ${nightOfReport(report)}, (select b.person_id from device_bindings b
    where b.tenant_id = ${tenantId} and b.device_id = ${deviceId}
        and b.bound_at <= ${instant(report.leftAt)} and (b.released_at is null or b.released_at > ${instant(report.leftAt)})
        order by b.bound_at desc limit 1),
      ${instant(report.bedAt)}, ${instant(report.asleepAt)}, ${instant(report.awakeAt)}, ${instant(report.leftAt)},
      ${report.deep}, ${report.light},
        ${report.rem}, ${report.awake},
      ${report.turns}, ${report.heartRate}, ${report.breathing}, ${report.score}, ${instant(at)}, ${instant(receivedAt)})
    on conflict (tenant_id, device_id, night)
    do update set person_id = excluded.person_id, (${sql.join(VALUES.map((column) => sql.ref(column)))}) = row(${columns('excluded')}),
      reported_at = excluded.reported_at, received_at = excluded.received_at
    where excluded.reported_at >= known.reported_at and row(${columns('known')}) is distinct from row(${columns('excluded')})
      and (tstzrange(known.bed_at, known.left_at) && tstzrange(excluded.bed_at, excluded.left_at)
        or excluded.left_at - excluded.bed_at > known.left_at - known.bed_at)`);
}

/** The lane of one process; `submit` resolves after COMMIT with how many were new or corrected. */
export const sleepLane = (deps: Dependencies, patient: Patience) =>
  createLane(deps, patient, async (tx, _within, frames: readonly SleepFrame[]) => {
    const stored: number[] = [];
    for (const { deviceId, sleeps } of frames) {
      let count = 0;
      for (const sleep of sleeps) count += await record(tx, deviceId, sleep);
      stored.push(count);
    }
    return stored;
  });
