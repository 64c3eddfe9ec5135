import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dictionaries, dictionaryItems } from '#contract/system/dictionaries.ts';
import { menus } from '#contract/users/menus.ts';
import { parameters } from '#contract/system/parameters.ts';
import { users } from '#contract/users/users.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { createTenantDefaults } from '../tenants/tenant-defaults.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant('康和护理院');
  await t.deps.inTenant(tenantId, (tx) => createTenantDefaults(tx, tenantId));
  admin = await t.user(tenantId);
});
after(() => t.close());

const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const tree = async (as = admin) => flat((await t.route(menus.tree, as)).data);
const add = (over: object, as = admin) => t.route(menus.create, as, { name: '菜单', parentId: -1, type: '0', ...over });

describe('menus', () => {
  it('take addresses that a menu may have, and no others; buttons stand below pages', async () => {
    for (const path of ['https://example.cn/report', '/myiframe/report?src=https://example.cn', '/report/index'])
      assert.equal((await add({ name: path, path })).status, 200, path);
    for (const path of ['javascript:alert(1)', '//evil.cn', 'https://']) assert.equal((await add({ path })).status, 400, path);
    assert.equal((await add({ type: '1', name: '按钮' })).msg, '按钮必须属于一个菜单');
    const page = (await add({ name: '页面', path: '/page/index' })).data;
    const button = (await add({ type: '1', name: '按钮', parentId: page })).data;
    assert.equal((await add({ name: '下级', parentId: button })).msg, '按钮下面不能有菜单');
    assert.equal((await t.route(menus.remove, admin, { id: page })).msg, '菜单含有下级不能删除');
  });

  it('are seen by whoever made them, who gains no right by it', async () => {
    const id = (await add({ name: '外部报表', path: 'https://example.cn/only' })).data;
    assert.ok(flat((await t.route(menus.own, admin)).data).some((node) => node.id === id));
    const clerk = await t.user(tenantId, { permissions: ['sys_menu_view', 'sys_menu_add'] });
    assert.equal((await add({ name: '越权', permission: 'sys_user_del' }, clerk)).status, 403);
    assert.ok(!(await t.route(users.info, clerk)).data.permissions.includes('sys_user_del'));
  });

  it('get their usual buttons at once, and no button twice', async () => {
    const { id } = (await tree()).find(({ path }) => path === '/admin/dept/index');
    const before = (await tree()).filter(({ parentId }) => parentId === id).length;
    assert.equal(
      (await t.route(menus.createButtons, admin, { parentId: id, prefix: 'sys_dept', verbs: ['view', 'add', 'edit', 'del'] })).data.added,
      0,
    );
    const page = (await add({ name: '新页面', path: '/new/index', permission: 'sys_role_view' })).data;
    assert.equal(
      (await t.route(menus.createButtons, admin, { parentId: page, prefix: 'sys_role', verbs: ['view', 'add', 'del', 'add'] })).data.added,
      2,
    );
    const made = (await tree()).filter(({ parentId }) => parentId === page);
    assert.deepEqual(
      made.map(({ name, permission }) => [name, permission]),
      [
        ['新增', 'sys_role_add'],
        ['删除', 'sys_role_del'],
      ],
    );
    assert.equal((await tree()).filter(({ parentId }) => parentId === id).length, before);
    assert.equal((await t.route(menus.createButtons, admin, { parentId: page, prefix: 'nobody_has', verbs: ['add'] })).status, 403);
  });

  it('are put in order among their siblings', async () => {
    const parentId = (await add({ name: '分组' })).data;
    const ids: number[] = [];
    for (const name of ['甲', '乙', '丙']) ids.push((await add({ name, parentId, path: `/x/${name}` })).data);
    const order = async () => (await tree()).filter((node) => node.parentId === parentId).map(({ name }) => name);
    assert.equal((await t.route(menus.arrange, admin, { parentId, ids: [ids[2], ids[0], ids[1]] })).status, 200);
    assert.deepEqual(await order(), ['丙', '甲', '乙']);
    assert.deepEqual(refusal(await t.route(menus.arrange, admin, { parentId, ids: ids.slice(1) })), [
      409,
      '菜单已被他人修改，请刷新后重试',
    ]);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(menus.arrange, stranger, { parentId, ids })).status, 409);
    assert.deepEqual(await order(), ['丙', '甲', '乙']);
  });

  it('of another tenant are seen from above, and filled up by the platform', async () => {
    const group = await t.tenant('集团');
    const child = await t.tenant('分院', group);
    await t.deps.inTenant(child, (tx) => createTenantDefaults(tx, child));
    const [boss, platform] = [await t.user(group), await t.user(1)];
    const read = (as: TestUser | null, id: number) => t.call('GET', `/admin/menu/treeTenant/${id}`, { as });
    assert.equal((await read(null, child)).status, 401);
    assert.equal((await read(await t.user(group, { permissions: [] }), child)).status, 403);
    assert.equal((await read(admin, child)).status, 404);
    assert.equal((await read(await t.user(child), group)).status, 404, 'not upwards');
    for (const as of [boss, platform]) {
      const { data } = await read(as, child);
      assert.equal(data.tenantName, '分院');
      const nodes = flat(data.tree);
      assert.ok(nodes.length > 40);
      const home = nodes.find(({ path }) => path === '/wel/index');
      assert.ok(data.menuIds.includes(home.id), 'a menu that roles have is on');
    }
    assert.equal((await read(admin, tenantId)).data.tenantId, tenantId);
    const folder = (await add({ name: '报表' }, platform)).data;
    const page = (await add({ name: '集团报表', parentId: folder, path: '/report/group' }, platform)).data;
    const copy = (as: TestUser, input: object) => t.route(menus.copy, as, { tenantId: child, menuIds: [page], ...input });
    assert.equal((await copy(boss, {})).status, 403);
    assert.deepEqual(refusal(await copy(platform, { tenantId: 999_999 })), [404, '租户不存在']);
    assert.deepEqual(refusal(await copy(platform, { tenantId: 1 })), [422, '不能复制到自己的租户']);
    assert.equal((await copy(platform, {})).data.added, 2, 'with what leads to it');
    assert.equal((await copy(platform, {})).data.added, 0, 'once');
    const there = await t.deps.inTenant(child, (tx) =>
      tx.row<{ parent: string; held: boolean }>(sql`
        select p.name as parent, exists (select 1 from role_menus rm join roles r on r.tenant_id = rm.tenant_id and r.id = rm.role_id
          and r.code = 'admin'
          where rm.tenant_id = m.tenant_id and rm.menu_id = m.id) as held
        from menus m join menus p on p.tenant_id = m.tenant_id and p.id = m.parent_id
        where m.tenant_id = ${child} and m.path = '/report/group'`),
    );
    assert.deepEqual([there?.parent, there?.held], ['报表', true]);
    const reserved = (await add({ name: '开租户', type: '1', parentId: page, permission: 'admin_systenant_add' }, platform)).data;
    assert.equal((await copy(platform, { menuIds: [reserved] })).msg, '“开租户”只属于平台，不能复制');
  });
});

describe('dictionaries', () => {
  it('are found by type or name, copied, put in order, and say where they are used', async () => {
    const [found] = (await t.route(dictionaries.page, admin, { name: '护理等级' })).data.records;
    assert.deepEqual([found.type, found.items > 3], ['care_level', true]);
    const { data: id } = await t.call('POST', '/admin/dict/', {
      as: admin,
      input: { type: 'care_level_copy', description: '副本', copyFrom: found.id },
    });
    const items = async () =>
      (await t.route(dictionaries.byType, admin, { type: 'care_level_copy' })).data as { id: number; value: string; label: string }[];
    assert.equal((await items()).length, found.items);
    const ids = (await items()).map((item) => item.id).toReversed();
    assert.equal((await t.route(dictionaryItems.arrange, admin, { dictId: id, ids })).status, 200);
    assert.deepEqual(
      (await items()).map((item) => item.id),
      ids,
    );
    assert.deepEqual(refusal(await t.route(dictionaryItems.arrange, admin, { dictId: id, ids: ids.slice(1) })), [
      409,
      '字典项已被他人修改，请刷新后重试',
    ]);
    const builtIn = (await t.route(dictionaries.page, admin, { type: 'work_order_status' })).data.records[0].id;
    assert.equal((await t.route(dictionaryItems.arrange, admin, { dictId: builtIn, ids: [] })).msg, '系统内置字典项目不能修改');
    assert.equal(
      (await t.call('PUT', '/admin/dict/', { as: admin, input: { id, type: 'care_level_copy', description: '改名' } })).status,
      200,
    );
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into people (tenant_id, name, care_level) values (${tenantId}, '王奶奶', 2), (${tenantId}, '李爷爷', 2)`),
    );
    assert.deepEqual((await t.route(dictionaries.uses, admin, { id: found.id })).data, {
      places: ['服务对象 · 护理等级'],
      values: [{ value: '2', records: 2 }],
    });
    for (const type of ['emergency_type', 'pay_type', 'work_order_score', 'gender']) {
      const one = (await t.route(dictionaries.page, admin, { type })).data.records[0];
      assert.equal((await t.route(dictionaries.uses, admin, { id: one.id })).status, 200, type);
    }
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(dictionaries.uses, stranger, { id: found.id })).status, 404);
    assert.equal((await t.route(dictionaries.create, stranger, { type: 'stolen', copyFrom: found.id })).status, 404);
  });
});

describe('parameters', () => {
  it('refuse values that the product could not read, and know what they came with', async () => {
    const row = async (publicKey: string) => (await t.route(parameters.page, admin, { publicKey })).data.records[0];
    const set = async (publicKey: string, publicValue: string) =>
      t.route(parameters.update, admin, { ...(await row(publicKey)), publicValue });
    assert.equal((await row('SESSION_MOST')).defaultValue, '0');
    assert.equal((await set('SESSION_MOST', 'many')).msg, '参数值不正确：应为0到100的整数');
    assert.equal((await set('TRANSFER', '{')).msg, '参数值不正确：JSON格式不正确');
    assert.equal((await set('OFFICIAL_WEBSITE', 'javascript:alert(1)')).status, 400);
    assert.equal((await set('PASSWORD_POLICY', 'weak')).status, 400);
    assert.equal((await set('SESSION_MOST', '3')).status, 200);
    const changed = await row('SESSION_MOST');
    assert.deepEqual([changed.publicValue, changed.defaultValue], ['3', '0']);
    assert.equal(
      (await t.route(parameters.create, admin, { publicName: '自建', publicKey: 'OWN_KEY', publicValue: 'anything' })).status,
      200,
    );
    assert.equal((await row('OWN_KEY')).defaultValue, null);
    assert.deepEqual(
      (await t.route(parameters.page, admin, { system: '0' })).data.records.map((one: { publicKey: string }) => one.publicKey),
      ['OWN_KEY'],
    );
  });
});
