import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { purses } from '#contract/accounts/accounts.rules.ts';
import { accountMovements, accounts as routes } from '#contract/accounts/accounts.ts';
import { people } from '#contract/elderly/people.ts';
import { accountHouse, ledgerErrors } from '#test/accounts-ledger.ts';
import { refusal } from '#test/harness.ts';

let its: Awaited<ReturnType<typeof accountHouse>>;
before(async () => {
  its = await accountHouse();
});
after(() => its.t.close());

describe('an account', () => {
  it('is there without any money, for those who may see the person', async () => {
    const id = await its.someone('赵一');
    assert.deepEqual(await its.balances(id), [0, 0, 0]);
    assert.deepEqual(refusal(await its.t.route(routes.get, its.stranger, { id })), [404, '服务对象不存在']);
    const own = await its.t.user(its.head.tenantId, { dataScope: 3, permissions: [routes.page.access, routes.recharge.access] });
    assert.equal((await its.t.route(routes.get, own, { id })).status, 404);
    assert.equal((await its.pay(id, 10, {}, own)).status, 404);
    assert.deepEqual(await its.balances(id), [0, 0, 0]);
  });

  it('asks for a session and the permission of each deed', async () => {
    const oldmanId = await its.someone('赵二');
    const calls = [
      [routes.page, {}],
      [routes.statistics, {}],
      [routes.get, { id: oldmanId }],
      [routes.recharge, { oldmanId, amount: 1 }],
      [routes.adjust, { oldmanId, amount: 1, reason: '更正' }],
      [routes.withdraw, { oldmanId, amount: 1, receiver: '赵', reason: '退' }],
      [routes.alert, { oldmanId, alertBalance: 1 }],
      [accountMovements.page, {}],
    ] as const;
    const none = await its.t.user(its.head.tenantId, { permissions: [] });
    for (const [route, input] of calls) {
      assert.equal((await its.t.route(route, null, input as never)).status, 401, route.path);
      assert.equal((await its.t.route(route, none, input as never)).status, 403, route.path);
    }
    for (const [route, input] of calls.slice(3, 7))
      assert.equal((await its.t.route(route, its.nurse, input as never)).status, 403, route.path);
  });

  it('takes no sum that is none, in words that are clear', async () => {
    const oldmanId = await its.someone('赵三');
    for (const [input, status, text] of [
      [{ amount: 0 }, 400, '金额应大于0'],
      [{ amount: -5 }, 400, '金额应大于0'],
      [{ amount: 1.005 }, 400, '金额最多两位小数'],
      [{ amount: 10_000_001 }, 400, '金额过大'],
      [{ amount: 5, payType: 2 }, 422, '支付方式不可用，请重新选择'],
      [{ amount: 5, payType: 77 }, 422, '支付方式不可用，请重新选择'],
      [{ amount: 5, purse: purses.grant }, 400, '请填写补贴来源'],
      [{ amount: 5, purse: purses.grant, source: '民政', expireDate: '2020-01-01' }, 422, '补贴有效期已过'],
    ] as const)
      assert.deepEqual(refusal(await its.pay(oldmanId, input.amount, input)), [status, text]);
    assert.deepEqual(refusal(await its.pay(999_999_999, 5)), [404, '服务对象不存在']);
    const adjust = (more: object) => its.t.route(routes.adjust, its.finance, { oldmanId, reason: '更正', ...more } as never);
    assert.deepEqual(refusal(await adjust({ amount: 0 })), [400, '请填写调整金额']);
    assert.deepEqual(refusal(await adjust({ amount: 5, reason: '' })), [400, '请填写原因']);
    assert.deepEqual(refusal(await adjust({ amount: -5 })), [422, '可用余额不足，现有¥0.00']);
    assert.deepEqual(refusal(await adjust({ amount: 5, purse: purses.grant })), [422, '虚拟余额只能由充值增加，请登记补贴来源']);
    const withdraw = (more: object) =>
      its.t.route(routes.withdraw, its.finance, { oldmanId, amount: 5, receiver: '赵', reason: '退', ...more } as never);
    assert.deepEqual(refusal(await withdraw({ purse: purses.grant })), [400, '虚拟余额不能退款']);
    assert.deepEqual(refusal(await withdraw({ receiver: '' })), [400, '请填写收款人']);
    assert.deepEqual(refusal(await withdraw({ purse: purses.deposit })), [422, '押金不足，现有¥0.00']);
    assert.deepEqual(refusal(await its.t.route(routes.alert, its.finance, { oldmanId, alertBalance: -1 })), [400, '提醒金额不能小于0']);
    assert.deepEqual(await its.balances(oldmanId), [0, 0, 0]);
    assert.deepEqual(await its.movements(oldmanId), []);
  });
});

describe('money that comes in', () => {
  it('is in its purse, with a receipt and in the ledger', async () => {
    const id = await its.someone('钱一');
    await its.pay(id, 1234.56, { payType: 4, remarks: '家属转账' });
    await its.pay(id, 4500, { purse: purses.deposit });
    await its.pay(id, 300, { purse: purses.grant, source: '区民政局', uses: ['service', 'service'] });
    assert.deepEqual(await its.balances(id), [1234.56, 300, 4500]);
    const [grant, deposit, cash] = await its.movements(id);
    assert.match(cash.number, /^SK\d{12}$/);
    assert.equal(Number(deposit.number.slice(2)) - Number(cash.number.slice(2)), 1);
    assert.deepEqual([grant.number, grant.remarks, grant.grantAfter], [null, '区民政局', 300]);
    assert.deepEqual([cash.tradingType, cash.cash, cash.cashAfter, cash.payType, cash.createBy], [1, 1234.56, 1234.56, 4, '陈财务']);
    assert.deepEqual((await its.t.route(accountMovements.get, its.finance, { id: cash.id })).data, cash);
    assert.deepEqual(refusal(await its.t.route(accountMovements.get, its.stranger, { id: cash.id })), [404, '账户流水不存在']);
    const [one] = (await its.read(id)).grants;
    assert.deepEqual([one.source, one.left, one.uses], ['区民政局', 300, ['service']]);
  });

  it('comes once where the same is sent twice, and of many at once nothing is lost', async () => {
    const id = await its.someone('钱二');
    const twice = await Promise.all(
      [1, 2].map(() =>
        its.t.call('POST', routes.recharge.path, {
          as: its.finance,
          input: { oldmanId: id, amount: 100 },
          headers: { 'idempotency-key': 'paid-once' },
        }),
      ),
    );
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    );
    await Promise.all(Array.from({ length: 30 }, (_, at) => its.pay(id, at % 2 ? 10 : 20)));
    assert.deepEqual(await its.balances(id), [550, 0, 0]);
    const numbers = (await its.movements(id)).map(({ number }: { number: string }) => number);
    assert.equal(new Set(numbers).size, 31);
    assert.deepEqual(await ledgerErrors(its.t, its.head.tenantId), []);
  });
});

describe('the list', () => {
  it('finds accounts by name and by what is the matter, and sums them', async () => {
    const [rich, poor] = [await its.someone('吴富'), await its.someone('吴贫')];
    await its.pay(rich, 8000);
    await its.pay(poor, 30);
    const found = async (more: object) =>
      (await its.t.route(routes.page, its.finance, { oldmanName: '吴', ...more })).data.records.map(
        ({ oldmanName }: { oldmanName: string }) => oldmanName,
      );
    assert.deepEqual((await found({})).toSorted(), ['吴富', '吴贫'].toSorted());
    assert.deepEqual(await found({ descs: 'available_balance' }), ['吴富', '吴贫']);
    assert.deepEqual(await found({ low: true }), ['吴贫']);
    assert.deepEqual(await found({ owing: true }), []);
    const sums = (await its.t.route(routes.statistics, its.finance, { oldmanName: '吴' })).data;
    assert.deepEqual([sums.accounts, sums.available, sums.owed, sums.low], [2, 8030, 0, 1]);
    assert.equal((await its.t.route(routes.page, its.stranger, {})).data.total, 0);
    assert.equal((await its.t.route(accountMovements.page, its.stranger, {})).data.total, 0);
  });

  it('keeps a person with money from being removed', async () => {
    const id = await its.someone('郑一');
    await its.pay(id, 10);
    const remove = () => its.t.route(people.remove, its.head, { id });
    assert.deepEqual(refusal(await remove()), [422, '该服务对象的账户还有余额、押金或欠费，不能删除']);
    await its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount: 10, receiver: '郑', reason: '结清' } as never);
    assert.equal((await remove()).status, 200);
  });
});
