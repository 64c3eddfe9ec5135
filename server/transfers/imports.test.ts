import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { phoneMessages } from '#contract/phones.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { namesIn, newManager, sheet, spoken } from '#test/people-imports.ts';
import { cellsOf, ended, fetched, imported, send, workbook } from '#test/workbooks.ts';

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  nurse = await newManager(t);
});
after(() => t.close());

const inTenant = <T>(query: ReturnType<typeof sql<T>>, tenantId = nurse.tenantId) => t.deps.inTenant(tenantId, (tx) => tx.rows<T>(query));
const names = (tenantId = nurse.tenantId) => namesIn(t, tenantId);
const fresh = () => newManager(t);

describe('who may import', () => {
  it('nobody without a session, a file, the permission, or in another tenant', async () => {
    const file = await sheet(['甲']);
    assert.equal((await send(t, people.import, null, file)).status, 401);
    const empty = await fetch(t.url + people.import.path, {
      method: 'POST',
      body: new FormData(),
      headers: { authorization: `Bearer ${nurse.token}` },
    });
    assert.deepEqual([empty.status, ((await empty.json()) as { msg: string }).msg], [400, '请选择要上传的文件']);
    assert.equal((await send(t, people.import, nurse, file, 'mode=some')).status, 400);
    const other = await t.user(nurse.tenantId, { permissions: ['members_oldman_view', 'members_oldman_add'] });
    assert.equal((await send(t, people.import, other, file)).status, 403);
    assert.equal((await t.route(people.template, other)).status, 403);
    const stranger = await t.user(await t.tenant());
    const { data } = await send(t, people.import, nurse, await sheet(['归属']));
    const key = data!.key;
    for (const as of [stranger, other]) {
      assert.equal((await t.call('GET', '/questionnaire/common/process', { as, input: { key } })).data, null, 'a key is its person’s own');
      assert.equal((await t.call('GET', '/questionnaire/common/file', { as, input: { key } })).status, 404);
      assert.equal((await t.call('DELETE', '/questionnaire/common/process', { as, input: { key } })).data, false);
    }
    assert.equal((await ended(t, nurse, key)).status, 'done');
    assert.deepEqual(await names(stranger.tenantId), []);
    assert.equal((await t.call('GET', '/questionnaire/common/process', { as: nurse, input: { key: 'nonsense' } })).data, null);
    assert.equal((await t.call('GET', '/questionnaire/common/process', { as: nurse })).data, null);
    assert.equal((await t.call('GET', '/questionnaire/common/process', { input: { key } })).status, 401);
  });

  it('refuses what is no workbook in the request itself', async () => {
    const { status, msg } = await send(t, people.import, nurse, Buffer.from('<html>'.repeat(10)));
    assert.deepEqual([status, msg], [400, '文件不是 Excel 工作簿（.xlsx），请下载模板填写后再上传']);
  });
});

describe('the template', () => {
  it('is filled in and comes back: marks and example do not disturb, lists and instructions are there', async () => {
    const manager = await fresh();
    const bytes = await fetched(t, manager, people.template.path);
    const [titles, example] = await cellsOf(bytes);
    assert.ok(titles!.includes('姓名*') && titles!.includes('性别'));
    assert.match(example![0]!, /^示例：/);
    const explained = (await cellsOf(bytes, 1)).find(([title]) => title === '护理等级')!;
    assert.match(explained[2]!, /自理、半自理/);
    const row = titles!.map(
      (title) =>
        ({ '姓名*': '欧阳修', 性别: '男', 出生日期: '1945/3/1', 联系电话: '13800000001', 照护提醒: '跌倒高危、过敏' })[title] ?? '',
    );
    const done = await imported(t, people.import, manager, await workbook([titles!, example!, row]));
    assert.deepEqual([done.status, done.message, done.good, done.bad, done.rate], ['done', '成功导入1行', 1, 0, 100]);
    const [person] = await inTenant<object>(
      sql`select name, gender, birth_date, flags, status, created_by from people where tenant_id = ${manager.tenantId}`,
      manager.tenantId,
    );
    assert.deepEqual(person, {
      name: '欧阳修',
      gender: 1,
      birth_date: '1945-03-01',
      flags: ['跌倒高危', '过敏'],
      status: 1,
      created_by: manager.userId,
    });
    const log = await inTenant<{ parameters: string }>(
      sql`select parameters from operation_logs where tenant_id = ${manager.tenantId} and title = '导入服务对象'`,
      manager.tenantId,
    );
    assert.deepEqual(log, [{ parameters: 'rows=1&mode' }]);
  });
});

describe('the relation of the first contact', () => {
  const HEAD = ['姓名*', '紧急联系人', '联系人电话', '联系人关系'];
  const contacts = (manager: TestUser) =>
    inTenant<object>(
      sql`select name, contact_name, contact_relation from people where tenant_id = ${manager.tenantId} order by id`,
      manager.tenantId,
    );

  it('comes with its column, and a file without it is imported as before', async () => {
    const manager = await fresh();
    const rows = [HEAD, ['甲', '王建国', '13900000001', '儿子'], ['乙', '王丽', '13900000002', ''], ['丙', '', '', '女儿']];
    assert.equal((await imported(t, people.import, manager, await workbook(rows))).message, '成功导入3行');
    const old = [HEAD.slice(0, 3), ['丁', '老李', '13900000003']];
    assert.equal((await imported(t, people.import, manager, await workbook(old))).message, '成功导入1行');
    assert.deepEqual(await contacts(manager), [
      { name: '甲', contact_name: '王建国', contact_relation: 2 },
      { name: '乙', contact_name: '王丽', contact_relation: null },
      { name: '丙', contact_name: null, contact_relation: null },
      { name: '丁', contact_name: '老李', contact_relation: null },
    ]);
    const wrong = await imported(
      t,
      people.import,
      manager,
      await workbook([HEAD, ['戊', '王建国', '13900000001', '干儿子']]),
      'mode=check',
    );
    const [[row, column, reason] = []] = spoken(wrong);
    assert.deepEqual([row, column], [2, '联系人关系']);
    assert.match(String(reason), /^没有“干儿子”，可以填写：配偶、儿子、/);
  });
});

describe('errors', () => {
  it('are all told, of every row, with column and reason; nothing is imported', async () => {
    const manager = await fresh();
    const bytes = await sheet(
      ['甲', '女', '1945-03-01', 13800000000, '自理'],
      ['', '未知', '1945-02-30', '123', '九级'],
      ['乙', '男', '3000-01-01', '', ''],
      ['甲', '', '', 13800000000, ''],
      ['名'.repeat(21), '', '', '', ''],
    );
    const checked = await imported(t, people.import, manager, bytes, 'mode=check');
    assert.deepEqual([checked.status, checked.good, checked.bad, checked.message], ['done', 1, 4, '共5行，1行可以导入，4行有误']);
    assert.deepEqual(spoken(checked), [
      [3, '姓名', '姓名不能为空'],
      [3, '性别', '没有“未知”，可以填写：男、女'],
      [3, '护理等级', '没有“九级”，可以填写：自理、半自理、不能自理、一级护理、二级护理、三级护理、特级护理'],
      [3, '出生日期', '日期不存在'],
      [3, '联系电话', phoneMessages.person],
      [4, null, '请检查出生日期'],
      [5, '姓名', '与第2行重复（姓名、联系电话相同）'],
      [6, '姓名', '长度不能超过20个字符'],
    ]);
    const all = await imported(t, people.import, manager, bytes);
    assert.deepEqual([all.status, all.message, all.bad], ['failed', '有4行存在错误，没有导入任何数据', 4]);
    assert.deepEqual(await names(manager.tenantId), []);

    const failed = await fetched(t, manager, all.failedUrl);
    const rows = await cellsOf(failed);
    assert.equal(rows.length, 5);
    const [titles, second] = rows as [string[], string[]];
    assert.equal(titles.at(-1), '错误原因');
    assert.match(second.at(-1)!, /姓名不能为空；.*护理等级：没有“九级”/);
    // Mended and sent again as it is, with its column of reasons.
    const mended = rows
      .map((row, at) =>
        at === 1
          ? row.map((cell, column) => ({ '姓名*': '丁', 性别: '女', 出生日期: '', 联系电话: '', 护理等级: '' })[titles[column]!] ?? cell)
          : row,
      )
      .slice(0, 2);
    assert.equal((await imported(t, people.import, manager, await workbook(mended))).status, 'done');
    assert.deepEqual(await names(manager.tenantId), ['丁']);
  });

  it('leave the good rows in when that was asked for, and the result says which', async () => {
    const manager = await fresh();
    const done = await imported(t, people.import, manager, await sheet(['甲'], ['', '女'], ['丙']), 'mode=good');
    assert.deepEqual([done.status, done.good, done.bad, done.message], ['done', 2, 1, '成功导入2行，1行有误未导入']);
    assert.deepEqual(await names(manager.tenantId), ['甲', '丙']);
    const result = await cellsOf(await fetched(t, manager, done.url));
    assert.deepEqual(
      result.map((row) => row.at(-1)),
      ['导入结果', '成功', '未导入：姓名不能为空', '成功'],
    );
  });

  it('of what is there already are found', async () => {
    const manager = await fresh();
    assert.equal((await imported(t, people.import, manager, await sheet(['甲', null, null, '13800000000']))).status, 'done');
    const again = await imported(
      t,
      people.import,
      manager,
      await sheet(['甲', null, null, '13800000000'], ['乙', null, null, '13800000000']),
      'mode=good',
    );
    assert.deepEqual(spoken(again), [[2, null, '已有姓名和电话都相同的服务对象，请勿重复登记']]);
    assert.deepEqual(await names(manager.tenantId), ['甲', '乙']);
  });

  it('of rights are those of the form: a department beyond the scope, a quota', async () => {
    const tenantId = await t.tenant();
    const [ward] = await inTenant<{ id: number }>(
      sql`insert into departments (tenant_id, name) values (${tenantId}, '护理部') returning id`,
      tenantId,
    );
    await inTenant(sql`insert into departments (tenant_id, name) values (${tenantId}, '厨房')`, tenantId);
    const narrow = await t.user(tenantId, { dataScope: 2, departmentId: ward!.id });
    const rows = [
      ['姓名*', '部门'],
      ['甲', '护理部'],
      ['乙', '厨房'],
      ['丙', '车队'],
    ];
    const checked = await imported(t, people.import, narrow, await workbook(rows), 'mode=check');
    assert.deepEqual(
      spoken(checked),
      [
        [4, '部门', '没有“车队”，可以填写：护理部、厨房'],
        [3, null, '只能选择本部门及下级部门'],
      ].sort(([a], [b]) => Number(a) - Number(b)),
    );
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set people_most = 2 where id = ${tenantId}`));
    const full = await imported(t, people.import, await t.user(tenantId), await workbook([['姓名*'], ['甲'], ['乙'], ['丙']]));
    assert.equal(full.status, 'failed');
    assert.match(full.errors[0]!.reason, /已达上限（2人）/);
    assert.deepEqual(await names(tenantId), []);
  });

  it('of beds: one bed is one person’s, in the file and in the house', async () => {
    const manager = await fresh();
    const { tenantId } = manager;
    await inTenant(
      sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${tenantId}, '1号楼', '3', '302') returning id)
        insert into beds (tenant_id, room_id, name) select ${tenantId}::bigint, id, unnest(array['1床', '2床']) from room`,
      tenantId,
    );
    const rows = [
      ['姓名*', '房间床位'],
      ['甲', '302 1床'],
      ['乙', '1号楼 3层 302 2床'],
      ['丙', '302 1床'],
      ['丁', '999 1床'],
    ];
    const done = await imported(t, people.import, manager, await workbook(rows), 'mode=good');
    assert.deepEqual(
      spoken(done).map(([row, column]) => [row, column]),
      [
        [4, '房间床位'],
        [5, '房间床位'],
      ],
    );
    assert.deepEqual(
      (await inTenant<{ status: number }>(sql`select status from beds where tenant_id = ${tenantId} order by name`, tenantId)).map(
        ({ status }) => status,
      ),
      [2, 2],
    );
  });
});
