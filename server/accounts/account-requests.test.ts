import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { movementKinds, purses } from '#contract/accounts/accounts.rules.ts';
import { accountRequests, accounts as routes } from '#contract/accounts/accounts.ts';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { messages } from '#contract/messages/messages.ts';
import { DAY, dayOf } from '#contract/time.ts';
import { endApproval } from '#test/approving.ts';
import { accountHouse, ledgerErrors } from '#test/accounts-ledger.ts';
import { refusal } from '#test/harness.ts';
import { resubmitApproval } from '../approvals/case-work.ts';
import { workIn } from '../events.ts';
import { endGrants } from './grant-expiry.ts';

let its: Awaited<ReturnType<typeof accountHouse>>;
before(async () => {
  its = await accountHouse();
});
after(() => its.t.close());

describe('what is put right or paid back', () => {
  it('is booked at once up to the limit, and never below nothing', async () => {
    const id = await its.someone('孙一');
    await its.pay(id, 1500);
    const withdraw = (amount: number) =>
      its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount, receiver: '孙女士', reason: '家属要求' } as never);
    const [first] = await Promise.all([withdraw(900), withdraw(900), withdraw(900)]);
    assert.ok(first);
    assert.deepEqual(await its.balances(id), [600, 0, 0]);
    await its.t.route(routes.adjust, its.finance, { oldmanId: id, amount: -100.5, reason: '多记' } as never);
    assert.deepEqual(await its.balances(id), [499.5, 0, 0]);
    const [adjusted, paid] = await its.movements(id);
    assert.deepEqual([adjusted.tradingType, adjusted.number, adjusted.remarks], [movementKinds.adjust, null, '多记']);
    assert.deepEqual([paid.tradingType, paid.cash, paid.remarks], [movementKinds.withdraw, -900, '收款人孙女士，家属要求']);
    assert.match(paid.number, /^SK/);
  });

  it('is decided by a second person above it, and booked with the decision', async () => {
    const id = await its.someone('孙二');
    await its.pay(id, 5000);
    const ask = async (amount: number) => {
      const asked = await its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount, receiver: '孙先生', reason: '退住' } as never);
      assert.equal(asked.status, 200, String(asked.msg));
      return asked.data as { movementId: number | null; caseId: number };
    };
    const [yes, no, back] = [await ask(1000.01), await ask(2000), await ask(3000)];
    assert.equal(yes.movementId, null);
    assert.deepEqual(await its.balances(id), [5000, 0, 0]);
    assert.deepEqual(
      (await its.read(id)).requests.map(({ state }: { state: number }) => state),
      [caseStates.running, caseStates.running, caseStates.running],
    );
    await endApproval(its.t, its.head, yes.caseId, 'approved');
    await endApproval(its.t, its.head, no.caseId, 'rejected');
    const { id: own } = (await its.read(id)).requests[0];
    assert.deepEqual(refusal(await its.t.route(accountRequests.withdraw, its.head, { id: own })), [403, '只能由申请人本人操作']);
    assert.deepEqual(refusal(await its.t.route(accountRequests.withdraw, its.stranger, { id: own })), [404, '账户申请不存在']);
    assert.equal((await its.t.route(accountRequests.withdraw, its.finance, { id: own })).status, 200);
    assert.deepEqual(refusal(await its.t.route(accountRequests.withdraw, its.finance, { id: own })), [409, '申请已撤回，不能撤回']);
    assert.ok(back.caseId);
    assert.deepEqual(await its.balances(id), [3999.99, 0, 0]);
    const states = (await its.read(id)).requests.map(({ state }: { state: number }) => state);
    assert.deepEqual(states, [caseStates.withdrawn, caseStates.rejected, caseStates.approved]);
  });

  it('that was returned is not changed but taken back and asked for anew', async () => {
    const id = await its.someone('孙四');
    await its.pay(id, 2000);
    const { data } = await its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount: 1500, receiver: '孙', reason: '退' } as never);
    await endApproval(its.t, its.head, data.caseId, 'returned');
    const [request] = (await its.read(id)).requests;
    assert.equal(request.state, caseStates.returned);
    const again = its.t.deps.inTenant(its.head.tenantId, (tx) =>
      resubmitApproval(workIn(tx, its.t.deps, { userId: its.finance.userId, name: '陈财务' }), { kind: 'account', businessId: request.id }),
    );
    await assert.rejects(again, /账户申请不能修改，请撤回后重新申请/);
    assert.equal((await its.t.route(accountRequests.withdraw, its.finance, { id: request.id })).status, 200);
    assert.deepEqual(await its.balances(id), [2000, 0, 0]);
  });

  it('is not decided when the money is gone meanwhile: the decision is undone', async () => {
    const id = await its.someone('孙三');
    await its.pay(id, 2000);
    const { data } = await its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount: 1500, receiver: '孙', reason: '退' } as never);
    await its.t.route(routes.withdraw, its.finance, { oldmanId: id, amount: 900, receiver: '孙', reason: '退' } as never);
    await assert.rejects(endApproval(its.t, its.head, data.caseId, 'approved'), /可用余额不足，现有¥1,100.00/);
    assert.deepEqual(await its.balances(id), [1100, 0, 0]);
    assert.equal((await its.read(id)).requests[0].state, caseStates.running);
  });
});

describe('little money', () => {
  it('is told once to those who take payments, and again after there was enough', async () => {
    const id = await its.someone('周一');
    const told = async () =>
      (await its.t.route(messages.page, its.finance, { a: 0, b: 'all', size: 100 })).data.records.filter(({ title }: { title: string }) =>
        title.startsWith('周一'),
      ).length;
    await its.pay(id, 600);
    const take = (amount: number) => its.t.route(routes.adjust, its.finance, { oldmanId: id, amount: -amount, reason: '更正' } as never);
    await take(50);
    assert.equal(await told(), 0);
    await take(100);
    await take(100);
    assert.equal(await told(), 1);
    assert.equal((await its.read(id)).low, true);
    await its.pay(id, 500);
    assert.equal((await its.read(id)).low, false);
    await its.t.route(routes.alert, its.finance, { oldmanId: id, alertBalance: 900 });
    assert.deepEqual([(await its.read(id)).low, (await its.read(id)).alertBalance], [true, 900]);
    await its.t.route(routes.alert, its.finance, { oldmanId: id, alertBalance: null });
    assert.deepEqual([(await its.read(id)).low, (await its.read(id)).alertBalance], [false, null]);
    await take(400);
    assert.equal(await told(), 2);
  });
});

describe('a subsidy', () => {
  it('goes back to its giver after its last day, once', async () => {
    const id = await its.someone('李一');
    await its.pay(id, 200, { purse: purses.grant, source: '区民政局', expireDate: dayOf(Date.now() + 3 * DAY) });
    await its.pay(id, 80, { purse: purses.grant, source: '慈善会' });
    const lastDay = Date.now() + 3 * DAY;
    await endGrants(its.t.deps, lastDay, 100);
    assert.deepEqual(await its.balances(id), [0, 280, 0]);
    await Promise.all([1, 2].map(() => endGrants(its.t.deps, lastDay + DAY, 100)));
    assert.deepEqual(await its.balances(id), [0, 80, 0]);
    const [ended] = await its.movements(id);
    assert.deepEqual([ended.tradingType, ended.grant, ended.remarks], [movementKinds.expire, -200, '区民政局到期，未用部分退回']);
    assert.deepEqual(await ledgerErrors(its.t, its.head.tenantId), []);
  });
});
