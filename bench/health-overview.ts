/**
 * The health overview of a tenant of 100,000 people, each with seven newest values: all of
 * them, those out of bounds, and those of whom an expected value is missing (three in a hundred, then half of the house), as the handlers
 * answer it under row-level security. Usage: node bench/health-overview.ts [people] [rounds]
 */
import type { Context } from '#server/context.ts';
import { overviews } from '#server/health/overviews.ts';
import { cluster } from './harness-cluster.ts';
import { depsOn } from './harness-handlers.ts';
import { machine, median, ratio, share, table } from './harness.ts';

const PEOPLE = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 15);
const TENANT = 1_000_101;
/** The usual house, and one in which nobody measures: before there was a table of what is due, either took 1.3 s. */
const GOALS: Record<number, number> = { 3: 100, 50: 400 };

const c = await cluster(`overview-${PEOPLE}`, async (admin) => {
  await admin.query(`insert into tenants (id, name, code) values (${TENANT}, '机构', 'bench')`);
  await admin.query(`insert into people (tenant_id, id, name) select ${TENANT}, n, '老人' || n from generate_series(1, ${PEOPLE}) as n`);
  await admin.query(
    `insert into devices (tenant_id, id, imei, person_id) select ${TENANT}, n, '86' || lpad(n::text, 13, '0'), n
      from generate_series(1, ${PEOPLE}) as n`,
  );
  await admin.query(`insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
    select ${TENANT}, d, m, now(), 60 + (d * 7 + m * 13) % 30, d from generate_series(1, ${PEOPLE}) as d, generate_series(1, 7) as m`);
  await admin.query(
    `insert into threshold_states (tenant_id, person_id, metric, level) select ${TENANT}, n, 1, 1 + n % 4
      from generate_series(1, ${PEOPLE}, 40) as n`,
  );
  await admin.query('vacuum (analyze)');
});
/** So many of a hundred have not been measured since the day before yesterday; everybody else just now. */
async function missing(percent: number): Promise<void> {
  await c.admin.query(
    `update latest_readings set at = now() - case when person_id % 100 < ${percent} then interval '4 days' else interval '0' end`,
  );
  await c.admin.query(`select app.expect_readings(${TENANT}, null)`);
  await c.admin.query('vacuum (analyze) latest_readings, reading_dues');
}

const deps = depsOn(c);
const { inTenant, pool } = deps;
const session = { tenantId: TENANT, userId: 1, name: '护士', dataScope: 0, departmentIds: [], permissions: new Set<string>(), roleIds: [] };
const page = { current: 1, size: 20 };

async function timed(work: (context: Context) => Promise<{ total?: number; missing?: number } & object>) {
  const began = performance.now();
  const found = await inTenant(TENANT, (tx) =>
    work({ tx, session, actor: session, deps, afterCommit: (done: () => void) => done() } as unknown as Context),
  );
  return { ms: performance.now() - began, found };
}

const rows: { percent: number; what: string; ms: number[]; n: number }[] = [];
for (const percent of [3, 50]) {
  await missing(percent);
  const cases = {
    'everybody, a page': (context: Context) => overviews.page({ ...page } as never, context),
    'out of bounds, a page': (context: Context) => overviews.page({ ...page, abnormal: 'true' } as never, context),
    'missing, a page': (context: Context) => overviews.page({ ...page, missing: 'true' } as never, context),
    summary: (context: Context) => overviews.summary({} as never, context),
  };
  for (const [what, work] of Object.entries(cases)) {
    await timed(work as never);
    const all = [];
    for (let round = 0; round < ROUNDS; round++) all.push(await timed(work as never));
    const { found } = all[0]!;
    rows.push({ percent, what, ms: all.map(({ ms }) => ms), n: found.total ?? found.missing ?? 0 });
  }
}
table(
  `health overview of ${PEOPLE.toLocaleString('en')} people, ${ROUNDS} rounds`,
  rows.map(({ percent, what, ms, n }) => ({ 'missing of 100': percent, what, total: n, 'p50 ms': median(ms), 'p95 ms': share(ms, 0.95) })),
);
console.log(machine());
for (const { percent, what, ms } of rows)
  if (what.startsWith('missing'))
    ratio(`the page of those with a missing value (${percent} of 100), p50`, median(ms), '<=', GOALS[percent] as number, ' ms');
await pool.end();
await c.stop();
