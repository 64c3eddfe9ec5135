import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  closedPurchase,
  decidePurchase,
  outstanding,
  proposedPurchase,
  purchaseNumber,
  purchaseStateLabels,
  purchaseStates,
  purchaseTotal,
  type PurchaseAction,
  type PurchaseCommand,
} from './purchase-commands.rules.ts';

const pads = { id: 1, name: '护理垫', unit: '片', quantity: 100, received: 0 };
const gloves = { id: 2, name: '手套', unit: '盒', quantity: 2.5, received: 1 };
const row = (state: number) => ({ state, lines: [pads, gloves] });
const commands: Record<PurchaseAction, PurchaseCommand> = {
  approved: { action: 'approved' },
  rejected: { action: 'rejected' },
  withdrawn: { action: 'withdrawn' },
  returned: { action: 'returned' },
  edit: { action: 'edit', set: { total_fen: 5 } },
  receive: { action: 'receive', receipts: [{ lineId: 1, quantity: 40 }], reason: '' },
  close: { action: 'close', reason: '供应商缺货' },
};
const { running, approved, rejected, withdrawn, returned, partial, received, closed } = purchaseStates;
const OPEN: Record<number, PurchaseAction[]> = {
  [running]: ['approved', 'rejected', 'withdrawn', 'returned'],
  [approved]: ['receive', 'close'],
  [rejected]: [],
  [withdrawn]: [],
  [returned]: ['withdrawn', 'edit'],
  [partial]: ['receive', 'close'],
  [received]: [],
  [closed]: [],
};
const receive = (receipts: { lineId: number; quantity: number }[], reason = '') =>
  decidePurchase(row(approved), { action: 'receive', receipts, reason });

describe('a purchase', () => {
  for (const [state, open] of Object.entries(OPEN))
    for (const [action, command] of Object.entries(commands) as [PurchaseAction, PurchaseCommand][])
      it(`in state ${purchaseStateLabels[Number(state)]} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        assert.equal(closedPurchase({ state: Number(state) }, action) === null, open.includes(action));
        assert.equal('change' in decidePurchase(row(Number(state)), command), open.includes(action));
      });

  it('is received in parts, and is whole when every line has come', () => {
    const stateAfter = (decision: ReturnType<typeof decidePurchase>) => ('change' in decision ? decision.change?.set.state : decision);
    assert.equal(stateAfter(receive([{ lineId: 1, quantity: 40 }])), partial);
    assert.equal(stateAfter(receive([{ lineId: 1, quantity: 100 }])), partial);
    assert.equal(
      stateAfter(
        receive([
          { lineId: 1, quantity: 100 },
          { lineId: 2, quantity: 1.5 },
        ]),
      ),
      received,
    );
  });

  it('takes more than was ordered only with a reason, also when a line is named twice', () => {
    const twice = [
      { lineId: 2, quantity: 1 },
      { lineId: 2, quantity: 0.51 },
    ];
    assert.deepEqual(receive(twice), { refusal: '手套只剩1.5盒未入库，多收请填写原因', status: 422 });
    assert.ok('change' in receive(twice, '供应商赠送'));
    assert.deepEqual(receive([{ lineId: 9, quantity: 1 }]), { refusal: '采购明细不存在', status: 404 });
  });

  it('is summed in fen, line by line', () => {
    assert.equal(
      purchaseTotal([
        { quantity: 100, priceFen: 120 },
        { quantity: 2.5, priceFen: 3333 },
        { quantity: 0.01, priceFen: 49 },
      ]),
      12_000 + 8333,
    );
    assert.equal(purchaseNumber('2026-11-24', 7), 'CG202611240007');
  });

  it('says what has not come, and how much of a low material to buy', () => {
    assert.deepEqual([outstanding(pads), outstanding(gloves), outstanding({ quantity: 1, received: 3 })], [100, 1.5, 0]);
    assert.deepEqual(
      [
        proposedPurchase({ quantity: 3, safetyQuantity: 50 }),
        proposedPurchase({ quantity: 0.5, safetyQuantity: 0.5 }),
        proposedPurchase({ quantity: 10, safetyQuantity: 0 }),
      ],
      [97, 1, 1],
    );
  });
});
