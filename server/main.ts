/** The web process: HTTP and the sockets of the pages. */
import { join } from 'node:path';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { connect, disconnect, target } from './dependencies.ts';
import { endStreams } from './devices/remux.ts';
import { startPlaceWork } from './devices/place-work.ts';
import { startLockWork } from './devices/lock-work.ts';
import { serveHealth } from './http/health.ts';
import { servePages } from './realtime/page-sockets.ts';
import { startSealing } from './system/audit-sealing.ts';
import { upgradeDefaults } from './tenants/default-upgrades.ts';
import { startCleanup } from './cleanup.ts';
import { hashedPasswords } from './users/passwords.ts';
import { startClipWork } from './warnings/clip-work.ts';
import { startSweeps } from './warnings/sweeps.ts';

const config = readConfig();
const deps = connect(config, 'web');
const { app, gate, counts, database } = await buildApp(deps, { webDir: join(import.meta.dirname, '../dist') });
const realtime = servePages(app, gate, target(config, deps.secrets, 'app'));
await app.listen({ host: config.host, port: config.port });
const { pool } = deps;
const upkeep = startCleanup(deps);
// Whoever starts this process by itself, without scripts/start.ts, gets new defaults as well; nobody waits for it.
void upgradeDefaults(deps).catch((error) => deps.log.error({ err: error }, 'upgrading the defaults failed'));
const sealing = startSealing(deps);
const sweeps = startSweeps(deps);
const lockWork = startLockWork(deps);
const clipWork = startClipWork(deps);
const placing = startPlaceWork(deps);
const health = await serveHealth({
  port: config.port + 1,
  counters: () => ({
    http: counts,
    pool: { total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
    passwords: { hashed: hashedPasswords() },
    upkeep: upkeep.counters(),
    sweeps: sweeps.counters(),
    locks: lockWork.counters(),
    clips: clipWork.counters(),
    placing: placing.counters(),
    audit: sealing.counters(),
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
  await Promise.all([
    app.close(),
    realtime.close(),
    health?.close(),
    upkeep.stop(),
    sealing.stop(),
    sweeps.stop(),
    lockWork.stop(),
    clipWork.stop(),
    placing.stop(),
    endStreams(),
  ]);
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
