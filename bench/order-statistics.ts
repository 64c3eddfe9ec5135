/**
 * Statistics of a tenant with 2,000,000 work orders, by each of their groups, beside the least that
 * can be read for them from the orders themselves: the jobs of the same span joined with their orders and summed. Three ways: with the sums
 * of all days kept, with the last 20 days just changed (as in a busy institution at noon), and for the head of a department of a twentieth
 * of the people, which is read from their orders. Then what a carer's phone asks for in the morning.
 * Goals: all kept, each within a second and a year at a quarter of the bare reading; with changed
 * days a year at half of it; of the department not slower than it.
 * Usage: node bench/order-statistics.ts [rounds]
 */
import { createHash } from 'node:crypto';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { statisticsBy, workOrderStatistics } from '#contract/work-orders/work-order-statistics.ts';
import type { Dependencies } from '#server/context.ts';
import { createPool } from '#server/db/pool.ts';
import { tenantRunner } from '#server/db/tenant.ts';
import { fillQuietDays } from '#server/work-orders/work-order-sum-filling.ts';
import { fillQuietPeriods } from '#server/work-orders/work-order-sum-periods.ts';
import { over, paired, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { fillOrders } from './harness-orders.ts';
import { signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const TENANT = 2;
const CARER = 101;
const HEAD = 103;
const DEPARTMENT = 20;
/** Days that are changed before the second measurement. */
const CHANGED = 20;
const token = (of: number) => `bench-token-of-tenant-${of}`;
const rounds = Number(process.argv[2] ?? 5);

const c = await cluster('orders-2m', fillOrders);
await signIn(c.admin, 3, ['members_workorder_statistics', 'members_workorder_serve'], token);
const hash = (text: string) => createHash('sha256').update(text).digest();
await c.admin.query(`insert into departments (tenant_id, id, name) values (${TENANT}, ${DEPARTMENT}, '二部') on conflict do nothing;
  update people set department_id = ${DEPARTMENT} where tenant_id = ${TENANT} and id % 20 = 3 and department_id <> ${DEPARTMENT};
  update users set department_id = ${DEPARTMENT} where tenant_id = ${TENANT} and id = ${HEAD};
  insert into roles (tenant_id, id, name, code, data_scope) values (${TENANT}, ${DEPARTMENT}, '主任', 'head', 5);
  insert into role_menus (tenant_id, role_id, menu_id) select tenant_id, ${DEPARTMENT}, id from menus where tenant_id = ${TENANT};
  insert into user_roles (tenant_id, user_id, role_id) values (${TENANT}, ${CARER}, ${TENANT}), (${TENANT}, ${HEAD}, ${DEPARTMENT})`);
for (const user of [CARER, HEAD])
  await c.admin.query(
    `insert into sessions (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at,
      absolute_expires_at)
     values (${TENANT}, ${user}, 'bench', $1, $2, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day')`,
    [hash(`bench-token-of-user-${user}`), hash(`refresh-of-user-${user}`)],
  );
const { rows } = await c.admin.query(`select (max(created_at)::date - 40)::text as month, (max(created_at)::date - 10)::text as "monthEnd",
    (max(created_at)::date - 375)::text as year,
  (max(created_at)::date - 10)::text as "yearEnd", max(created_at)::date::text as today from work_orders`);
const day = rows[0] as Record<'month' | 'monthEnd' | 'year' | 'yearEnd' | 'today', string>;
const spans = [
  ['month', day.month, day.monthEnd],
  ['year', day.year, day.yearEnd],
] as const;
const kinds = Object.keys(statisticsBy) as (keyof typeof statisticsBy)[];

const pool = createPool(c.target('app'), 'bench filler', 2, (error) => console.error(error));
/** What cleanup does every few minutes, two hours later. */
async function fill(): Promise<void> {
  const begun = performance.now();
  const deps = { pool, inTenant: tenantRunner(pool, c.secrets), log: { warn: console.error } } as unknown as Dependencies;
  const filled = await fillQuietDays(deps, Date.now() + 7_200_000, 10_000);
  const days = performance.now();
  const periods = await fillQuietPeriods(deps, Date.now() + 7_200_000, 10_000);
  await c.admin.query('vacuum (analyze) work_order_sums, work_order_marks, work_order_sum_days');
  if (filled > 0) console.log(`filled ${filled} days in ${Math.round(days - begun)} ms`);
  if (periods > 0) console.log(`filled ${periods} months and quarters, and vacuumed, in ${Math.round(performance.now() - days)} ms`);
}
await fill();

const server = await startProduct(c, 4);
async function ask(path: string, input: Record<string, string>, bearer: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}?${new URLSearchParams(input)}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = (await answer.json()) as { code: number; msg: string };
  if (body.code !== 0) throw new Error(`${path}: ${body.msg}`);
  return performance.now() - begun;
}

async function bare(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await c.admin.query(
    `select count(*), sum(j.price_fen), max(o.finished_at), max(s.score) from work_order_jobs j
      join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
     left join work_order_scores s on s.tenant_id = o.tenant_id and s.work_order_id = o.id where j.tenant_id = $1
       and j.service_at >= $2::date and j.service_at < $3::date + 1`,
    [TENANT, from, to],
  );
  return performance.now() - begun;
}

const figures: Record<string, unknown>[] = [];
const held: [string, number, number, string][] = [];
/** Every kind over both spans beside the bare reading, which says itself how long it takes. */
async function measure(what: string, goalOfYear: number, bearer = token(TENANT)) {
  for (const [span, from, to] of spans) {
    const times = await paired(['bare', ...kinds] as const, rounds, (kind) =>
      kind === 'bare' ? bare(from, to) : ask(workOrderStatistics.read.path, { from, to, by: kind }, bearer),
    );
    const floor = over(times.bare, (one) => one);
    figures.push({ what, span, by: 'bare', ms: floor, 'over bare': 1 });
    for (const kind of kinds) {
      const ms = over(times[kind], (one) => one);
      figures.push({ what, span, by: kind, ms, 'over bare': ms / floor });
      if (goalOfYear < 0.5) held.push([`${what}, a ${span} by ${kind}`, ms, 1000, ' ms']);
      if (span === 'year') held.push([`${what}, a year by ${kind} over bare`, ms / floor, goalOfYear, '']);
    }
  }
}
await measure('all kept', 0.25);
await c.admin.query(
  `update work_order_jobs set minutes = minutes where tenant_id = ${TENANT} and id in
    (select min(id) from work_order_jobs
    where tenant_id = ${TENANT} and service_at >= $1::date - ${CHANGED - 1} and service_at < $1::date + 1 group by service_at::date)`,
  [day.yearEnd],
);
await measure(`${CHANGED} days changed`, 0.5);
await fill();
await measure('of a department', 1, `bench-token-of-user-${HEAD}`);
const mornings = await paired(['own jobs of a week'] as const, 30, () =>
  ask(ownJobs.list.path, { from: day.monthEnd, to: day.today.slice(0, 10) }, `bench-token-of-user-${CARER}`),
);
const morning = over(mornings['own jobs of a week'], (one) => one);
table(`2,000,000 work orders, ${rounds} rounds, medians`, figures);
for (const [name, value, goal, unit] of held) ratio(name, value, '<=', goal, unit);
ratio('own jobs of a week', morning, '<=', 50, ' ms');
await pool.end();
await stop(server);
await c.stop();
