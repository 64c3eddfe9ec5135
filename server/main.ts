/** The web process: HTTP and the sockets of the pages. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { startCron } from './cron.ts';
import { connect, disconnect, target } from './dependencies.ts';
import { endStreams } from './devices/remux.ts';
import { createNetworkLocator } from './geo/network-locator.ts';
import { serveHealth } from './http/health.ts';
import { jobHandlers } from './job-handlers.ts';
import { JOBS_CHANNEL } from './jobs/queue.ts';
import { startJobs } from './jobs/runner.ts';
import { connection } from './db/pool.ts';
import { listenForNotices } from './realtime/listener.ts';
import { servePages } from './realtime/page-sockets.ts';
import { upgradeDefaults } from './tenants/default-upgrades.ts';
import { hashedPasswords } from './users/passwords.ts';

const config = readConfig();
const deps = connect(config, 'web');
const { app, gate, counts, database } = await buildApp(deps, { webDir: join(import.meta.dirname, '../dist') });
const realtime = servePages(app, gate, target(config, deps.secrets, 'app'));
await app.listen({ host: config.host, port: config.port });
const { pool } = deps;
// Whoever starts this process by itself, without scripts/start.ts, gets new defaults as well; nobody waits for it.
void upgradeDefaults(deps).catch((error) => deps.log.error({ err: error }, 'upgrading the defaults failed'));
const locator = config.locator ? createNetworkLocator(config.locator, { now: deps.now }) : null;
const cron = startCron(deps, locator);
const jobs = startJobs(deps, jobHandlers(locator));
const jobNotices = listenForNotices({
  database: () => connection(target(config, deps.secrets, 'jobs'), 'yian web job notices'),
  channel: JOBS_CHANNEL,
  onNotice: ({ k: kind }) => jobs.wake(kind),
  onGap: () => jobs.wake(),
  onLost: (error) => deps.log.warn({ err: error }, 'the notices of jobs were lost'),
});
const health = await serveHealth({
  port: config.port + 1,
  counters: () => ({
    http: counts,
    pool: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    passwords: { hashed: hashedPasswords() },
    ...cron.counters(),
    jobs: jobs.counters(),
    ...realtime.counters(),
  }),
  database,
}).catch((error) => deps.log.warn({ err: error }, 'no /metrics: its port is taken'));
deps.log.info({ host: config.host, port: config.port }, 'listening');

let stopping = false;
async function stop(reason: string, code = 0) {
  if (stopping) return;
  stopping = true;
  deps.log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), 10_000).unref();
  // The port first: who takes our place waits for it, and what we still do may wait for the database.
  await Promise.all([app.close(), realtime.close(), health?.close(), cron.stop(), jobNotices.stop(), jobs.stop(), endStreams()]);
  await disconnect(deps);
  process.exit(code);
}
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// The supervisor has gone: so do we, it starts us again.
process.on('disconnect', () => stop('disconnect'));
// Gone already while we were starting: nobody would ever stop us, and the next start would find its port taken.
if (process.connected === false) stop('disconnect');
process.on('uncaughtException', (error) => {
  deps.log.fatal({ err: error }, 'uncaught');
  stop('uncaught', 1);
});
// For the next start: a process that is killed would keep nothing.
flushCompileCache();
