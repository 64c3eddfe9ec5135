/**
 * The visits of 10,000 people for a day: finding who is covered, their visitor and the substitute, and the one insert, beside the bare
 * insert of the same rows into the same table. Rounds alternate; medians are printed. Usage: node bench/visits.ts [rounds]
 * Durable cluster of its own (fsync on).
 */
import { sql } from 'kysely';
import { dayOf } from '#contract/time.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner, type Tx } from '#server/db/tenant.ts';
import { insertVisits } from '#server/visits/visit-making.ts';
import { cluster } from './harness-cluster.ts';
import { machine, over, paired, pairRatio, ratio, table } from './harness.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const PEOPLE = 10_000;
const TENANT = 1_000_101;
const KINDS = ['bare insert', 'making', 'making again'] as const;
const GOAL = 2;

const c = await cluster('visits', async (admin) => {
  await admin.query(`insert into tenants (id, name, code) values (1, '平台', 'platform'), ($1, '机构', 'bench')`, [TENANT]);
  await admin.query(
    `insert into users (tenant_id, id, username, name) select $1, n, 'carer' || n, '护理员' || n from generate_series(1, 50) as n`,
    [TENANT],
  );
  await admin.query(
    `insert into people (tenant_id, id, name, service_type, flags, birth_date, carer_id)
    select $1, n, '老人' || n, 2, array['独居'], date '1940-01-01' + n % 9000, 1 + n % 50 from generate_series(1, ${PEOPLE}) as n`,
    [TENANT],
  );
  await admin.query(
    `insert into visit_plans (tenant_id, id, name, way, state, by_rule, tags, service_type, frequency, every, starts_on, days_allowed,
      visitor_ids, items, created_name)
    values ($1, 1, '每日探访', 1, 2, true, '{独居,空巢}', 2, 1, 1, current_date - 30, 2, array(select generate_series(1, 50)), '[]', '院长')`,
    [TENANT],
  );
  // Without statistics the plan is that of an empty table.
  await admin.query('vacuum (analyze)');
});
const pool = createPool(c.target('app'), 'bench', 4, () => {});
const inTenant = tenantRunner(pool, c.secrets);
const today = dayOf(Date.now());

const making = (tx: Tx) => insertVisits(tx, { plans: [1], days: [today] }, today);
const bare = (tx: Tx) =>
  tx.run(sql`
    insert into visit_tasks (tenant_id, plan_id, person_id, planned_on, due_on, closes_on, user_id, user_name, meant_id)
    select ${TENANT}, 1, n, ${today}::date, ${today}::date, ${today}::date + 2, 1 + n % 50, '护理员' || (1 + n % 50), 1 + n % 50
    from generate_series(1, ${sql.lit(PEOPLE)}) as n on conflict (tenant_id, plan_id, person_id, planned_on) do nothing`);
const timed = async (work: (tx: Tx) => Promise<number>) => {
  const begun = performance.now();
  const rows = await inTenant(TENANT, work);
  return { ms: performance.now() - begun, rows };
};

console.log(machine());
const found = await paired(KINDS, ROUNDS, async (kind) => {
  await c.admin.query('truncate visit_tasks');
  if (kind === 'making again') await timed(making);
  return timed(kind === 'bare insert' ? bare : making);
});
table(
  `${PEOPLE} people, one day`,
  KINDS.map((kind) => ({
    what: kind,
    'rows written': over(found[kind], ({ rows }) => rows),
    'ms, median': Math.round(over(found[kind], ({ ms }) => ms)),
  })),
);
const right = found.making.every(({ rows }) => rows === PEOPLE) && found['making again'].every(({ rows }) => rows === 0);
const good = ratio(
  'making beside the bare insert',
  pairRatio(found.making, found['bare insert'], ({ ms }) => ms),
  '<=',
  GOAL,
);
await pool.end();
await c.stop();
if (!right || !good) process.exitCode = 1;
