/**
 * A page of people (10 rows with their names, places and carers, and the total) out of 1,000,000 in 200 tenants: the product with session,
 * permission, validation and row-level security, beside a bare node:http server that sends the same prepared statements as a role that
 * row-level security does not touch. Usage: node bench/list-page.ts [rounds] [seconds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { people as contract } from '#contract/elderly/people.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/dependencies.ts';
import { createPool } from '#server/db/pool.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { cluster, cpuOf, cpuOfPostgres, type Cluster } from './harness-cluster.ts';
import { load, type Load, type Request } from './harness-load.ts';
import { fillPeople, fillTenants, MIXED, signIn } from './harness-people.ts';
import { start, startProduct, stop, type Server } from './harness-server.ts';

const TENANTS = 200;
const LAST = TENANTS + 1;
const CONNECTIONS = 16;
const POOL = 6;
/** The tenant whose request is recorded: a number that no other value of the statements has. */
const RECORDED = 197;
const PATH = contract.page.path;
const token = (tenant: number) => `bench-token-of-tenant-${tenant}`;

interface Statement {
  text: string;
  values: unknown[];
}

/** The limit: no session, no checks, no row-level security; the tenant is taken from the query. */
async function serveBare(statements: Statement[]): Promise<void> {
  const pool = createPool(JSON.parse(process.env.BENCH_TARGET!), 'bench bare', POOL, () => {});
  const [first, count, later] = statements as [Statement, Statement, Statement];
  const server = createServer(async (request, response) => {
    const query = new URLSearchParams(request.url!.slice(request.url!.indexOf('?') + 1));
    const tenant = Number(query.get('tenant'));
    const size = Number(query.get('size'));
    const current = Number(query.get('current'));
    const client = await pool.connect();
    const own = ({ values }: Statement) => values.map((value) => (value === RECORDED ? tenant : value));
    const [rows, counted] = await Promise.all([
      client.query(
        current === 1
          ? { name: 'first', text: first.text, values: own(first) }
          : { name: 'later', text: later.text, values: [...own(later).slice(0, -1), (current - 1) * size] },
      ),
      client.query({ name: 'count', text: count.text, values: own(count) }),
    ]);
    client.release();
    const total = counted.rows[0].n;
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(
      JSON.stringify({ code: 0, msg: null, data: { records: rows.rows, total, size, current, pages: Math.ceil(total / size) } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!((server.address() as AddressInfo).port);
}

/** The statements of a first page, its count, and a later page, as the product really sends them, seen from its driver. */
async function record(): Promise<void> {
  const sent: Statement[] = [];
  const query = pg.Client.prototype.query;
  (pg.Client.prototype as any).query = function (this: pg.Client, config: any, ...rest: any[]) {
    for (const { text, values } of config?.statements ?? [config]) if (text?.includes('"people"')) sent.push({ text, values });
    return (query as any).call(this, config, ...rest);
  };
  const deps = connect(readConfig(), 'bench');
  const { app } = await buildApp(deps, { webDir: null, rateFactor: 1e6 });
  for (const current of [1, 2]) {
    const answer = await app.inject({ url: `${PATH}?current=${current}&size=10`, headers: { authorization: `Bearer ${token(RECORDED)}` } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  }
  process.send!(sent);
}

/** Requests in proportion to people: a tenth of them in the tenant of 100,000; half first pages, the others up to page 20. */
function requests(role: 'product' | 'bare'): Request[] {
  return Array.from({ length: 1000 }, (_, i) => {
    const tenant = i % 10 === 0 ? 2 : i % 50 === 1 ? 3 : 4 + ((i * 7919) % 198);
    const current = i % 2 ? 1 : 1 + (i % 20);
    const path = `${PATH}?current=${current}&size=10`;
    return role === 'product'
      ? { path, headers: { authorization: `Bearer ${token(tenant)}`, 'tenant-id': String(tenant) } }
      : { path: `${path}&tenant=${tenant}` };
  });
}

interface Round extends Load {
  nodeUs: number;
  pgUs: number;
  us: number;
}

async function measure(server: Server, role: 'product' | 'bare', seconds: number, c: Cluster): Promise<Round> {
  const order = { port: server.port, requests: requests(role), connections: CONNECTIONS };
  await load({ ...order, seconds: 1 });
  const before = { node: cpuOf(server.child.pid!), pg: cpuOfPostgres(c.postmaster) };
  const result = await load({ ...order, seconds });
  const nodeUs = (cpuOf(server.child.pid!) - before.node) / result.answers;
  const pgUs = (cpuOfPostgres(c.postmaster) - before.pg) / result.answers;
  return { ...result, nodeUs, pgUs, us: nodeUs + pgUs };
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const seconds = Number(process.argv[3] ?? 4);
  const c = await cluster('people-1m', async (admin) => {
    await fillTenants(admin, LAST);
    await fillPeople(admin, 1_000_000, MIXED);
  });
  await signIn(c.admin, LAST, ['members_oldman_view'], token);
  const recorder = fork(import.meta.filename, ['record'], { env: { ...process.env, DATA_DIR: c.dir, DEMO: '0', LOG_LEVEL: 'error' } });
  const [statements] = (await once(recorder, 'message')) as [Statement[]];
  recorder.kill();
  const roles = ['product', 'bare'] as const;
  const servers = {
    product: await startProduct(c, POOL),
    bare: await start(import.meta.filename, ['bare', JSON.stringify(statements)], { BENCH_TARGET: JSON.stringify(c.target('superuser')) }),
  };
  const results = await paired(roles, rounds, (role) => measure(servers[role], role, seconds, c));
  table(
    `list page, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians`,
    roles.map((role) => {
      const figure = (name: keyof Round) => over(results[role], (round) => round[name]);
      return {
        server: role,
        'req/s': figure('perSecond'),
        'p50 ms': figure('p50'),
        'p99 ms': figure('p99'),
        'node µs': figure('nodeUs'),
        'pg µs': figure('pgUs'),
        'CPU µs': figure('us'),
        bytes: figure('bytes'),
      };
    }),
  );
  ratio(
    'throughput product / bare',
    pairRatio(results.product, results.bare, (round) => round.perSecond),
    '>=',
    0.8,
  );
  ratio(
    'p99 product / bare',
    pairRatio(results.product, results.bare, (round) => round.p99),
    '<=',
    2,
  );
  console.log(`CPU bare / product: ${(1 / pairRatio(results.product, results.bare, (round) => round.us)).toFixed(2)}`);
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
