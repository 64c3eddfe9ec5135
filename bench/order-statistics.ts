/**
 * Statistics of a tenant with 2,000,000 work orders, by each of their groups, beside the least that can be read for them: the jobs of the same span joined with
 * their orders and summed. Then what a carer's phone asks for in the morning. Usage: node bench/order-statistics.ts [rounds]
 */
import { createHash } from 'node:crypto';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { statisticsBy, workOrderStatistics } from '#contract/work-orders/work-order-statistics.ts';
import { over, paired, ratio, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';
import { fillOrders } from './harness-orders.ts';
import { signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const TENANT = 2;
const CARER = 101;
const token = (of: number) => `bench-token-of-tenant-${of}`;
const rounds = Number(process.argv[2] ?? 5);

const c = await cluster('orders-2m', fillOrders);
await signIn(c.admin, 3, ['members_workorder_statistics', 'members_workorder_serve'], token);
const hash = (text: string) => createHash('sha256').update(text).digest();
await c.admin.query(`insert into user_roles (tenant_id, user_id, role_id) values (${TENANT}, ${CARER}, ${TENANT}) on conflict do nothing`);
await c.admin.query(
  `insert into sessions (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at, absolute_expires_at)
   values (${TENANT}, ${CARER}, 'bench', $1, $2, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day')`,
  [hash('bench-token-of-the-carer'), hash('refresh bench-token-of-the-carer')],
);
const { rows } = await c.admin
  .query(`select (max(created_at)::date - 40)::text as month, (max(created_at)::date - 10)::text as "monthEnd", (max(created_at)::date - 375)::text as year,
  (max(created_at)::date - 10)::text as "yearEnd", max(created_at)::date::text as today from work_orders`);
const day = rows[0] as Record<'month' | 'monthEnd' | 'year' | 'yearEnd' | 'today', string>;
const server = await startProduct(c, 4);

async function ask(path: string, input: Record<string, string>, bearer: string): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}?${new URLSearchParams(input)}`, { headers: { authorization: `Bearer ${bearer}` } });
  const body = (await answer.json()) as { code: number; msg: string };
  if (body.code !== 0) throw new Error(`${path}: ${body.msg}`);
  return performance.now() - begun;
}

async function bare(from: string, to: string): Promise<number> {
  const begun = performance.now();
  await c.admin.query(
    `select count(*), sum(j.price_fen), max(o.finished_at), max(s.score) from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
     left join work_order_scores s on s.tenant_id = o.tenant_id and s.work_order_id = o.id where j.tenant_id = $1 and j.service_at >= $2::date and j.service_at < $3::date + 1`,
    [TENANT, from, to],
  );
  return performance.now() - begun;
}

const figures: Record<string, unknown>[] = [];
const held: [string, number, number][] = [];
for (const [span, from, to] of [
  ['month', day.month, day.monthEnd],
  ['year', day.year, day.yearEnd],
] as const) {
  const kinds = ['bare', ...(Object.keys(statisticsBy) as (keyof typeof statisticsBy)[])] as const;
  for (const kind of kinds) await (kind === 'bare' ? bare(from, to) : ask(workOrderStatistics.read.path, { from, to, by: kind }, token(TENANT)));
  const times = await paired(kinds, rounds, (kind) =>
    kind === 'bare' ? bare(from, to) : ask(workOrderStatistics.read.path, { from, to, by: kind }, token(TENANT)),
  );
  const floor = over(times.bare, (one) => one);
  for (const kind of kinds) {
    const ms = over(times[kind], (one) => one);
    figures.push({ span, by: kind, ms, 'over bare': ms / floor });
    if (kind !== 'bare') held.push([`statistics of a ${span} by ${kind}`, ms / floor, ms]);
  }
}
const mornings = await paired(['own jobs of a week'] as const, 30, () =>
  ask(ownJobs.list.path, { from: day.monthEnd, to: day.today.slice(0, 10) }, 'bench-token-of-the-carer'),
);
const morning = over(mornings['own jobs of a week'], (one) => one);
table(`2,000,000 work orders, ${rounds} rounds, medians`, figures);
for (const [name, value] of held) ratio(name, value, '<=', 3);
ratio('own jobs of a week', morning, '<=', 50, ' ms');
await stop(server);
await c.stop();
