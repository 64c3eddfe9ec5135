import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { closedGoods, decideGoods, type GoodsChange, type GoodsCommand, type GoodsState } from './goods-order-commands.rules.ts';
import { canDo, delivery, payment, type GoodsAction } from './goods-orders.rules.ts';

const contact = { orderer_name: '王秀英', phone: '13911112222', address: '景山前街4号', remarks: null };
const NOW = Date.UTC(2026, 5, 15, 1);
const AT = '2026-06-15T01:00:00.000Z';
const order = (paid: number, sent: number | null): GoodsState => ({
  ...contact,
  payment: paid,
  delivery: sent,
  number: 'SP202606150001',
  total_fen: 5998,
  pay_type: 1,
});

const COMMANDS: Record<GoodsAction, GoodsCommand> = {
  edit: { action: 'edit', contact: { ...contact, phone: '13911113333', address: '东华门大街2号', remarks: undefined } },
  pay: { action: 'pay', payType: 1, label: '现金' },
  ship: { action: 'ship', carrier: '顺丰', trackingNo: 'SF1' },
  sign: { action: 'sign' },
  cancel: { action: 'cancel', reason: '不要了' },
  refund: { action: 'refund', reason: '破损', restock: false },
  delete: { action: 'delete' },
};
const actions = Object.keys(COMMANDS) as GoodsAction[];
const states = Object.values(payment).flatMap((paid) => [null, ...Object.values(delivery)].map((sent) => order(paid, sent)));

/** The change; fails when the command is refused or makes no change. */
function changed(state: GoodsState, command: GoodsCommand): GoodsChange {
  const decision = decideGoods(state, command, NOW);
  assert.ok('change' in decision && decision.change, JSON.stringify(decision));
  return decision.change;
}

describe('each command in each state', () => {
  for (const state of states)
    it(`of payment ${state.payment} and delivery ${state.delivery} is decided or refused as its button is shown`, () => {
      for (const action of actions) {
        const decision = decideGoods(state, COMMANDS[action], NOW);
        if (canDo(action, state)) assert.ok('change' in decision, action);
        else assert.ok('refusal' in decision && decision.status === 409 && /^订单.+，不能/.test(decision.refusal), action);
      }
    });

  it('is closed for a reason that names where the order stands, else for none', () => {
    for (const [paid, sent, action, why] of [
      [payment.unpaid, delivery.waiting, 'pay', null],
      [payment.unpaid, null, 'cancel', null],
      [payment.unpaid, delivery.waiting, 'ship', '订单待支付，不能发货'],
      [payment.paid, null, 'ship', '订单已支付，不能发货'],
      [payment.paid, delivery.sent, 'ship', '订单已支付、已发货，不能发货'],
      [payment.paid, delivery.signed, 'refund', null],
      [payment.paid, delivery.signed, 'delete', '订单已支付、已签收，不能删除订单'],
      [payment.refunded, delivery.waiting, 'refund', '订单已退款，不能退款'],
      [payment.cancelled, null, 'pay', '订单已取消，不能收款'],
      [payment.cancelled, null, 'delete', null],
    ] as const)
      assert.equal(closedGoods({ payment: paid, delivery: sent }, action), why, `${action} ${paid} ${sent}`);
  });

  it('says in words why it is refused', () => {
    const refusal = '订单已支付、待发货，不能签收';
    assert.deepEqual(decideGoods(order(payment.paid, delivery.waiting), COMMANDS.sign, NOW), { refusal, status: 409 });
  });

  it('never leads from an end anywhere, and money moves at most once each way', () => {
    const seen = new Set<string>();
    const walk = (state: GoodsState, paid: number, refunded: number) => {
      assert.ok(paid <= 1 && refunded <= paid);
      const key = JSON.stringify([state.payment, state.delivery, paid, refunded]);
      if (seen.has(key)) return;
      seen.add(key);
      for (const action of actions.filter((one) => one !== 'delete' && one !== 'edit' && canDo(one, state))) {
        const { set, money } = changed(state, COMMANDS[action]);
        const next = { ...state, payment: set.payment ?? state.payment, delivery: set.delivery ?? state.delivery };
        walk(next, paid + Number(money?.kind === 1), refunded + Number(money?.kind === 2));
      }
    };
    walk(order(payment.unpaid, delivery.waiting), 0, 0);
    walk(order(payment.unpaid, null), 0, 0);
    // Waiting, paid, sent, signed, cancelled, and refunded out of each of the three; packages: waiting, paid, refunded, cancelled.
    assert.equal(seen.size, 12);
  });
});

describe('the change', () => {
  const unpaid = order(payment.unpaid, delivery.waiting);
  const paid = order(payment.paid, delivery.waiting);
  const sent = order(payment.paid, delivery.sent);
  const table: [string, GoodsState, GoodsCommand, Omit<GoodsChange, 'action'>][] = [
    [
      'of a payment takes the money and gives the packages',
      unpaid,
      COMMANDS.pay,
      { set: { payment: 2, pay_type: 1, paid_at: AT }, note: '现金 ¥59.98', money: { kind: 1, payType: 1 }, packages: { granted: true } },
    ],
    [
      'of a dispatch',
      paid,
      COMMANDS.ship,
      { set: { delivery: 2, carrier: '顺丰', tracking_number: 'SF1', shipped_at: AT }, note: '顺丰 SF1' },
    ],
    ['of a receipt', sent, COMMANDS.sign, { set: { delivery: 3, signed_at: AT }, note: '' }],
    [
      'of a cancellation gives the stock back',
      unpaid,
      COMMANDS.cancel,
      { set: { payment: 4, closed_at: AT, close_reason: '不要了' }, note: '不要了', restock: true },
    ],
    [
      'of a refund gives back what was not sent, whatever the caller says',
      paid,
      COMMANDS.refund,
      {
        set: { payment: 3, closed_at: AT, close_reason: '破损' },
        note: '¥59.98，破损',
        money: { kind: 2, payType: 1 },
        packages: { void: '商品订单 SP202606150001 退款：破损' },
        restock: true,
      },
    ],
    [
      'of deleting an unpaid order cancels it',
      unpaid,
      COMMANDS.delete,
      { set: { deleted_at: AT, payment: 4, closed_at: AT, close_reason: '删除订单' }, note: 'SP202606150001', restock: true },
    ],
    [
      'of deleting a cancelled order changes nothing else',
      order(payment.cancelled, null),
      COMMANDS.delete,
      { set: { deleted_at: AT }, note: 'SP202606150001' },
    ],
  ];
  for (const [name, state, command, change] of table)
    it(name, () => assert.deepEqual(changed(state, command), { action: command.action, ...change }));

  it('of a refund of what was sent leaves the stock alone unless the goods came back', () => {
    const { note, restock } = changed(sent, COMMANDS.refund);
    assert.deepEqual([note, restock], ['¥59.98，商品未退回，破损', false]);
    assert.equal(changed(sent, { action: 'refund', reason: '破损', restock: true }).restock, true);
  });

  it('of a contact names what changed; the same contact changes nothing, left out remarks stay', () => {
    const { set, note } = changed(unpaid, COMMANDS.edit);
    assert.deepEqual([set.remarks, note], [null, '电话、地址']);
    assert.deepEqual(decideGoods(unpaid, { action: 'edit', contact: { ...contact, remarks: undefined } }, NOW), { change: null });
  });

  it('of a payment is refused for a way to pay that is not offered, but only of an order that is open', () => {
    const command = { action: 'pay', payType: 3, label: null } as const;
    assert.deepEqual(decideGoods(unpaid, command, NOW), { refusal: '支付方式不可用，请重新选择', status: 422 });
    assert.deepEqual(decideGoods(paid, command, NOW), { refusal: '订单已支付、待发货，不能收款', status: 409 });
  });
});
