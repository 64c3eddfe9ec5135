import { DAY, instantOf } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { billed, billOf, shop, waiting } from '#test/subscriptions.ts';

const { t, platform, small, admin, close } = await shop();
after(close);

describe('verification', () => {
  it('is the platform’s, of another person than the sender, of the receipt that was looked at', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const due = await waiting(t, platform, order.orderNo);
    assert.deepEqual([due.price, due.own, due.overdue], [300, false, false]);
    assert.equal(instantOf(due.dueTime) - instantOf(due.createTime), DAY);
    const input = { id: due.id, billId: due.billId, version: due.version };
    assert.equal((await t.route(orderVerifications.verify, null, input)).status, 401);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id })).status, 400);
    assert.equal(
      (await t.route(orderVerifications.verify, await t.user(1, { permissions: ['sys_packageorder_view'] }), input)).status,
      403,
    );
    assert.equal((await t.route(orderVerifications.verify, buyer, input)).status, 403, 'whatever permissions a tenant gives itself');
    assert.equal((await t.route(orderVerifications.verify, platform, { ...input, billId: due.billId + 9999 })).status, 409);
    await t.deps.inTenant(1, (tx) =>
      tx.run(
        sql`update package_bills set uploaded_tenant_id = 1, uploaded_user_id = ${platform.userId} where tenant_id = 1
          and id = ${due.billId}`,
      ),
    );
    const own = await t.route(orderVerifications.verify, platform, input);
    assert.deepEqual([own.status, own.msg], [403, '回执单由您提交，需由其他人核实']);
    assert.equal((await waiting(t, platform, order.orderNo)).own, true);
    const second = await t.user(1, { name: '平台复核' });
    assert.equal((await t.route(orderVerifications.verify, second, input)).status, 200);
    const again = await t.route(orderVerifications.verify, second, { id: due.id, billId: due.billId });
    assert.deepEqual([again.status, again.data.payStatus], [409, 2]);
    const detail = (await t.route(packageOrders.detail, buyer, { id: order.id })).data;
    assert.deepEqual([detail.payStatus, detail.orderStatus, detail.verifiedName, detail.billState], [2, 2, '平台复核', 2]);
    assert.deepEqual(
      detail.payments.map((row: any) => [row.amount, row.payType, row.reference]),
      [[300, 3, order.billNo]],
    );
    assert.deepEqual(
      detail.logs.map(({ action }: { action: string }) => action),
      ['create', 'pay', 'bill', 'verify', 'activate'],
    );
  });

  it('sends a receipt back with a reason; the buyer may send another one until the next day ends', async () => {
    const buyer = await admin();
    const order = await billed(t, buyer, small.id, small.month);
    const { id, billId } = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.refuse, platform, { id, billId })).status, 400);
    assert.equal((await t.route(orderVerifications.refuse, platform, { id, billId, reason: '图片不清晰' })).status, 200);
    const current = (await t.route(packageOrders.current, buyer)).data;
    assert.deepEqual([current.payStatus, current.billState, current.billReason], [6, 3, '图片不清晰']);
    assert.ok(instantOf(current.deadline) > instantOf(order.deadline));
    assert.equal((await t.route(orderVerifications.verify, platform, { id, billId })).status, 409);
    assert.equal((await t.route(packageOrders.bill, buyer, await billOf(t, buyer, order.orderNo))).status, 200);
    const next = await waiting(t, platform, order.orderNo);
    assert.equal((await t.route(orderVerifications.fail, platform, { id, reason: '款项未到账' })).status, 200);
    assert.equal((await t.route(orderVerifications.verify, platform, { id, billId: next.billId })).status, 409);
    assert.equal((await t.route(packageOrders.page, buyer)).data.records[0].payStatus, 3);
  });
});
