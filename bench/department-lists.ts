/**
 * The first page of people of a tenant with 100,000, for a session of a department with sixty of them, the first that came, and for one
 * that reaches only its own people, beside a session that reaches all; totals are known, as on every page after the first. Usage:
 * node bench/department-lists.ts [rounds]
 */
import { people as routes } from '#contract/elderly/people.ts';
import type { Session } from '#server/context.ts';
import { services } from '#server/registry.ts';
import { median, ratio, share, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { handlersOn, headOf } from './harness-handlers.ts';
import { fillPeople, fillTenants, MIXED } from './harness-people.ts';

const TENANT = 2;
const DEPARTMENT = 900_000;
/** What is not reached without a condition is found by a statement of its own, before the page is read. */
const GOAL = 2;
const rounds = Number(process.argv[2] ?? 30);

const c = await cluster('people-1m', async (admin) => {
  await fillTenants(admin, 201);
  await fillPeople(admin, 1_000_000, MIXED);
});
/** Who is in the department, in the data set as it is kept for others. */
const put = (of: number, to: number) =>
  c.admin.query(
    `update people set department_id = $2 where tenant_id = $3 and department_id = $1
      and id in (select id from people where tenant_id = $3 order by created_at, id limit 60)`,
    [of, to, TENANT],
  );
const sessions: Record<string, Partial<Session>> = {
  all: {},
  department: { dataScope: 2, departmentIds: [DEPARTMENT] },
  own: { dataScope: 3 },
};
try {
  await c.admin.query(`insert into departments (tenant_id, id, name) values ($1, $2, '三楼') on conflict do nothing`, [TENANT, DEPARTMENT]);
  await put(TENANT, DEPARTMENT);
  await c.admin.query('analyze people');
  const products = Object.entries(sessions).map(([name, part]) => ({
    name,
    product: handlersOn(c, { ...headOf(TENANT), ...part } as Session),
    times: [] as number[],
  }));
  const page = services.people.page as never;
  for (let round = 0; round < rounds + 8; round++)
    for (const { product, times } of products) {
      const ms = await product.timed(routes.page, page, { current: 1, size: 10 } as never);
      if (round >= 8) times.push(ms);
    }
  for (const { product } of products) await product.close();
  table(
    `first page of 100,000 people by the reach of a session, ${rounds} rounds in turn`,
    products.map(({ name, times }) => ({ session: name, ms: median(times), 'p95 ms': share(times, 0.95) })),
  );
  const [all, ...others] = products.map(({ times }) => median(times));
  for (const [at, value] of others.entries()) ratio(`${products[at + 1]!.name} / all`, value / all!, '<=', GOAL);
} finally {
  await put(DEPARTMENT, TENANT);
  await c.admin.query('analyze people');
  await c.stop();
}
