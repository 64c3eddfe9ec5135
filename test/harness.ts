/**
 * A real server on a real PostgreSQL for one test file: `const t = await harness()`, `after(() => t.close())`.
 * The cluster is shared by all files of a run and left running for the next; every file gets its own database, cloned from a template.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { pathParameters, type Route } from '#contract/http.ts';
import { buildApp } from '#server/app.ts';
import type { Dependencies } from '#server/context.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { bootstrap, migrate } from '#server/db/migrate.ts';
import { connection, type Target } from '#server/db/pool.ts';
import { loadSecrets, type Login } from '#server/db/secrets.ts';
import { db } from '#server/db/tenant.ts';
import { connections, disconnect } from '#server/dependencies.ts';
import { clusterDir, testConfig } from './config.ts';
import { addTenant, addUser, everyPermission, type TestUser, type UserOptions } from './members.ts';
import { recordRows } from './query-rows/recorder.ts';

export { everyPermission, type TestUser };

const ROOT = join(import.meta.dirname, '..');

if (process.env.QUERY_ROWS_LOG) recordRows(process.env.QUERY_ROWS_LOG);

/** Several files of one process begin at once. */
let starting: ReturnType<typeof startEmbedded> | undefined;

/** Starts or attaches to the cluster and makes the migrated template. Gives connection targets of any database in it. */
export async function cluster() {
  mkdirSync(clusterDir, { recursive: true });
  chmodSync(clusterDir, 0o755);
  const secrets = loadSecrets(clusterDir);
  // Test data may die with the machine: without fsync a run takes half the time. Crash tests start their own cluster.
  // A test sends most of its statements a few times: planned once on a connection, and not five times, they cost a sixth less.
  const settings = { fsync: 'off', max_connections: '400', plan_cache_mode: 'force_generic_plan' };
  const server = await (starting ??= startEmbedded(clusterDir, secrets.passwords.superuser, settings));
  const at = (database: string, user: 'superuser' | Login): Target => ({
    host: server.socketDir,
    port: server.port,
    database,
    user: user === 'superuser' ? 'postgres' : `yian_${user}`,
    password: secrets.passwords[user],
  });
  const folder = join(ROOT, 'migrations');
  const texts = readdirSync(folder)
    .sort()
    .map((name) => name + readFileSync(join(folder, name), 'utf8'));
  const template = `template_${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)}`;
  const admin = new pg.Client(connection(at('postgres', 'superuser'), 'harness'));
  await admin.connect();
  await admin.query('set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await admin.query('select pg_advisory_lock(42)');
  try {
    const ready = await admin.query('select 1 from pg_database where datname = $1 and datistemplate', [template]);
    if (ready.rowCount === 0) {
      await admin.query(`drop database if exists ${template}`);
      await bootstrap(at('postgres', 'superuser'), template, secrets.passwords);
      await migrate(at(template, 'owner'), secrets.context);
      await admin.query(`alter database ${template} is_template true`);
    }
  } catch (error) {
    // An open connection would keep the test process, and with it the lock, alive.
    await admin.end();
    throw error;
  }
  await admin.query('select pg_advisory_unlock(42)');
  return { server, secrets, at, template, admin };
}

export interface Answer<T = any> {
  status: number;
  code: number;
  msg: string | null;
  data: T;
  headers: Headers;
}

/** What a refusal says: its status and its text. */
export const refusal = ({ status, msg }: Pick<Answer, 'status' | 'msg'>) => [status, msg];

/** Options: `webDir` serves the built web folder too; `now` a clock; `trustProxy` whose `X-Forwarded-For` counts. */
export async function harness(options: { webDir?: string; now?: () => number; rateFactor?: number; trustProxy?: string[] } = {}) {
  const { secrets, at, template, admin } = await cluster();
  const database = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await admin.query('select pg_advisory_lock(42)');
  // Its files are copied: writing every page to the log as well, PostgreSQL's own way, takes a second and not a tenth of one.
  await admin.query(`create database ${database} template ${template} owner yian_owner strategy file_copy`).catch(async (error) => {
    await admin.end();
    throw error;
  });
  await admin.query('select pg_advisory_unlock(42)');
  const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });
  const own = connections(
    (user) => at(database, user),
    'test',
    8,
    secrets,
    () => {},
  );
  const deps: Dependencies = {
    config: testConfig({ trustProxy: options.trustProxy ?? [] }),
    secrets,
    ...own,
    log,
    now: options.now ?? Date.now,
  };
  const { app, gate } = await buildApp(deps, {
    webDir: options.webDir && existsSync(options.webDir) ? options.webDir : null,
    rateFactor: options.rateFactor ?? 1000,
  }).catch(async (error) => {
    await Promise.all([disconnect(deps), admin.end()]);
    throw error;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const owner = new pg.Client(connection(at(database, 'owner'), 'harness'));
  await owner.connect();
  await owner.query("select app.put_client('test', 'test', false, false)");
  await deps.inTenant(1, (tx) =>
    tx.run(
      db
        .insertInto('tenants')
        .values({ id: 1, name: '平台', code: 'platform' })
        .onConflict((on) => on.doNothing()),
    ),
  );

  let serial = 0;
  return {
    url,
    app,
    gate,
    deps,
    admin,
    /** The owner's connection to this test's database. */
    owner,
    database,
    /** Connection target of this test's database. */
    target: (user: 'superuser' | Login) => at(database, user),
    /** A new tenant's id; `parentId` makes it an institution of a group. */
    tenant: (name = `机构${++serial}`, parentId: number | null = null) => addTenant(deps, name, parentId),
    /** A signed-in user with these permissions (all by default); no password is set. */
    user: (tenantId: number, given: UserOptions = {}) => addUser(deps, tenantId, given, (options.now ?? Date.now)()),
    /**
     * Calls over real HTTP: `call('GET', '/members/oldman/page', { as: nurse, input: { size:
     * 20 } })`. GET input becomes the query, else the JSON body.
     */
    async call<T = any>(
      method: string,
      path: string,
      { as, input, headers }: { as?: TestUser | null; input?: unknown; headers?: Record<string, string> } = {},
    ): Promise<Answer<T>> {
      let address = url + path;
      const query = method === 'GET' || method === 'DELETE';
      if (query && input) {
        const search = new URLSearchParams();
        for (const [key, value] of Object.entries(input as object)) for (const one of [value].flat()) search.append(key, String(one));
        address += `?${search}`;
      }
      const answer = await fetch(address, {
        method,
        headers: {
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...(!query && input !== undefined ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(!query && input !== undefined ? { body: JSON.stringify(input) } : {}),
      });
      const text = await answer.text();
      const body = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : { code: -1, msg: text, data: null };
      return {
        status: answer.status,
        code: body.code,
        msg: body.msg,
        data: body.data ?? (body.code === undefined ? body : null),
        headers: answer.headers,
      };
    },
    /** Typed by the contract. */
    route<R extends Route>(route: R, as: TestUser | null, input: Record<string, unknown> = {}) {
      const names = pathParameters(route.path);
      const path = names.reduce((at, name) => at.replace(`{${name}}`, encodeURIComponent(String(input[name]))), route.path as string);
      const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
      return this.call(route.method, path, { as, input: rest });
    },
    async close() {
      await app.close();
      await Promise.all([disconnect(deps), owner.end()]);
      await admin.query(`drop database if exists ${database} with (force)`);
      await admin.end();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof harness>>;
