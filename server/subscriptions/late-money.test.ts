import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { orderVerifications as routes } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { billed, discrepancies, shop } from '#test/subscriptions.ts';

const { t, platform, small, admin, close } = await shop();
after(close);
const second = await t.user(1, { name: '平台复核' });

/** A cancelled order of 300 yuan. */
async function ended() {
  const buyer = await admin();
  const order = await billed(t, buyer, small.id, small.month);
  const late = { id: order.id as number, price: 300, reference: `late${order.id}` };
  return { buyer, order, late, cancel: () => t.route(packageOrders.cancel, buyer, { id: order.id }) };
}
const detail = async (id: number, as = platform) => (await t.route(routes.detail, as, { id })).data;
const waits = async (id: number) => ({ id, claimId: (await detail(id)).claims[0].id as number });

describe('money that comes after its order has ended', () => {
  it('and its return are noted by one person and booked when another one confirms', async () => {
    const { buyer, order, late, cancel } = await ended();
    const { id } = order;
    assert.equal((await t.route(routes.receive, platform, late)).status, 422, 'not while it is open');
    await cancel();
    assert.equal((await t.route(routes.refund, platform, { id, reference: 'x' })).status, 409, 'nothing is due');
    assert.equal((await t.route(routes.receive, platform, late)).status, 200);
    assert.deepEqual(
      [(await detail(id)).refund, (await detail(id)).payments, (await detail(id)).claimKind],
      [0, [], 1],
      'nothing is booked yet',
    );
    assert.equal((await t.route(routes.receive, second, late)).status, 409, 'the same money once');
    const claim = await waits(id);
    const own = await t.route(routes.confirm, platform, claim);
    assert.deepEqual([own.status, own.msg], [403, '该款项由您登记，需由其他人复核']);
    assert.equal((await t.route(routes.confirm, await t.user(1, { permissions: ['sys_packageorder_view'] }), claim)).status, 403);
    assert.equal((await t.route(routes.confirm, buyer, claim)).status, 403, 'no tenant’s matter');
    assert.equal((await t.route(routes.confirm, second, { ...claim, claimId: claim.claimId + 999 })).status, 404);
    assert.equal((await t.route(routes.page, second, { claim: 'true', orderNo: order.orderNo })).data.total, 1);
    assert.equal((await t.route(routes.confirm, second, claim)).status, 200);
    assert.equal((await t.route(routes.confirm, second, claim)).status, 409, 'once');
    assert.equal((await t.route(packageOrders.detail, buyer, { id })).data.refund, 300);
    assert.equal((await t.route(routes.receive, platform, late)).status, 409, 'booked already');
    assert.deepEqual(await discrepancies(t), []);

    assert.equal((await t.route(routes.refund, platform, { id, reference: `back${id}` })).status, 200);
    assert.equal((await detail(id)).refund, 300, 'still due');
    const back = await waits(id);
    assert.equal((await t.route(routes.confirm, platform, back)).status, 403);
    assert.equal((await t.route(routes.confirm, second, back)).status, 200);
    const { data } = await t.route(packageOrders.detail, buyer, { id });
    assert.deepEqual([data.refund, data.payStatus, data.payments.map((row: any) => row.amount)], [0, 5, [300, -300]]);
    assert.equal(data.claims, undefined, 'what was noted is the platform’s');
    assert.equal((await t.route(routes.page, second, { claim: 'true', orderNo: order.orderNo })).data.total, 0);
    assert.deepEqual(await discrepancies(t), []);
  });

  it('is nobody’s to confirm where one account alone has the right: it is told who could', async () => {
    const names = async (as: typeof platform) => (await t.route(routes.confirmers, as)).data.map(({ name }: { name: string }) => name);
    assert.ok((await names(platform)).includes('平台复核') && !(await names(second)).includes('平台复核'));
    await t.deps.inTenant(1, (tx) => tx.run(sql`update users set status = 9 where tenant_id = 1 and id <> ${platform.userId}`));
    assert.deepEqual(await names(platform), [], 'nobody who is locked');
    const viewer = await t.user(1, { permissions: ['sys_packageorder_view'] });
    assert.deepEqual(await names(platform), [], 'whoever only looks cannot');
    assert.equal((await t.route(routes.confirmers, viewer)).status, 403);
    assert.equal((await t.route(routes.confirmers, await admin())).status, 403);
    await t.deps.inTenant(1, (tx) => tx.run(sql`update users set status = 0 where tenant_id = 1`));
  });

  it('has a plausible amount: at least a fen, at most twice what the order cost', async () => {
    const { order, late, cancel } = await ended();
    await cancel();
    for (const price of [0, -300, 0.001, 600.01, 9_999_999]) {
      const answer = await t.route(routes.receive, platform, { ...late, price });
      assert.equal(answer.status, 400, String(price));
      assert.match(answer.msg ?? '', /金额/);
    }
    assert.deepEqual((await detail(order.id)).claims, []);
    assert.equal((await t.route(routes.receive, platform, { ...late, price: 600 })).status, 200);
  });

  it('is sent back with a reason, by another person, and may be noted anew', async () => {
    const { order, late, cancel } = await ended();
    await cancel();
    await t.route(routes.receive, platform, late);
    const claim = await waits(order.id);
    assert.equal((await t.route(routes.decline, second, claim)).status, 400, 'a reason is needed');
    assert.equal((await t.route(routes.decline, platform, { ...claim, reason: '记错了' })).status, 403);
    assert.equal((await t.route(routes.decline, second, { ...claim, reason: '银行流水中没有' })).status, 200);
    assert.equal((await t.route(routes.confirm, second, claim)).status, 409);
    const now = await detail(order.id);
    assert.deepEqual(
      [now.refund, now.claimKind, now.payments, now.claims[0].state, now.claims[0].reason],
      [0, null, [], 3, '银行流水中没有'],
    );
    assert.equal((await t.route(routes.receive, platform, late)).status, 200);
  });

  it('is confirmed once, however many confirm it at the same moment', async () => {
    const { order, late, cancel } = await ended();
    await cancel();
    await t.route(routes.receive, platform, late);
    const claim = await waits(order.id);
    const third = await t.user(1);
    const answers = await Promise.all([second, third, second, third].map((as) => t.route(routes.confirm, as, claim)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    const { refund, payments } = await detail(order.id);
    assert.deepEqual([refund, payments.length], [300, 1]);
  });
});
