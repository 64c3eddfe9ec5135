/**
 * The list of a large tenant must go through its indexes, under row-level security
 * and as the runtime role. Plans are asserted, never times.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { people as routes } from '#contract/elderly/people.ts';
import { harness, type Harness } from '#test/harness.ts';
import { nodes, on, plansOf, scans, sorts, type PlanNode } from '#test/plans.ts';
import { connection } from '../db/pool.ts';
import { people } from './people.ts';

const PEOPLE = 100_000;
let t: Harness;
let tenant: number;
let neighbour: number;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  neighbour = await t.tenant();
  const owner = new pg.Client(connection(t.target('superuser'), 'plans'));
  await owner.connect();
  await owner.query('set statement_timeout = 0');
  // Two- and three-character names of 40 surnames and 60 × 60 given characters: as skewed as a real register.
  for (const [id, count] of [
    [tenant, PEOPLE],
    [neighbour, 5000],
  ]) {
    await owner.query(
      `insert into people (tenant_id, name, mobile, birth_date, created_at)
       select $1, chr(20132 + (sqrt(random()) * 40)::int) || chr(26000 + (random() * 60)::int) || case when n % 4 = 0 then ''
         else chr(27000 + (random() * 60)::int) end,
         '⟦0.' || left(md5(random()::text), 8) || '.' || md5(random()::text) || '⟧', date '1930-01-01' + (random() * 9000)::int,
           now() - n * interval '1 minute'
       from generate_series(1, $2::integer) as n`,
      [id, count],
    );
  }
  await owner.query('vacuum analyze people');
  await owner.end();
});
after(() => t?.close());

const plans = (input: object) => plansOf(t, tenant, routes.page, people.page, input);
const seqScans = (plan: PlanNode) => scans(plan, 'people');

describe('the list of 100,000 people', () => {
  it('reads its first page from the page index, in its order', async () => {
    const [rows, count] = await plans({});
    assert.match(on(rows, 'people_page')[0]?.['Node Type'] ?? '', /^Index (Only )?Scan$/);
    assert.deepEqual([sorts(rows), seqScans(rows), seqScans(count)], [[], [], []]);
  });

  /** One scan of one index finds what matches, and the rows of the page are read by their keys. */
  function assertSearched([found, rows]: [PlanNode, PlanNode], index: string, condition: RegExp) {
    const indexes = nodes(found).filter((node) => node['Index Name']);
    assert.deepEqual(
      indexes.map((node) => node['Index Name']),
      [index],
    );
    assert.match(indexes[0]?.['Index Cond'] ?? '', condition);
    assert.equal(on(rows, 'people_pkey').length, 1);
    assert.deepEqual([seqScans(found), seqScans(rows)], [[], []]);
  }

  it('finds names by their terms', async () => {
    const [{ name }] = (await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ name: string }>(sql`select name from people where tenant_id = ${tenant} and char_length(name) = 3 limit 1`),
    )) as [{ name: string }];
    for (const part of [name, name.slice(0, 2), name.slice(1), name.slice(0, 1)])
      assertSearched(await plans({ userName: part }), 'people_name', /name_terms @>/);
    assertSearched(await plans({ keyword: name }), 'people_name', /name_terms @>/);
  });

  it('finds names of a small tenant beside it by their terms alone, without all of its own people', async () => {
    const [{ name }] = (await t.deps.inTenant(neighbour, (tx) =>
      tx.rows<{ name: string }>(sql`select name from people where tenant_id = ${neighbour} limit 1`),
    )) as [{ name: string }];
    for (const part of [name.slice(0, 1), name.slice(0, 2)])
      assertSearched(await plansOf(t, neighbour, routes.page, people.page, { userName: part }), 'people_name', /name_terms @>/);
  });

  it('finds whole numbers, and numbers by their last four digits', async () => {
    assertSearched(await plans({ keyword: '13800138000' }), 'people_mobile', /mobile =/);
    assertSearched(await plans({ keyword: '8000' }), 'people_mobile', /mobile >=/);
  });

  it('finds the ids of a deep page in the index alone, and reads only its own rows', async () => {
    const [rows] = await plans({ current: 5000, size: 10 });
    assert.equal(on(rows, 'people_page')[0]?.['Node Type'], 'Index Only Scan');
    assert.match(on(rows, 'people_pkey')[0]?.['Node Type'] ?? '', /^Index Scan$/);
    assert.deepEqual(seqScans(rows), []);
    const skipping = nodes(rows).find((node) => node['Node Type'] === 'Limit');
    assert.ok(
      skipping && on(skipping, 'people_page').length === 1 && on(skipping, 'beds_pkey').length === 0,
      'names are looked up after the skipped rows',
    );
  });
});
