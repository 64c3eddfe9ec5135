import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { people as routes } from '#contract/elderly/people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { nodes, on, plansOf, sorts } from '#test/plans.ts';
import { connection } from '../db/pool.ts';
import { people } from '../elderly/people.ts';
import { orderOf } from './paging.ts';
import { EVERY } from './list-cache.ts';

const ROWS = 25_003;
let t: Harness;
let admin: pg.Client;
let clock = 0;
let large: TestUser;

/** People whose times of registration come in threes, a tenth of them without a birth date. */
const fill = (tenant: number, rows: number) =>
  admin.query(
    `insert into people (tenant_id, name, birth_date, created_at)
     select $1, '住' || n, case when n % 10 = 0 then null else date '1930-01-01' + n % 900 end,
       timestamptz '2024-01-01 08:00:00.123456+08' + n / 3 * interval '1.000007 s'
     from generate_series(1, $2::integer) as n`,
    [tenant, rows],
  );

before(async () => {
  t = await harness({ now: () => Date.now() + clock });
  admin = new pg.Client(connection(t.target('superuser'), 'paging'));
  await admin.connect();
  large = await t.user(await t.tenant());
  await fill(large.tenantId, ROWS);
  await admin.query('vacuum analyze people');
});
after(async () => {
  await admin?.end();
  await t?.close();
});

type Input = Record<string, unknown>;
interface Page {
  ids: number[];
  total: number;
  pages: number;
  current: number;
  approximate?: boolean;
}

async function page(as: TestUser, input: Input): Promise<Page> {
  const { status, msg, data } = await t.route(routes.page, as, input);
  assert.equal(status, 200, msg ?? '');
  return { ...data, ids: data.records.map(({ id }: { id: number }) => id) };
}

/** Asks until the list has been counted aside. */
async function counted(as: TestUser, input: Input): Promise<Page> {
  for (let tries = 0; tries < 300; tries++) {
    const found = await page(as, input);
    if (!found.approximate) return found;
    await sleep(20);
  }
  assert.fail('the list was never counted');
}

const inOrder = async (tenant: number, order: string, where = 'true'): Promise<number[]> =>
  (
    await admin.query(`select id from people where tenant_id = $1 and deleted_at is null and ${where} order by ${order}`, [tenant])
  ).rows.map(({ id }) => Number(id));

describe('a page', () => {
  it('has an exact total below 10,000, and takes nonsense as the first', async () => {
    const small = await t.user(await t.tenant());
    await fill(small.tenantId, 45);
    const all = await inOrder(small.tenantId, 'created_at desc, id desc');
    const first = await page(small, {});
    assert.deepEqual(first, { ...first, ids: all.slice(0, 10), total: 45, pages: 5, current: 1 });
    assert.equal('approximate' in first, false);
    for (const current of [0, -1]) assert.deepEqual((await page(small, { current })).ids, first.ids);
    assert.deepEqual((await page(small, { current: 5 })).ids, all.slice(40));
    assert.deepEqual((await page(small, { current: 3, size: 17 })).ids, all.slice(34));
    const beyond = await page(small, { current: 700_000 });
    assert.deepEqual([beyond.ids, beyond.total], [[], 45]);
  });

  it('ignores sort names that are not offered', async () => {
    const all = await inOrder(large.tenantId, 'created_at desc, id desc');
    for (const descs of ['name', 'constructor', '__proto__', 'created_at; drop table people'])
      assert.deepEqual((await page(large, { descs })).ids, all.slice(0, 10));
    assert.deepEqual(orderOf({ ascs: ['a', 'toString', 'a'], descs: ['b', 'c'] }, { a: 'x.a', b: 'x.b' }, 'x.c'), [
      { column: 'x.a', direction: 'asc' },
      { column: 'x.b', direction: 'desc' },
      { column: 'x.id', direction: 'desc' },
    ]);
    assert.deepEqual(orderOf({ ascs: ['id'] }, { id: 'id' }, 'created_at'), [{ column: 'id', direction: 'asc' }]);
    assert.deepEqual(orderOf({ ascs: ['id', 'a'], descs: ['b'] }, { id: 'x.id', a: 'x.a', b: 'x.b' }, 'x.c'), [
      { column: 'x.id', direction: 'asc' },
    ]);
  });

  it('says above 10,000 that the total is approximate, until it has been counted', async () => {
    const first = await page(large, { status: 1 });
    assert.equal(first.approximate, true);
    assert.ok(first.total > 10_000, `${first.total}`);
    const later = await counted(large, { status: 1 });
    assert.deepEqual([later.total, later.pages], [ROWS, Math.ceil(ROWS / 10)]);
    assert.equal((await page(large, { status: 2 })).total, 0, 'another filter is another list');
    const other = await t.user(await t.tenant());
    assert.equal((await page(other, { status: 1 })).total, 0, 'and another tenant too');
  });
});

describe('a connection', () => {
  it('is enough for a long list, so that many at once do not wait for each other', async () => {
    const pages = Array.from({ length: 24 }, (_, ageStart) => page(large, { ageStart, ageEnd: 150, size: 20 }));
    for (const { approximate, ids } of await Promise.all(pages)) assert.deepEqual([approximate, ids.length], [true, 20]);
  });
});

describe('plans', () => {
  it('may be kept for a first page, and never for a search: how rare a name is decides how it is found', async () => {
    const user = await t.user(await t.tenant());
    await fill(user.tenantId, 100);
    // One after the other: the same connection answers all.
    for (let n = 0; n < 8; n++) {
      await page(user, { size: 20 });
      await page(user, { size: 20, userName: '住' });
    }
    const kept = await t.deps.inTenant(user.tenantId, (tx) =>
      tx.rows<{ statement: string }>(sql`select statement from pg_prepared_statements where statement like '%from "people"%'`),
    );
    assert.ok(
      kept.some(({ statement }) => statement.endsWith('limit 20')),
      'without a parameter for which a kept plan would have to guess',
    );
    assert.deepEqual(
      kept.filter(({ statement }) => statement.includes('name_terms')),
      [],
    );
  });
});

describe('searches', () => {
  const orders: [Input, string][] = [
    [{}, 'created_at desc, id desc'],
    [{ ascs: 'birth_date' }, 'birth_date, id desc'],
    [{ descs: 'birth_date' }, 'birth_date desc, id desc'],
    [{ ascs: ['birth_date', 'create_time'] }, 'birth_date, created_at, id desc'],
  ];
  for (const [sort, order] of orders) {
    it(`give every match once and their number, ordered by ${order}`, async () => {
      for (const [input, where] of [
        [{ userName: '住12' }, `name like '%住12%'`],
        [{ userName: '7', status: 1 }, `name like '%7%'`],
        [{ userName: '51' }, `name like '%51%'`],
        [{ keyword: '没有' }, 'false'],
      ] as [Input, string][]) {
        const all = await inOrder(large.tenantId, order, where);
        assert.ok(all.length < 10_000);
        const last = Math.ceil(all.length / 17);
        for (const current of [1, 2, 7, 30, last, last + 1, 100_000]) {
          const { ids, total, approximate } = await page(large, { ...sort, ...input, current, size: 17 });
          assert.deepEqual(
            [ids, total, approximate],
            [all.slice((current - 1) * 17, current * 17), all.length, undefined],
            `page ${current}`,
          );
        }
      }
    });
  }

  for (const [sort, order] of orders) {
    it(`that find many give every match on its page, ordered by ${order}`, async () => {
      const search = { ...sort, userName: '1', size: 20 };
      const all = await inOrder(large.tenantId, order, `name like '%1%'`);
      assert.ok(all.length > 10_000);
      assert.equal((await counted(large, search)).total, all.length);
      const last = Math.ceil(all.length / 20);
      const chance = Array.from({ length: 15 }, () => 1 + Math.floor(Math.random() * last));
      for (const current of [1, 2, 3, 6, 11, 101, ...chance, last, last + 1]) {
        const { ids } = await page(large, { ...search, current });
        assert.deepEqual(ids, all.slice((current - 1) * 20, current * 20), `page ${current} of ${last}`);
      }
    });
  }

  it('that find many walk along the order, and far from its beginning not from there', async () => {
    await counted(large, { userName: '住' });
    for (const [current, from] of [
      [1, /^\(tenant_id = [^ ]+\)$/],
      [700, /ROW\(created_at, id\) <= /],
    ] as const) {
      const [ids, rows] = await plansOf(t, large.tenantId, routes.page, people.page, { userName: '住', current });
      assert.match(on(ids, 'people_page')[0]?.['Index Cond'] ?? '', from);
      assert.deepEqual([sorts(ids), nodes(ids).filter((node) => node['Index Name'] === 'people_name')], [[], []]);
      assert.equal(on(rows, 'people_pkey').length, 1);
    }
  });

  it('become long lists and short ones again', async () => {
    const user = await t.user(await t.tenant());
    await fill(user.tenantId, 9_999);
    const search = { userName: '住', size: 20 };
    assert.deepEqual([(await page(user, search)).total, (await page(user, search)).approximate], [9_999, undefined]);
    await admin.query(`insert into people (tenant_id, name) select $1, '住新' || n from generate_series(1, 3) as n`, [user.tenantId]);
    await admin.query('analyze people');
    const long = await page(user, search);
    assert.equal(long.approximate, true);
    assert.deepEqual(long.ids, (await inOrder(user.tenantId, 'created_at desc, id desc')).slice(0, 20));
    assert.equal((await counted(user, search)).total, 10_002);
    await admin.query(`update people set deleted_at = now() where tenant_id = $1 and name like '住新%'`, [user.tenantId]);
    clock += 61_000;
    const short = await page(user, { ...search, current: 500 });
    assert.deepEqual([short.total, short.approximate, short.ids.length], [9_999, undefined, 19]);
  });
});

describe('deep pages', () => {
  const orders: [Input, string][] = [
    [{}, 'created_at desc, id desc'],
    [{ ascs: 'create_time' }, 'created_at, id desc'],
    [{ ascs: 'birth_date' }, 'birth_date, id desc'],
    [{ descs: 'birth_date' }, 'birth_date desc, id desc'],
    [{ ascs: 'id' }, 'id'],
    [{ ascs: 'birth_date', descs: 'create_time' }, 'birth_date, created_at desc, id desc'],
  ];
  for (const [sort, order] of orders) {
    it(`are those of a plain offset, ordered by ${order}`, async () => {
      const all = await inOrder(large.tenantId, order);
      const size = 50;
      const last = Math.ceil(ROWS / size);
      const around = [1, 2, 5, 12].flatMap((at) => [-1, 0, 1, 2].map((by) => (at * EVERY) / size + by));
      const chance = Array.from({ length: 25 }, () => 1 + Math.floor(Math.random() * last));
      const check = async (current: number) =>
        assert.deepEqual(
          (await page(large, { ...sort, current, size })).ids,
          all.slice((current - 1) * size, current * size),
          `page ${current}`,
        );
      await check(last - 3);
      await counted(large, { ...sort, size });
      for (const current of [...around, ...chance, last, last + 1, last + 1000]) await check(current);
    });
  }

  it('have every row once', async () => {
    await counted(large, {});
    const seen: number[] = [];
    for (let current = 1; current <= Math.ceil(ROWS / 100); current++) seen.push(...(await page(large, { current, size: 100 })).ids);
    assert.deepEqual(seen, await inOrder(large.tenantId, 'created_at desc, id desc'));
  });

  it('are off by what came in front of them since the last count, for a minute at most', async () => {
    const user = await t.user(await t.tenant());
    await fill(user.tenantId, 12_000);
    await admin.query('analyze people');
    await counted(user, {});
    const before = await inOrder(user.tenantId, 'created_at desc, id desc');
    const deep = { current: 601, size: 10 };
    await admin.query(`insert into people (tenant_id, name) select $1, '新' || n from generate_series(1, 3) as n`, [user.tenantId]);
    assert.deepEqual((await page(user, deep)).ids, before.slice(6000, 6010), 'counted from the anchor');
    assert.deepEqual(
      (await page(user, { current: 2, size: 10 })).ids,
      (await inOrder(user.tenantId, 'created_at desc, id desc')).slice(10, 20),
      'near pages are never off',
    );
    clock += 61_000;
    const stale = await page(user, deep);
    assert.equal(stale.approximate, true);
    const fresh = await counted(user, deep);
    assert.equal(fresh.total, 12_003);
    assert.deepEqual((await page(user, deep)).ids, (await inOrder(user.tenantId, 'created_at desc, id desc')).slice(6000, 6010));
  });

  it('go on after rows were deleted, anchors among them', async () => {
    const user = await t.user(await t.tenant());
    await fill(user.tenantId, 12_000);
    await admin.query('analyze people');
    await counted(user, {});
    const before = await inOrder(user.tenantId, 'created_at desc, id desc');
    await admin.query('update people set deleted_at = now() where tenant_id = $1 and id = any($2)', [
      user.tenantId,
      before.slice(3990, 4010),
    ]);
    assert.deepEqual((await page(user, { current: 402, size: 10 })).ids, before.slice(4020, 4030));
  });
});
