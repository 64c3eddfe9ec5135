/** PostgreSQL clusters of the benchmarks: one per data set under the temporary folder, durable settings, kept for the next run. */
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '#server/db/embedded.ts';
import { bootstrap, migrate } from '#server/db/migrate.ts';
import { connection, type Target } from '#server/db/pool.ts';
import { loadSecrets, type Login, type Secrets } from '#server/db/secrets.ts';
import { sealFields } from '#server/db/field-sealing.ts';

const SETTINGS = {
  shared_buffers: '1GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  maintenance_work_mem: '1GB',
  max_connections: '100',
  wal_compression: 'on',
};

export interface Cluster {
  /** The DATA_DIR for server processes: its database is `yian`. */
  dir: string;
  secrets: Secrets;
  target(user: 'superuser' | Login): Target;
  /** A superuser connection without time limits. */
  admin: pg.Client;
  postmaster: number;
  /** Closes the connection and stops the server; the data stays. */
  stop(): Promise<void>;
}

/**
 * Starts the cluster of a data set, filled once by `fill` and reused by every later run; migrations that are new since then are run.
 * Throws when a past migration was edited: delete the folder it names.
 */
export async function cluster(dataSet: string, fill: (admin: pg.Client) => Promise<void>): Promise<Cluster> {
  const dir = join(tmpdir(), `yian-bench-${process.getuid?.() ?? 0}-${dataSet}`);
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
  const secrets = loadSecrets(dir);
  const server = await startEmbedded(dir, secrets.passwords.superuser, SETTINGS);
  const target = (user: 'superuser' | Login): Target => ({
    host: server.socketDir,
    port: server.port,
    database: 'yian',
    user: user === 'superuser' ? 'postgres' : `yian_${user}`,
    password: secrets.passwords[user],
  });
  const filled = join(dir, 'filled');
  const connect = async (database: string) => {
    const client = new pg.Client({ ...connection({ ...target('superuser'), database }, 'bench'), statement_timeout: 0, lock_timeout: 0 });
    await client.connect();
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return client;
  };
  if (!existsSync(filled)) {
    const client = await connect('postgres');
    await client.query('drop database if exists yian with (force)');
    await client.end();
  }
  await bootstrap({ ...target('superuser'), database: 'postgres' }, 'yian', secrets.passwords);
  const ran = await migrate(target('owner'), secrets.context).catch(async (error: Error) => {
    await server.stop();
    throw new Error(`${error.message}${/was edited/.test(error.message) ? `; delete ${dir} to build the data set again` : ''}`, {
      cause: error,
    });
  });
  if (existsSync(filled) && ran.length > 0) console.log(`${ran.length} new migrations ran on the data set ${dataSet}, which is kept`);
  const admin = await connect('yian');
  // Data sets are filled with plain numbers, which are sealed afterwards: generating them sealed in SQL would need the key there.
  const checks = await admin.query<{
    text: string;
  }>(`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as text
    from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) like '%⟦%'`);
  for (const { text } of checks.rows) await admin.query(text);
  if (!existsSync(filled)) {
    const started = performance.now();
    console.log(`building the data set ${dataSet} in ${dir} …`);
    await fill(admin);
    await sealFields(target('owner'), secrets);
    writeFileSync(filled, '');
    console.log(`built in ${Math.round((performance.now() - started) / 1000)} s`);
  }
  return {
    dir,
    secrets,
    target,
    admin,
    postmaster: Number(readFileSync(join(dir, 'pg/postmaster.pid'), 'utf8').split('\n')[0]),
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

/** Deletes a data set that is not worth keeping. The cluster must have been stopped. */
export function forget(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}

const TICK_US = 10_000;

/** CPU of a process with its ended children, in microseconds; 0 when it is gone. */
export function cpuOf(pid: number): number {
  try {
    // The name in parentheses may hold blanks; what is needed follows it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) * TICK_US;
  } catch {
    return 0;
  }
}

/** CPU of PostgreSQL: the postmaster, and its living and ended children, in microseconds. */
export function cpuOfPostgres(postmaster: number): number {
  let sum = cpuOf(postmaster);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')[1]) === postmaster) sum += cpuOf(Number(name));
    } catch {
      // It ended meanwhile.
    }
  }
  return sum;
}
