/** A resident of the demonstration has a row in every area and the same word in every text; erased, the word is nowhere. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { personErasures as routes } from '#contract/elderly/person-erasures.ts';
import { DAY } from '#contract/time.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { connection } from '#server/db/pool.ts';
import { clearDeletedFiles } from '#server/files/file-cleanup.ts';
import { storeOf } from '#server/files/file-store.ts';
import { personParts, personReferences } from '#server/lists/merged-people.ts';
import { seedDemo } from '../scripts/demo/demo.ts';
import { tablesWith } from './catalogue.ts';
import { isKept } from './erasure-kept.ts';
import { harness, refusal, type Harness, type TestUser } from './harness.ts';
import { uploadScan } from './scans.ts';

const TENANT = 1_000_001;
const WORD = '金丝雀甲乙丙';
let t: Harness;
let admin: pg.Client;
let chief: TestUser;
let second: TestUser;
let id: number;

before(async () => {
  t = await harness();
  await seedDemo(t.deps, 'Demo2026');
  [chief, second] = [await t.user(TENANT), await t.user(TENANT)];
  admin = new pg.Client(connection(t.target('superuser'), 'canary'));
  await admin.connect();
  await admin.query('set statement_timeout = 0');
  id = (
    await admin.query<{ id: number }>(`select id::int from people where tenant_id = ${TENANT} and deleted_at is null order by id limit 1`)
  ).rows[0]!.id;
});
after(async () => {
  await admin.end();
  await t.close();
});

/** Whether a statement touched a row; one that a rule of the table refuses did not. */
async function tried(text: string, values: unknown[] = []): Promise<boolean> {
  await admin.query('savepoint one');
  try {
    const { rowCount } = await admin.query(text, values);
    return (rowCount ?? 0) > 0;
  } catch {
    await admin.query('rollback to savepoint one');
    return false;
  }
}

/** Gives the person a row of each table, taken from another person where there is none. */
async function rowEverywhere(): Promise<void> {
  for (const { table, column = 'person_id' } of personReferences()) {
    if (table === 'people' || table === 'person_accounts' || table === 'person_duplicate_dismissals') continue;
    const { rowCount } = await admin.query(`select 1 from ${table} where tenant_id = ${TENANT} and ${column} = ${id} limit 1`);
    if (!rowCount)
      await tried(`update ${table} set ${column} = ${id} where (tableoid, ctid) in
        (select tableoid, ctid from ${table} where tenant_id = ${TENANT} order by ${column} limit 1)`);
  }
  for (const { table, of, by, names = 'id' } of personParts()) {
    const mine = `select 1 from ${table} where tenant_id = ${TENANT} and ${by} in (select ${names} from ${of} where tenant_id = ${TENANT} and person_id = ${id})`;
    if (!(await admin.query(`${mine} limit 1`)).rowCount)
      await tried(`update ${of} set person_id = ${id} where tenant_id = ${TENANT} and ${names} = (select ${by} from ${table}
        where tenant_id = ${TENANT} and ${by} is not null limit 1)`);
  }
}

/** Writes the word into every text of the person's rows that is not listed as one that stays; gives where it stands. */
async function wordEverywhere(): Promise<string[]> {
  const where = new Map<string, string>([['people', `id = ${id}`]]);
  for (const { table, column = 'person_id' } of personReferences()) if (table !== 'people') where.set(table, `${column} = ${id}`);
  for (const { table, of, by, names = 'id' } of personParts())
    where.set(table, `${by} in (select ${names} from ${of} where tenant_id = ${TENANT} and person_id = ${id})`);
  const { rows } = await admin.query<{ table: string; column: string; type: string }>(
    `select c.relname as "table", a.attname as "column", y.typname as type from pg_class c join pg_attribute a on a.attrelid = c.oid
       join pg_type y on y.oid = a.atttypid where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and y.typname in ('text', '_text', 'jsonb') and c.relname = any($1::text[])`,
    [[...where.keys()]],
  );
  const filled: string[] = [];
  for (const { table, column, type } of rows) {
    if (table === 'devices' || column.startsWith('erasure_') || column.startsWith('hold_') || isKept(table, column)) continue;
    if (column.endsWith('_sealed') || column.endsWith('_index') || column === 'identity_number') continue;
    const value = type === '_text' ? `array['${WORD}']` : type === 'jsonb' ? `jsonb_build_object('text', '${WORD}')` : `'${WORD}'`;
    if (await tried(`update ${table} set ${column} = ${value} where tenant_id = ${TENANT} and ${where.get(table)}`))
      filled.push(`${table}.${column}`);
  }
  return filled;
}

/** What other people have, as one digest of each table. */
async function others(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { table, column = 'person_id' } of personReferences()) {
    const name = table === 'people' ? 'id' : column;
    const { rows } = await admin.query<{ d: string }>(
      `select md5(coalesce(string_agg(r::text, ',' order by r::text), '')) as d from ${table} r where tenant_id = ${TENANT} and ${name} <> ${id}`,
    );
    found[table] = rows[0]!.d;
  }
  return found;
}

async function settle(): Promise<void> {
  for (const text of [
    `update people set status = 4, bed_id = null where tenant_id = ${TENANT} and id = ${id}`,
    `update people set left_at = now() - interval '6 years' where tenant_id = ${TENANT} and id = ${id}`,
    `update person_accounts set cash_fen = 0, grant_fen = 0, deposit_fen = 0 where tenant_id = ${TENANT} and id = ${id}`,
    `update work_orders set status = ${orderStatus.finished} where tenant_id = ${TENANT} and person_id = ${id}`,
    `update warnings set status = 1 where tenant_id = ${TENANT} and person_id = ${id}`,
    `update approval_cases set state = 2 where tenant_id = ${TENANT} and person_id = ${id}`,
    `update devices set person_id = null where tenant_id = ${TENANT} and person_id = ${id}`,
    `update contracts set ended_on = effective_on where tenant_id = ${TENANT} and person_id = ${id}`,
  ])
    await tried(text);
}

describe('a person whose time is over', () => {
  it('is erased from every table and file, others are as they were, and the audit chain holds', async (context) => {
    const scan = await uploadScan(t, chief);
    const paper = { oldmanId: id, type: 1, title: '身份证', number: '11010519491231002X', files: [scan] };
    assert.equal((await t.route(personDocuments.create, chief, paper)).status, 200);
    await admin.query('begin');
    await admin.query("set local session_replication_role = 'replica'");
    await rowEverywhere();
    await settle();
    // With the record of changes, so that it has the word, too.
    await admin.query("set local session_replication_role = 'origin'");
    const filled = await wordEverywhere();
    await admin.query('commit');
    await admin.query(`update person_documents set files = array['${scan}'] where tenant_id = ${TENANT} and person_id = ${id}`);
    const sounds = `from call_recordings where tenant_id = ${TENANT} and call_id in (select id from calls where person_id = ${id})`;
    await admin.query(`update call_recordings set external_id = 'cloud-' || id where id in (select id ${sounds})`);
    const { rowCount: several } = await admin.query(`select ${sounds}`);
    assert.ok(several! > 1, 'two of what no two may have');
    await admin.query('select app.seal_logs(1000000)');
    const tables = new Set(filled.map((name) => name.split('.')[0]));
    context.diagnostic(`${filled.length} columns of ${tables.size} tables: ${filled.join(' ')}`);
    assert.ok(tables.size >= 50, `${tables.size} tables have the word`);
    assert.ok((await tablesWith(admin, WORD)).includes('row_changes'));
    const before = await others();

    const { data } = await t.route(routes.preview, chief, { id });
    assert.deepEqual(data.against, []);
    assert.ok(data.goes.some(({ label }: { label: string }) => label === '档案文件'));
    const asked = await t.route(routes.ask, chief, { id, version: data.person.version, reason: '保管期满' });
    assert.equal(asked.status, 200, String(asked.msg));
    const confirm = { id, version: data.person.version + 1 };
    assert.deepEqual(refusal(await t.route(routes.confirm, chief, confirm)), [422, '须由申请人以外的另一人确认删除']);
    const done = await t.route(routes.confirm, second, confirm);
    assert.equal(done.status, 200, String(done.msg));

    assert.equal((await admin.query(`select ${sounds} and external_id = ''`)).rowCount, several);
    const changes = await admin.query(`select distinct table_name from row_changes r where strpos(r::text, $1) > 0`, [WORD]);
    assert.deepEqual(changes.rows, []);
    assert.deepEqual(await tablesWith(admin, WORD), []);
    assert.deepEqual(await tablesWith(admin, '11010519491231002X'), []);
    const after = await others();
    assert.deepEqual(
      Object.keys(before).filter((table) => before[table] !== after[table]),
      [],
    );
    const row = (await admin.query(`select name, mobile, birth_date, erased_at is not null as erased from people where id = ${id}`))
      .rows[0];
    assert.deepEqual(row, { name: `已删除人员${id}`, mobile: null, birth_date: null, erased: true });
    assert.deepEqual(refusal(await t.route(routes.preview, chief, { id })), [404, '可删除的档案不存在']);

    const store = storeOf(t.deps.config);
    assert.ok(await store.get(scan, { start: 0, end: 3 }));
    assert.ok((await clearDeletedFiles(t.deps, Date.now() + DAY, 1000)) > 0);
    assert.ok(!(await store.get(scan, { start: 0, end: 3 }).catch(() => null)));

    await admin.query('select app.seal_logs(1000000)');
    const verify = () =>
      t.deps.inTenant(TENANT, (tx) => tx.row<{ problem: string | null }>(sql`select problem from app.verify_seals(0, 1000000)`));
    assert.equal((await verify())!.problem, null);
    // An erased change that is written anew does not pass as erased.
    await admin.query(`update row_changes set after = after || '{"note": "后来写的"}' where tenant_id = ${TENANT} and id =
      (select max(row_id) from audit_erasures where tenant_id = ${TENANT})`);
    assert.equal((await verify())!.problem, 'changed');
  });
});
