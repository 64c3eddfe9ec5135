/** The ingest process: devices on the TCP port of their protocol, their events into the database, warnings to whoever looks. */
import { readConfig } from '../config.ts';
import { connect, target } from '../dependencies.ts';
import { connection, createPool } from '../db/pool.ts';
import { observeFalls } from '../health/observation-series.ts';
import { listenForNotices } from '../notify.ts';
import { nearby } from '../warnings/place-names.ts';
import { commandDesk } from './commands.ts';
import { createDirectory } from './directory.ts';
import { serveHealth } from '../health.ts';
import { createPipeline, pipelineLimits } from './pipeline.ts';
import { keepPartitions } from './partitions.ts';
import { startTcpGateways } from './tcp/gateways.ts';

observeFalls();
const config = readConfig();
const deps = connect(config, 'ingest');
const { log, secrets } = deps;
const pool = createPool(target(config, secrets, 'ingest'), 'yian ingest batches', pipelineLimits.writers, (error) =>
  log.warn({ err: error }, 'an idle database connection was lost'),
);

// The first alarm must not wait for the tables to be read.
nearby(116.4, 39.9);
const partitions = await keepPartitions(pool, log);
const directory = createDirectory({ pool: deps.pool, inTenant: deps.inTenant, now: deps.now });
const pipeline = createPipeline({
  deps,
  pool,
  directory,
  // The command of the watches: some six fixes in three minutes.
  quickFixes: (key, protocol) => void (protocol === 'watch' && gateways.send(key, 'CR')),
});
const desk = commandDesk({ deps, send: (key, content) => gateways.send(key, content), protocolOf: (key) => gateways.protocolOf(key) });
const gateways = await startTcpGateways(
  { watch: config.watchPort, ...config.devicePorts },
  { host: config.host, directory, sink: desk.around(pipeline), clock: deps.now, log, limits: { stopMs: 6000 } },
  secrets.blind,
);

/** A device that was removed, disabled, given other numbers or another profile starts over: it connects again by itself. */
async function deviceChanged(tenantId: number, deviceId: number): Promise<void> {
  const key = `${tenantId}:${deviceId}`;
  const before = gateways.online(key) ? await directory.current(key) : null;
  directory.forget(tenantId, deviceId);
  const now = await directory.current(key);
  // A device that was refused before it was registered need not wait for the refusal to end.
  if (now) gateways.admit(now.ids);
  if (!gateways.online(key)) return;
  const same = before && now && JSON.stringify([before.ids, before.profile]) === JSON.stringify([now.ids, now.profile]);
  if (!same) gateways.disconnect(key);
}

const lookForCommands = () => void desk.look().catch((error: unknown) => log.warn({ err: error }, 'waiting commands could not be read'));

const notices = listenForNotices({
  database: () => connection(target(config, secrets, 'app'), 'yian ingest notices'),
  onNotice({ t, k, p }) {
    pipeline.memory.heard({ t, k, p });
    if (k === 'command.queued') void desk.queued(t, Number(p.deviceId));
    if (k !== 'device.changed') return;
    deviceChanged(t, Number(p.deviceId)).catch((error) => log.warn({ err: error }, 'a changed device could not be read'));
  },
  onGap() {
    directory.clear();
    pipeline.memory.clear();
    lookForCommands();
  },
  onLost: (error) => log.warn({ err: error }, 'the notice connection was lost'),
});

lookForCommands();
const health = await serveHealth({
  port: config.watchPort === 0 ? 0 : config.watchPort + 1,
  counters: () => ({ ...gateways.counts(), pipeline: pipeline.counts, directory: directory.counts, commands: desk.counts, notices: notices.counters() }),
  healthy: async () => void (await pool.query('select 1')),
});
log.info({ host: config.host, ports: gateways.ports, healthPort: health.port }, 'listening for devices');
process.send?.({ watchPort: gateways.ports.watch, ports: gateways.ports, healthPort: health.port });

let stopping = false;
async function stop(reason: string, code = 0) {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), 11_000).unref();
  partitions.stop();
  notices.stop();
  await gateways.stop();
  await pipeline.close(3000);
  await health.close();
  await Promise.all([pool.end(), deps.pool.end()]);
  process.exit(code);
}
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// The supervisor has gone: so do we, it starts us again.
process.on('disconnect', () => stop('disconnect'));
// Gone already while we were starting: nobody would ever stop us, and the next start would find its port taken.
if (process.connected === false) stop('disconnect');
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught');
  stop('uncaught', 1);
});
