import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { BY_ACCOUNT, movementKinds, purses } from '#contract/accounts/accounts.rules.ts';
import { accountMovements, accounts } from '#contract/accounts/accounts.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { ledgerErrors, offerPayTypes } from '#test/accounts-ledger.ts';
import { person } from '#test/care.ts';
import { product } from '#test/goods.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { orderDesk } from '#test/order-desk.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderDesk>>;
let [stick, bed] = [0, 0];
before(async () => {
  t = await harness();
  its = await orderDesk(t);
  await offerPayTypes(t, its.desk.tenantId);
  stick = await product(t, its.desk, { price: 128.5, quantity: 100 });
  bed = await product(t, its.desk, { price: 0, quantity: 100 });
});
after(() => t.close());

const someone = (name: string) => person(t, its.desk.tenantId, name);
const pay = (oldmanId: number, amount: number, more: object = {}) =>
  t.route(accounts.recharge, its.desk, { oldmanId, amount, ...more } as never);
const balances = async (id: number) => {
  const { availableBalance, virtualAvailableBalance, depositBalance } = (await t.route(accounts.get, its.desk, { id })).data;
  return [availableBalance, virtualAvailableBalance, depositBalance];
};
const last = async (oldmanId: number) => (await t.route(accountMovements.page, its.desk, { oldmanId })).data.records[0];
const ordered = async (oldmanId: number, productId = stick, num = 1) => {
  const contact = { nickName: '王秀英', phone: '13911112222', address: '景山前街4号' };
  const made = await t.route(goodsOrders.create, its.desk, { oldmanId, ...contact, details: [{ productId, num }] });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
};
const byAccount = (id: number) => t.route(goodsOrders.pay, its.desk, { id, payType: BY_ACCOUNT });

describe('a goods order that is paid out of an account', () => {
  it('takes subsidies for goods first, and brings both back when it is refunded', async () => {
    const id = await someone('王一');
    await pay(id, 100);
    await pay(id, 50, { purse: purses.grant, source: '慈善会', uses: ['goods'] });
    await pay(id, 70, { purse: purses.grant, source: '民政局', uses: ['service'] });
    await pay(id, 4500, { purse: purses.deposit });
    const order = await ordered(id);
    assert.equal((await byAccount(order)).status, 200);
    assert.deepEqual(await balances(id), [21.5, 70, 4500]);
    const spent = await last(id);
    assert.deepEqual([spent.tradingType, spent.cash, spent.grant, spent.goodsOrderId], [movementKinds.charge, -78.5, -50, order]);
    await t.route(goodsOrders.refund, its.desk, { id: order, reason: '退货' } as never);
    assert.deepEqual(await balances(id), [100, 120, 4500]);
    assert.equal((await last(id)).tradingType, movementKinds.giveBack);
    assert.deepEqual(await ledgerErrors(t, its.desk.tenantId), []);
  });

  it('is refused when there is too little, and stays unpaid', async () => {
    const id = await someone('王二');
    await pay(id, 128.49);
    await pay(id, 4500, { purse: purses.deposit });
    const order = await ordered(id);
    assert.deepEqual(refusal(await byAccount(order)), [422, '账户余额不足，可用余额¥128.49，请先充值或选择其他支付方式']);
    assert.equal((await t.route(goodsOrders.get, its.desk, { id: order })).data.payStatus, 1);
    assert.deepEqual(await balances(id), [128.49, 0, 4500]);
  });

  it('books nothing where it costs nothing, and nothing of what is paid otherwise', async () => {
    const id = await someone('王三');
    assert.equal((await byAccount(await ordered(id, bed))).status, 200);
    assert.equal((await t.route(goodsOrders.pay, its.desk, { id: await ordered(id), payType: 1 })).status, 200);
    assert.equal(await last(id), undefined);
  });

  it('of many at once takes no more than is there', async () => {
    const id = await someone('王四');
    await pay(id, 400);
    const orders = [];
    for (let at = 0; at < 6; at++) orders.push(await ordered(id));
    const answers = await Promise.all(orders.map(byAccount));
    assert.equal(answers.filter(({ status }) => status === 200).length, 3);
    assert.deepEqual(await balances(id), [14.5, 0, 0]);
    const twice = await ordered(id, bed);
    assert.deepEqual((await Promise.all([byAccount(twice), byAccount(twice)])).map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(await ledgerErrors(t, its.desk.tenantId), []);
  });
});

describe('a work order that is paid out of an account', () => {
  const finish = async (id: number) => {
    await t.route(workOrders.start, its.desk, { id });
    const done = await t.route(workOrders.finish, its.desk, { id });
    assert.equal(done.status, 200, String(done.msg));
  };
  const order = (more: object) =>
    its.make({
      payType: BY_ACCOUNT,
      jobLists: [its.job({ serverUserId: its.carer.userId }), its.job({ serverUserId: its.carer.userId })],
      ...more,
    });

  it('takes the money when its last job is finished, and what is not there is owed', async () => {
    await pay(its.oldmanId, 100);
    const id = await order({});
    assert.deepEqual(await balances(its.oldmanId), [100, 0, 0]);
    await finish(id);
    assert.deepEqual(await balances(its.oldmanId), [-17, 0, 0]);
    const owed = await last(its.oldmanId);
    assert.deepEqual([owed.workOrderId, owed.cash, owed.cashAfter], [id, -117, -17]);
    assert.equal((await t.route(accounts.page, its.desk, { owing: true })).data.total, 1);
    assert.deepEqual(refusal(await byAccount(await ordered(its.oldmanId))), [
      422,
      '账户余额不足，可用余额¥-17.00，请先充值或选择其他支付方式',
    ]);
    await pay(its.oldmanId, 17);
    assert.deepEqual(await balances(its.oldmanId), [0, 0, 0]);
  });

  it('takes nothing for what was cancelled, nor for an order that is paid in cash', async () => {
    const before = await balances(its.oldmanId);
    const id = await order({});
    await t.route(workOrders.cancel, its.desk, { id, reason: '不需要' } as never);
    await finish(await order({ payType: 1 }));
    assert.deepEqual(await balances(its.oldmanId), before);
    const rows = await t.deps.inTenant(its.desk.tenantId, (tx) =>
      tx.rows(sql`select 1 from account_movements where tenant_id = ${tx.tenantId} and work_order_id = ${id}`),
    );
    assert.deepEqual(rows, []);
    assert.deepEqual(await ledgerErrors(t, its.desk.tenantId), []);
  });
});
