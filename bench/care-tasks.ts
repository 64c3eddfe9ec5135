/**
 * The care tasks of 1,000 people for a day, ten each: reading the plans in force, the rule, and the one insert, beside the bare insert of
 * the same rows by the same statement into the same table. Rounds alternate; medians are printed. Usage: node bench/care-tasks.ts [rounds]
 * Durable cluster of its own (fsync on).
 */
import pino from 'pino';
import { sql } from 'kysely';
import { DAY, midnightOf } from '#contract/time.ts';
import { testConfig } from '#test/config.ts';
import { expand, insertTasks, tasksOf, type ExpandedRow } from '#server/care/task-expansion.ts';
import type { Dependencies } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner, type Tx } from '#server/db/tenant.ts';
import { cluster } from './harness-cluster.ts';
import { machine, over, paired, pairRatio, ratio, table } from './harness.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const PEOPLE = 1000;
const EACH = 10;
const TENANT = 1_000_101;
const KINDS = ['bare insert', 'expansion', 'expansion again'] as const;
const GOAL = 2;

const c = await cluster('care-tasks', async (admin) => {
  await admin.query(`insert into tenants (id, name, code) values (1, '平台', 'platform'), ($1, '机构', 'bench')`, [TENANT]);
  await admin.query(`insert into people (tenant_id, id, name) select $1, n, '老人' || n from generate_series(1, ${PEOPLE}) as n`, [TENANT]);
  await admin.query(
    `insert into care_plans (tenant_id, id, person_id, serial, state, starts_at, next_review_on, created_name)
    select $1, n, n, 1, 2, now() - interval '9 days', current_date + 20, '护士' from generate_series(1, ${PEOPLE}) as n`,
    [TENANT],
  );
  await admin.query(
    `insert into care_interventions (tenant_id, plan_id, name, kind, mode, clocks, before_minutes, after_minutes, minutes)
    select $1, n, '措施' || k, 'other', 'clock', array[lpad((k * 2)::text, 2, '0') || ':15'], 30, 60, 10
    from generate_series(1, ${PEOPLE}) as n, generate_series(1, ${EACH}) as k`,
    [TENANT],
  );
  // Without statistics the plan is that of an empty table.
  await admin.query('vacuum (analyze)');
});
const pool = createPool(c.target('app'), 'bench', 4, () => {});
const inTenant = tenantRunner(pool, c.secrets);
const deps = { config: testConfig(), pool, inTenant, log: pino({ level: 'silent' }), now: Date.now } as unknown as Dependencies;

const from = midnightOf(Date.now());
const span = { from, until: from + DAY };
const timed = async (work: (tx: Tx) => Promise<number>) => {
  const begun = performance.now();
  const rows = await deps.inTenant(TENANT, work);
  return { ms: performance.now() - begun, rows };
};
const empty = () => c.admin.query('truncate care_tasks');

/** What the bare insert writes: computed before, outside of what is measured. */
const bare = tasksOf(
  await deps.inTenant(TENANT, (tx) =>
    tx.rows<ExpandedRow>(sql`
      select i.id, p.person_id as "personId", p.starts_at, p.ends_at, i.mode, i.clocks, i.every_hours as "everyHours",
        i.window_start as "windowStart", i.window_end as "windowEnd", i.weekdays, i.before_minutes as "beforeMinutes",
        i.after_minutes as "afterMinutes"
      from care_plans p join care_interventions i on i.tenant_id = p.tenant_id and i.plan_id = p.id
      where p.tenant_id = ${TENANT} order by i.id`),
  ),
  span,
);

console.log(machine());
const found = await paired(KINDS, ROUNDS, async (kind) => {
  await empty();
  if (kind === 'expansion again') await timed((tx) => expand(tx, span));
  return timed((tx) => (kind === 'bare insert' ? insertTasks(tx, bare) : expand(tx, span)));
});
table(
  `${PEOPLE} people, ${PEOPLE * EACH} tasks`,
  KINDS.map((kind) => ({
    what: kind,
    'rows written': over(found[kind], ({ rows }) => rows),
    'ms, median': Math.round(over(found[kind], ({ ms }) => ms)),
  })),
);
const right = found.expansion.every(({ rows }) => rows === PEOPLE * EACH) && found['expansion again'].every(({ rows }) => rows === 0);
const good = ratio(
  'expansion beside the bare insert',
  pairRatio(found.expansion, found['bare insert'], ({ ms }) => ms),
  '<=',
  GOAL,
);
await pool.end();
await c.stop();
if (!right || !good) process.exitCode = 1;
