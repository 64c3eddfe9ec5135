import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  closedPackage,
  decidePackage,
  type PackageChange,
  type PackageCommand,
  type PackageState,
} from './package-order-commands.rules.ts';
import { canDo, payStatus, type OrderAction } from './package-orders.rules.ts';

const NOW = Date.UTC(2026, 5, 15, 1);
const AT = '2026-06-15T01:00:00.000Z';
const bill = { bill_no: 'A1', receipt_no: 'R1' };
const order = (status: number, more: Partial<PackageState> = {}): PackageState => ({
  pay_status: status,
  pay_type: null,
  total_fen: 5998,
  deadline_at: '2026-06-15 23:59:00',
  bill: null,
  ...more,
});

const by = { userId: 7, name: '周会计' };
const COMMANDS: Record<OrderAction, PackageCommand> = {
  pay: { action: 'pay', by: '王院长', payType: 1 },
  bill: { action: 'bill', by: '王院长', billNo: 'B2', receiptNo: 'R2' },
  cancel: { action: 'cancel', by: '王院长' },
  expire: { action: 'expire', reason: '超过期限' },
  verify: { action: 'verify', by },
  refuse: { action: 'refuse', by, reason: '金额不符' },
  fail: { action: 'fail', by, reason: '未到账' },
  settle: { action: 'settle', payType: 2, note: '到账' },
};
const actions = Object.keys(COMMANDS) as OrderAction[];
const { pending, paid, timedOut, paying } = payStatus;

/** The change; fails when the command is refused or makes none. */
function changed(state: PackageState, action: OrderAction): PackageChange {
  const decision = decidePackage(state, COMMANDS[action], NOW);
  assert.ok('change' in decision && decision.change, JSON.stringify(decision));
  return decision.change;
}
const refused = (state: PackageState, action: OrderAction) => {
  const decision = decidePackage(state, COMMANDS[action], NOW);
  return 'refusal' in decision ? `${decision.status} ${decision.refusal}` : 'done';
};

describe('each command in each state', () => {
  for (const status of Object.values(payStatus))
    for (const waits of [null, bill])
      it(`of status ${status}${waits ? ' with a receipt' : ''} is decided or refused as its button is shown`, () => {
        const state = order(status, { bill: waits });
        for (const action of actions) {
          const open = canDo(action, { payStatus: status, bill: waits !== null });
          if (open) assert.equal(changed(state, action).action, action);
          else assert.match(refused(state, action), /^409 订单.+，不能/);
        }
      });

  it('says in words why it is refused', () => {
    assert.equal(refused(order(paid), 'cancel'), '409 订单已支付，不能取消订单');
    assert.equal(refused(order(pending), 'verify'), '409 订单没有待核实的回执单，不能核实到账');
  });

  it('is closed for a reason that names where the order or its receipt stands, else for none', () => {
    const late = { deadline_at: '2026-06-15 09:00:00' };
    const cases: [PackageState, OrderAction, why: string | null][] = [
      [order(pending), 'pay', null],
      [order(paying, { bill }), 'verify', null],
      [order(paid), 'pay', '订单已支付，不能发起支付'],
      [order(timedOut), 'settle', '订单已超时，不能支付到账'],
      [order(payStatus.cancelled), 'expire', '订单已取消，不能超时关闭'],
      [order(pending), 'refuse', '订单没有待核实的回执单，不能退回回执单'],
      [order(paying), 'verify', '订单没有待核实的回执单，不能核实到账'],
      [order(paying, { bill }), 'expire', '订单有待核实的回执单，不能超时关闭'],
      [order(pending), 'fail', '订单待支付，不能判定支付失败'],
      [order(pending, late), 'pay', '订单已超时，不能发起支付'],
      [order(paying, late), 'bill', '订单已超时，不能提交回执单'],
      [order(paying, { ...late, bill }), 'bill', null],
      [order(paid, late), 'cancel', '订单已支付，不能取消订单'],
      [order(pending, late), 'settle', null],
    ];
    for (const [state, action, why] of cases) assert.equal(closedPackage(state, action, NOW), why, `${action} ${JSON.stringify(state)}`);
  });

  it('after the deadline: the buyer can do nothing, but money that comes is taken, and a receipt that waits stops the clock', () => {
    const late = order(paying, { deadline_at: '2026-06-15 09:00:00' });
    for (const action of ['pay', 'bill', 'cancel'] as const) assert.match(refused(late, action), /^409 订单已超时，不能/);
    for (const action of ['settle', 'expire', 'fail'] as const) assert.equal(refused(late, action), 'done');
    assert.equal(refused({ ...late, bill }, 'cancel'), 'done');
    assert.equal(refused({ ...late, deadline_at: '2026-06-15 09:00:01' }, 'pay'), 'done');
  });
});

describe('the change', () => {
  const decided = { decided_by: 7, decided_name: '周会计', decided_at: AT };
  const waiting = order(paying, { bill, pay_type: 3 });
  const table: [string, PackageState, Partial<PackageChange>][] = [
    ['pay', order(pending), { set: { pay_status: paying, pay_type: 1 }, note: '微信支付', by: '王院长', bill: undefined }],
    ['bill', order(paying), { set: { pay_status: paying, pay_type: 3 }, note: '流水号B2，回单编号R2', by: '王院长', bill: undefined }],
    [
      'bill',
      waiting,
      {
        set: { pay_status: paying, pay_type: 3 },
        note: '流水号B2，回单编号R2，覆盖之前的回执单（流水号A1，回单编号R1）',
        by: '王院长',
        bill: { state: 4 },
      },
    ],
    [
      'cancel',
      waiting,
      { set: { pay_status: 5, closed_at: AT, close_reason: '用户取消' }, note: '已提交的回执单一并撤回', by: '王院长', bill: { state: 5 } },
    ],
    [
      'cancel',
      order(pending),
      { set: { pay_status: 5, closed_at: AT, close_reason: '用户取消' }, note: '', by: '王院长', bill: undefined },
    ],
    [
      'expire',
      order(pending),
      { set: { pay_status: timedOut, closed_at: AT, close_reason: '超过期限' }, note: '超过期限', by: null, bill: undefined },
    ],
    [
      'verify',
      waiting,
      {
        set: { pay_status: paid, paid_at: AT, pay_type: 3, verified_by: 7, verified_name: '周会计' },
        note: '到账¥59.98，流水号A1',
        by: '周会计',
        bill: { state: 2, ...decided },
      },
    ],
    [
      'refuse',
      waiting,
      {
        set: { pay_status: paying, deadline_at: '2026-06-16T15:59:00.000Z' },
        note: '金额不符',
        by: '周会计',
        bill: { state: 3, ...decided, reason: '金额不符' },
      },
    ],
    [
      'fail',
      order(paying),
      { set: { pay_status: 3, closed_at: AT, close_reason: '未到账' }, note: '未到账', by: '周会计', bill: undefined },
    ],
    ['settle', waiting, { set: { pay_status: paid, paid_at: AT, pay_type: 2 }, note: '到账', by: null, bill: { state: 5 } }],
  ];
  for (const [action, state, change] of table)
    it(`of ${action}${state.bill ? ' with a receipt' : ''}`, () =>
      assert.deepEqual(changed(state, action as OrderAction), { action, ...change }));

  it('of nothing to pay sets no way to pay', () => {
    const decision = decidePackage(order(pending), { action: 'settle', payType: null, note: '无需支付' }, NOW);
    assert.deepEqual('change' in decision && decision.change?.set, { pay_status: paid, paid_at: AT });
  });

  it('of the same way to pay once more is none', () => {
    assert.deepEqual(decidePackage(order(paying, { pay_type: 1 }), COMMANDS.pay, NOW), { change: null });
    assert.equal(refused(order(pending, { pay_type: 1 }), 'pay'), 'done');
  });
});
