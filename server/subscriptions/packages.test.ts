import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { packages } from '#contract/subscriptions/packages.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { sale } from '#test/subscriptions.ts';

let t: Harness;
let platform: TestUser;
before(async () => {
  t = await harness();
  platform = await t.user(1);
});
after(() => t.close());

const form = (code: string, changes: object = {}) => ({
  packageName: `产品包${code}`,
  packageCode: code,
  description: '',
  menus: null,
  open: true,
  items: [{ sku: `${code}-m`, timeNum: 30, price: 88.88, open: true }],
  ...changes,
});

describe('packages', () => {
  it('are the platform’s to edit: 401, 400, 403, 404, and then', async () => {
    assert.equal((await t.route(packages.create, null, form('a1'))).status, 401);
    for (const [what, changes, msg] of [
      ['no name', { packageName: '' }, '请输入产品包名称'],
      ['a code with blanks', { packageCode: 'a b' }, '产品包编码应为2到20位字母、数字、下划线或横线'],
      ['a free duration', { items: [{ sku: 'x1', timeNum: 30, price: 0 }] }, '价格应大于0'],
      ['a third of a cent', { items: [{ sku: 'x1', timeNum: 30, price: 1.005 }] }, '价格最多两位小数'],
      ['no days', { items: [{ sku: 'x1', timeNum: 0, price: 1 }] }, '不能小于1'],
      [
        'the same duration twice',
        {
          items: [
            { sku: 'x1', timeNum: 3, price: 1 },
            { sku: 'X1', timeNum: 5, price: 1 },
          ],
        },
        '规格编码不能重复',
      ],
      ['a menu that is none', { menus: ['rm_rf'] }, '产品包菜单不存在：rm_rf'],
      ['a menu of the platform', { menus: ['sys_package_edit'] }, '产品包菜单不存在：sys_package_edit'],
    ] as const) {
      const answer = await t.route(packages.create, platform, form('a1', changes));
      assert.deepEqual([answer.status, answer.msg], [400, msg], what);
    }
    const tenant = await t.user(await t.tenant());
    for (const [route, input] of [
      [packages.page, {}],
      [packages.menuTree, {}],
      [packages.create, form('a1')],
      [packages.update, { ...form('a1'), id: 1 }],
      [packages.sale, { id: 1, open: false }],
      [packages.remove, { id: 1 }],
      [packages.get, { id: 1 }],
      [packages.versions, { id: 1 }],
    ] as const)
      assert.equal((await t.route(route, tenant, input)).status, 403, route.path);
    for (const route of [packages.get, packages.remove]) assert.equal((await t.route(route, platform, { id: 987654 })).status, 404);
    const made = await t.route(packages.create, platform, form('a1', { menus: ['members_oldman_add'], accountLimit: 10 }));
    const { data } = await t.route(packages.get, platform, { id: made.data });
    assert.deepEqual(
      [data.menus, data.items, data.accountLimit, data.version],
      [['members_oldman_add', 'members_oldman_view', '长者'], [{ sku: 'a1-m', timeNum: 30, price: 88.88, open: true }], 10, 1],
    );
    assert.equal((await t.route(packages.create, platform, form('A1', { items: [] }))).status, 409, 'codes differ by more than their case');
    const clash = await t.route(packages.create, platform, form('a2', { items: [{ sku: 'A1-M', timeNum: 1, price: 1 }] }));
    assert.deepEqual([clash.status, clash.msg], [409, '规格编码a1-m已用于产品包“产品包a1”']);
    assert.equal(
      (
        await t.route(packages.update, platform, {
          ...form('a1', { open: true, items: [{ sku: 'a1-m', timeNum: 30, price: 1, open: false }] }),
          id: made.data,
        })
      ).status,
      422,
    );
  });

  it('are changed by whoever read them last; every version stays, and what was sold stays as it was sold', async () => {
    const offer = await sale(t, platform, { menus: ['members_oldman_view'], month: 100 });
    const buyer = await t.user(await t.tenant());
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month });
    const current = (await t.route(packages.get, platform, { id: offer.id })).data;
    const { id, version, tenants: _tenants, createTime: _c, updateTime: _u, ...rest } = current;
    const items = rest.items.map((item: object) => ({ ...item, price: 500 }));
    const changed = { ...rest, id, items, packageName: '涨价版', menus: null };
    const answers = await Promise.all([1, 2, 3].map(() => t.route(packages.update, platform, { ...changed, version })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    assert.equal(answers.find(({ status }) => status === 409)!.data.version, version + 1);
    const versions = (await t.route(packages.versions, platform, { id })).data;
    assert.deepEqual(
      versions.map((row: any) => [row.version, row.content.items[0].price, row.content.menus]),
      [
        [2, 500, null],
        [1, 100, ['members_oldman_view', '长者']],
      ],
    );
    assert.equal(
      (await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month })).data.id,
      order.id,
      'the order that is there keeps its price',
    );
    assert.equal((await t.route(packageOrders.detail, buyer, { id: order.id })).data.itemPrice, 100);
    await t.route(packageOrders.cancel, buyer, { id: order.id });
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month })).data.itemPrice, 500);
  });

  it('off sale are not to be had, and can be deleted', async () => {
    const offer = await sale(t, platform);
    const offered = async () =>
      (await t.route(externalOrders.offers, null, { id: 0 })).data.some(({ id }: { id: number }) => id === offer.id);
    assert.equal(await offered(), true);
    assert.deepEqual(
      [
        (await t.route(packages.remove, platform, { id: offer.id })).status,
        (await t.route(packages.sale, platform, { id: offer.id, open: false })).status,
      ],
      [422, 200],
    );
    assert.equal(await offered(), false);
    const buyer = await t.user(await t.tenant());
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: offer.id, sku: offer.month })).status, 404);
    assert.equal((await t.route(externalOrders.items, null, { id: offer.id })).status, 404);
    assert.equal((await t.route(packages.remove, platform, { id: offer.id })).status, 200);
    assert.equal((await t.route(packages.get, platform, { id: offer.id })).status, 404);
  });

  it('that name folders which are no more can be read and saved again', async () => {
    const offer = await sale(t, platform, { menus: ['members_workorder_board'], month: 100 });
    await t.deps.inTenant(1, (tx) =>
      tx.run(sql`update packages set menus = '{members_workorder_board,工单调度,系统管理}' where id = ${offer.id}`),
    );
    const { data } = await t.route(packages.get, platform, { id: offer.id });
    assert.deepEqual(data.menus, ['members_workorder_board', '照护']);
    const { tenants: _tenants, createTime: _c, updateTime: _u, ...rest } = data;
    const saved = await t.route(packages.update, platform, { ...rest, menus: ['members_workorder_board', '工单调度'] });
    assert.equal(saved.status, 200, saved.msg ?? '');
    assert.deepEqual((await t.route(packages.get, platform, { id: offer.id })).data.menus, ['members_workorder_board', '照护']);
  });

  it('hold menus of the product’s own tree, where the platform’s are none and some are in every package', async () => {
    const { data } = await t.route(packages.menuTree, platform);
    const flat = (nodes: any[]): any[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
    const all = flat(data);
    assert.ok(all.find(({ key }) => key === 'package_order').fixed);
    assert.ok(all.find(({ key }) => key === 'sys_user_add').fixed);
    assert.equal(all.find(({ key }) => key === 'tenant_screen').fixed, false);
    assert.equal(
      all.some(({ key }) => /^sys_(package|client|registration)/.test(key)),
      false,
    );
    assert.equal(new Set(all.map(({ key }) => key)).size, all.length, 'keys are unique');
  });
});
