/**
 * `npm start`: database, migrations, web, demonstration data, then the processes, watched and restarted; Ctrl-C stops all of it in order.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { devicePorts, readConfig, type Config } from '../server/config.ts';
import { startEmbedded, type Embedded } from '../server/db/embedded.ts';
import { sealFields } from '../server/db/field-sealing.ts';
import { bootstrap, migrate } from '../server/db/migrate.ts';
import { loadSecrets, type Secrets } from '../server/db/secrets.ts';
import { connect, target } from '../server/dependencies.ts';
import { seedBasics, seedOperator } from '../server/seed.ts';
import { upgradeDefaults } from '../server/tenants/default-upgrades.ts';
import { seedDemo } from './demo/demo.ts';
import { buildWeb } from './build-web.ts';
import { holdPorts } from './ports.ts';

const ROOT = join(import.meta.dirname, '..');

interface Watched {
  name: string;
  child: ChildProcess | null;
  restarts: number;
  startedAt: number;
}

async function prepareDatabase(config: Config, secrets: Secrets): Promise<Embedded | null> {
  const upgrade = async () => {
    const owner = target(config, secrets, 'owner');
    await migrate(owner, secrets.context);
    const sealed = await sealFields(owner, secrets);
    if (sealed > 0) console.log(`已加密保存 ${sealed} 条记录的身份证号和电话号码`);
  };
  if (config.databaseUrl) {
    // The URL names a superuser once: it makes the roles, the product then runs as its own.
    const url = new URL(config.databaseUrl);
    const superuser = {
      ...target(config, secrets, 'owner'),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: 'postgres',
    };
    await bootstrap(superuser, url.pathname.slice(1) || 'yian', secrets.passwords);
    await upgrade();
    return null;
  }
  const server = await startEmbedded(config.dataDir, secrets.passwords.superuser);
  const at = { host: server.socketDir, port: server.port };
  await bootstrap({ ...at, database: 'postgres', user: 'postgres', password: secrets.passwords.superuser }, 'yian', secrets.passwords);
  await upgrade();
  return server;
}

/** Who lived this long (ms) did not fail at starting. */
const STARTED = 5000;

/** Keeps one process alive: restarted at once after a crash, with growing pauses up to ten seconds when it keeps failing at its start. */
function watch(name: string, file: string, env: NodeJS.ProcessEnv, stopping: () => boolean): Watched {
  const watched: Watched = { name, child: null, restarts: 0, startedAt: 0 };
  const start = () => {
    if (stopping()) return;
    watched.startedAt = Date.now();
    // Compiled code that is kept halves the time until a killed process listens again.
    const compiled = { NODE_COMPILE_CACHE: join(config.dataDir, 'compiled') };
    watched.child = fork(join(ROOT, file), {
      env: { ...compiled, ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    watched.child.on('exit', (code, signal) => {
      watched.child = null;
      if (stopping()) return;
      watched.restarts = Date.now() - watched.startedAt > STARTED ? 0 : watched.restarts + 1;
      const pause = Math.min(10_000, watched.restarts <= 1 ? 100 : 500 * 2 ** (watched.restarts - 2));
      console.error(`${name} ended (${signal ?? code}); starting it again in ${pause} ms`);
      setTimeout(start, pause);
    });
  };
  start();
  return watched;
}

async function ready(url: string, seconds: number): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    const up = await fetch(url, { signal: AbortSignal.timeout(2000) }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return;
    await sleep(100);
  }
  throw new Error(`${url} did not answer within ${seconds} s`);
}

/** Waits until nobody listens on a port. The processes of a killed supervisor need a moment to end; anybody else's keep it. */
async function portFree(host: string, port: number, from: string, seconds: number): Promise<void> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (tries === 10) console.log(`端口 ${port}（${from}）被占用，等待它空出…`);
    const probe = createServer();
    const free = await new Promise<boolean>((resolve) => probe.once('error', () => resolve(false)).listen(port, host, () => resolve(true)));
    await new Promise((resolve) => probe.close(resolve));
    if (free) return;
    await sleep(100);
  }
  throw new Error(`端口 ${port}（${from}）已被占用：颐安 可能已在运行，或请换一个端口`);
}

/** Brings PostgreSQL back when it was killed. */
async function keepDatabase(server: Embedded, stopping: () => boolean): Promise<void> {
  for (; !stopping(); await sleep(250)) {
    try {
      if (await server.revive()) console.error('PostgreSQL had ended; it runs again');
    } catch (error) {
      console.error((error as Error).message);
    }
  }
}

const config = readConfig();
/** Each port with what gives it. The counters of web and watches are on the port after theirs. */
const given: (readonly [port: number, from: string])[] = [
  [config.port, '网页，PORT'],
  [config.port + 1, '网页的运行指标，PORT 加 1'],
  [config.watchPort, '腕表，WATCH_PORT'],
  [config.watchPort + 1, '设备的运行指标，WATCH_PORT 加 1'],
  ...Object.entries(config.devicePorts ?? {}).map(
    ([name, port]) => [port ?? 0, `设备，${devicePorts[name as keyof typeof devicePorts]}`] as const,
  ),
  [config.mqttPort ?? 0, 'MQTT，MQTT_PORT'],
  [config.webhookPort ?? 0, '厂商推送，WEBHOOK_PORT'],
];
const used = given.filter(([port]) => port > 0);
const named = used.map(([port]) => port);
try {
  for (const [port, from] of used) await portFree(config.host, port, from, 20);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
const secrets = loadSecrets(config.dataDir);
let stopping = false;
const processes: Watched[] = [];

const server = await prepareDatabase(config, secrets).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  const living = processes.flatMap(({ child }) => (child ? [child] : []));
  const gone = living.map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of living) child.kill('SIGTERM');
  await Promise.race([Promise.all(gone), sleep(12_000)]);
  for (const { child } of processes) child?.kill('SIGKILL');
  await server?.stop();
  process.exit(code);
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

if (server) void keepDatabase(server, () => stopping);

try {
  const deps = connect({ ...config, logLevel: 'warn' }, 'start');
  await seedBasics(deps);
  const password = config.demo ? await seedDemo(deps, process.env.YIAN_DEMO_PASSWORD || null) : await seedOperator(deps);
  await upgradeDefaults(deps);
  await deps.pool.end();
  if (process.env.BUILD_WEB !== '0') await buildWeb();
  // A demonstration's devices speak every protocol; nobody has to give it a port for each.
  const unnamed = config.demo ? [...Object.values(devicePorts), 'MQTT_PORT'].filter((name) => !process.env[name]) : [];
  const { ports, release } = await holdPorts(config.host, unnamed, named);
  const quiet = { LOG_LEVEL: process.env.LOG_LEVEL || 'warn', ...ports };
  await release();
  const devices = process.env.YIAN_DEVICES || (config.demo ? 'simulated' : 'real');
  if (devices !== 'none') processes.push(watch('ingest', 'server/ingest/main.ts', quiet, () => stopping));
  processes.push(watch('web', 'server/main.ts', quiet, () => stopping));
  if (devices !== 'none') processes.push(watch('switchboard', 'server/switchboard/main.ts', quiet, () => stopping));
  const address = `http://${config.host === '::1' ? '[::1]' : config.host}:${config.port}`;
  // A slow machine is none that is broken: a process that fails says so itself.
  await ready(`${address}/health`, 180);
  if (devices === 'simulated') processes.push(watch('simulator', 'scripts/demo/live.ts', quiet, () => stopping));
  console.log(`\n  颐安 已启动\n  网页    ${address}\n  腕表    ${config.host}:${config.watchPort} (TCP)\n  数据    ${config.dataDir}`);
  if (config.demo) {
    const others = Object.entries(ports).map(([name, port]) => `${name.replace('_PORT', '')} ${port}`);
    if (others.length > 0) console.log(`  其他设备  ${others.join('、')}`);
    console.log(`\n  演示模式，仅限本机访问。账号：platform、group、admin、nurse、carer、finance、agent、inspector`);
    console.log(password ? `  密码：${password}\n` : '  密码：首次启动时已显示；可用 YIAN_DEMO_PASSWORD 重新设定\n');
  } else if (password) {
    console.log(`\n  首次启动：平台管理员 admin，一次性密码 ${password}，请登录后立即修改\n`);
  }
} catch (error) {
  console.error((error as Error).message);
  await stop(1);
}
