/**
 * One press from the popup of an SOS to a carer on the way, through the whole product: the alarm is confirmed and decided, its order
 * drafted and dispatched, the carer told. Beside it the limit: the statements that write the same rows, bare and one after the other in one
 * transaction on one connection.
 * Usage: node bench/sos-dispatch.ts [rounds]
 */
import { Agent, request } from 'node:http';
import pg from 'pg';
import { responders } from '#contract/work-orders/responders.ts';
import { connection } from '#server/db/pool.ts';
import { paired, ratio, share, table } from './harness.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { fillPeople, fillTenants, signIn } from './harness-people.ts';
import { startProduct, stop } from './harness-server.ts';

const ALARMS = 100;
const POOL = 10;
const TENANT = 2;
const CARER = 100;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;

/** Open SOS alarms, each of another person; their ids. */
async function raise({ admin }: Cluster): Promise<number[]> {
  await admin.query(`update warnings set status = 1, handled_at = now() where tenant_id = ${TENANT} and status in (0, 2)`);
  const { rows } = await admin.query(
    `insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
     select ${TENANT}, 'sos', 'p' || id, 1, id, 1, '按下SOS求助按钮', now(), now() from people where tenant_id = ${TENANT} order by id
     limit ${ALARMS} returning id`,
  );
  return rows.map(({ id }) => Number(id));
}

const pressed = (port: number, id: number) =>
  new Promise<void>((resolve, reject) => {
    const body = JSON.stringify({ id, version: 1, userId: CARER });
    const headers = {
      authorization: `Bearer ${token(TENANT)}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    };
    request({ host: '127.0.0.1', port, path: responders.dispatch.path, method: 'POST', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${text}`))));
    })
      .on('error', reject)
      .end(body);
  });

/** What a press writes, and no more: each statement waits for the one before, as the product's do. */
async function bare(client: pg.Client, id: number): Promise<void> {
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values });
  await client.query('begin');
  await run(
    'decide',
    `update warnings set process_mode = 2, status = 2, handled_by = $2, handled_at = now(), acknowledged_at = now(), acknowledged_by = $2,
      asks_again_at = now() + interval '10 minutes', version = version + 1, updated_at = now()
     where tenant_id = ${TENANT} and id = $1 and status = 0 and version = 1`,
    [id, TENANT],
  );
  const step = `insert into warning_events (tenant_id, warning_id, kind, note, user_id, user_name)
    values (${TENANT}, $1, $2, $3, $4, '值班员')`;
  await run('step', step, [id, 'handled', '上门处理 · 处理中', TENANT]);
  const { rows } = await run(
    'order',
    `insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, created_by, emergency, warning_id,
      warning_type, source)
     select ${TENANT}, 'B' || gen_random_uuid(), p.id, p.name, '13911112222', '幸福路1号', $2, 2, w.id, 'sos', 2
     from warnings w join people p on p.tenant_id = w.tenant_id and p.id = w.person_id where w.tenant_id = ${TENANT} and w.id = $1
     returning id`,
    [id, TENANT],
  );
  const order = Number(rows[0].id);
  await run(
    'job',
    `insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name, service_at,
      minutes, price_fen) values (${TENANT}, $1, 1, 'SOS上门', 1, '应急服务', now(), 30, 0)`,
    [order],
  );
  const log = `insert into work_order_logs (tenant_id, work_order_id, action, note, user_id, user_name)
    values (${TENANT}, $1, $2, $3, $4, '值班员')`;
  await run('log', log, [order, 'draft', 'SOS上门', TENANT]);
  await run('step', step, [id, 'order', '生成工单', TENANT]);
  await run(
    'send',
    `update work_orders set status = 2, operator_id = $2, responded_at = now(), version = version + 1, updated_at = now()
     where tenant_id = ${TENANT} and id = $1 and version = 1`,
    [order, TENANT],
  );
  await run(
    'assign',
    `update work_order_jobs set status = 2, user_id = ${CARER}, user_name = '护理员', version = version + 1, updated_at = now()
     where tenant_id = ${TENANT} and work_order_id = $1`,
    [order],
  );
  await run('log', log, [order, 'send', 'SOS上门派给护理员', TENANT]);
  await run('step', step, [id, 'order', '派单', TENANT]);
  await run(
    'message',
    `insert into messages (tenant_id, recipient_id, kind, title, text) values (${TENANT}, $1, 'workorder', '请立即上门', $2)`,
    [CARER, 'SOS上门'],
  );
  await client.query('commit');
}

/** What the database says: one order for each alarm, with one job of the carer. */
async function check({ admin }: Cluster, ids: readonly number[]): Promise<void> {
  const { rows } = await admin.query(
    `select count(*) as right from warnings w where w.tenant_id = ${TENANT} and w.id = any($1) and w.status = 2 and 1 = (
       select count(*) from work_orders o join work_order_jobs j on j.tenant_id = o.tenant_id and j.work_order_id = o.id
       where o.tenant_id = w.tenant_id and o.warning_id = w.id and o.status = 2 and j.user_id = ${CARER})`,
    [ids],
  );
  if (Number(rows[0].right) !== ids.length) throw new Error(`${rows[0].right} of ${ids.length} alarms have exactly one carer on the way`);
}

const rounds = Number(process.argv[2] ?? 5);
const c = await cluster('sos-dispatch', async (admin) => {
  await fillTenants(admin, TENANT);
  await fillPeople(admin, ALARMS, String(TENANT));
  await admin.query(`insert into users (tenant_id, id, username, name) values (${TENANT}, ${CARER}, 'carer', '护理员')`);
  await admin.query(`insert into service_types (tenant_id, id, name) values (${TENANT}, 1, '应急服务')`);
  await admin.query(
    `insert into service_projects (tenant_id, id, service_type_id, name, price_fen, sos_default)
     values (${TENANT}, 1, 1, 'SOS上门', 0, true)`,
  );
});
const rights = ['members_workorder_view', 'members_workorder_dispatch', 'warning_devicewarning_view', 'warning_devicewarning_handle'];
await signIn(c.admin, TENANT, rights, token);
const server = await startProduct(c, POOL);
const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
await client.connect();
const ways = { product: (id: number) => pressed(server.port, id), bare: (id: number) => bare(client, id) };
const kinds = ['product', 'bare'] as const;
try {
  const results = await paired(kinds, rounds, async (kind) => {
    const ids = await raise(c);
    const times: number[] = [];
    for (const id of ids) {
      const begun = performance.now();
      await ways[kind](id);
      times.push(performance.now() - begun);
    }
    await check(c, ids);
    return times;
  });
  const all = (kind: (typeof kinds)[number]) => results[kind].flat();
  table(
    `${ALARMS} alarms answered by one press each, one after the other, ${rounds} rounds`,
    kinds.map((kind) => ({ way: kind, 'p50 ms': share(all(kind), 0.5), 'p99 ms': share(all(kind), 0.99) })),
  );
  ratio('p99 of a press beside its bare statements', share(all('product'), 0.99) / share(all('bare'), 0.99), '<=', 6);
} finally {
  agent.destroy();
  await client.end();
  await stop(server);
  await c.stop();
}
