/** The list of a large tenant must go through its indexes, under row-level security and as the runtime role. Plans are asserted, never times. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { people as routes } from '#contract/elderly/people.ts';
import { harness, type Harness } from '#test/harness.ts';
import type { Context, Session } from '../context.ts';
import { connection } from '../db/pool.ts';
import type { Query, Tx } from '../db/tenant.ts';
import { people } from './people.ts';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

const PEOPLE = 100_000;
let t: Harness;
let tenant: number;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  const neighbour = await t.tenant();
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
       select $1, chr(20132 + (sqrt(random()) * 40)::int) || chr(26000 + (random() * 60)::int) || case when n % 4 = 0 then '' else chr(27000 + (random() * 60)::int) end,
         '13' || lpad((random() * 999999999)::bigint::text, 9, '0'), date '1930-01-01' + (random() * 9000)::int, now() - n * interval '1 minute'
       from generate_series(1, $2::integer) as n`,
      [id, count],
    );
  }
  await owner.query('vacuum analyze people');
  await owner.end();
});
after(() => t?.close());

/** The plans of the page's rows and of its count, as the handler really asks for them. */
async function plansOf(input: Record<string, unknown>): Promise<[Node, Node]> {
  const plans: Node[] = [];
  const session = { tenantId: tenant, userId: 1, dataScope: 0, departmentIds: [], permissions: new Set() } as unknown as Session;
  await t.deps.inTenant(tenant, async (tx) => {
    const explaining = {
      ...tx,
      async last(...queries: Query<unknown>[]) {
        for (const query of queries) {
          const explained = await tx.row<{ 'QUERY PLAN': { Plan: Node }[] }>(sql`explain (format json) ${query as RawBuilder<unknown>}`);
          plans.push(explained!['QUERY PLAN'][0]!.Plan);
        }
        return [[], [{ n: 0 }]];
      },
    } as unknown as Tx;
    await people.page(routes.page.input.parse(input), { deps: t.deps, session, tx: explaining } as unknown as Context);
  });
  return plans as [Node, Node];
}

const nodes = (plan: Node): Node[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
const on = (plan: Node, index: string) => nodes(plan).filter((node) => node['Index Name'] === index);
const scans = (plan: Node) => nodes(plan).filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'people');
const sorts = (plan: Node) => nodes(plan).filter((node) => node['Node Type'].endsWith('Sort'));

describe('the list of 100,000 people', () => {
  it('reads its first page from the page index, in its order', async () => {
    const [rows, count] = await plansOf({});
    assert.match(on(rows, 'people_page')[0]?.['Node Type'] ?? '', /^Index (Only )?Scan$/);
    assert.deepEqual([sorts(rows), scans(rows), scans(count)], [[], [], []]);
  });

  it('finds names by their terms', async () => {
    const [{ name }] = (await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ name: string }>(sql`select name from people where tenant_id = ${tenant} and char_length(name) = 3 limit 1`),
    )) as [{ name: string }];
    for (const part of [name, name.slice(0, 2), name.slice(1)]) {
      for (const plan of await plansOf({ userName: part })) {
        const [terms] = on(plan, 'people_name');
        assert.equal(terms?.['Node Type'], 'Bitmap Index Scan', part);
        assert.match(terms?.['Index Cond'] ?? '', /name_terms @>/);
        assert.deepEqual(scans(plan), []);
      }
    }
  });

  it('finds numbers by their beginning', async () => {
    for (const plan of await plansOf({ keyword: '13800138' })) {
      assert.equal(on(plan, 'people_mobile').length, 1);
      assert.deepEqual(scans(plan), []);
    }
  });

  it('finds the ids of a deep page in the index alone, and reads only its own rows', async () => {
    const [rows] = await plansOf({ current: 5000, size: 10 });
    assert.equal(on(rows, 'people_page')[0]?.['Node Type'], 'Index Only Scan');
    assert.match(on(rows, 'people_pkey')[0]?.['Node Type'] ?? '', /^Index Scan$/);
    assert.deepEqual(scans(rows), []);
    const skipping = nodes(rows).find((node) => node['Node Type'] === 'Limit');
    assert.ok(skipping && on(skipping, 'people_page').length === 1 && on(skipping, 'beds_pkey').length === 0, 'names are looked up after the skipped rows');
  });
});
