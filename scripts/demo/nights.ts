/** The demonstration's bed belts behind a gateway, and what they say of the last nights. */
import { DAY, HOUR, MINUTE, midnightOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { metrics } from '../../contract/health/metrics.ts';
import { instant } from '../../server/db/instants.ts';
import type { Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const NIGHTS = 7;
/** The last one is behind no gateway yet. */
const BELTS = 4;

/** Seven nights of one belt: hours as they were measured, and the report of each morning. */
async function seedNights(tx: Tx, random: Random, deviceId: number, personId: number, today: number, now: number): Promise<void> {
  const { tenantId } = tx;
  for (let back = 0; back < NIGHTS; back++) {
    const midnight = today - back * DAY;
    const bed = midnight - random.int(130, 190) * MINUTE;
    const left = midnight + random.int(340, 410) * MINUTE;
    // A morning that is still to come has no report.
    if (left > now) continue;
    const [asleep, awake] = [bed + random.int(12, 45) * MINUTE, left - random.int(5, 30) * MINUTE];
    const total = Math.round((awake - asleep) / MINUTE);
    const lay = random.int(15, 50);
    const [deep, rem] = [
      Math.round((total - lay) * (0.16 + random.next() * 0.08)),
      Math.round((total - lay) * (0.17 + random.next() * 0.06)),
    ];
    const rate = random.int(56, 68);
    await tx.run(sql`
      insert into sleep_reports (tenant_id, device_id, night, person_id, bed_at, asleep_at, awake_at, left_at, deep, light, rem, awake,
        turns, heart_rate, breathing, score, reported_at, received_at)
      values (${tenantId}, ${deviceId},
        (${instant(left)} at time zone 'Asia/Shanghai')::date, ${personId}, ${instant(bed)}, ${instant(asleep)}, ${instant(awake)},
        ${instant(left)}, ${deep},
          ${total - lay - deep - rem}, ${rem}, ${lay},
        ${random.int(12, 34)}, ${rate}, ${random.int(14, 17)}, ${random.int(68, 91)}, ${instant(left + 10 * MINUTE)},
          ${instant(left + 10 * MINUTE)})`);
    // What the belt said while it went on: asleep, up once or twice, and up for good.
    const ups = [bed + (150 + lay) * MINUTE, ...(back % 2 === 0 ? [left - (70 + lay) * MINUTE] : [])];
    for (const [code, when] of [
      ['bed_in', bed],
      ...ups.flatMap(
        (up) =>
          [
            ['bed_out', up],
            ['bed_in', up + (6 + back) * MINUTE],
          ] as const,
      ),
      ['bed_out', left],
    ] as const)
      await tx.run(
        sql`insert into device_events (tenant_id, device_id, code, at, received_at, person_id)
          values (${tenantId}, ${deviceId}, ${code}, ${instant(when)}, ${instant(when)}, ${personId})`,
      );
    for (let hour = Math.floor(bed / HOUR) * HOUR; hour < left; hour += HOUR)
      for (const [metric, mean] of [
        [metrics.heartRate.number, rate],
        [metrics.breathing.number, 15],
      ] as const) {
        const value = Math.round(random.around(mean, 2));
        await tx.run(sql`insert into hourly_readings (tenant_id, device_id, metric, hour, person_id, count, sum, lowest, highest)
          values (${tenantId}, ${deviceId}, ${metric}, ${instant(hour)}, ${personId},
            60, ${value * 60}, ${value - random.int(2, 5)}, ${value + random.int(3, 9)})`);
      }
  }
}

/** To be called after `seedIntegrations`. `now` in epoch ms. */
export async function seedBelts(
  tx: Tx,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const { tenantId } = tx;
  const today = midnightOf(now);
  const by = staff[0]?.id ?? null;
  const sleepers = residents.filter(({ roomId }) => roomId !== null).slice(0, BELTS);
  const typeOf = async (kind: string) =>
    (await tx.row<{ id: number }>(
      sql`select id from device_types where tenant_id = ${tenantId} and kind = ${kind} and protocol = 'mqtt' limit 1`,
    ))!.id;
  const [hubType, beltType] = [await typeOf('hub'), await typeOf('bed')];
  const add = async (imei: string, type: string, typeId: number, name: string, hubId: number | null, of: Resident | null) => {
    const made = await tx.row<{ id: number }>(sql`
      insert into devices (tenant_id, imei, type, type_id, name, hub_id, person_id, room_id, created_by, created_at)
      values (${tenantId}, ${imei}, ${type}, ${typeId}, ${name}, ${hubId}, ${of?.id ?? null}, ${of?.roomId ?? sleepers[0]?.roomId ?? null},
        ${by}, ${instant(now - 40 * DAY)}) returning id`);
    const id = made!.id;
    await tx.run(sql`update device_bindings set bound_at = ${instant(now - 40 * DAY)} where tenant_id = ${tenantId} and device_id = ${id}`);
    // Until somebody speaks for them: they were last heard of after breakfast.
    await tx.run(sql`insert into device_states (tenant_id, device_id, last_seen_at, battery, signal)
      values (${tenantId}, ${id}, ${instant(now - 95 * MINUTE)}, ${type === 'hub' ? null : random.int(55, 98)}, ${random.int(60, 95)})`);
    return id;
  };
  const hub = await add(`HUB${tenantId}001`, 'hub', hubType, '二楼护理站网关', null, null);
  for (const [number, sleeper] of sleepers.entries()) {
    const id = await add(
      `BELT${tenantId}00${number + 1}`,
      'bed',
      beltType,
      `${sleeper.name}的床带`,
      number < BELTS - 1 ? hub : null,
      sleeper,
    );
    await seedNights(tx, random, id, sleeper.id, today, now);
  }
}
