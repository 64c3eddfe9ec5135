import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { serviceProjects } from '#contract/services/services.ts';
import { dictionaryItems } from '#contract/system/dictionaries.ts';
import { newPasswordProblem } from '#contract/users/passwords.rules.ts';
import { users } from '#contract/users/users.ts';
import { harness, type Harness } from '#test/harness.ts';
import { newManager, spoken } from '#test/people-imports.ts';
import { cellsOf, fetched, imported, workbook } from '#test/workbooks.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t.close());

const inTenant = <T>(query: ReturnType<typeof sql<T>>, tenantId: number) => t.deps.inTenant(tenantId, (tx) => tx.rows<T>(query));
const fresh = () => newManager(t);

describe('other lists', () => {
  it('accounts get a first password each, which the result tells and nothing else', async () => {
    const manager = await fresh();
    await inTenant(
      sql`insert into roles (tenant_id, name, code, data_scope) values (${manager.tenantId}, '护士', 'n1', 3)`,
      manager.tenantId,
    );
    const name = `w${manager.tenantId}`;
    const bytes = await workbook([
      ['用户名*', '姓名*', '手机号', '角色', '技能'],
      [name, '王秀英', '13800000000', '护士', '助浴、康复'],
      [`${name}2`, '李四', '', '院长', ''],
    ]);
    const done = await imported(t, users.import, manager, bytes, 'mode=good');
    assert.deepEqual(
      spoken(done).map(([row, column]) => [row, column]),
      [[3, '角色']],
    );
    const [titles, first, second] = (await cellsOf(await fetched(t, manager, done.url))) as [string[], string[], string[]];
    const password = first[titles.indexOf('初始密码')]!;
    assert.equal(newPasswordProblem(password), null);
    assert.equal(second[titles.indexOf('初始密码')] ?? '', '');
    const [made] = await inTenant<object>(
      sql`
      select u.name, u.must_change_password, u.skills, (select r.name from user_roles ur join roles r on r.tenant_id = ur.tenant_id
        and r.id = ur.role_id where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as role
      from users u where u.tenant_id = ${manager.tenantId} and u.username = ${name}`,
      manager.tenantId,
    );
    assert.deepEqual(made, { name: '王秀英', must_change_password: true, skills: ['助浴', '康复'], role: '护士' });
    const kept = JSON.stringify(
      await inTenant<object>(sql`select errors, message, files from transfers where tenant_id = ${manager.tenantId}`, manager.tenantId),
    );
    assert.ok(!kept.includes(password));
    const twice = await imported(
      t,
      users.import,
      manager,
      await workbook([
        ['用户名*', '姓名*'],
        [name, '王秀英'],
      ]),
      'mode=check',
    );
    assert.deepEqual(spoken(twice), [[2, null, '用户名已存在']]);
  });

  it('nobody is given more than the person holds who imports', async () => {
    const manager = await fresh();
    await inTenant(
      sql`insert into roles (tenant_id, name, code, data_scope) values (${manager.tenantId}, '全部数据', 'n2', 0)`,
      manager.tenantId,
    );
    const clerk = await t.user(manager.tenantId, { permissions: ['sys_user_import', 'sys_user_view'], dataScope: 1 });
    const checked = await imported(
      t,
      users.import,
      clerk,
      await workbook([
        ['用户名*', '姓名*', '角色'],
        [`x${manager.tenantId}`, '张三', '全部数据'],
      ]),
      'mode=check',
    );
    assert.deepEqual(spoken(checked), [[2, null, '不能授予或更改自己没有的权限']]);
  });

  it('devices, dictionary items and service projects', async () => {
    const manager = await fresh();
    const { tenantId } = manager;
    const imei = `86${String(tenantId).padStart(13, '0')}`;
    const rows = [
      ['设备编号*', '设备类别*', '启用'],
      [imei, '智能腕表', '是'],
      [imei, '智能腕表', ''],
      ['abc', '火箭', ''],
    ];
    const made = await imported(t, devices.import, manager, await workbook(rows), 'mode=good');
    assert.deepEqual([made.good, made.bad], [1, 2]);
    assert.deepEqual(
      spoken(made).map(([row, column]) => [row, column]),
      [
        [3, '设备编号'],
        [4, '设备类别'],
        [4, '设备编号'],
      ],
    );
    const items = await imported(
      t,
      dictionaryItems.import,
      manager,
      await workbook([
        ['字典类型*', '字典值*', '字典标签*', '排序'],
        ['care_level', '99', '临终关怀', 99],
        ['care_level', '1', '再来', 1],
      ]),
      'mode=good',
    );
    assert.deepEqual(spoken(items), [[3, null, '字典项值已存在']]);
    await inTenant(
      sql`with parent as (insert into service_types (tenant_id, name) values (${tenantId}, '生活照料')
        returning id) insert into service_types (tenant_id, name, parent_id) select ${tenantId}::bigint, '助浴', id from parent`,
      tenantId,
    );
    const projects = await imported(
      t,
      serviceProjects.import,
      manager,
      await workbook([
        ['项目名称*', '服务分类*', '标准价格*', '状态'],
        ['洗澡', '生活照料/助浴', '80.50', '启用'],
        ['理发', '助浴', '-1', '停用'],
      ]),
      'mode=good',
    );
    assert.deepEqual(spoken(projects), [[3, '标准价格', '价格不能小于0']]);
    const [project] = await inTenant<object>(
      sql`select name, price_fen, enabled from service_projects where tenant_id = ${tenantId}`,
      tenantId,
    );
    assert.deepEqual(project, { name: '洗澡', price_fen: 8050, enabled: true });
  });
});
