import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  canDo,
  delivery,
  deliveryOf,
  lineNumberOf,
  mostOf,
  numberOf,
  payment,
  payTypeOffered,
  stateText,
  stepsOf,
  totalOf,
} from './goods-orders.rules.ts';
import type { GoodsAction } from './goods-orders.rules.ts';

const actions: GoodsAction[] = ['edit', 'pay', 'ship', 'sign', 'cancel', 'refund', 'delete'];
const open = (paid: number, sent: number | null) => actions.filter((action) => canDo(action, { payment: paid, delivery: sent })).join(' ');

describe('the two machines', () => {
  it('open exactly these actions', () => {
    for (const [paid, sent, allowed] of [
      [payment.unpaid, delivery.waiting, 'edit pay cancel delete'],
      [payment.unpaid, null, 'edit pay cancel delete'],
      [payment.paid, delivery.waiting, 'edit ship refund'],
      [payment.paid, delivery.sent, 'sign refund'],
      [payment.paid, delivery.signed, 'refund'],
      [payment.paid, null, 'refund'],
      [payment.refunded, delivery.waiting, ''],
      [payment.refunded, delivery.signed, ''],
      [payment.refunded, null, ''],
      [payment.cancelled, delivery.waiting, 'delete'],
      [payment.cancelled, null, 'delete'],
      [payment.unpaid, delivery.sent, ''],
      [9, 9, ''],
    ] as const)
      assert.equal(open(paid, sent), allowed, `${paid} ${sent}`);
  });
});

describe('an order', () => {
  it('costs what its lines cost, and has something to send when it has goods', () => {
    assert.equal(
      totalOf([
        { unitFen: 1999, quantity: 3 },
        { unitFen: 1, quantity: 1 },
      ]),
      5998,
    );
    assert.equal(totalOf([]), 0);
    assert.equal(deliveryOf([{ kind: 2 }]), null);
    assert.equal(deliveryOf([{ kind: 2 }, { kind: 1 }]), delivery.waiting);
    assert.deepEqual([mostOf(1), mostOf(2)], [9999, 1]);
    assert.deepEqual([1, 2, 3, 4, 5].filter(payTypeOffered), [1, 2, 4, 5]);
  });

  it('has a number by day, and its lines have theirs', () => {
    assert.equal(numberOf('2026-11-21', 7), 'SP202611210007');
    assert.equal(numberOf('2026-11-21', 12345), 'SP2026112112345');
    assert.equal(lineNumberOf('SP202611210007', 2), 'SP202611210007-02');
    assert.equal(stateText({ payment: 2, delivery: 1 }), '已支付、待发货');
    assert.equal(stateText({ payment: 2, delivery: null }), '已支付');
    assert.equal(stateText({ payment: 4, delivery: 1 }), '已取消');
  });

  it('shows how far it is', () => {
    const fresh = { payment: 1, delivery: 1, buyTime: 'a', payTime: null, shipTime: null, signTime: null, closeTime: null };
    const said = (order: Parameters<typeof stepsOf>[0]) => stepsOf(order).map(({ title, state }) => `${title} ${state}`);
    assert.deepEqual(said(fresh), ['提交订单 done', '待支付 current', '待发货 wait', '待签收 wait']);
    assert.deepEqual(said({ ...fresh, payment: 2, payTime: 'b' }), ['提交订单 done', '已支付 done', '待发货 current', '待签收 wait']);
    assert.deepEqual(said({ ...fresh, payment: 2, delivery: null, payTime: 'b' }), ['提交订单 done', '已支付 done']);
    assert.deepEqual(said({ ...fresh, payment: 4, closeTime: 'c' }), ['提交订单 done', '已取消 cancelled']);
    assert.deepEqual(said({ ...fresh, payment: 3, payTime: 'b', closeTime: 'c' }), ['提交订单 done', '已支付 done', '已退款 cancelled']);
  });
});
