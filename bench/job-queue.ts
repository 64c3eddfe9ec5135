/**
 * The job queue: from the commit of the transaction that adds a job to the start of its
 * handler, 10,000 small jobs, and what it asks the database while there is nothing to do. Beside the
 * latency its limit: a bare NOTIFY from the same commit to a listener.
 * Usage: node bench/job-queue.ts
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { connection } from '#server/db/pool.ts';
import { connections } from '#server/dependencies.ts';
import type { JobHandlers } from '#server/jobs/attempts.ts';
import { enqueue, JOBS_CHANNEL } from '#server/jobs/queue.ts';
import { startJobs } from '#server/jobs/runner.ts';
import { listenForNotices } from '#server/realtime/listener.ts';
import { testConfig } from '../test/config.ts';
import { ratio, share, table } from './harness.ts';
import { cluster } from './harness-cluster.ts';

const SINGLE = 300;
const MANY = 10_000;
const IDLE_S = 30;
const TENANTS = 10;

const c = await cluster('jobs', async (admin) => {
  await admin.query(
    "insert into tenants (id, name, code) select n, 'T' || n, 't' || n from generate_series(1, $1::integer) n on conflict do nothing",
    [TENANTS],
  );
});
await c.admin.query("delete from jobs.job where state <> 'completed'");
const log = pino({ level: 'warn' });
const deps = {
  config: testConfig(),
  secrets: c.secrets,
  ...connections(c.target, 'bench jobs', 8, c.secrets, () => {}),
  log,
  now: Date.now,
};

const started = new Map<number, number>();
let arrived = () => {};
const handlers: JobHandlers = {
  sms: async (_deps, { payload: { textId } }) => {
    started.set(textId, performance.now());
    arrived();
  },
};
const jobs = startJobs(deps, handlers);
const notices = listenForNotices({
  database: () => connection(c.target('jobs'), 'bench'),
  channel: JOBS_CHANNEL,
  onNotice: ({ k }) => jobs.wake(k),
  onGap: () => jobs.wake(),
});
await notices.ready;
await wait(2000);

let serial = Math.floor(Date.now() / 1000) * 100_000;
const add = (count: number) =>
  deps.inTenant(1 + (serial % TENANTS), async (tx) => {
    const ids = Array.from({ length: count }, () => ++serial);
    for (const id of ids) await enqueue(tx, 'sms', id, { textId: id });
    return ids;
  });

const listener = new pg.Client(connection(c.target('app'), 'bench'));
await listener.connect();
await listener.query('listen bench');
const bare: number[] = [];
const latencies: number[] = [];
for (let at = 0; at < SINGLE; at++) {
  const heard = new Promise<void>((resolve) => listener.once('notification', () => resolve()));
  await deps.pool.query("select pg_notify('bench', '')");
  const told = performance.now();
  await heard;
  bare.push(performance.now() - told);
  const begun = new Promise<void>((resolve) => (arrived = resolve));
  const [id] = await add(1);
  const committed = performance.now();
  await begun;
  latencies.push(Math.max(0, started.get(id!)! - committed));
  await wait(20);
}
table('from the commit to the handler, ms', [
  { what: 'a job', p50: share(latencies, 0.5), p99: share(latencies, 0.99) },
  { what: 'a bare NOTIFY', p50: share(bare, 0.5), p99: share(bare, 0.99) },
]);

let left = MANY;
const all = new Promise<void>((resolve) => (arrived = () => void (--left === 0 && resolve())));
const from = performance.now();
for (let tenant = 0; tenant < TENANTS; tenant++) await add(MANY / TENANTS);
const added = performance.now();
await all;
const drained = performance.now();
table('10,000 jobs', [
  {
    'added/s': MANY / ((added - from) / 1000),
    'done/s from the first': MANY / ((drained - from) / 1000),
    seconds: (drained - from) / 1000,
  },
]);

const transactions = async () =>
  Number((await c.admin.query("select xact_commit + xact_rollback as n from pg_stat_database where datname = 'yian'")).rows[0].n);
await wait(12_000);
const before = await transactions();
await wait(IDLE_S * 1000);
const idle = ((await transactions()) - before) / IDLE_S;
table('with nothing to do', [{ 'transactions/s': idle }]);
ratio('the latency of a job, p50', share(latencies, 0.5), '<=', 50, ' ms');
ratio('transactions a second with nothing to do', idle, '<=', 3);

await notices.stop();
await jobs.stop();
await listener.end();
await Promise.all([deps.pool, deps.urgent.pool, deps.logins, deps.cleanup, deps.jobs].map((pool) => pool.end()));
await c.stop();
