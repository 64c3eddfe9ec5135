import { DAY, instantOf } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { users } from '#contract/users/users.ts';
import type { TestUser } from '#test/harness.ts';
import { billOf, bought, elapse, endAt, endOf, sale, shop } from '#test/subscriptions.ts';

const now = Date.now();
const { t, platform, small, admin, close } = await shop({
  menus: ['members_oldman_view', 'members_oldman_add'],
  accountLimit: 5,
  deviceLimit: 2,
});
after(close);
const large = await sale(t, platform, { month: 900, year: 9000 });

const pay = (as: TestUser | null, input: object) => t.route(packageOrders.pay, as, { payType: 3, ...input });

describe('an order', () => {
  it('is refused without a session, with nonsense, without the right, and for what is not on sale', async () => {
    assert.equal((await t.route(packageOrders.create, null, { packageId: small.id, sku: small.month })).status, 401);
    const buyer = await admin();
    for (const input of [
      {},
      { packageId: small.id },
      { packageId: 'x', sku: small.month },
      { packageId: small.id, sku: small.month, price: 0.01 },
    ])
      assert.equal((await t.route(packageOrders.create, buyer, input)).status, 400, JSON.stringify(input));
    const nurse = await t.user(buyer.tenantId, { permissions: ['members_oldman_view'] });
    assert.equal((await t.route(packageOrders.create, nurse, { packageId: small.id, sku: small.month })).status, 403);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: 987654, sku: small.month })).status, 404);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: small.id, sku: large.month })).status, 422);
    assert.equal((await t.route(packageOrders.create, platform, { packageId: small.id, sku: small.month })).status, 422);
  });

  it('costs what the server says, is one however often it is sent, and belongs to its tenant alone', async () => {
    const buyer = await admin();
    const quote = await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.month });
    assert.deepEqual([quote.data.price, quote.data.credit, quote.data.total, quote.data.problem], [300, 0, 300, null]);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month })),
    );
    assert.deepEqual(new Set(answers.map(({ status, msg }) => `${status} ${msg}`)), new Set(['200 提交成功!']));
    const order = answers[0]!.data;
    assert.deepEqual(new Set(answers.map(({ data }) => data.id)), new Set([order.id]));
    assert.match(order.orderNo, /^TC\d{12}$/);
    assert.deepEqual([order.itemPrice, order.itemDuration, order.payStatus, order.orderStatus, order.source], [300, 30, 1, 1, 1]);
    assert.match(order.deadline, / 23:59:00$/);
    const other = await t.route(packageOrders.create, buyer, { packageId: large.id, sku: large.month });
    assert.deepEqual([other.status, other.data.id], [409, order.id]);

    const stranger = await admin();
    assert.equal((await t.route(packageOrders.current, stranger)).data, null);
    for (const [status, answer] of [
      [404, await t.route(packageOrders.detail, stranger, { id: order.id })],
      [404, await pay(stranger, { id: order.id })],
      [404, await t.route(packageOrders.cancel, stranger, { id: order.id })],
      [404, await t.route(packageOrders.bill, stranger, await billOf(t, stranger, order.orderNo))],
    ] as const)
      assert.equal(answer.status, status);
    assert.equal((await t.route(packageOrders.page, stranger)).data.total, 0);
    assert.equal((await t.route(packageOrders.current, buyer)).data.id, order.id);
  });

  it('is made once under one idempotency key, whatever became of it', async () => {
    const buyer = await admin();
    const sent = (key: string, input: object) =>
      t.call('POST', packageOrders.create.path, { as: buyer, input, headers: { 'idempotency-key': key } });
    const choice = { packageId: small.id, sku: small.month };
    const first = await sent('k1', choice);
    await t.route(packageOrders.cancel, buyer, { id: first.data.id });
    assert.equal((await sent('k1', choice)).data.id, first.data.id, 'a repetition hears the first answer');
    assert.equal((await sent('k1', { ...choice, sku: small.year })).status, 422);
    assert.notEqual((await sent('k2', choice)).data.id, first.data.id);
  });

  it('is cancelled while it is open, and then never paid', async () => {
    const buyer = await admin();
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    const cancelled = await t.route(packageOrders.cancel, buyer, { id: order.id });
    assert.deepEqual([cancelled.status, cancelled.msg], [200, '取消成功']);
    const late = await pay(buyer, { id: order.id });
    assert.deepEqual([late.status, late.data.payStatus], [409, 5]);
    assert.equal((await t.route(packageOrders.cancel, buyer, { id: order.id })).status, 409);
    assert.equal((await t.route(packageOrders.current, buyer)).data, null);
    assert.equal((await t.route(packageOrders.page, buyer, { payStatus: 5 })).data.records[0].closeReason, '用户取消');
  });

  it('is shown to institutions directly below the platform, and refused to none', async () => {
    const [group, tenantId] = [await t.tenant(), await t.tenant('集团下属机构')];
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set parent_id = ${group} where id = ${tenantId}`));
    const buyer = await t.user(tenantId, { name: '院长' });
    assert.equal((await t.route(users.info, buyer)).data.sysUser.tenantLevel, 2);
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    assert.equal((await pay(buyer, { id: order.id })).status, 200);
  });

  it('is paid by transfer alone while nothing else has keys', async () => {
    const buyer = await admin();
    assert.deepEqual((await t.route(packageOrders.payTypes, buyer)).data, [3]);
    const { data: order } = await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month });
    for (const payType of [1, 2, 4]) assert.equal((await pay(buyer, { id: order.id, payType })).status, 422);
    const paying = await pay(buyer, { id: order.id });
    assert.deepEqual([paying.data.order.payStatus, paying.data.order.payType, paying.data.codeUrl], [6, 3, null]);
  });
});

describe('activation', () => {
  it('opens exactly the package: menus, quotas, end; and tells the buyer', async () => {
    const buyer = await admin();
    assert.ok((await t.route(users.info, buyer)).data.permissions.includes('members_workorder_view'));
    await bought(t, platform, buyer, small.id, small.month);
    const info = (await t.route(users.info, buyer)).data;
    const care = info.permissions.filter((permission: string) => !/^(sys|admin)_|^package_order$/.test(permission));
    assert.deepEqual(care.sort(), ['members_oldman_add', 'members_oldman_view']);
    assert.deepEqual([info.sysUser.packageCode, info.sysUser.tenantLevel, info.sysUser.shopping], [small.code, 1, false]);
    assert.equal((await t.call('GET', '/members/workorder/page', { as: buyer })).status, 403);
    assert.equal((await t.call('GET', '/members/oldman/page', { as: buyer })).status, 200);
    const { data } = await t.route(packageOrders.subscription, buyer);
    assert.deepEqual([data.packageCode, data.standing, data.daysLeft, data.terms.length], [small.code, 'open', 30, 1]);
    assert.deepEqual(
      data.usage.map(({ kind, most }: any) => [kind, most]),
      [
        ['users', 5],
        ['people', null],
        ['devices', 2],
        ['storage', null],
      ],
    );
    assert.equal(Math.round((instantOf((await endOf(t, buyer.tenantId))!) - now) / DAY), 30);
  });

  it('of a renewal extends from the end; of another package begins now with what was left taken off', async () => {
    const buyer = await admin();
    await bought(t, platform, buyer, small.id, small.month);
    await bought(t, platform, buyer, small.id, small.month);
    assert.equal(Math.round((instantOf((await endOf(t, buyer.tenantId))!) - now) / DAY), 60);
    await elapse(t, buyer.tenantId, 10 * DAY + 3_600_000);
    // Ten days and an hour on: 19 whole days of the first month, all of the second.
    const { data: quote } = await t.route(packageOrders.quote, buyer, { packageId: large.id, sku: large.month });
    assert.deepEqual([quote.kind, quote.price, quote.credit, quote.total], [3, 900, 490, 410]);
    const order = await bought(t, platform, buyer, large.id, large.month);
    assert.deepEqual([order.kind, order.itemPrice, order.credit, order.listPrice], [3, 410, 490, 900]);
    assert.equal(Math.round((instantOf((await endOf(t, buyer.tenantId))!) - now) / DAY), 30);
    const { data } = await t.route(packageOrders.subscription, buyer);
    assert.deepEqual(
      data.terms.map(({ ended }: { ended: boolean }) => ended),
      [true, false, true],
    );
    assert.ok((await t.route(users.info, buyer)).data.permissions.includes('members_workorder_view'), 'all menus are open again');
    // Down again at once costs nothing twice: 29 days of 900 are left, its first has begun; the month costs 300.
    const down = await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.month });
    assert.match(down.data.problem, /剩余价值比所选产品包高¥570\.00/);
    assert.equal((await t.route(packageOrders.create, buyer, { packageId: small.id, sku: small.month })).status, 422);
    assert.equal((await t.route(packageOrders.quote, buyer, { packageId: small.id, sku: small.year })).data.total, 2130);
  });

  it('keeps the days of a trial', async () => {
    const buyer = await admin();
    await endAt(t, buyer.tenantId, now + 10 * DAY);
    await bought(t, platform, buyer, small.id, small.month);
    assert.equal(Math.round((instantOf((await endOf(t, buyer.tenantId))!) - now) / DAY), 40);
  });
});
