/** The process of the calls: owns their sound, and makes it follow the database (docs/decisions/100). */
import { flushCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startCallMedia } from '../call-media/media.ts';
import { environment, readConfig } from '../config.ts';
import { connection } from '../db/pool.ts';
import { connect, disconnect, target } from '../dependencies.ts';
import { listenForNotices } from '../realtime/listener.ts';
import { announcementFile, runSwitchboard } from './running.ts';
import { soundFiles } from './sound-files.ts';
import '../subscribers.ts';

const config = readConfig();
const deps = connect({ ...config, poolSize: Math.min(config.poolSize, 6) }, 'switchboard');
const { log, secrets } = deps;

/** Of two processes of the calls one has the sound: the other waits until it is gone. */
const OWNER = 7_209_014_560n;
let owner = new Client(connection(target(config, secrets, 'app'), 'yian switchboard owner'));
async function own(taken: () => void = () => {}): Promise<void> {
  for (let said = false; ; await sleep(500)) {
    owner = new Client({ ...connection(target(config, secrets, 'app'), 'yian switchboard owner'), keepAlive: true });
    owner.on('error', () => {});
    try {
      await owner.connect();
      const { rows } = await owner.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [OWNER]);
      if (rows[0]?.mine) return;
      if (!said) log.warn('another process has the sound of calls');
      taken();
      said = true;
    } catch (error) {
      log.warn({ err: error }, 'the database is not there yet');
    }
    await owner.end().catch(() => {});
  }
}
/** Ends what was begun so far. */
let close = async (): Promise<void> => {};
let stopping = false;
async function stop(reason: string, code = 0): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ reason }, 'stopping');
  setTimeout(() => process.exit(1), 10_000).unref();
  await close();
  await Promise.all([owner.end().catch(() => {}), disconnect(deps)]);
  process.exit(code);
}
// Before anything is waited for: the sound may be another process's for long.
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGINT', () => stop('SIGINT'));
// The supervisor has gone: so do we, it starts us again.
process.on('disconnect', () => stop('disconnect'));
if (process.connected === false) void stop('disconnect');
process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'uncaught');
  void stop('uncaught', 1);
});
await own();
// The lock went with its connection: while the database is away calls go on, then the lock is taken again.
const keep = (client: Client): void =>
  void client.once('end', () => {
    // Another process that has it by then has ended our calls: so do we.
    if (!stopping) void own(() => void stop('another process has the sound', 1)).then(() => keep(owner));
  });

keep(owner);

const sipPort = environment.sipPort();
const media = startCallMedia({
  publicAddresses: environment.callAddresses(),
  rtpPorts: environment.callPorts(),
  sip: sipPort === 0 ? null : { port: sipPort, address: '0.0.0.0', realm: 'yian', trunks: [], phones: [] },
  log,
});
await media.ready();
const running = runSwitchboard({ deps, media, announcement: announcementFile(config.dataDir), soundFile: soundFiles(deps) });
const notices = listenForNotices({
  database: () => connection(target(config, secrets, 'app'), 'yian switchboard notices'),
  onNotice: running.onNotice,
  onGap: running.onGap,
  onLost: (error) => log.warn({ err: error }, 'the notice connection was lost'),
});
close = async () => {
  notices.stop();
  await running.stop();
  await media.close();
};
await running.started;
log.info({ sipPort, ports: environment.callPorts() }, 'calls can be made');
process.send?.({ ready: true });

// For the next start: a process that is killed would keep nothing.
flushCompileCache();
