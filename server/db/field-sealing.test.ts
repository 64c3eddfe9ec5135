/** The start seals what stands in plain columns, goes on where it was killed, follows another key, and refuses a wrong one. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { harness, type Harness } from '#test/harness.ts';
import { SEALINGS, sealFields } from './field-sealing.ts';
import { connection, type Target } from './pool.ts';
import { fieldIndexes, openField, sealField } from './sealed-fields.ts';
import { openPhones, sealPhone } from './sealed-phones.ts';
import { loadSecrets } from './secrets.ts';

const PEOPLE = 1203;
const FIELD = 'people.identity_sealed';
const KEY = 'b'.repeat(64);

let t: Harness;
let admin: pg.Client;
let owner: Target;
let tenant: number;
const folder = mkdtempSync(join(tmpdir(), 'yian-keys-'));
const keys = (...named: string[]) => ({ ...loadSecrets(folder, named), context: t.deps.secrets.context });
const number = (at: number) => `1101011941050600${String(at).padStart(4, '0')}`;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  owner = t.target('owner');
  admin = new pg.Client(connection(t.target('superuser'), 'sealing test'));
  await admin.connect();
  // As an earlier version left them: the constraint holds for what is written from now on.
  await admin.query('alter table people drop constraint people_identity_plain; alter table people disable trigger user');
  await admin.query('alter table people drop constraint people_mobile_sealed, drop constraint people_contact_phone_sealed');
  await admin.query(`insert into people (tenant_id, name, identity_number, mobile, contact_phone)
    select ${tenant}, '人' || n, '1101011941050600' || lpad(n::text, 4, '0'), '1380000' || lpad(n::text, 4, '0'),
      case when n % 2 = 0 then '120' end from generate_series(1, ${PEOPLE}) as n`);
  await admin.query('alter table people enable trigger user');
  await admin.query('alter table people add constraint people_identity_plain check (identity_number is null) not valid');
  for (const column of ['mobile', 'contact_phone'])
    await admin.query(
      `alter table people add constraint people_${column}_sealed check (char_length(${column}) <= 6 or ${column} ^@ '⟦') not valid`,
    );
});
after(async () => {
  await admin.end();
  await t.close();
});

const all = async () =>
  (
    await admin.query<{ id: number; plain: string | null; sealed: string; index: string; mobile: string }>(
      `select id::int, identity_number as plain, identity_sealed as sealed, identity_index as index, mobile from people where tenant_id = ${tenant} order by id`,
    )
  ).rows;
const changes = async () =>
  (await admin.query<{ n: number }>("select count(*)::int as n from row_changes where table_name = 'people'")).rows[0]!.n;
const opened = async (secrets: ReturnType<typeof keys>) => (await all()).map(({ sealed }) => openField(secrets, tenant, FIELD, sealed));
const phones = async (secrets: ReturnType<typeof keys>) =>
  (await all()).map(({ mobile }) => (mobile.startsWith('⟦') ? openPhones({ keys: secrets, tenantId: tenant }, mobile) : '')).toSorted();
const wantedPhones = Array.from({ length: PEOPLE }, (_, at) => `1380000${String(at + 1).padStart(4, '0')}`);
const wanted = Array.from({ length: PEOPLE }, (_, at) => number(at + 1));

describe('the start', () => {
  it('that is killed in the middle leaves whole batches, and the next one seals the rest', async () => {
    await admin.query(`alter table people add constraint killed check (name <> '人700' or identity_sealed is null)`);
    await assert.rejects(sealFields(owner, keys()), /killed/);
    const half = await all();
    assert.equal(half.filter(({ plain }) => plain === null).length, 500);
    assert.ok(half.every(({ plain, sealed }) => (plain === null) === (sealed !== null)));
    await admin.query('alter table people drop constraint killed');
    // All that the killed one could have left in the pages goes: also of tables that it was done with.
    const fileOf = async () => (await admin.query<{ file: string }>(`select pg_relation_filepath('work_orders') as file`)).rows[0]!.file;
    const before = await fileOf();
    assert.equal(await sealFields(owner, keys()), PEOPLE - 500);
    assert.notEqual(await fileOf(), before, 'written anew');
    assert.deepEqual(await opened(keys()), wanted);
    assert.deepEqual(await phones(keys()), wantedPhones);
    assert.equal((await admin.query(`select from people where contact_phone = '120'`)).rowCount, (PEOPLE - 1) / 2);
    assert.ok((await all()).every(({ plain }) => plain === null));
    assert.equal(await changes(), 0, 'sealing is no change of the record');
    assert.equal(await sealFields(owner, keys()), 0);
  });

  it('with a new key before the old one seals anew, and then needs the old one no more', async () => {
    const before = await all();
    const two = keys(`2026:${KEY}`);
    assert.equal(await sealFields(owner, two), 0);
    const rows = await all();
    assert.deepEqual(await opened(two), wanted);
    assert.ok(rows.every(({ sealed }) => sealed.startsWith('2026.')));
    assert.deepEqual(await phones(two), wantedPhones);
    assert.ok(rows.every(({ mobile }) => mobile.startsWith('⟦2026.')));
    assert.ok(rows.every(({ mobile }, at) => mobile === sealPhone({ keys: two, tenantId: tenant }, wantedPhones[at]!)));
    assert.ok(rows.every(({ index }, at) => index !== before[at]!.index && index === fieldIndexes(two, tenant, FIELD, wanted[at]!)[0]));
    assert.equal(await changes(), 0);
    const without = loadSecrets(mkdtempSync(join(tmpdir(), 'yian-keys-')), [`2026:${KEY}`]);
    assert.equal(await sealFields(owner, { ...without, context: t.deps.secrets.context }), 0);
  });

  it('reads every table in the order of its primary key', async () => {
    const { rows } = await admin.query<{ table: string; key: string[] }>(`
      select indrelid::regclass::text as table, array_agg(attname || ' ' || format_type(atttypid, null) order by place) as key
      from pg_index, unnest(indkey) with ordinality as of (number, place)
      join pg_attribute on attnum = number where indisprimary and attrelid = indrelid group by indrelid`);
    const keyOf = new Map(rows.map(({ table, key }) => [table, key]));
    for (const { table, key } of SEALINGS)
      assert.deepEqual(keyOf.get(table), ['tenant_id bigint', ...key.map(([column, type]) => `${column} ${type}`)], table);
  });

  it('refuses a key that is missing, and another one by the same name', async () => {
    await assert.rejects(sealFields(owner, keys()), /sealed with the key "2026", which is not here/);
    await assert.rejects(sealFields(owner, keys(`2026:${'c'.repeat(64)}`)), /sealed with the key "2026", which is another one here/);
  });
});

describe('a sealed value', () => {
  it('opens in its tenant and column only', () => {
    const secrets = keys();
    const sealed = sealField(secrets, tenant, FIELD, number(1));
    assert.equal(openField(secrets, tenant, FIELD, sealed), number(1));
    assert.throws(() => openField(secrets, tenant + 1, FIELD, sealed));
    assert.throws(() => openField(secrets, tenant, 'admissions.identity_sealed', sealed));
    assert.throws(() => openField(secrets, tenant, FIELD, sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')));
    assert.throws(() => openField(secrets, tenant, FIELD, sealed.replace('0.', '9.')), /The key 9 that sealed a column is missing/);
  });

  it('has an index of its tenant, by which its number is not guessed without the key', () => {
    const [index] = fieldIndexes(keys(), tenant, FIELD, number(1));
    assert.equal(index, fieldIndexes(keys(), tenant, FIELD, number(1))[0]);
    assert.notEqual(index, fieldIndexes(keys(), tenant + 1, FIELD, number(1))[0]);
    assert.equal(fieldIndexes(keys(`7:${KEY}`), tenant, FIELD, number(1)).length, 2);
  });
});

describe('keys that are none', () => {
  it('are refused by the name of their variable', () => {
    for (const wrong of ['', '2026', `0:${KEY}`, `a b:${KEY}`, '2026:beef'])
      assert.throws(() => loadSecrets(folder, [wrong]), /FIELD_KEYS: write id:key by comma/, wrong);
    assert.throws(() => loadSecrets(folder, [`1:${KEY}`, `1:${KEY}`]), /FIELD_KEYS: an id is there twice/);
  });
});
