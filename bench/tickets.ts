/**
 * Lists of 1,000,000 tickets of one institution: what is due first, by state and owner, by number, by words. The product with session,
 * rights, validation and row-level security, beside a bare node:http server that sends the same statements as a role that row-level
 * security does not touch. Usage: node bench/tickets.ts [rounds] [seconds] [words of the cases…]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { tickets as contract } from '#contract/tickets/tickets.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createPool } from '#server/db/pool.ts';
import { connect } from '#server/dependencies.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { cluster, cpuOf, cpuOfPostgres } from './harness-cluster.ts';
import { load } from './harness-load.ts';
import { fillTenants, signIn } from './harness-people.ts';
import { start, startProduct, stop } from './harness-server.ts';

const TENANT = 2;
const ROWS = 1_000_000;
const OWNERS = 50;
const CONNECTIONS = 16;
const POOL = 6;
/** What one institution has of the product's connections: the bare server has as many. */
const SHARE = Math.ceil(POOL * 0.7);
const token = () => 'bench-token-of-tickets';

const cases: Record<string, string> = {
  'what is due first': '',
  'by state and owner': '&state=2&ownerId=117',
  'of an owner': '&ownerId=117',
  'without an owner': '&view=unassigned',
  'late ones': '&view=overdue',
  'by number': '&keyword=SQ20260100780',
  'by three words': '&keyword=热水器',
};
const pathOf = (name: string) =>
  `${contract.page.path}?current=1&size=20${cases[name]!.replace(/keyword=(.*)/, (_, word: string) => `keyword=${encodeURIComponent(word)}`)}`;

interface Statement {
  /** Of a prepared one. */
  name?: string;
  text: string;
  values: unknown[];
}

/** One in twenty is open, a thousand of each owner; the words of titles are as families write them. */
async function fill(admin: pg.Client): Promise<void> {
  await fillTenants(admin, TENANT);
  await admin.query(`insert into users (tenant_id, id, username, name, department_id)
    select ${TENANT}, 100 + i, 'owner' || i, '处理人' || i, ${TENANT} from generate_series(1, ${OWNERS}) as i`);
  // Built over all rows at once they take a part of the time.
  const { rows: indexes } = await admin.query(`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
    where indrelid = 'tickets'::regclass and not exists (select from pg_constraint c where c.conindid = indexrelid)`);
  for (const { name } of indexes) await admin.query(`drop index ${name}`);
  // What refers to others holds by construction, and no change is recorded.
  await admin.query('set session_replication_role = replica');
  await admin.query(`insert into tickets (tenant_id, id, number, title, type, priority, state, owner_id, owner_name, asker_name, due_at,
      created_at, first_answered_at, solved_at)
    select ${TENANT}, i, 'SQ' || 20260000000 + i,
      (array['热水不热', '饭菜太咸', '走廊太吵', '洗衣少件', '空调坏了'])[1 + i % 5]
        || case when i % 5000 = 0 then '热水器漏水' else '' end || (i % 97),
      1 + i % 6, 1 + i % 4, case when i % 20 = 0 then 1 + (i / 20) % 4 else 5 end,
      nullif(101 + (hashint8extended(i, 7) & 65535) % ${OWNERS + 1}, ${101 + OWNERS}), '处理人', '家属' || i % 1000,
      case when i % 20 = 0 and (i / 20) % 4 < 2 then now() + ((i % 10000) - 100) * interval '1 minute' end,
      now() - (i % 525600) * interval '1 minute', now(), case when i % 20 > 0 then now() end
    from generate_series(1, ${ROWS}) as i`);
  for (const { text } of indexes) await admin.query(text);
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum (analyze)');
  await admin.query('checkpoint');
}

/** The statements of a list, in one transaction as the product sends them, without anything around them. */
async function serveBare(recorded: Record<string, Statement[]>): Promise<void> {
  const pool = createPool(JSON.parse(process.env.BENCH_TARGET!), 'bench bare', SHARE, () => {});
  const names = Object.keys(recorded);
  const server = createServer(async (request, response) => {
    const name = names[Number(request.url!.slice(1))]!;
    const client = await pool.connect();
    const sent = [client.query('begin'), ...recorded[name]!.map((statement) => client.query(statement)), client.query('commit')];
    const answers = (await Promise.all(sent)) as pg.QueryResult[];
    client.release();
    const rows = answers.slice(1, -1).map((answer) => answer.rows);
    const records = rows.find(([row]) => row?.title !== undefined) ?? [];
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify({ code: 0, msg: null, data: { records, total: rows[0]?.[0]?.total ?? records.length, size: 20, current: 1 } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!((server.address() as AddressInfo).port);
}

/** What the product really sends for each case once it knows the list, seen from its driver. */
async function record(): Promise<void> {
  let sent: Statement[] = [];
  const query = pg.Client.prototype.query;
  (pg.Client.prototype as any).query = function (this: pg.Client, config: any, ...rest: any[]) {
    for (const { name, text, values } of config?.statements ?? [config]) if (text?.includes('"tickets"')) sent.push({ name, text, values });
    return (query as any).call(this, config, ...rest);
  };
  const deps = connect(readConfig(), 'bench');
  const { app } = await buildApp(deps, { webDir: null, rateFactor: 1e6 });
  const recorded: Record<string, Statement[]> = {};
  for (const name of Object.keys(cases)) {
    for (let n = 0; n < 2; n++) {
      sent = [];
      const answer = await app.inject({ url: pathOf(name), headers: { authorization: `Bearer ${token()}` } });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      recorded[name] = sent;
      // A long list is counted aside.
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
  }
  process.send!(recorded);
}

async function main(): Promise<void> {
  const [rounds, seconds] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3)];
  const words = process.argv.slice(4);
  const c = await cluster('tickets-1m', fill);
  await signIn(c.admin, TENANT, ['business_ticket_view'], token);
  const recorder = fork(import.meta.filename, ['record'], { env: { ...process.env, DATA_DIR: c.dir, DEMO: '0', LOG_LEVEL: 'error' } });
  const [recorded] = (await once(recorder, 'message')) as [Record<string, Statement[]>];
  recorder.kill();
  const servers = {
    product: await startProduct(c, POOL),
    bare: await start(import.meta.filename, ['bare', JSON.stringify(recorded)], { BENCH_TARGET: JSON.stringify(c.target('superuser')) }),
  };
  for (const [index, name] of Object.keys(cases).entries()) {
    if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
    const requests = {
      product: [{ path: pathOf(name), headers: { authorization: `Bearer ${token()}`, 'tenant-id': String(TENANT) } }],
      bare: [{ path: `/${index}` }],
    };
    const measure = async (role: 'product' | 'bare') => {
      const order = { port: servers[role].port, requests: requests[role], connections: CONNECTIONS };
      await load({ ...order, seconds: 1 });
      const before = { node: cpuOf(servers[role].child.pid!), pg: cpuOfPostgres(c.postmaster) };
      const result = await load({ ...order, seconds });
      const nodeUs = (cpuOf(servers[role].child.pid!) - before.node) / result.answers;
      const pgUs = (cpuOfPostgres(c.postmaster) - before.pg) / result.answers;
      return { ...result, nodeUs, pgUs };
    };
    const results = await paired(['product', 'bare'] as const, rounds, measure);
    table(
      `tickets ${name}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians`,
      (['product', 'bare'] as const).map((role) => ({
        server: role,
        'req/s': over(results[role], (round) => round.perSecond),
        'p50 ms': over(results[role], (round) => round.p50),
        'p99 ms': over(results[role], (round) => round.p99),
        'node µs': over(results[role], (round) => round.nodeUs),
        'pg µs': over(results[role], (round) => round.pgUs),
      })),
    );
    ratio(`${name}: time of product / bare`, 1 / pairRatio(results.product, results.bare, (round) => round.perSecond), '<=', 1.25);
  }
  await stop(servers.product);
  await stop(servers.bare);
  await c.stop();
}

const role = process.argv[2];
// Whoever started us has gone.
process.on('disconnect', () => process.exit());
if (role === 'record') await record();
else if (role === 'bare') await serveBare(JSON.parse(process.argv[3]!));
else await main();
