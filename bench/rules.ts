/**
 * What judging costs: readings a second from `accept` to committed rows for people whose
 * values are in their bounds, for a house of which one in ten is out of them, for people about whom five rules of the institution speak and
 * none turns, and for devices without a wearer (the same rows, judged by nothing). Rounds alternate; medians are printed. Then the
 * judgement by itself, in memory. Usage: node bench/rules.ts [rounds]. Durable cluster of its own (fsync on).
 */
import pino from 'pino';
import { defaultLimits, judge, type Limits } from '#contract/health/thresholds.rules.ts';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { stepRule, unknownRule, type ConditionRule, type RuleState } from '#contract/warnings/conditions.rules.ts';
import { stepFence, unknownState, type FenceRule, type FenceState } from '#contract/warnings/fences.rules.ts';
import { testConfig } from '#test/config.ts';
import type { Dependencies } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { createDirectory, deviceKey } from '#server/ingest/directory.ts';
import { plainProfile, type DeviceEvent, type FrameEvents, type Metric } from '#server/ingest/events.ts';
import { createPipeline, pipelineLimits } from '#server/ingest/pipeline.ts';
import { cluster } from './harness-cluster.ts';
import { machine, over, paired, pairRatio, ratio, table } from './harness.ts';

const ROUNDS = Number(process.argv[2] ?? 5);
const TENANTS = 20;
const DEVICES = 2_000;
const FRAMES = 6;
const MEASURED: readonly (Metric & MetricName)[] = ['heartRate', 'systolic', 'diastolic', 'oxygen'];
const WELL = [72, 124, 74, 98];
/** Above the watch limit of every metric that has one. */
const OUT = [99, 156, 92, 94];
const ROWS = DEVICES * FRAMES * MEASURED.length;
const WINDOW = 4_000;
const KINDS = ['unworn', 'well', 'own rules', 'tenth out'] as const;

const condition = (metric: MetricName, value: number, minutes: number) => ({
  kind: 'value',
  metric,
  compare: 'above',
  value,
  beyond: null,
  situation: null,
  minutes,
  needed: 2,
  windowSize: 3,
});
const OWN = [{ every: true, conditions: [condition('heartRate', 110, 10), condition('oxygen', 99, 0)] }];

const c = await cluster('rules-own', async (admin) => {
  await admin.query(
    `insert into tenants (id, name, code) select 1000100 + n, '机构' || n, 'bench' || n from generate_series(1, ${TENANTS}) as n`,
  );
  await admin.query(
    `insert into people (tenant_id, id, name) select 1000101 + n % ${TENANTS}, n + 1, '老人' || n
      from generate_series(0, ${DEVICES * 3 - 1}) as n`,
  );
  await admin.query(`insert into devices (tenant_id, id, imei, person_id)
    select 1000101 + n % ${TENANTS}, n + 1, '86' || lpad(n::text, 13, '0'), case when n < ${DEVICES * 3} then n + 1 end
    from generate_series(0, ${DEVICES * 4 - 1}) as n`);
  // Five for the third part of the people: a value, a level, both with a duration, and a group.
  await admin.query(
    `insert into condition_rules (tenant_id, name, severity, every, groups, scope, scope_ids, valid_minutes, content)
    select 1000100 + t, 'r' || r, 3, true, $1::jsonb, 3, array(select n + 1 from generate_series(${DEVICES * 2}, ${DEVICES * 3 - 1}) as n
    where 1000101 + n % ${TENANTS} = 1000100 + t), 60, '{条件}'
    from generate_series(1, ${TENANTS}) as t, generate_series(1, 5) as r`,
    [JSON.stringify(OWN)],
  );
});
await c.admin.query('select app.prepare_partitions()');
const appPool = createPool(c.target('app'), 'bench app', 8, () => {});
const pool = createPool(c.target('ingest'), 'bench ingest', pipelineLimits.writers, () => {});
const inTenant = tenantRunner(appPool, c.secrets);
let clock = Date.now();
const deps: Dependencies = {
  config: testConfig({ dataDir: c.dir }),
  secrets: c.secrets,
  pool: appPool,
  inTenant,
  urgent: { pool: appPool, inTenant },
  logins: appPool,
  cleanup: appPool,
  jobs: appPool,
  log: pino({ level: 'silent' }),
  now: () => clock,
};
const directory = createDirectory({ pool: appPool, inTenant, now: () => clock, ttlMs: 3_600_000_000 });
const pipeline = createPipeline({ deps, pool, directory });

/** The well, those near their limits, and devices of nobody have numbers of their own. */
const FIRST = { well: 0, 'tenth out': DEVICES, 'own rules': DEVICES * 2, unworn: DEVICES * 3 };
for (let n = 0; n < DEVICES * 4; n++) await directory.current(deviceKey(1000101 + (n % TENANTS), n + 1));

function frameOf(kind: (typeof KINDS)[number], index: number): FrameEvents {
  const n = FIRST[kind] + index;
  const tenantId = 1000101 + (n % TENANTS);
  const key = deviceKey(tenantId, n + 1);
  const values = kind === 'tenth out' && index % 10 === 0 ? OUT : WELL;
  const at = clock + (index % 1000);
  const events = MEASURED.map((metric, place): DeviceEvent => ({
    deviceKey: key,
    at,
    receivedAt: clock,
    clock: 'device',
    kind: 'reading',
    metric,
    value: values[place]!,
  }));
  return { device: { key, tenantId, ids: [], profile: plainProfile }, protocol: 'watch', receivedAt: clock, events };
}

async function round(kind: (typeof KINDS)[number]): Promise<{ rows: number; node: number }> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  let stored = 0;
  for (let turn = 0; turn < FRAMES; turn++) {
    clock += 60_000;
    let next = 0;
    const worker = async () => {
      while (next < DEVICES) {
        const answer = await pipeline.accept(frameOf(kind, next++));
        stored += answer.stored;
      }
    };
    await Promise.all(Array.from({ length: WINDOW }, worker));
  }
  if (stored !== ROWS) throw new Error(`${stored} of ${ROWS} rows were stored`);
  const { user, system } = process.cpuUsage(cpu);
  return { rows: ROWS / ((performance.now() - began) / 1000), node: (user + system) / ROWS };
}

for (const kind of KINDS) await round(kind);
const results = await paired(KINDS, ROUNDS, round);
table(
  `${ROWS.toLocaleString('en')} readings of ${DEVICES} devices in ${TENANTS} tenants, ${ROUNDS} rounds, fsync on`,
  Object.entries(results).map(([name, all]) => ({
    '': name,
    'rows/s': over(all, ({ rows }) => rows),
    'node µs/row': over(all, ({ node }) => node),
  })),
);
ratio(
  'judged, all well / not judged',
  pairRatio(results.well, results.unworn, ({ rows }) => rows),
  '>=',
  0.8,
);
ratio(
  'judged, with five rules of the institution / without',
  pairRatio(results['own rules'], results.well, ({ rows }) => rows),
  '>=',
  0.7,
);
ratio(
  'judged, one in ten out of bounds / not judged',
  pairRatio(results['tenth out'], results.unworn, ({ rows }) => rows),
  '>=',
  0.3,
);
const [counted] = (await c.admin.query('select count(*)::integer as warnings, sum(count)::integer as occurrences from warnings')).rows;
table('warnings', [counted]);

const heart = defaultLimits.get(metrics.heartRate.number) as Limits;
const fence: FenceRule = {
  purpose: 1,
  margin: 50,
  windows: [],
  shape: {
    kind: 'polygon',
    points: Array.from({ length: 24 }, (_, n) => [116.39 + 0.003 * Math.cos(n / 3.82), 39.9 + 0.003 * Math.sin(n / 3.82)] as const),
  },
};
function perSecond(times: number, work: (n: number) => unknown): number {
  for (let n = 0; n < times / 10; n++) work(n);
  const began = performance.now();
  for (let n = 0; n < times; n++) work(n);
  return Math.round(times / ((performance.now() - began) / 1000));
}
let state: FenceState = unknownState;
let at = 0;
const own: ConditionRule = { every: true, groups: OWN as never, windows: [], validMinutes: 60 };
let stands: RuleState = unknownRule(own);
table('in memory', [
  { '': 'a value against its limits', '/s': perSecond(2_000_000, (n) => judge(heart, 60 + (n % 30), 0)) },
  {
    '': 'a value against a rule of the institution',
    '/s': perSecond(
      1_000_000,
      (n) => (stands = stepRule(own, stands, { signal: 1, at: n * 60_000, device: 1, value: 60 + (n % 30) }, defaultLimits).state),
    ),
  },
  {
    '': 'a fix against a fence of 24 corners',
    '/s': perSecond(
      500_000,
      (n) =>
        (state =
          stepFence(state, { lng: 116.39 + (n % 7) * 1e-5, lat: 39.9, accuracy: 10, satellite: true, at: (at += 60_000) }, fence)?.state ??
          state),
    ),
  },
]);
console.log(machine());
await pipeline.close();
await Promise.all([pool.end(), appPool.end()]);
await c.stop();
