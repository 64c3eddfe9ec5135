import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { finder, numberOf, toBeSent, toSend } from './order-finder.ts';

describe('orders in the command palette', () => {
  it('are looked for by their number, with or without its letters', () => {
    assert.deepEqual(['GD20261123', 'gd202611', '20261123', '2026', '派单', '302床'].map(numberOf), [
      'GD20261123',
      'GD202611',
      'GD20261123',
      null,
      null,
      null,
    ]);
  });

  it('are sent by a name behind the word', () => {
    assert.deepEqual(['派单 冯克勤', '派单冯克勤', '派单', '派单 ', '请派单 冯克勤'].map(toSend), ['冯克勤', '冯克勤', null, null, null]);
  });

  it('that nobody goes to yet come before those that are sent anew, what is over not at all', () => {
    const orders = [
      { id: 1, state: 2, serverUserName: '邱伟' },
      { id: 2, state: 1, serverUserName: null },
      { id: 3, state: 4, serverUserName: '邱伟' },
      { id: 4, state: 1, serverUserName: null },
    ];
    assert.deepEqual(
      toBeSent(orders).map(({ id }) => id),
      [2, 4, 1],
    );
  });

  it('are for those only who may', () => {
    const all = () => true;
    const none = () => false;
    const sees = ({ access }: { access: string }) => access === workOrders.page.access;
    assert.deepEqual([finder.looksFor('派单 冯克勤', all), finder.looksFor('派单 冯克勤', none)], [true, false]);
    assert.deepEqual([finder.looksFor('派单 冯克勤', sees), finder.looksFor('GD20261123', sees)], [false, true]);
  });
});
