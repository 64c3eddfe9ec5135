/** Bootstraps roles and runs `migrations/NNNN-*.sql` once each, in order, also when several processes start together. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { installJobTables } from './job-tables.ts';
import { connection, type Target } from './pool.ts';
import type { Secrets } from './secrets.ts';

const FOLDER = join(import.meta.dirname, '../../migrations');
/** The schema was written anew (docs/decisions/058): after these former migrations a database has what the files up to `same` make. */
const FORMER = { last: '0084_order_lists.sql', count: 71, same: '0028-screens.sql' };
const LOCK = 7_209_014_551n;
/** The functions of PostgreSQL that give texts of other connections. */
const ACTIVITY = 'pg_catalog.pg_stat_get_activity(integer), pg_catalog.pg_stat_get_backend_activity(integer)';

async function withClient<T>(target: Target, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection(target, 'yian migrate'));
  client.on('error', () => {});
  await client.connect();
  try {
    // Whatever a request may take: an index on ten million rows takes a minute, and another process may be making it.
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * As superuser: the database, the roles with their passwords, and what only a superuser may mark.
 * Idempotent. `superuser.database` may be any existing database.
 */
export async function bootstrap(superuser: Target, database: string, passwords: Secrets['passwords']): Promise<void> {
  await withClient(superuser, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const roles = (await client.query<{ rolname: string }>('select rolname from pg_roles')).rows.map((row) => row.rolname);
    const literal = (value: string) => client.escapeLiteral(value);
    for (const [role, password] of [
      ['yian_owner', passwords.owner],
      ['yian_app', passwords.app],
      ['yian_ingest', passwords.ingest],
      ['yian_login', passwords.login],
      ['yian_upkeep', passwords.upkeep],
      ['yian_jobs', passwords.jobs],
    ] as const) {
      if (!roles.includes(role)) await client.query(`create role ${role} login nosuperuser nocreatedb nocreaterole nobypassrls`);
      await client.query(`alter role ${role} password ${literal(password)}`);
      // Bound values are personal data and signed contexts: no log of slow statements or of plans writes them.
      for (const log of ['log_parameter_max_length', 'auto_explain.log_parameter_max_length'])
        await client.query(`alter role ${role} set ${log} = 0`);
    }
    if (!roles.includes('yian_auth')) await client.query('create role yian_auth nologin bypassrls');
    // The owner hands functions to yian_auth; SET is enough for that, it does not inherit its rights.
    await client.query('grant yian_auth to yian_owner with inherit false, set true');
    const known = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (known.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)} owner yian_owner`);
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  });
  await withClient({ ...superuser, database }, async (client) => {
    // Advisory locks belong to one database: this is another one than above.
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    // Name search: without this mark row-level security keeps `@>` away from the index (docs/decisions/002).
    await client.query('alter function pg_catalog.arraycontains(anyarray, anyarray) leakproof');
    await client.query('revoke create on schema public from public; grant create on schema public to yian_owner');
    await client.query('create extension if not exists btree_gin');
    // What others ask at this moment (pg_stat_activity) is for superusers and monitors: one
    // role may otherwise read all that its own connections do.
    await client.query(`revoke execute on function ${ACTIVITY} from public; grant execute on function ${ACTIVITY} to pg_read_all_stats`);
  });
}

/** The migrations, in order. */
const migrations = () =>
  readdirSync(FOLDER)
    .filter((file) => /^\d{4}-.+\.sql$/.test(file))
    .sort()
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
    .map(({ name, text }) => ({ name, text, hash: createHash('sha256').update(text).digest('hex') }));

/** By name the hashes of the migrations that ran. In a database that the former ones made, those that they amount to are noted as such. */
async function recorded(client: pg.Client): Promise<Map<string, string>> {
  const read = async () =>
    new Map<string, string>((await client.query('select name, hash from migrations')).rows.map((row) => [row.name, row.hash]));
  const done = await read();
  const former = [...done.keys()].filter((name) => /^\d{4}_/.test(name)).sort();
  if (former.length === 0 || done.has(FORMER.same)) return done;
  if (former.length !== FORMER.count || former.at(-1) !== FORMER.last)
    throw new Error(
      `This database stands at migration ${former.at(-1)} of an earlier version. ` +
        `Start it once with the version whose last migration is ${FORMER.last}, then with this one`,
    );
  const same = migrations().filter(({ name }) => name <= FORMER.same);
  await client.query('insert into migrations (name, hash) select * from unnest($1::text[], $2::text[])', [
    same.map(({ name }) => name),
    same.map(({ hash }) => hash),
  ]);
  return read();
}

/**
 * As owner: the job queue's tables, the migrations that are missing, each in its own
 * transaction, and the context key. Returns the names it ran. Throws when a past migration was edited, or when
 * the database was made by the former ones and not brought to the last of them.
 */
export async function migrate(owner: Target, contextKey: Buffer): Promise<string[]> {
  return withClient(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, ran_at timestamptz not null default now())',
    );
    const done = await recorded(client);
    const ran: string[] = [];
    await installJobTables(client);
    for (const { name, text, hash } of migrations()) {
      if (done.has(name)) {
        if (done.get(name) !== hash) throw new Error(`Migration ${name} was edited after it ran; add a new one instead`);
        continue;
      }
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name}: ${(error as Error).message}`, { cause: error });
      }
      ran.push(name);
    }
    const pad = (byte: number) => Buffer.alloc(64, byte).map((value, index) => value ^ (contextKey[index] ?? 0));
    await client.query(
      'insert into app.context_key (one, inner_pad, outer_pad) values (true, $1, $2) on conflict (one) do update set inner_pad = excluded.inner_pad, outer_pad = excluded.outer_pad',
      [pad(0x36), pad(0x5c)],
    );
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
    return ran;
  });
}
