/** The demonstration's own rules, what is asked to be measured, and who does not want to be called at night. */
import { sql } from 'kysely';
import { metrics } from '../../contract/health/metrics.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Staff } from './institutions.ts';
import type { Resident } from './residents.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb` as never;
const blank = { metric: null, compare: null, value: null, beyond: null, situation: null, minutes: 0, needed: 1, windowSize: 1 };
const value = (metric: string, compare: string, bound: number, extra: object = {}) => ({
  ...blank,
  kind: 'value',
  metric,
  compare,
  value: bound,
  ...extra,
});
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

/** Sugar of two people is asked for, from now on: the demonstration begins without an open warning. */
async function seedExpected(tx: Tx, residents: readonly Resident[], nurse: number): Promise<void> {
  for (const resident of [residents[3], residents[6]]) {
    if (!resident) continue;
    const row = { tenant_id: tx.tenantId, person_id: resident.id, metric: metrics.glucose.number, hours: 48, created_by: nurse };
    await tx.run(db.insertInto('reading_expectations').values(row));
  }
  await tx.run(sql`select app.expect_readings(${tx.tenantId}, null)`);
}

export async function seedConditions(tx: Tx, residents: readonly Resident[], staff: readonly Staff[]): Promise<void> {
  const [nurse, second] = staff.filter(({ role }) => role === 'nurse');
  if (!nurse) return;
  await seedRules(tx, nurse.id);
  await seedExpected(tx, residents, nurse.id);
  const quiet = json([{ days: [], from: '22:00', to: '06:00' }]);
  await tx.run(
    db.insertInto('delivery_preferences').values({ tenant_id: tx.tenantId, user_id: (second ?? nurse).id, channel: 'sms', quiet }),
  );
}
