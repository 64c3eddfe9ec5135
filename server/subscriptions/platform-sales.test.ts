import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { platformSales as routes } from '#contract/subscriptions/platform-sales.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { discrepancies, picture, sale, send, waiting, type Sale } from '#test/subscriptions.ts';

let t: Harness;
let seller: TestUser;
let other: TestUser;
let offer: Sale;
before(async () => {
  t = await harness();
  [seller, other] = [await t.user(1), await t.user(1)];
  offer = await sale(t, seller, { month: 300 });
});
after(async () => {
  assert.deepEqual(await discrepancies(t), []);
  await t.close();
});

describe('the platform sells', () => {
  it('an order and a receipt for a tenant; another person verifies it, and the package is open', async () => {
    const buyer = await t.user(await t.tenant('买方颐养院'));
    const { tenantId } = buyer;
    const first = await t.route(routes.standing, seller, { tenantId });
    assert.equal(first.status, 200, first.msg ?? '');
    const before = first.data;
    assert.deepEqual([before.tenantName, before.packageName, before.order, before.lastPrice], ['买方颐养院', null, null, null]);
    assert.deepEqual((await t.route(routes.payTypes, seller)).data, [3]);
    assert.equal((await t.route(routes.quote, seller, { tenantId, packageId: offer.id, sku: offer.month })).data.total, 300);
    const made = await t.route(routes.create, seller, { tenantId, packageId: offer.id, sku: offer.month });
    assert.deepEqual([made.status, made.data.source, made.data.tenantId], [200, 2, tenantId], made.msg ?? '');
    assert.equal((await t.route(routes.current, seller, { tenantId })).data.id, made.data.id);
    assert.equal((await t.route(packageOrders.current, buyer)).data.id, made.data.id, 'the tenant sees it');
    assert.equal((await t.route(routes.pay, seller, { tenantId, id: made.data.id, payType: 3 })).status, 200);
    const file = await send(t, routes.upload.path.replace('{tenantId}', String(tenantId)), await picture(), seller);
    assert.equal(file.status, 200, file.msg);
    const bill = { orderNo: made.data.orderNo, billNo: 'S1', receiptNo: 'S2', billUrl: file.data.url };
    const sent = await t.route(routes.bill, seller, { tenantId, ...bill });
    assert.equal(sent.status, 200, sent.msg ?? '');
    const due = await waiting(t, seller, made.data.orderNo);
    assert.equal(due.own, true);
    const verified = { id: due.id, billId: due.billId, version: due.version };
    const own = await t.route(orderVerifications.verify, seller, verified);
    assert.deepEqual([own.status, own.msg], [403, '回执单由您提交，需由其他人核实']);
    assert.equal((await t.route(orderVerifications.verify, other, verified)).status, 200);
    const standing = (await t.route(routes.standing, seller, { tenantId })).data;
    assert.deepEqual([standing.packageCode, standing.standing, standing.lastPrice, standing.order], [offer.code, 'open', 300, null]);
    assert.equal(standing.lastOrderNo, made.data.orderNo);
    assert.equal((await t.route(routes.check, seller, { tenantId, id: made.data.id })).data.payStatus, 2);
  });

  it('what is not paid is cancelled by it again', async () => {
    const tenantId = await t.tenant();
    const made = await t.route(routes.create, seller, { tenantId, packageId: offer.id, sku: offer.year });
    assert.equal((await t.route(routes.cancel, seller, { tenantId, id: made.data.id })).status, 200);
    assert.equal((await t.route(routes.current, seller, { tenantId })).data, null);
    const foreign = await t.tenant();
    const again = await t.route(routes.create, seller, { tenantId, packageId: offer.id, sku: offer.year });
    assert.equal((await t.route(routes.cancel, seller, { tenantId: foreign, id: again.data.id })).status, 404, 'only of the named tenant');
  });

  it('only by those of the platform who may, to tenants that there are', async () => {
    const buyer = await t.user(await t.tenant());
    const { tenantId } = buyer;
    const viewer = await t.user(1, { permissions: ['sys_packageorder_view'] });
    for (const as of [buyer, viewer]) {
      assert.equal((await t.route(routes.standing, as, { tenantId })).status, 403);
      assert.equal((await t.route(routes.create, as, { tenantId, packageId: offer.id, sku: offer.month })).status, 403);
    }
    assert.equal((await t.route(routes.standing, seller, { tenantId: 987_654 })).status, 404);
    const own = await t.route(routes.create, seller, { tenantId: 1, packageId: offer.id, sku: offer.month });
    assert.deepEqual([own.status, own.msg], [422, '平台无需订购产品包']);
  });
});
