/** What the demonstration's nurses measured by hand, and the limits that they set. */
import { DAY, dayOf, instantOf, midnightOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { metrics, type MetricName } from '../../contract/health/metrics.ts';
import { judge } from '../../contract/health/thresholds.rules.ts';
import { db, type Tx } from '../../server/db/tenant.ts';
import type { Dependencies } from '../../server/context.ts';
import { beginSeries } from '../../server/health/observation-series.ts';
import { newestOf } from '../../server/health/latest.ts';
import { limitsOf } from '../../server/health/limits.ts';
import type { Staff } from './institutions.ts';
import type { Random } from './random.ts';
import type { Resident } from './residents.ts';

const DAYS = 14;
/** Rounds of a day, in minutes. */
const ROUNDS = [7 * 60, 15 * 60, 19 * 60 + 30];
/** How many are measured at every round. */
const MEASURED = 16;

/** The same on every start, unlike the system's own. */
const uuidOf = (random: Random) => {
  const hex = (length: number) => Array.from({ length }, () => random.int(0, 15).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
};
const tenth = (value: number) => Math.round(value * 10) / 10;

interface Row {
  set: string;
  person: number;
  metric: MetricName;
  value: number;
  at: number;
  manner: number | null;
  nurse: number;
}

/** The third has a fever since yesterday, the fourth is a diabetic whose sugar was low once. */
function rowsOf(random: Random, resident: Resident, index: number, nurses: readonly Staff[], now: number): Row[] {
  const base = {
    temperature: random.around(36.4, 0.15),
    heart: random.around(74, 6),
    breathing: random.around(17, 1),
    systolic: random.around(132, 9),
    sleep: random.around(6.3, 0.8),
  };
  const midnight = midnightOf(now);
  const rows: Row[] = [];
  for (let back = DAYS; back >= 0; back--)
    for (const [round, minutes] of ROUNDS.entries()) {
      const at = midnight - back * DAY + minutes * 60_000 + random.int(0, 25) * 60_000 + index * 1000;
      if (at > now - 60_000 || (round === 2 && index > 5)) continue;
      const nurse = random.pick(nurses).id;
      const set = uuidOf(random);
      const add = (metric: MetricName, value: number, manner: number | null = null) =>
        rows.push({ set, person: resident.id, metric, value, at, manner, nurse });
      const fever = index === 2 && back === 0 ? 1.7 : index === 2 && back === 1 ? 0.9 : 0;
      add('temperature', tenth(base.temperature + fever + random.around(0, 0.12)), 1);
      add('heartRate', Math.round(base.heart + fever * 9 + random.around(0, 4)));
      add('breathing', Math.round(base.breathing + fever * 3 + random.around(0, 1)));
      if (round < 2) {
        const systolic = Math.round(base.systolic + random.around(0, 7));
        add('systolic', systolic, 1);
        add('diastolic', Math.round(systolic * 0.58 + random.around(2, 3)), 1);
        add('oxygen', Math.min(100, Math.round(97 + random.around(0, 0.8))));
      }
      if (round === 0) add('sleep', tenth(Math.max(2, base.sleep + random.around(0, 0.7))));
      if (round === 0 && index % 4 === 3) add('glucose', index === 3 && back === 2 ? 3.6 : tenth(random.around(7.2, 0.9)), 1);
    }
  return rows;
}

async function seedLimits(tx: Tx, residents: readonly Resident[], nurse: number, now: number): Promise<void> {
  const first = residents[0];
  if (!first) return;
  const starts_on = dayOf(now - 9 * DAY);
  await tx.run(
    db.insertInto('thresholds').values({
      tenant_id: tx.tenantId,
      person_id: first.id,
      metric: metrics.systolic.number,
      low_critical: 95,
      low: 105,
      high: 160,
      high_critical: 185,
      starts_on,
      reason: '高龄且长期高血压，遵医嘱放宽上限',
      created_by: nurse,
    }),
  );
}

/** Where the newest values stand, of devices and of staff, as the warning engine would have left it. */
async function seedLevels(tx: Tx, residents: readonly Resident[], now: number): Promise<void> {
  const ids = residents.map(({ id }) => id);
  const limits = await limitsOf(tx, ids, dayOf(now));
  for (const { person_id, metric, value, at, device_id } of await tx.rows(
    newestOf(tx.tenantId, sql`unnest(${ids}::bigint[]) as who (person_id)`),
  )) {
    const bounds = limits.get(person_id)?.get(metric);
    const level = bounds ? judge(bounds, value, 0) : 0;
    if (level === 0) continue;
    const seen = JSON.stringify([{ at: instantOf(at), device: device_id, value, level }]);
    await tx.run(
      db
        .insertInto('threshold_states')
        .values({ tenant_id: tx.tenantId, person_id, metric, level, hot: true, seen, at })
        .onConflict((on) => on.doNothing()),
    );
  }
}

/** Two weeks of rounds; the same on every start. */
export async function seedHealth(
  tx: Tx,
  deps: Dependencies,
  random: Random,
  residents: readonly Resident[],
  staff: readonly Staff[],
  now: number,
): Promise<void> {
  const nurses = staff.filter(({ role }) => role === 'nurse');
  const [nurse] = nurses;
  if (!nurse) return;
  const rows = residents.slice(0, MEASURED).flatMap((resident, index) => rowsOf(random, resident, index, nurses, now));
  await tx.run(sql`
    insert into measurements (tenant_id, set_id, person_id, metric, value, at, manner, created_by, created_at)
    select ${tx.tenantId}, set_id, person, metric, value, at, manner, nurse, at
    from unnest(${rows.map(({ set }) => set)}::uuid[], ${rows.map(({ person }) => person)}::bigint[],
      ${rows.map(({ metric }) => metrics[metric].number)}::smallint[],
      ${rows.map(({ value }) => value)}::real[], ${rows.map(({ at }) => new Date(at).toISOString())}::timestamptz[],
        ${rows.map(({ manner }) => manner)}::smallint[],
      ${rows.map((row) => row.nurse)}::bigint[]) as x (set_id, person, metric, value, at, manner, nurse)`);
  await seedLimits(tx, residents, nurse.id, now);
  await seedLevels(tx, residents, now);
  const fallen = residents[5];
  if (fallen) {
    const start = now - 20 * 3_600_000;
    await beginSeries(tx, deps, {
      personId: fallen.id,
      kind: 1,
      start,
      reason: '夜间如厕滑倒，未见外伤',
      warningId: null,
      userId: nurse.id,
    });
    await tx.run(sql`
      update observation_tasks set done_at = due_at + interval '20 minutes', done_by = ${nurse.id}, version = 2
      where tenant_id = ${tx.tenantId} and person_id
        = ${fallen.id} and due_at < ${new Date(start + 9 * 3_600_000).toISOString()}::timestamptz`);
  }
}
