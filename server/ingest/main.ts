/** The ingest process: devices on the TCP port of their protocol, their events into the database, warnings to whoever looks. */
import { flushCompileCache } from 'node:module';
import { readConfig } from '../config.ts';
import { connect, disconnect, target } from '../dependencies.ts';
import { connection, createPool } from '../db/pool.ts';
import { tenantRunner } from '../db/tenant.ts';
import { adopt } from '../devices/device-adoption.ts';
import { sealOpenHeaders } from '../devices/vendor-secrets.ts';
import { listenForNotices } from '../realtime/listener.ts';
import { pushSocketOf } from '../net/delivery-socket.ts';
import { nearby } from '../geo/place-names.ts';
import { commandDesk } from './commands.ts';
import { connectionLedger } from './connection-notes.ts';
import { createJournal } from './delivery-journal.ts';
import { createDirectory, type Registered } from './directory.ts';
import { startPoller } from './http/poller.ts';
import { servePushes } from './http/push-server.ts';
import { createIntegrations } from './integrations.ts';
import { startMqttGateway } from './mqtt/mqtt-gateway.ts';
import { startSubscriber } from './mqtt/subscriber.ts';
import { serveHealth, watchDatabase } from '../http/health.ts';
import { mediaStore } from './media.ts';
import { partStore } from './message-parts.ts';
import { createPipeline, pipelineLimits } from './pipeline.ts';
import { keepPartitions } from './partitions.ts';
import { registrationLedger } from './registrations.ts';
import { removedDevices } from './removed-devices.ts';
import { reportLedger } from './reports.ts';
import { startTcpGateways } from './tcp/gateways.ts';
import '../subscribers.ts';

const config = readConfig();
const deps = connect(config, 'ingest');
const { log, secrets } = deps;
const lost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
const pool = createPool(target(config, secrets, 'ingest'), 'yian ingest batches', pipelineLimits.writers, lost);

// The first alarm must not wait for the tables to be read.
nearby(116.4, 39.9);
const partitions = await keepPartitions(pool, log);
// Of its own: a call for help waits for whose it is, which must not wait behind the judging of readings, nor hold up other alarms.
const known = createPool(target(config, secrets, 'app'), 'yian ingest directory', 2, lost, { kept: 1 });
const directory = createDirectory({ pool: known, inTenant: tenantRunner(known, secrets), now: deps.now });
const pipeline = createPipeline({
  deps,
  pool,
  directory,
  // The command of the watches: some six fixes in three minutes.
  quickFixes: (key, protocol) => void (protocol === 'watch' && gateways.send(key, 'CR')),
});
const integrations = createIntegrations({ deps });
const journal = createJournal(deps);
const desk = commandDesk({
  deps,
  send: (key, content) => mqtt?.send(key, content) || gateways.send(key, content),
  protocolOf: async (key) => ((await mqtt?.reaches(key)) ? 'mqtt' : gateways.protocolOf(key)),
});
const registrations = registrationLedger({ deps, forget: directory.forget });
const connections = connectionLedger(deps);
const reports = reportLedger(deps);
const media = mediaStore(deps, directory);
const removed = removedDevices(directory);
const sink = removed.around(registrations.around(desk.around(media.around(reports.around(pipeline)))));
const common = { host: config.host, directory, sink, clock: deps.now, log };
const gateways = await startTcpGateways(
  { watch: config.watchPort, ...config.devicePorts },
  {
    ...common,
    parts: partStore(deps),
    note: connections.note,
    limits: { stopMs: 6000 },
    async adopt(number, protocol) {
      const came = await adopt(deps, number, protocol);
      if (came) directory.retry(number);
      return came;
    },
  },
  secrets.blind,
);
const { mqttPort = null, webhookPort = null } = config;
const mqtt =
  mqttPort === null
    ? null
    : await startMqttGateway({
        ...common,
        port: mqttPort,
        mappingFor: (device) => integrations.mappingFor(device),
        listening: desk.listening,
        noteConnection: connections.note,
        note({ tenantId, profile }, outcome, body) {
          if (profile.integrationId !== undefined) journal.note({ tenantId, id: profile.integrationId }, outcome, body);
        },
        limits: { stopMs: 6000 },
      });
const pushes = await servePushes({ ...common, deps, integrations, journal, port: webhookPort, socketPath: pushSocketOf(config.dataDir) });
// Once, after the migration that set them aside; what fails now is tried with the next start.
await sealOpenHeaders(deps).catch((error: unknown) => log.error({ err: error }, 'headers of pollers wait to be sealed'));
const reaching = { ...common, deps, integrations, journal, database: target(config, secrets, 'app') };
const poller = startPoller(reaching);
const subscriber = startSubscriber(reaching);

/** A device that was removed, disabled, given other numbers or another profile starts over: it connects again by itself. */
async function deviceChanged(tenantId: number, deviceId: number): Promise<void> {
  const key = `${tenantId}:${deviceId}`;
  const online = () => gateways.online(key) || mqtt?.online(key) === true;
  const before = online() ? await directory.current(key) : null;
  directory.forget(tenantId, deviceId);
  const now = await directory.current(key);
  // A device that was refused before it was registered need not wait for the refusal to end.
  if (now) {
    gateways.admit(now.ids);
    mqtt?.admit(now.ids);
  }
  if (!online()) return;
  // Who may register is asked anew at every registration: the terminal that is there need not go for it.
  const whole = ({ ids, profile, credential }: Registered) =>
    JSON.stringify([ids, { ...profile, terminal: undefined, registration: undefined }, credential?.toString('hex')]);
  if (before && now && whole(before) === whole(now)) return;
  gateways.disconnect(key);
  mqtt?.disconnect(key);
}

const lookForCommands = () => void desk.look().catch((error: unknown) => log.warn({ err: error }, 'waiting commands could not be read'));

const notices = listenForNotices({
  database: () => connection(target(config, secrets, 'app'), 'yian ingest notices'),
  onNotice({ t, k, p }) {
    pipeline.memory.heard({ t, k, p });
    if (k === 'integration.changed') integrations.forget(t, Number(p.integrationId));
    if (k === 'command.queued') void desk.queued(t, Number(p.deviceId));
    if (k !== 'device.changed') return;
    deviceChanged(t, Number(p.deviceId)).catch((error) => log.warn({ err: error }, 'a changed device could not be read'));
  },
  onGap() {
    directory.clear();
    pipeline.memory.clear();
    integrations.clear();
    lookForCommands();
  },
  onLost: (error) => log.warn({ err: error }, 'the notice connection was lost'),
});

lookForCommands();
const health = await serveHealth({
  port: config.watchPort === 0 ? 0 : config.watchPort + 1,
  counters: () => ({
    ...gateways.counts(),
    ...(mqtt ? { gateway_mqtt: mqtt.counts } : {}),
    pushes: pushes.counts,
    poller: poller.counts,
    subscriber: subscriber.counts,
    pipeline: pipeline.counts,
    directory: directory.counts,
    commands: desk.counts,
    registrations: registrations.counts,
    removedDevices: removed.counts,
    connections: connections.counts,
    reports: reports.counts,
    media: media.counts,
    notices: notices.counters(),
  }),
  database: watchDatabase(() => pool.query('select 1')),
});
const ports = { ...gateways.ports, ...(mqtt ? { mqtt: mqtt.port } : {}), ...(pushes.port === null ? {} : { webhook: pushes.port }) };
log.info({ host: config.host, ports, healthPort: health.port }, 'listening for devices');
process.send?.({ watchPort: gateways.ports.watch, ports, healthPort: health.port });

let stopping = false;
async function stop(reason: string, code = 0) {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), 11_000).unref();
  partitions.stop();
  notices.stop();
  await Promise.all([gateways.stop(), mqtt?.stop(), pushes.stop(), poller.stop(), subscriber.stop()]);
  await journal.stop();
  await pipeline.close(3000);
  await health.close();
  await Promise.all([pool.end(), known.end(), disconnect(deps)]);
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
// For the next start: a process that is killed would keep nothing.
flushCompileCache();
