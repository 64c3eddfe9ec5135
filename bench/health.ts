/**
 * The 30-day trend of one metric of one person out of 20,000,000 readings (580 devices ×
 * 4 metrics × 30 days of five minutes): single readings and the daily rollup, as the product reads them under row-level security, beside
 * the bare statement on the same rows by device. Cold is the first time a person is read after a restart of the database, with the page
 * cache dropped where the system lets us.
 * Usage: node bench/health.ts [devices] [people measured]
 */
import { textOf } from '#contract/time.ts';
import { writeFileSync } from 'node:fs';
import { metrics } from '#contract/health/metrics.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { dailyReadings, rawReadings } from '#server/health/series.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { machine, median, ratio, share, table } from './harness.ts';

const DEVICES = Number(process.argv[2] ?? 580);
const PEOPLE = Number(process.argv[3] ?? 12);
const TENANT = 1_000_101;
const DAYS = 30;
const COLD_MS = 30;
const ROLLUP_MS = 10;
const METRICS = [1, 2, 3, 4];
const DATA_SET = `health-${DEVICES}`;

async function fill(admin: Cluster['admin']): Promise<void> {
  await admin.query(`insert into tenants (id, name, code) values (${TENANT}, '机构', 'bench')`);
  await admin.query(`insert into people (tenant_id, id, name) select ${TENANT}, n, '老人' || n from generate_series(1, ${DEVICES}) as n`);
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select ${TENANT}, n, '86' || lpad(n::text, 13, '0'), n
      from generate_series(1, ${DEVICES}) as n`,
  );
  await admin.query(`select app.prepare_partitions(1, ${DAYS + 1})`);
  // Day by day in the order of time, as they would have come.
  for (let day = DAYS; day >= 1; day--)
    await admin.query(`
      insert into readings (tenant_id, device_id, metric, at, value, person_id)
      select ${TENANT}, d, m, t, 60 + (d * 7 + m * 13 + extract(epoch from t)::bigint / 300) % 40, d
      from generate_series(current_date - ${day}, current_date - ${day} + interval '23 hours 55 minutes', interval '5 minutes') as t,
        generate_series(1, ${DEVICES}) as d, unnest(array[${METRICS.join()}]) as m`);
  await admin.query(`
    insert into hourly_readings (tenant_id, device_id, metric, hour, person_id, count, sum, lowest, highest)
    select tenant_id, device_id, metric, date_trunc('hour', at), person_id, count(*), sum(value), min(value), max(value) from readings
    group by 1, 2, 3, 4, 5 order by 4, 2`);
  await admin.query(`
    insert into daily_readings (tenant_id, device_id, metric, day, person_id, count, sum, lowest, highest)
    select tenant_id, device_id, metric, (hour at time zone 'Asia/Shanghai')::date, person_id, sum(count), sum(sum), min(lowest),
      max(highest) from hourly_readings group by 1, 2, 3, 4, 5 order by 4, 2`);
  await admin.query('vacuum (analyze) readings, hourly_readings, daily_readings');
}

/** True when the page cache was dropped. */
function dropCaches(): boolean {
  try {
    writeFileSync('/proc/sys/vm/drop_caches', '3');
    return true;
  } catch {
    return false;
  }
}

let c = await cluster(DATA_SET, fill);
const { rows: counted } = await c.admin.query('select count(*)::int as n, max(at) as last from readings');
const to = textOf(new Date(counted[0].last).getTime());
const from = textOf(new Date(counted[0].last).getTime() - DAYS * 86_400_000);
const { number } = metrics.heartRate;

const bare = {
  raw: 'select at, value from readings where tenant_id = $1 and device_id = $2 and metric = $3 and at > $4 and at <= $5 order by at',
  rollup:
    'select day, sum / count as value, lowest, highest from daily_readings where tenant_id = $1 and device_id = $2 and metric = $3 and day > $4::timestamp::date and day <= $5::timestamp::date order by day',
};

const figures: Record<string, { cold: number[]; warm: number[]; rows: number }> = {};
let dropped = true;
for (const [at, what] of (['raw', 'rollup'] as const).flatMap((kind) => [`${kind}`, `bare ${kind}`]).entries()) {
  await c.stop();
  dropped = dropCaches() && dropped;
  c = await cluster(DATA_SET, fill);
  const pool = createPool(c.target('app'), 'bench health', 1, () => {});
  const inTenant = tenantRunner(pool, c.secrets);
  const kind = what.endsWith('raw') ? 'raw' : 'rollup';
  const read = async (person: number): Promise<number> => {
    if (what.startsWith('bare'))
      return (await c.admin.query({ name: kind, text: bare[kind], values: [TENANT, person, number, from, to] })).rows.length;
    const statement = kind === 'raw' ? rawReadings : dailyReadings;
    return (await inTenant(TENANT, (tx) => tx.rows(statement(TENANT, person, number, from, to)))).length;
  };
  // A connection and its plan are there in a running product; the last person is not measured.
  await read(DEVICES);
  const timed = async (person: number) => {
    const started = performance.now();
    const rows = await read(person);
    return { ms: performance.now() - started, rows };
  };
  const found = { cold: [] as number[], warm: [] as number[], rows: 0 };
  for (let n = 0; n < PEOPLE; n++) {
    // Far enough apart that no two share pages of an index; each variant has people of its own.
    const person = 1 + (((n * 4 + at) * Math.max(1, Math.floor(DEVICES / (PEOPLE * 4 + 4)))) % (DEVICES - 1));
    const first = await timed(person);
    found.cold.push(first.ms);
    found.rows = first.rows;
    found.warm.push(median([(await timed(person)).ms, (await timed(person)).ms, (await timed(person)).ms]));
  }
  figures[what] = found;
  await pool.end();
}
table(
  `30-day trend out of ${counted[0].n.toLocaleString('en')} readings${dropped ? '' : ' (page cache NOT dropped: cold is the restart of PostgreSQL only)'}`,
  Object.entries(figures).map(([variant, { cold, warm, rows }]) => ({
    variant,
    rows,
    'cold p50 ms': median(cold),
    'cold p95 ms': share(cold, 0.95),
    'warm p50 ms': median(warm),
  })),
);
console.log(machine());
ratio('single readings, cold p50', median(figures.raw!.cold), '<=', COLD_MS, ' ms');
ratio('daily rollup, cold p50', median(figures.rollup!.cold), '<=', ROLLUP_MS, ' ms');
ratio('daily rollup beside the bare statement, warm', median(figures.rollup!.warm) / median(figures['bare rollup']!.warm), '<=', 3);
await c.stop();
