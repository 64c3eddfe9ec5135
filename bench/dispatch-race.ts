/**
 * Ten dispatchers assign a carer to the same 300 orders at once, six requests of each in flight, through
 * the whole product: exactly one of the ten is told that she did, the others get 409 with the order as it is. Beside it the limit: the same
 * compare-and-set update alone, by the same number of connections to PostgreSQL.
 * Usage: node bench/dispatch-race.ts [rounds]
 */
import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { createPool } from '#server/db/pool.ts';
import { over, paired, ratio, share, table } from './harness.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { fillPeople, fillTenants, signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const ORDERS = 300;
const CALLERS = 10;
/** As many as a browser keeps open. */
const IN_FLIGHT = 6;
const POOL = 10;
const TENANT = 2;
const token = (caller: number) => `bench-token-of-caller-${caller}`;
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS * IN_FLIGHT });

interface Answer {
  won: boolean;
  ms: number;
}
interface Round {
  seconds: number;
  answers: Answer[];
}
type Attempt = (caller: number, order: number) => Promise<boolean>;

/** Each caller goes through all orders in the same order; gives every answer. */
async function race(ids: readonly number[], attempt: Attempt): Promise<Round> {
  const answers: Answer[] = [];
  const begun = performance.now();
  const line = async (caller: number, next: () => number | undefined) => {
    for (let id = next(); id !== undefined; id = next()) {
      const asked = performance.now();
      answers.push({ won: await attempt(caller, id), ms: performance.now() - asked });
    }
  };
  const lines = Array.from({ length: CALLERS }, (_, caller) => {
    const left = ids.values();
    return Array.from({ length: IN_FLIGHT }, () => line(caller, () => left.next().value));
  });
  await Promise.all(lines.flat());
  return { seconds: (performance.now() - begun) / 1000, answers };
}

const dispatched =
  (port: number): Attempt =>
  (caller, id) =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify({ id, serverUserId: 100 + caller });
      const headers = {
        authorization: `Bearer ${token(caller)}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      };
      request({ host: '127.0.0.1', port, path: workOrders.dispatch.path, method: 'POST', agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        answer.on('end', () => {
          if (answer.statusCode === 409 && JSON.parse(text).data?.id !== id) reject(new Error(`a conflict without the order: ${text}`));
          else if (answer.statusCode === 200 || answer.statusCode === 409) resolve(answer.statusCode === 200);
          else reject(new Error(`${answer.statusCode} ${text}`));
        });
      })
        .on('error', reject)
        .end(body);
    });

/** New orders with a job each that nobody was sent to; their ids. */
async function write({ admin }: Cluster): Promise<number[]> {
  const { rows } = await admin.query(
    `with orders as (insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, created_by)
       select ${TENANT}, 'R' || gen_random_uuid(), 1 + n % 100, '王秀英', '13911112222',
         '幸福路1号', ${TENANT} from generate_series(1, ${ORDERS}) as n returning id),
     jobs as (insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name,
       service_at, minutes, price_fen)
       select ${TENANT}, id, 1, '助浴', 1, '生活照料', now() + interval '1 day', 30, 500 from orders)
     select id from orders order by id`,
  );
  return rows.map(({ id }) => Number(id));
}

/** What the database says: each order was sent once, and has one line of it in its log. */
async function check({ admin }: Cluster, ids: readonly number[]): Promise<void> {
  const { rows } = await admin.query(
    `select count(*) as wrong from work_orders o where tenant_id = ${TENANT} and id = any($1) and (status <> 2 or version <> 2
       or 1 <> (select count(*) from work_order_logs l where l.tenant_id = o.tenant_id and l.work_order_id = o.id and l.action = 'send')
       or 1 <> (select count(*) from work_order_jobs j where j.tenant_id = o.tenant_id and j.work_order_id = o.id and j.status = 2
         and j.version = 2))`,
    [ids],
  );
  if (Number(rows[0].wrong) > 0) throw new Error(`${rows[0].wrong} orders were not sent exactly once`);
}

const rounds = Number(process.argv[2] ?? 5);
const c = await cluster('dispatch', async (admin) => {
  await fillTenants(admin, TENANT);
  await fillPeople(admin, 100, String(TENANT));
  await admin.query(
    `insert into users (tenant_id, id, username, name) select ${TENANT}, 100 + n, 'caller' || n, '调度' || n
      from generate_series(0, ${CALLERS - 1}) as n`,
  );
  await admin.query(`insert into service_types (tenant_id, id, name) values (${TENANT}, 1, '生活照料')`);
  await admin.query(`insert into service_projects (tenant_id, id, service_type_id, name, price_fen) values (${TENANT}, 1, 1, '助浴', 500)`);
});
await signIn(c.admin, TENANT, ['members_workorder_view', 'members_workorder_dispatch'], (tenant) => `bench-token-of-tenant-${tenant}`);
for (let caller = 0; caller < CALLERS; caller++) {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  await c.admin.query(`insert into user_roles (tenant_id, user_id, role_id) values (${TENANT}, $1, ${TENANT})`, [100 + caller]);
  await c.admin.query(
    `insert into sessions (tenant_id, user_id, client_id, access_hash, refresh_hash, access_expires_at, refresh_expires_at,
      absolute_expires_at)
     values (${TENANT}, $1, 'bench', $2, $3, now() + interval '1 day', now() + interval '1 day', now() + interval '1 day')`,
    [100 + caller, hash(token(caller)), hash(`refresh ${token(caller)}`)],
  );
}
const server = await startProduct(c, POOL);
const pool = createPool(c.target('superuser'), 'bench bare', POOL, () => {});
const set = `update work_orders set status = 2, operator_id = $1, responded_at = now(), version = version + 1, updated_at = now()
  where tenant_id = ${TENANT} and id = $2 and status = 1 and version = 1`;
const attempts = {
  product: dispatched(server.port),
  bare: async (caller: number, id: number) => (await pool.query({ name: 'set', text: set, values: [100 + caller, id] })).rowCount === 1,
};
const kinds = ['product', 'bare'] as const;
try {
  const results = await paired(kinds, rounds, async (kind) => {
    const ids = await write(c);
    const round = await race(ids, attempts[kind]);
    if (kind === 'product') await check(c, ids);
    return round;
  });
  const winners = (kind: (typeof kinds)[number]) => results[kind].map(({ answers }) => answers.filter(({ won }) => won).length);
  const msOf = (kind: (typeof kinds)[number], won: boolean) =>
    results[kind].flatMap(({ answers }) => answers.filter((one) => one.won === won).map(({ ms }) => ms));
  table(
    `${CALLERS} callers × ${ORDERS} orders, ${CALLERS * IN_FLIGHT} requests in flight, ${POOL} connections, ${rounds} rounds`,
    kinds.map((kind) => ({
      way: kind,
      'dispatches/s': over(results[kind], ({ seconds }) => ORDERS / seconds),
      'answers/s': over(results[kind], ({ seconds, answers }) => answers.length / seconds),
      'winners p50 ms': share(msOf(kind, true), 0.5),
      'winners p99 ms': share(msOf(kind, true), 0.99),
      'refused p50 ms': share(msOf(kind, false), 0.5),
      'refused p99 ms': share(msOf(kind, false), 0.99),
    })),
  );
  ratio('fewest winners of a round', Math.min(...winners('product')), '>=', ORDERS);
  ratio('most winners of a round', Math.max(...winners('product')), '<=', ORDERS);
  console.log(
    `answers bare / product: ${(over(results.product, ({ seconds }) => seconds) / over(results.bare, ({ seconds }) => seconds)).toFixed(1)}`,
  );
} finally {
  agent.destroy();
  await pool.end();
  await stop(server);
  await c.stop();
}
