import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import { users } from '#contract/users/users.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { readWorkbook } from '#test/spreadsheets.ts';
import { ended, fetched } from '#test/workbooks.ts';
import { db } from '../db/tenant.ts';
import { inBatches } from './keyset.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

const ROWS = 2_500;
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => sealed(`138${String(at + 1).padStart(8, '0')}`));
let t: Harness;
let manager: TestUser;
before(async () => {
  t = await harness();
  const tenantId = await t.tenant();
  manager = await t.user(tenantId);
  const other = await t.tenant();
  for (const [tenant, count, prefix] of [
    [tenantId, ROWS, '本'],
    [other, 5, '他'],
  ] as const) {
    // Birth dates repeat and are missing; many are of one moment.
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into people (tenant_id, name, mobile, birth_date, gender, created_at)
        select ${tenant}::bigint, ${prefix} || n, mobile, case when n % 5 > 0 then date '1940-01-01' + (n % 37)::integer
          end, 1 + n % 2,
          timestamptz '2026-01-01 00:00:00.123456+08' + (n % 50) * interval '1 microsecond'
        from unnest(${numbersTo(count)}::text[]) with ordinality as m (mobile, n)`),
    );
  }
});
after(() => t.close());

/** Cells below the titles, row by row. */
function rowsOf(bytes: Buffer): (string | number)[][] {
  const [sheet] = readWorkbook(bytes);
  const widest = [...sheet!.cells.keys()].filter((at) => /^[A-Z]+1$/.test(at));
  return Array.from({ length: sheet!.rows }, (_, row) =>
    widest.map((at) => sheet!.cells.get(at.replace('1', String(row + 1)))?.value ?? ''),
  );
}
const exported = async (query: string, as = manager, route: Route = people.export) =>
  rowsOf(await fetched(t, as, `${route.path}?${query}`));
const column = (rows: (string | number)[][], at = 0) => rows.slice(1).map((row) => row[at]);

describe('an export', () => {
  it('has every row of the tenant once, in the order of the list, and no other tenant', async () => {
    for (const [query, order] of [
      ['', sql`created_at desc, id desc`],
      ['ascs=create_time', sql`created_at, id desc`],
      ['ascs=birth_date', sql`birth_date, id desc`],
      ['descs=birth_date', sql`birth_date desc, id desc`],
      ['ascs=id', sql`id`],
    ] as const) {
      const wanted = await t.deps.inTenant(manager.tenantId, (tx) =>
        tx.rows<{ name: string }>(sql`select name from people where tenant_id = ${manager.tenantId} order by ${order}`),
      );
      assert.deepEqual(
        column(await exported(`${query}&columns=userName`)),
        wanted.map(({ name }) => name),
        query || 'as the list comes',
      );
    }
  });

  it('keeps filters, chosen rows and chosen columns', async () => {
    assert.equal((await exported('gender=1')).length, ROWS / 2 + 1);
    const rows = await exported('gender=2&columns=mobile,userName,nonsense');
    assert.deepEqual(rows[0], ['联系电话', '姓名']);
    const { data } = await t.route(people.page, manager, { size: 3 });
    const ids = data.records.map(({ id }: { id: number }) => id);
    assert.deepEqual(
      column(await exported(`ids=${ids.join()}&columns=userName`)),
      data.records.map(({ userName }: { userName: string }) => userName),
    );
    assert.equal(
      (await exported(`ids=${ids[0]}&gender=${data.records[0].gender === 1 ? 2 : 1}`)).length,
      1,
      'an id does not get round a filter',
    );
    const strange = await t.user(await t.tenant());
    assert.equal((await exported(`ids=${ids.join()}`, strange)).length, 1);
    assert.equal((await t.call('GET', `${people.export.path}?ids=1;2`, { as: manager })).status, 400);
  });

  it('shows of a person what the list shows', async () => {
    const rows = await exported('columns=username,phone', manager, users.export);
    const { data } = await t.route(users.page, manager, { size: 100 });
    assert.match(data.records[0].phone, /\*{4}/);
    assert.deepEqual(
      rows.slice(1),
      data.records.map(({ username, phone }: { username: string; phone: string }) => [username, phone]),
    );
  });

  it('needs its permission, and is written down with its rows', async () => {
    const viewer = await t.user(manager.tenantId, { permissions: ['members_oldman_view'] });
    assert.equal((await t.route(people.export, null)).status, 401);
    assert.equal((await t.route(people.export, viewer)).status, 403);
    const clerk = await t.user(manager.tenantId, { permissions: ['members_oldman_export'], dataScope: 3 });
    assert.equal((await exported('', clerk)).length, 1, 'and reaches as far as the data scope');
    await exported('gender=1', clerk);
    await exported('');
    const logs = await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.rows<{ parameters: string; user_id: number }>(
        sql`select parameters, user_id from operation_logs where tenant_id = ${manager.tenantId} and title = '导出服务对象'
          order by id desc limit 2`,
      ),
    );
    assert.match(logs[0]!.parameters, new RegExp(`^rows=${ROWS}&`));
    assert.deepEqual([logs[1]!.user_id, logs[1]!.parameters.startsWith('rows=0&')], [clerk.userId, true]);
  });

  it('has no formula in a workbook and none in a text', async () => {
    const owner = await t.user(await t.tenant());
    const nasty = ['=1+1', '+8613800000000', '-2', '@SUM(A1)', '=HYPERLINK("http://x","点")'];
    for (const name of nasty)
      await t.deps.inTenant(owner.tenantId, (tx) => tx.run(sql`insert into people (tenant_id, name) values (${owner.tenantId}, ${name})`));
    // readWorkbook fails at a formula.
    assert.deepEqual(column(await exported('ascs=id', owner)), nasty);
    const text = (await fetched(t, owner, `${people.export.path}?format=csv&columns=userName&ascs=id`)).toString();
    assert.deepEqual(text.split('\r\n').slice(1, 5), ["'=1+1", "'+8613800000000", "'-2", "'@SUM(A1)"]);
    assert.ok(text.includes(`"'=HYPERLINK(""http://x"",""点"")"`));
  });

  it('as a task has progress, a file for its person alone, and a name', async () => {
    const { data, status } = await t.call('GET', people.export.path, { as: manager, input: { task: 'true' } });
    assert.equal(status, 200);
    const done = await ended(t, manager, data.key);
    assert.deepEqual([done.status, done.rate, done.good], ['done', 100, ROWS]);
    assert.equal(rowsOf(await fetched(t, manager, done.url)).length, ROWS + 1);
    const answer = await fetch(t.url + done.url, { headers: { authorization: `Bearer ${manager.token}` } });
    assert.match(answer.headers.get('content-disposition')!, /%E6%9C%8D%E5%8A%A1%E5%AF%B9%E8%B1%A1\d{8}\.xlsx$/);
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
    await answer.body?.cancel();
    for (const as of [await t.user(manager.tenantId), await t.user(await t.tenant())]) {
      assert.equal((await fetch(t.url + done.url, { headers: { authorization: `Bearer ${as.token}` } })).status, 404);
      assert.equal((await t.call('GET', '/questionnaire/common/process', { as, input: { key: data.key } })).data, null);
    }
    assert.equal((await fetch(t.url + done.url)).status, 401);
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(sql`update transfers set created_at = now() - interval '301 minutes' where tenant_id = ${manager.tenantId}`),
    );
    assert.equal((await t.call('GET', '/questionnaire/common/process', { as: manager, input: { key: data.key } })).data, null, 'expired');
    assert.equal((await fetch(t.url + done.url, { headers: { authorization: `Bearer ${manager.token}` } })).status, 404);
  });

  it('as a task is one of two at most in a tenant', async () => {
    const owner = await t.user(await t.tenant());
    await t.deps.inTenant(owner.tenantId, (tx) =>
      tx.run(sql`insert into transfers (tenant_id, key, user_id, kind, noun)
        select ${owner.tenantId}::bigint, 'k' || n, ${owner.userId}::bigint, 2, 'x' from generate_series(1, 2) n`),
    );
    const third = await t.call('GET', people.export.path, { as: owner, input: { task: 'true' } });
    assert.deepEqual(refusal(third), [429, '正在处理的导出较多，请稍后再试']);
  });

  it('of every list answers a workbook with titles', async () => {
    const routes = Object.values(contract).flatMap((service) =>
      Object.entries(service).filter(
        ([name, route]) => name === 'export' && (route as Route).kind === 'raw' && 'columns' in ((route as Route).input as any).shape,
      ),
    );
    assert.ok(routes.length >= 9, `${routes.length}`);
    const platform = await t.user(1);
    for (const [, route] of routes as [string, Route][]) {
      // Needs a filter of its own.
      if (!route.input.safeParse({}).success) continue;
      const platforms = ['sys_client_export', 'sys_registration_export', 'sys_packageorder_export', 'sys_packageinvoice_export'].includes(
        route.access,
      );
      const rows = await exported('format=xlsx', platforms ? platform : manager, route);
      assert.ok(!rows[0]!.some((title) => /密码$|密钥|令牌$/.test(String(title))), route.path);
      assert.ok(rows[0]!.length >= 2 && rows[0]!.every((title) => title !== ''), route.path);
    }
  });
});

describe('batches', () => {
  it('hold no transaction between them', async () => {
    const list = db.selectFrom('people').where('tenant_id', '=', manager.tenantId) as any;
    const rows = inBatches<{ id: number }>(t.deps, manager.tenantId, list, (query) => query.select('id'), [
      { column: 'id', direction: 'desc' },
    ]);
    assert.equal((await rows.next()).value?.length, 1000);
    const open = await t.admin.query(
      "select count(*)::int as n from pg_stat_activity where datname = $1 and usename = 'yian_app' and state <> 'idle'",
      [t.database],
    );
    assert.equal(open.rows[0].n, 0);
    await rows.return(undefined);
  });
});
