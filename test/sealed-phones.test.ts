/** The demonstration has residents and families in every area: none of their numbers is in the clear in any table of the database. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { connection } from '#server/db/pool.ts';
import { PHONE_COLUMNS, sealedColumns } from '#server/db/sealed-phones.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { harness, type Harness } from './harness.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { db } from '#server/db/tenant.ts';

/** Columns named like a number that hold none of a resident or a family. */
const OTHERS: Readonly<Record<string, string>> = {
  'departments.phone': 'of the house',
  'external_tokens.phone': 'of an account',
  'package_invoices.address_phone': 'of an institution',
  'package_orders.buyer_phone': 'of an account',
  'questionnaire_phones.phone': 'a keyed hash',
  'registrations.phone': 'of an account',
  'tenants.contact_phone': 'of an institution',
  'ticket_uploads.phone': 'a keyed hash',
  'user_invitations.phone': 'of an account',
  'users.phone': 'of an account',
  'users.phone_verified_at': 'a time',
  'work_order_jobs.user_phone': 'of an account',
};
/** Sealed columns of which the demonstration has no row; their areas' tests write them. */
const EMPTY = new Set(['call_legs.address', 'call_links.phone']);

const TENANT = 1_000_001;
const NUMBER = '(?<![0-9A-Za-z.])(1[3-9][0-9]{9}|0[0-9]{2,3}-?[0-9]{7,8})(?![0-9])';

let t: Harness;
let admin: pg.Client;
before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  admin = new pg.Client(connection(t.target('superuser'), 'catalogue'));
  await admin.connect();
  await admin.query('set statement_timeout = 0');
});
after(async () => {
  await admin.end();
  await t.close();
});

/** Every number of the sealed columns of all tenants, opened, and the columns that have some. */
async function known(): Promise<{ numbers: Set<string>; filled: Set<string> }> {
  const tenants = (await admin.query<{ id: number }>('select id::int from tenants')).rows;
  const numbers = new Set<string>();
  const filled = new Set<string>();
  for (const [table, columns] of Object.entries(PHONE_COLUMNS))
    for (const column of columns)
      for (const { id } of tenants)
        await t.deps.inTenant(id, async (tx) => {
          const rows = await tx.rows<{ phone: string }>(sql`
            select distinct ${sql.ref(column)} as phone from ${sql.table(table)}
            where tenant_id = ${id} and char_length(${sql.ref(column)}) > 6`);
          for (const { phone } of rows) numbers.add(phone);
          if (rows.length > 0) filled.add(`${table}.${column}`);
        });
  return { numbers, filled };
}

describe('numbers of residents and families', () => {
  it('are sealed in every column that is named like one, or it is said whose they are', async () => {
    const { rows } = await admin.query<{ table: string; column: string }>(`
      select c.relname as "table", a.attname as "column" from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'r' and not c.relispartition and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
        and a.attname ~ '(phone|mobile|caller|callee)' order by 1, 2`);
    const open = rows.filter(({ table, column }) => !sealedColumns(table).has(column)).map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(open, Object.keys(OTHERS).toSorted());
  });

  it('are in no table in the clear, in a column or within a text', async () => {
    // What the demonstration has no row of, written as the areas write it.
    const [person] = (await admin.query<{ id: number }>(`select id::int from people where tenant_id = ${TENANT} limit 1`)).rows;
    const call = { oldmanId: person!.id, contact: '赵丽', phone: '13787654321', outcome: 1, seconds: 60, note: null };
    assert.equal((await t.route(personContacts.addCall, await t.user(TENANT), call)).status, 200);
    await t.deps.inTenant(TENANT, (tx) => tx.run(db.updateTable('admissions').set({ mobile: '13787654322' })));
    const staff = new Set((await admin.query<{ phone: string }>('select distinct phone from users')).rows.map(({ phone }) => phone));
    const { numbers, filled } = await known();
    assert.ok(numbers.size > 100, String(numbers.size));
    const columns = Object.entries(PHONE_COLUMNS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`));
    assert.deepEqual(
      columns.filter((one) => !filled.has(one)),
      [...EMPTY].toSorted(),
    );
    const { rows: tables } = await admin.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'app', 'jobs', 'pgboss') order by 1`,
    );
    const found: string[] = [];
    let ofStaff = 0;
    for (const { name } of tables) {
      const { rows } = await admin.query<{ number: string }>(
        `select distinct m[1] as number from ${name} r, regexp_matches(r::text, '${NUMBER}', 'g') m`,
      );
      for (const { number } of rows)
        if (staff.has(number)) ofStaff++;
        else if (numbers.has(number)) found.push(`${name}: ${number}`);
    }
    assert.deepEqual(found, []);
    assert.ok(ofStaff > 0, 'numbers in the clear are seen');
  });
});
