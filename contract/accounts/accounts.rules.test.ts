import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { caseStates } from '../approvals/approval-cases.rules.ts';
import {
  closedRequest,
  decideRequest,
  isLow,
  isUsable,
  movementKinds,
  movementLabels,
  receiptNumber,
  spendable,
  splitCharge,
  type Grant,
  type RequestCommand,
} from './accounts.rules.ts';

const DAY = '2026-11-25';
const grant = (id: number, leftFen: number, more: Partial<Grant> = {}): Grant => ({ id, leftFen, expiresOn: null, uses: [], ...more });
const service = { use: 'service', day: DAY, overdraft: false } as const;

describe('a subsidy', () => {
  it('pays until the end of its last day, for its uses, while something is left', () => {
    assert.deepEqual(
      [
        grant(1, 100),
        grant(1, 100, { expiresOn: DAY }),
        grant(1, 100, { expiresOn: '2026-11-24' }),
        grant(1, 100, { uses: ['service'] }),
        grant(1, 100, { uses: ['goods'] }),
        grant(1, 0),
      ].map((one) => isUsable(one, 'service', DAY)),
      [true, true, false, true, false, false],
    );
  });
});

describe('a charge', () => {
  it('takes subsidies first, the one that ends first before the others, then the own money', () => {
    const grants = [grant(1, 300), grant(2, 200, { expiresOn: '2026-12-31' }), grant(3, 100, { expiresOn: DAY, uses: ['goods'] })];
    assert.deepEqual(splitCharge(1000, { cashFen: 600, grants }, service), {
      cashFen: 500,
      grants: [
        { id: 2, fen: 200 },
        { id: 1, fen: 300 },
      ],
    });
    assert.deepEqual(splitCharge(150, { cashFen: 600, grants }, service), { cashFen: 0, grants: [{ id: 2, fen: 150 }] });
    assert.deepEqual(splitCharge(0, { cashFen: 0, grants }, service), { cashFen: 0, grants: [] });
  });

  it('needs enough, unless the rest may be owed', () => {
    const there = { cashFen: 500, grants: [grant(1, 300)] };
    assert.equal(splitCharge(801, there, service), null);
    assert.deepEqual(splitCharge(800, there, service), { cashFen: 500, grants: [{ id: 1, fen: 300 }] });
    assert.deepEqual(splitCharge(801, there, { ...service, overdraft: true }), { cashFen: 501, grants: [{ id: 1, fen: 300 }] });
  });

  it('of one who owes already takes nothing that is not there', () => {
    const owes = { cashFen: -200, grants: [grant(1, 300)] };
    assert.deepEqual(splitCharge(300, owes, service), { cashFen: 0, grants: [{ id: 1, fen: 300 }] });
    assert.equal(splitCharge(301, owes, service), null);
  });
});

describe('what is left', () => {
  it('is the own money and subsidies, and low below the limit', () => {
    assert.equal(spendable({ cashFen: -50, grantFen: 200 }), 150);
    assert.deepEqual(
      [
        isLow({ cashFen: 499, grantFen: 0 }, 500),
        isLow({ cashFen: 400, grantFen: 100 }, 500),
        isLow({ cashFen: 0, grantFen: 0 }, 0),
        isLow({ cashFen: -1, grantFen: 0 }, 0),
      ],
      [true, false, false, true],
    );
    assert.equal(receiptNumber('2026-11-25', 7), 'SK202611250007');
    assert.deepEqual(
      Object.values(movementKinds).map((kind) => movementLabels[kind]),
      ['充值', '消费', '退款', '调整', '消费退回', '补贴到期', '退住结算'],
    );
  });
});

describe('a request', () => {
  const OPEN: Record<number, RequestCommand['action'][]> = {
    [caseStates.running]: ['approved', 'rejected', 'withdrawn', 'returned'],
    [caseStates.returned]: ['withdrawn'],
    [caseStates.approved]: [],
    [caseStates.rejected]: [],
    [caseStates.withdrawn]: [],
  };
  for (const [state, open] of Object.entries(OPEN))
    for (const action of ['approved', 'rejected', 'withdrawn', 'returned'] as const)
      it(`in state ${state} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        const row = { state: Number(state) };
        assert.equal(closedRequest(row, action) === null, open.includes(action));
        const decision = decideRequest(row, { action });
        assert.deepEqual('change' in decision ? decision.change?.set.state : null, open.includes(action) ? caseStates[action] : null);
      });
});
