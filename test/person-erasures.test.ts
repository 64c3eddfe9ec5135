/** Every text that may be of a person goes when the person is erased, or stands in a list of what stays. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import '#server/subscribers.ts';
import { personParts, personReferences } from '#server/lists/merged-people.ts';
import { isKept } from './erasure-kept.ts';
import { harness, type Harness } from './harness.ts';
import { TABLE_OWNERS } from './table-owners.ts';

let t: Harness;
before(async () => (t = await harness()));
after(() => t.close());

const listed = () => [...personReferences(), ...personParts()];
const bodyOf = async () =>
  (await t.owner.query<{ body: string }>("select prosrc as body from pg_proc where proname = 'erase_sealed'")).rows[0]!.body;

describe('the tables of a person', () => {
  it('and those that hang on their rows say what becomes of them', async () => {
    const own: string[] = [...new Set(personReferences().map(({ table }) => table))].filter(
      (table) => !['people', 'devices'].includes(table),
    );
    const { rows } = await t.owner.query<{ name: string }>(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c join pg_class r on r.oid = c.conrelid and not r.relispartition
       where c.contype = 'f' and c.confrelid = any($1::text[]::regclass[]) order by 1`,
      [[...own, ...personParts().map(({ table }) => table)]],
    );
    // Who of the staff looked at a recording.
    const said = new Set<string>([...listed().map(({ table }) => table), 'camera_looks']);
    assert.deepEqual(
      rows.map(({ name }) => name).filter((name) => !said.has(name)),
      [],
    );
    for (const { table, of } of personParts()) {
      assert.ok(own.includes(of), `${table} hangs on ${of}`);
      const file = readFileSync(join(import.meta.dirname, `../server/${TABLE_OWNERS[of]}/merged-people.ts`), 'utf8').replace(/\s+/g, ' ');
      assert.ok(file.includes(`table: '${table}', of: '${of}'`), `${table} is listed where ${of} is`);
    }
  });

  it('lose each column of texts that is not listed as one that stays', async () => {
    const { rows } = await t.owner.query<{ table: string; column: string }>(
      `select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
         join pg_type y on y.oid = a.atttypid
       where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         and y.typname in ('text', '_text', 'jsonb', 'bytea') and c.relname = any($1::text[]) order by 1, 2`,
      [[...new Set(listed().map(({ table }) => table))].filter((table) => table !== 'people')],
    );
    const body = await bodyOf();
    const sealed = (table: string) => new RegExp(`delete from ${table} |update ${table} set ([^;]*?) where`).exec(body);
    const left = rows.filter(({ table, column }) => {
      const { erase } = listed().find((one) => one.table === table)!;
      if (erase === 'goes' || isKept(table, column)) return false;
      if (erase === 'sealed') {
        const found = sealed(table);
        return !found?.[0].startsWith('delete') && !found?.[1]?.includes(`${column} = `);
      }
      return typeof erase === 'string' || !erase.includes(column);
    });
    // The plain columns of decision 091 are empty: a rule of the table holds it.
    const empty = ['admissions.identity_number'];
    assert.deepEqual(
      left.map(({ table, column }) => `${table}.${column}`).filter((name) => !empty.includes(name)),
      [],
    );
  });

  it('that are only ever added to are emptied by the database, for people who are erased in the same transaction', async () => {
    const body = await bodyOf();
    const touched = [...body.matchAll(/(?:update|delete from) (\w+) /g)].map(([, table]) => table);
    const sealed = listed().filter(({ erase }) => erase === 'sealed');
    assert.deepEqual(touched.toSorted(), sealed.map(({ table }) => table as string).toSorted());
    const tenant = await t.tenant();
    for (const call of [sql`select app.erase_sealed('{1}')`, sql`select app.erase_changes('{1}', '{people}', '{1}')`])
      await assert.rejects(
        t.deps.inTenant(tenant, (tx) => tx.run(call)),
        /not erased/,
      );
  });
});
