/** What a process needs, from its configuration: secrets, database, log. */
import { destination, pino } from 'pino';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import { createPool, type Target } from './db/pool.ts';
import { loadSecrets, type Login, type Secrets } from './db/secrets.ts';
import { tenantRunner } from './db/tenant.ts';
import { socketDirOf } from './db/embedded.ts';

/** Where the database is, for one of our roles. */
export function target(config: Config, secrets: Secrets, user: Login): Target {
  const login = { user: `yian_${user}`, password: secrets.passwords[user] };
  if (!config.databaseUrl) return { host: socketDirOf(config.dataDir), port: 5432, database: 'yian', ...login };
  const url = new URL(config.databaseUrl);
  return {
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    database: url.pathname.slice(1) || 'yian',
    ssl: url.searchParams.get('sslmode') === 'require',
    ...login,
  };
}

/** Structured logs on standard output; personal data never reaches them. */
export function createLog(config: Config, name: string) {
  return pino(
    { name, level: config.logLevel, base: { pid: process.pid }, redact: ['req.headers.authorization', '*.password', '*.token'] },
    destination({ sync: false }),
  );
}

/** Connections for alarms alone; one stays open, so that the first alarm after a quiet hour does not wait for a new one. */
const URGENT = 4;
const URGENT_KEPT = 1;

/** Connections of those roles that do one thing each. */
const LOGINS = 4;
const CLEANUP = 1;
/** What runners fetch and settle: short statements of many jobs. */
const JOBS = 4;

/** The connections of a process to a database, the urgent ones and those of other roles besides; they are made when they are used. */
export function connections(
  database: (user: Login) => Target,
  name: string,
  size: number,
  secrets: Pick<Secrets, 'context' | 'fields'>,
  onLost: (error: Error) => void,
) {
  const pool = createPool(database('app'), name, size, onLost);
  const alarms = createPool(database('app'), `${name} alarms`, URGENT, onLost, { kept: URGENT_KEPT });
  return {
    pool,
    inTenant: tenantRunner(pool, secrets),
    urgent: { pool: alarms, inTenant: tenantRunner(alarms, secrets) },
    logins: createPool(database('login'), `${name} logins`, LOGINS, onLost),
    cleanup: createPool(database('upkeep'), `${name} cleanup`, CLEANUP, onLost),
    jobs: createPool(database('jobs'), `${name} jobs`, JOBS, onLost),
  };
}

/** Ends them all, once what they do is done. */
export const disconnect = async ({
  pool,
  urgent,
  logins,
  cleanup,
  jobs,
}: Pick<Dependencies, 'pool' | 'urgent' | 'logins' | 'cleanup' | 'jobs'>) =>
  void (await Promise.all([pool, urgent.pool, logins, cleanup, jobs].map((one) => one.end())));

/** The dependencies of one process, connected as the runtime role. */
export function connect(config: Config, name: string): Dependencies {
  const secrets = loadSecrets(config.dataDir);
  const log = createLog(config, name);
  const lost = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
  return {
    config,
    secrets,
    ...connections((user) => target(config, secrets, user), `yian ${name}`, config.poolSize, secrets, lost),
    log,
    now: Date.now,
  };
}
