import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { GroupInstitution } from '#contract/screens/screens.ts';
import { byUrgency, pageAt, ranked, totalsOf } from './group-rules.ts';

const house = (tenantId: number, given: Partial<GroupInstitution> = {}): GroupInstitution => ({
  tenantId,
  name: `院${tenantId}`,
  inForce: true,
  people: { inCare: 10, away: 1 },
  beds: { total: 20, taken: 11, free: 9 },
  onDuty: 3,
  devices: { total: 5, online: 4 },
  warnings: { today: 2, critical: 1, closed: 1, open: 1, unanswered: 0 },
  response: { count: 0, average: null, p90: null },
  orders: { today: 4, done: 1, overdue: 2 },
  ...given,
});

describe('sums of a group', () => {
  it('weigh the mean response by how many were answered', () => {
    const all = totalsOf([
      house(1, { response: { count: 3, average: 60, p90: 60 } }),
      house(2, { response: { count: 1, average: 100, p90: 100 } }),
      house(3),
    ]);
    assert.deepEqual([all.inCare, all.beds, all.answered, all.average], [30, 60, 4, 70]);
  });

  it('have no mean without an answer, and nothing without institutions', () => {
    assert.equal(totalsOf([house(1)]).average, null);
    assert.deepEqual([totalsOf([]).inCare, totalsOf([]).average], [0, null]);
  });
});

describe('lists of a group', () => {
  it('rank those that have a value', () => {
    const rows = [
      house(1, { response: { count: 1, average: 90, p90: 90 } }),
      house(2),
      house(3, { response: { count: 1, average: 30, p90: 30 } }),
    ];
    const ids = (descending: boolean) => ranked(rows, ({ response }) => response.average, { descending }).map(({ row }) => row.tenantId);
    assert.deepEqual(
      [ids(false), ids(true)],
      [
        [3, 1],
        [1, 3],
      ],
    );
    assert.equal(
      ranked(
        [1, 2, 3, 4].map((id) => house(id)),
        ({ onDuty }) => onDuty,
        { most: 2 },
      ).length,
      2,
    );
  });

  it('put first where nobody has answered, then where most is open', () => {
    const rows = [
      house(1),
      house(2, { warnings: { today: 0, critical: 0, closed: 0, open: 9, unanswered: 0 } }),
      house(3, { warnings: { today: 1, critical: 1, closed: 0, open: 1, unanswered: 1 } }),
    ];
    assert.deepEqual(
      byUrgency(rows).map(({ tenantId }) => tenantId),
      [3, 2, 1],
    );
  });

  it('turn their pages round and round', () => {
    const rows = [1, 2, 3, 4, 5];
    assert.deepEqual(
      [0, 1, 2, 3].map((turn) => pageAt(rows, 2, turn).rows),
      [[1, 2], [3, 4], [5], [1, 2]],
    );
    assert.deepEqual(pageAt([], 2, 7), { rows: [], page: 0, pages: 1 });
  });
});
