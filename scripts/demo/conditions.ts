/** The demonstration's own rules, what is asked to be measured, a value that was typed wrong, and who does not want to be called at night. */
import { sql } from 'kysely';
import { metrics } from '../../contract/health/metrics.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Dependencies } from '../../server/context.ts';
import { judgeMeasurement } from '../../server/warnings/measured.ts';
import { withdrawReading } from '../../server/warnings/withdrawals.ts';
import type { Staff } from './institutions.ts';
import type { Resident } from './residents.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;
const HOUR = 3_600_000;
const blank = { metric: null, compare: null, value: null, beyond: null, situation: null, minutes: 0, needed: 1, windowSize: 1 };
const value = (metric: string, compare: string, bound: number, extra: object = {}) => ({ ...blank, kind: 'value', metric, compare, value: bound, ...extra });
const situation = (name: string, minutes: number) => ({ ...blank, kind: 'situation', situation: name, minutes });
const all = (...conditions: object[]) => ({ every: true, conditions });

async function seedRules(tx: Tx, nurse: number): Promise<void> {
  const common = { tenant_id: tx.tenantId, every: true, windows: json([]), scope: 1, valid_minutes: 60, created_by: nurse };
  const rows = [
    {
      ...common,
      name: '夜间离床过久',
      severity: 2,
      groups: json([all(situation('bedOut', 20))]),
      windows: json([{ days: [], from: '22:00', to: '06:00' }]),
      valid_minutes: 240,
      content: '{姓名}夜间离床{时长}未归，请查看',
      remarks: '床垫离线时不判断',
    },
    {
      ...common,
      name: '发热伴心率快',
      severity: 2,
      groups: json([all(value('temperature', 'atLeast', 38), value('heartRate', 'above', 100))]),
      valid_minutes: 240,
      content: '{姓名}：{条件}',
      remarks: '体温由护理员测量，心率取手表',
    },
    {
      ...common,
      name: '血氧持续偏低或呼吸过快',
      severity: 3,
      every: false,
      groups: json([
        all(value('oxygen', 'below', 94, { needed: 3, windowSize: 4, minutes: 15 })),
        all(value('breathing', 'above', 24, { needed: 2, windowSize: 3 })),
      ]),
      content: '{条件}',
      remarks: null,
    },
    {
      ...common,
      name: '设备离线超过半天',
      severity: 4,
      groups: json([all(situation('offline', 720))]),
      windows: json([{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }]),
      content: '{姓名}的设备已离线{时长}，请检查电量与佩戴',
      remarks: null,
      enabled: false,
    },
  ];
  for (const row of rows) await tx.run(db.insertInto('condition_rules').values(row));
}

/** Sugar of two people is asked for; the second was forgotten for three days. */
async function seedExpected(tx: Tx, residents: readonly Resident[], nurse: number, now: number): Promise<void> {
  for (const resident of [residents[3], residents[6]]) {
    if (!resident) continue;
    const row = { tenant_id: tx.tenantId, person_id: resident.id, metric: metrics.glucose.number, hours: 48, created_by: nurse };
    await tx.run(db.insertInto('reading_expectations').values(row));
  }
  await tx.run(sql`select app.expect_readings(${tx.tenantId}, null)`);
  await tx.run(sql`update reading_dues set waits_from = to_timestamp(${now - 72 * HOUR}::float8 / 1000) where tenant_id = ${tx.tenantId} and warns`);
  // Looked at with the first round of the clock.
  await tx.run(
    sql`update reading_dues set due_at = to_timestamp(${now}::float8 / 1000) where tenant_id = ${tx.tenantId} and warns and missing_since is not null`,
  );
}

/** A nurse typed 39.6 for 36.9, was warned, and put it right. */
async function seedCorrection(tx: Tx, deps: Dependencies, resident: Resident, nurse: Staff, now: number): Promise<void> {
  const at = now - 25 * 60_000;
  const values = {
    tenant_id: tx.tenantId,
    person_id: resident.id,
    metric: metrics.temperature.number,
    at: new Date(at).toISOString(),
    manner: 1,
    created_by: nurse.id,
  };
  const wrong = (await tx.row(
    db
      .insertInto('measurements')
      .values({
        ...values,
        set_id: sql<string>`gen_random_uuid()`,
        value: 39.6,
        voided_at: new Date(now).toISOString(),
        voided_by: nurse.id,
        void_reason: '录入时看错一位',
      })
      .returning(['id', 'set_id']),
  )) as { id: number; set_id: string };
  await tx.run(db.insertInto('measurements').values({ ...values, set_id: wrong.set_id, value: 36.9, replaces_id: wrong.id }));
  const about = { personId: resident.id, metric: values.metric, at };
  await judgeMeasurement(tx, { ...deps, now: () => now }, { ...about, value: 39.6 });
  await withdrawReading(
    tx,
    { ...deps, now: () => now },
    { ...about, deviceId: null, was: 39.6, value: 36.9, reason: '录入时看错一位', by: { userId: nurse.id, name: nurse.name } },
  );
}

export async function seedConditions(tx: Tx, deps: Dependencies, residents: readonly Resident[], staff: readonly Staff[], now: number): Promise<void> {
  const [nurse, second] = staff.filter(({ role }) => role === 'nurse');
  if (!nurse) return;
  await seedRules(tx, nurse.id);
  await seedExpected(tx, residents, nurse.id, now);
  const typed = residents[8];
  if (typed) await seedCorrection(tx, deps, typed, nurse, now);
  const quiet = json([{ days: [], from: '22:00', to: '06:00' }]);
  await tx.run(db.insertInto('delivery_preferences').values({ tenant_id: tx.tenantId, user_id: (second ?? nurse).id, channel: 'sms', quiet }));
}
