import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { harness, type Harness } from '#test/harness.ts';
import { connections, disconnect } from '../dependencies.ts';
import { connection } from './pool.ts';

/** What a signed context looks like: tenant, end, HMAC. */
const SIGNED = /\d+\.\d{10}\.[0-9a-f]{64}/;

let t: Harness;
let other: pg.Client;
before(async () => {
  t = await harness();
  other = new pg.Client(connection(t.target('app'), 'another of the same role'));
  await other.connect();
});
after(async () => {
  await other.end();
  await t.close();
});

/** What the superuser sees of this database's other connections, asked again and again while `work` runs. */
async function seenDuring(work: Promise<unknown>): Promise<string[]> {
  const seen = new Set<string>();
  let over = false;
  const done = work.finally(() => (over = true));
  while (!over) {
    const { rows } = await t.admin.query("select query from pg_stat_activity where datname = $1 and usename like 'yian_%'", [t.database]);
    for (const { query } of rows) seen.add(query);
  }
  await done;
  return [...seen];
}

describe('what others see of a connection', () => {
  it('the signed tenant context is in no text that the server shows, before the first statement or while a slow one runs', async () => {
    const tenant = await t.tenant();
    const seen = await seenDuring(
      t.deps.inTenant(tenant, async (tx) => {
        // It begins, and no statement follows for a while.
        await tx.snapshot();
        await new Promise((resolve) => setTimeout(resolve, 200));
        await tx.rows(sql`select pg_sleep(0.2), app.tenant()`);
      }),
    );
    assert.ok(
      seen.some((text) => text.includes('pg_sleep')),
      'the slow statement was seen',
    );
    assert.ok(
      seen.some((text) => text.includes('app.ctx')),
      'the statement that names the tenant was seen',
    );
    for (const text of seen) assert.doesNotMatch(text, SIGNED);
  });

  it('a connection of the same role cannot read what others ask, a superuser and a monitor can', async () => {
    for (const text of [
      'select query from pg_stat_activity',
      'select pg_stat_get_backend_activity(n) from pg_stat_get_backend_idset() as n',
    ])
      for (const user of ['app', 'ingest'] as const) {
        const client = user === 'app' ? other : new pg.Client(connection(t.target(user), 'of the ingest'));
        if (client !== other) await client.connect();
        await assert.rejects(client.query(text), /permission denied/, `${user}: ${text}`).finally(() => client !== other && client.end());
      }
    await t.admin.query('begin');
    await t.admin.query('set local role pg_monitor');
    const { rows } = await t.admin.query("select count(*)::integer as n from pg_stat_activity where query like '%pg_stat_activity%'");
    await t.admin.query('commit');
    assert.ok(rows[0].n >= 1);
  });

  it('a log of slow statements and of their plans has no bound value', async () => {
    const onDatabase = (setting: string) => t.admin.query(`alter database ${t.database} ${setting}`);
    await onDatabase('set log_min_duration_statement = 0');
    await onDatabase("set session_preload_libraries = 'auto_explain'");
    await onDatabase('set auto_explain.log_min_duration = 0');
    const own = connections(t.target, 'logged', 1, t.deps.secrets, () => {});
    try {
      const tenant = await t.tenant();
      await own.inTenant(tenant, (tx) => tx.rows(sql`select ${'a name that nobody may read'}::text as told, pg_sleep(0.05), app.tenant()`));
    } finally {
      await disconnect(own);
      for (const setting of ['log_min_duration_statement', 'session_preload_libraries', 'auto_explain.log_min_duration'])
        await onDatabase(`reset ${setting}`);
    }
    const log = readFileSync(join(t.target('app').host, 'postgres.log'), 'utf8');
    assert.match(log, /duration: .*as told, pg_sleep/, 'the statement was logged');
    assert.match(log, /Query Text: .*as told, pg_sleep/, 'its plan was logged');
    assert.doesNotMatch(log, /a name that nobody may read/);
    assert.doesNotMatch(log, SIGNED);
  });
});
