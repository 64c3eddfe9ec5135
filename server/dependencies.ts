/** What a process needs, from its configuration: secrets, database, log. */
import { destination, pino } from 'pino';
import type { Config } from './config.ts';
import type { Dependencies } from './context.ts';
import { createPool, type Target } from './db/pool.ts';
import { loadSecrets, type Secrets } from './db/secrets.ts';
import { tenantRunner } from './db/tenant.ts';
import { socketDirOf } from './db/embedded.ts';

/** Where the database is, for one of our roles. */
export function target(config: Config, secrets: Secrets, user: 'owner' | 'app' | 'ingest'): Target {
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

/** The dependencies of one process, connected as the runtime role. */
export function connect(config: Config, name: string): Dependencies {
  const secrets = loadSecrets(config.dataDir);
  const log = createLog(config, name);
  const pool = createPool(target(config, secrets, 'app'), `yian ${name}`, config.poolSize, (error) =>
    log.warn({ err: error }, 'an idle database connection was lost'),
  );
  return { config, secrets, pool, inTenant: tenantRunner(pool, secrets.context), log, now: Date.now };
}
