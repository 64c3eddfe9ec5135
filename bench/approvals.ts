/**
 * Approvals: one decision through the whole product beside the statements that write the same rows, and the engine alone; a sweep of 10,000
 * cases that are due; pages of 100,000 cases beside a bare node:http server that sends the same statements as a role that row-level
 * security does not touch.
 * Usage: node bench/approvals.ts [rounds] [seconds] [lists] [decisions] [sweeps]
 */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { pino } from 'pino';
import { approvalCases as contract } from '#contract/approvals/approval-cases.ts';
import { sweepApprovals } from '#server/approvals/case-sweeps.ts';
import { buildApp } from '#server/app.ts';
import { connection, createPool } from '#server/db/pool.ts';
import { connections, disconnect } from '#server/dependencies.ts';
import { testConfig } from '../test/config.ts';
import { over, paired, pairRatio, ratio, table } from './harness.ts';
import { advanced, bareDecision, clearCases, DECIDERS, fillCases, fillFlow, SECOND } from './harness-approvals.ts';
import { cluster, type Cluster } from './harness-cluster.ts';
import { load } from './harness-load.ts';
import { fillTenants, signIn } from './harness-people.ts';
import { start, startProduct, stop } from './harness-server.ts';

/** One with 100,000 cases of whom the user has 200 to decide, one whose user has 20,000, and one for what changes. */
const [SOME, MANY, WORK] = [2, 3, 4];
const CASES = 100_000;
const DECISIONS = 200;
const DUE = 10_000;
const CONNECTIONS = 16;
const POOL = 6;
const token = (tenant: number) => `bench-token-of-approvals-${tenant}`;
const headersOf = (tenant: number) => ({ authorization: `Bearer ${token(tenant)}`, 'tenant-id': String(tenant) });

const pages: { name: string; tenant: number; box: string }[] = [
  { name: 'to decide, 200', tenant: SOME, box: 'todo' },
  { name: 'to decide, 20,000', tenant: MANY, box: 'todo' },
  { name: 'decided', tenant: SOME, box: 'done' },
  { name: 'all', tenant: SOME, box: 'all' },
];
const pathOf = (box: string) => `${contract.page.path}?current=1&size=20&box=${box}`;

interface Statement {
  text: string;
  values: unknown[];
}
/** What is sent to the database while it is set, seen from its driver. */
let sent: Statement[] | null = null;
const query = pg.Client.prototype.query;
(pg.Client.prototype as any).query = function (this: pg.Client, config: any, ...rest: any[]) {
  for (const one of config?.statements ?? [config]) sent?.push({ text: one?.text ?? one, values: one?.values ?? [] });
  return (query as any).call(this, config, ...rest);
};

const depsOf = (c: Cluster, now = Date.now) => ({
  config: testConfig(),
  secrets: c.secrets,
  ...connections(c.target, 'bench approvals', 4, c.secrets, () => {}),
  log: pino({ level: 'warn' }),
  now,
});

/** What the product really sends for each page once it knows the list. */
async function record(c: Cluster): Promise<Statement[][]> {
  const deps = depsOf(c);
  const { app } = await buildApp(deps, { webDir: null, rateFactor: 1e6 });
  const recorded: Statement[][] = [];
  for (const { tenant, box } of pages) {
    let heard: Statement[] = [];
    for (let round = 0; round < 2; round++) {
      sent = [];
      const answer = await app.inject({ url: pathOf(box), headers: headersOf(tenant) });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      heard = sent.filter(({ text }) => /approval_/.test(text));
      sent = null;
      // A long list is counted aside.
      await new Promise((resolve) => setTimeout(resolve, 3000));
    }
    recorded.push(heard);
  }
  await app.close();
  await disconnect(deps);
  return recorded;
}

async function serveBare(recorded: Statement[][]): Promise<void> {
  const pool = createPool(JSON.parse(process.env.BENCH_TARGET!), 'bench bare', POOL, () => {});
  const server = createServer(async (asked, response) => {
    const statements = recorded[Number(asked.url!.slice(1))]!;
    const client = await pool.connect();
    const answers = (await Promise.all([
      client.query('begin'),
      ...statements.map(({ text, values }) => client.query({ text, values })),
      client.query('commit'),
    ])) as pg.QueryResult[];
    client.release();
    const rows = answers.slice(1, -1).map((answer) => answer.rows);
    const records = rows.find(([row]) => row?.title !== undefined) ?? [];
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(JSON.stringify({ code: 0, msg: null, data: { records, total: rows[0]?.[0]?.total ?? 0, size: 20, current: 1 } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send!((server.address() as AddressInfo).port);
}

/** Says whether plans of statements, as the product's role sees them in one unit of work, read a large table from end to end. */
async function checkPlans(c: Cluster, tenant: number, name: string, statements: readonly Statement[]): Promise<void> {
  const deps = depsOf(c);
  const plans = await deps.inTenant(tenant, async (tx) => {
    const lines: string[] = [];
    for (const { text, values } of statements) {
      const asked = (before: string) =>
        tx.rows<Record<string, string>>({ compile: () => ({ sql: before + text, parameters: values }) } as never);
      lines.push(...(await asked('explain ')).map((row) => row['QUERY PLAN']!));
      await asked('');
    }
    return lines;
  });
  await disconnect(deps);
  const found = plans.filter((line) => /Seq Scan on approval_(cases|tasks|steps)/.test(line));
  if (process.env.PLANS) console.log(plans.join('\n'));
  console.log(`PLAN ${name}: ${found.length === 0 ? 'no sequential scan' : found.join('; ')}`);
  if (found.length > 0) process.exitCode = 1;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const decided = (port: number, taskId: number) =>
  new Promise<void>((resolve, reject) => {
    const body = JSON.stringify({ taskId, action: 'approve', comment: '同意' });
    const headers = { ...headersOf(WORK), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request({ host: '127.0.0.1', port, path: contract.decide.path, method: 'PUT', agent, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode} ${text}`))));
    })
      .on('error', reject)
      .end(body);
  });

async function decisions(c: Cluster, rounds: number): Promise<void> {
  await fillCases(c.admin, WORK, (rounds + 1) * 2 * DECISIONS, 'true', String(WORK));
  const server = await startProduct(c, POOL);
  const client = new pg.Client(connection(c.target('superuser'), 'bench bare'));
  await client.connect();
  let taskId = 0;
  const roles = ['product', 'statements', 'engine'] as const;
  const one = {
    product: () => decided(server.port, ++taskId),
    statements: () => bareDecision(client, WORK, ++taskId),
    engine: advanced,
  };
  const results = await paired(roles, rounds, async (role) => {
    const began = performance.now();
    for (let n = 0; n < DECISIONS; n++) await one[role]();
    return (performance.now() - began) / DECISIONS;
  });
  table(
    `one decision that opens the next step, one after the other, ${rounds} rounds of ${DECISIONS}, medians`,
    roles.map((what) => ({ what, ms: over(results[what], (ms) => ms) })),
  );
  const { rows } = await c.admin.query(
    `select count(*) from approval_tasks where tenant_id = ${WORK} and user_id = ${SECOND} and state = 2 and case_id <= $1`,
    [taskId],
  );
  if (Number(rows[0].count) !== taskId) throw new Error(`${rows[0].count} of ${taskId} cases wait for their second step`);
  const limits = results.statements.map((ms, at) => ms + results.engine[at]!);
  ratio('one decision: time of product / bare statements', pairRatio(results.product, results.statements, Number), '<=', 5);
  ratio('one decision: time of product / bare statements and the engine', pairRatio(results.product, limits, Number), '<=', 2.5);
  await client.end();
  await stop(server);
}

async function sweeps(c: Cluster): Promise<void> {
  const due = { reminders: 'remind_at', 'handed over at the limit': 'due_at' };
  const rows: Record<string, unknown>[] = [];
  for (const [what, column] of Object.entries(due)) {
    await clearCases(c.admin, WORK);
    await fillCases(c.admin, WORK, DUE, 'true', `${DECIDERS.from} + i % ${DECIDERS.count}`);
    await c.admin.query(`update approval_steps set ${column} = now() - interval '1 minute' where tenant_id = ${WORK}`);
    await c.admin.query('vacuum (analyze) approval_steps');
    const deps = depsOf(c);
    sent = [];
    const began = performance.now();
    const swept = await sweepApprovals(deps, Date.now(), DUE);
    const seconds = (performance.now() - began) / 1000;
    const statements = sent;
    sent = null;
    const asked = await deps.pool.query('select tenant_id from app.approvals_due(now())');
    await disconnect(deps);
    if (swept !== DUE || asked.rows.length > 0) throw new Error(`${swept} cases were swept, ${asked.rows.length} tenants are due`);
    rows.push({ what, cases: swept, 'cases/s': swept / seconds, 'statements a case': statements.length / swept });
    const found = statements.find(({ text }) => /from \(\s*select s.case_id/.test(text))!;
    await checkPlans(c, WORK, `cases that are due: ${what}`, [found]);
  }
  table('a sweep of cases that are due', rows);
}

async function lists(c: Cluster, rounds: number, seconds: number): Promise<void> {
  const recorded = await record(c);
  for (const [at, { name, tenant }] of pages.entries()) await checkPlans(c, tenant, name, recorded[at]!);
  const servers = {
    product: await startProduct(c, POOL),
    bare: await start(import.meta.filename, ['bare', JSON.stringify(recorded)], { BENCH_TARGET: JSON.stringify(c.target('superuser')) }),
  };
  for (const [index, { name, tenant, box }] of pages.entries()) {
    const requests = { product: [{ path: pathOf(box), headers: headersOf(tenant) }], bare: [{ path: `/${index}` }] };
    const measure = async (role: 'product' | 'bare') => {
      const order = { port: servers[role].port, requests: requests[role], connections: CONNECTIONS };
      await load({ ...order, seconds: 1 });
      return load({ ...order, seconds });
    };
    const results = await paired(['product', 'bare'] as const, rounds, measure);
    table(
      `page of ${CASES} cases: ${name}, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians`,
      (['product', 'bare'] as const).map((role) => ({
        server: role,
        'req/s': over(results[role], (round) => round.perSecond),
        'p50 ms': over(results[role], (round) => round.p50),
        'p99 ms': over(results[role], (round) => round.p99),
      })),
    );
    ratio(`${name}: time of product / bare`, 1 / pairRatio(results.product, results.bare, (round) => round.perSecond), '<=', 1.25);
  }
  await stop(servers.product);
  await stop(servers.bare);
}

async function main(): Promise<void> {
  const [rounds, seconds] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 3)];
  const words = process.argv.slice(4);
  const c = await cluster('approvals-200k', async (admin) => {
    await fillTenants(admin, WORK);
    for (const tenant of [SOME, MANY, WORK]) await fillFlow(admin, tenant);
    const others = `${DECIDERS.from} + i % ${DECIDERS.count}`;
    await fillCases(admin, SOME, CASES, 'i % 10 < 3', `case when i % 500 = 1 or i % 100 = 7 then ${SOME} else ${others} end`);
    await fillCases(admin, MANY, CASES, 'i % 10 < 3', `case when i % 10 < 2 then ${MANY} else ${others} end`);
  });
  await signIn(c.admin, WORK, ['approval_case_all'], token);
  await clearCases(c.admin, WORK);
  const parts = { lists: () => lists(c, rounds, seconds), decisions: () => decisions(c, rounds), sweeps: () => sweeps(c) };
  for (const [name, run] of Object.entries(parts)) if (words.length === 0 || words.includes(name)) await run();
  await clearCases(c.admin, WORK);
  await c.stop();
}

const role = process.argv[2];
// Whoever started us has gone.
process.on('disconnect', () => process.exit());
if (role === 'bare') await serveBare(JSON.parse(process.argv[3]!));
else await main();
