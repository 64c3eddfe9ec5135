/**
 * The product as it really runs: OS processes on an own data directory, with fsync, that may be killed. `close()` leaves nothing behind.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, disconnect, target } from '#server/dependencies.ts';
import { startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { bootstrap, migrate } from '#server/db/migrate.ts';
import { createPool } from '#server/db/pool.ts';
import { postmasterOf } from '#server/db/postmaster.ts';
import { loadSecrets } from '#server/db/secrets.ts';
import { seedBasics } from '#server/seed.ts';
import { testConfig } from './config.ts';
import { childrenOf, eventually, freePorts, gone, processesWith, signal, within } from './processes.ts';

const ROOT = join(import.meta.dirname, '..');
const built = existsSync(join(ROOT, 'dist/index.html'));

/** An own folder with free ports; nothing runs yet. */
export async function product() {
  const home = mkdtempSync(join(tmpdir(), 'yian-product-'));
  chmodSync(home, 0o755);
  const dataDir = join(home, 'data');
  mkdirSync(dataDir);
  // Beside each port the next one serves its counters.
  const port = await freePorts(6);
  const [watchPort, otherPort] = [port + 2, port + 4];
  const config = testConfig({ dataDir, port, watchPort });
  const logFile = join(home, 'log');
  const output = openSync(logFile, 'a');
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    WATCH_PORT: String(watchPort),
    DEMO: '0',
    BUILD_WEB: built ? '0' : '1',
    LOG_LEVEL: 'warn',
  };
  delete (env as NodeJS.ProcessEnv).DATABASE_URL;
  const data = join(dataDir, 'pg');
  const endings: (() => unknown)[] = [];
  const url = `http://127.0.0.1:${port}`;

  /** Starts a file of ours. With `ipc` it ends when we do. */
  function run(file: string, extra: NodeJS.ProcessEnv = {}, ipc = false): ChildProcess {
    const stdio = ['ignore', output, output, ...(ipc ? ['ipc' as const] : [])] as const;
    return spawn(process.execPath, [join(ROOT, file)], { cwd: ROOT, env: { ...env, ...extra }, stdio: [...stdio] });
  }

  const answers = (address: string) =>
    fetch(address, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    );

  /**
   * Ends everything at once, also when a test failed half-way: our own processes are
   * those that have our data directory in their environment.
   */
  function killAll(): void {
    for (const pid of processesWith('DATA_DIR', dataDir)) signal(pid, 'SIGKILL');
    // An immediate stop: the postmaster takes its children with it.
    const postmaster = postmasterOf(data);
    if (postmaster) signal(postmaster.pid, 'SIGQUIT');
  }
  function onExit(): void {
    killAll();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
  const onSignal = () => process.exit(1);
  process.on('exit', onExit);
  process.on('SIGTERM', onSignal);

  return {
    home,
    dataDir,
    url,
    port,
    watchPort,
    /** A third port, for the tests' own gateways. */
    otherPort,
    run,
    /** What the processes wrote. */
    log: () => readFileSync(logFile, 'utf8'),
    /** Both processes answer. */
    ready: () =>
      eventually(
        async () => (await answers(`${url}/health`)) && (await answers(`http://127.0.0.1:${watchPort + 1}/health`)),
        'both processes answer',
      ),
    postmaster: () => postmasterOf(data)?.pid,
    /** Client connections' server processes, by the name of their role. */
    backends: (role = 'yian_') => childrenOf(postmasterOf(data)?.pid ?? -1, `postgres: ${role}`),
    /** Only PostgreSQL and the schema, without a supervisor. */
    async database(): Promise<Embedded> {
      const secrets = loadSecrets(dataDir);
      const server = await startEmbedded(dataDir, secrets.passwords.superuser);
      const at = { host: server.socketDir, port: server.port };
      await bootstrap({ ...at, database: 'postgres', user: 'postgres', password: secrets.passwords.superuser }, 'yian', secrets.passwords);
      await migrate(target(config, secrets, 'owner'), secrets.context);
      const deps = connect(config, 'seed');
      await seedBasics(deps);
      await disconnect(deps);
      return server;
    },
    /** Connections of the test's own: the runtime role's dependencies, and a superuser who sees every tenant. */
    async open() {
      const deps = connect(config, 'test');
      const superuser = { ...target(config, deps.secrets, 'owner'), user: 'postgres', password: deps.secrets.passwords.superuser };
      const sight = createPool(superuser, 'test', 2, () => {});
      endings.push(() => Promise.all([disconnect(deps), sight.end()]));
      // The client that the sessions of test/members.ts belong to.
      await sight.query("select app.put_client('test', 'test', false, false)");
      return { deps, sight };
    },
    async close(): Promise<void> {
      // A connection that hangs must not keep alive what it hangs on.
      await within(Promise.all(endings.splice(0).map((end) => end())), 'the end of our own connections', 10).catch(console.error);
      const pids = processesWith('DATA_DIR', dataDir);
      const postmaster = postmasterOf(data);
      killAll();
      await Promise.all([...pids, ...(postmaster ? [postmaster.pid] : [])].map(gone));
      process.off('exit', onExit);
      process.off('SIGTERM', onSignal);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type Product = Awaited<ReturnType<typeof product>>;
