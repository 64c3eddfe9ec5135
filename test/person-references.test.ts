/** Every column that names a person is in the list of an area, which says what becomes of it when two records are made one. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/subscribers.ts';
import { personReferences } from '#server/lists/merged-people.ts';
import { TABLE_OWNERS } from './table-owners.ts';
import { harness, type Harness } from './harness.ts';

let t: Harness;
before(async () => (t = await harness()));
after(() => t.close());

/** Lists of people within a row: moved by the code of their area, which a search for the column finds. */
const LISTS: Record<string, string> = {
  'condition_rules.scope_ids': 'server/warnings/merged-people.ts',
  'warning_clips.people': 'server/warnings/merged-people.ts',
};
/** They hold other things, by their types or by what they say of themselves. */
const NO_PEOPLE = ['approval_cases.people', 'kitchen_sheets.people', 'patrols.people', 'shift_handovers.people', 'visitor_records.people'];

describe('the columns that name people', () => {
  it('are all in the list of an area: foreign keys to people and accounts, and columns that are called so', async () => {
    const { rows } = await t.owner.query<{ name: string }>(`
      select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
        join pg_class r on r.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid in ('people'::regclass, 'person_accounts'::regclass) and a.attname <> 'tenant_id'
        and not r.relispartition
      union
      select c.relname || '.' || a.attname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
        and a.attname ~ '^(person|oldman|elder|elderly|resident|people)_?ids?$' order by 1`);
    const said = personReferences().map(({ table, column = 'person_id' }) => `${table}.${column}`);
    assert.deepEqual(said.toSorted(), rows.map(({ name }) => name).toSorted());
  });

  it('that are lists of ids are looked after by their area, or hold something else', async () => {
    const { rows } = await t.owner.query<{ name: string }>(`
      select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not a.attisdropped
        and a.attname in ('people', 'scope_ids', 'person_ids', 'oldman_ids') order by 1`);
    assert.deepEqual(
      rows.map(({ name }) => name),
      [...Object.keys(LISTS), ...NO_PEOPLE].toSorted(),
    );
  });

  it('are moved by the area that owns the table, and what stays says why', () => {
    for (const { table, way, why } of personReferences()) {
      const file = readFileSync(join(import.meta.dirname, `../server/${TABLE_OWNERS[table]}/merged-people.ts`), 'utf8');
      assert.ok(file.includes(`'${table}'`), `${table} is moved by its owner`);
      assert.equal(way === 'stays', why !== undefined, table);
    }
  });

  it('of rows that are only ever added are moved by the database, for the person who was merged', async () => {
    const { rows } = await t.owner.query<{ body: string }>("select prosrc as body from pg_proc where proname = 'move_merged'");
    const moved = [...rows[0]!.body.matchAll(/update (\w+) set person_id = kept/g)].map(([, table]) => table);
    const sealed = personReferences().filter(({ way }) => way === 'sealed');
    assert.deepEqual(moved.toSorted(), sealed.map(({ table }) => table).toSorted());
    const tenant = await t.tenant();
    await assert.rejects(
      t.deps.inTenant(tenant, (tx) => tx.run(sql`select app.move_merged(1)`)),
      /not merged/,
    );
  });
});
