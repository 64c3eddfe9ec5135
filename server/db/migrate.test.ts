/** Databases of before the schema was written anew (docs/decisions/058), and past migrations that were edited. */
import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { cluster } from '#test/harness.ts';
import { migrate } from './migrate.ts';
import { connection } from './pool.ts';

const NAMES = readdirSync(join(import.meta.dirname, '../../migrations')).sort();
const DATABASE = `test_migrate_${process.pid}`;
/** As many as there were, the last by its name. */
const FORMER = [...Array.from({ length: 70 }, (_, index) => `${String(index + 1).padStart(4, '0')}_former.sql`), '0084_order_lists.sql'];

let c: Awaited<ReturnType<typeof cluster>>;
let owner: pg.Client;
/** What came after the fresh schema ran on the template already: names and hashes. */
let later: { name: string; hash: string }[];
before(async () => {
  c = await cluster();
  await c.admin.query('select pg_advisory_lock(42)');
  await c.admin.query(`create database ${DATABASE} template ${c.template} owner yian_owner`);
  await c.admin.query('select pg_advisory_unlock(42)');
  owner = new pg.Client(connection(c.at(DATABASE, 'owner'), 'migrate test'));
  await owner.connect();
  later = (await owner.query("select name, hash from migrations where name > '0028-screens.sql'")).rows;
});
after(async () => {
  await owner?.end();
  await c.admin.query(`drop database if exists ${DATABASE} with (force)`);
  await c.admin.end();
});

const run = () => migrate(c.at(DATABASE, 'owner'), c.secrets.context);
const recorded = async () => (await owner.query('select name from migrations order by name')).rows.map(({ name }) => name as string);
const record = async (names: string[]) => {
  await owner.query('truncate migrations');
  await owner.query("insert into migrations (name, hash) select name, 'former' from unnest($1::text[]) as name", [names]);
  await owner.query('insert into migrations (name, hash) select * from unnest($1::text[], $2::text[])', [
    later.map(({ name }) => name),
    later.map(({ hash }) => hash),
  ]);
};

describe('a database of the former migrations', () => {
  beforeEach(() => record(FORMER));

  it('that stands at the last of them has the schema: nothing runs, and the next start knows', async () => {
    assert.deepEqual(await run(), []);
    assert.deepEqual(await recorded(), [...NAMES, ...FORMER].sort());
    assert.deepEqual(await run(), []);
  });

  it('that stands before the last of them, or lacks one, is refused with the way to go, and nothing is noted', async () => {
    for (const names of [FORMER.slice(0, -1), FORMER.slice(1), [...FORMER, '0085_later.sql']]) {
      await record(names);
      await assert.rejects(run(), {
        message:
          `This database stands at migration ${names.at(-1)} of an earlier version. ` +
          'Start it once with the version whose last migration is 0084_order_lists.sql, then with this one',
      });
      assert.deepEqual(await recorded(), [...names, ...later.map(({ name }) => name)].sort());
    }
  });

  it('still refuses a migration of the fresh schema that was edited afterwards', async () => {
    await run();
    await owner.query("update migrations set hash = 'other' where name = $1", [NAMES[0]]);
    await assert.rejects(run(), { message: `Migration ${NAMES[0]} was edited after it ran; add a new one instead` });
  });
});
