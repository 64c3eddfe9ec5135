import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { conversion, closedEnquiry, decideEnquiry, type EnquiryCommand } from './enquiry-commands.rules.ts';

const now = Date.parse('2026-11-25T08:00:00+08:00');
const at = '2026-11-25T00:00:00.000Z';
const decided = (state: number, command: EnquiryCommand) => {
  const decision = decideEnquiry({ state }, command, now);
  return 'refusal' in decision ? decision.refusal : decision.change?.set;
};
const follow: EnquiryCommand = { action: 'follow', nextOn: '2026-11-28' };

describe('an enquiry', () => {
  it('that is followed up is no new one any more, and keeps what it has reached', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((state) => decided(state, follow)),
      [2, 2, 3, 4].map((state) => ({ state, next_on: '2026-11-28' })),
    );
    assert.equal(decided(6, follow), '该咨询已流失，不能跟进');
  });

  it('keeps its place in the queue when they come to see the house', () => {
    const visit: EnquiryCommand = { action: 'visit', nextOn: null };
    assert.deepEqual(decided(2, visit), { state: 3, visited_at: at, next_on: null });
    assert.deepEqual(decided(4, visit), { state: 4, visited_at: at, next_on: null });
    assert.deepEqual(decided(3, { action: 'wait', nextOn: null }), { state: 4, waiting_at: at, next_on: null });
    assert.equal(closedEnquiry({ state: 4 }, 'wait'), '该咨询等候床位，不能排队等候床位');
  });

  it('ends with an admission or a reason, and a lost one can be taken up again at the end of the queue', () => {
    assert.deepEqual(decided(4, { action: 'admit' }), { state: 5, next_on: null, ended_at: at });
    assert.deepEqual(decided(1, { action: 'lose', reason: 4, note: '太远' }), {
      state: 6,
      lost_reason: 4,
      lost_note: '太远',
      next_on: null,
      ended_at: at,
    });
    assert.deepEqual(decided(6, { action: 'reopen' }), { state: 2, lost_reason: null, lost_note: null, waiting_at: null, ended_at: null });
    for (const action of ['reopen', 'admit'] as const) assert.equal(typeof decided(5, { action }), 'string');
  });

  it('counts in percent of those that led to an admission', () => {
    assert.deepEqual([conversion(0, 0), conversion(1, 3), conversion(2, 2)], [null, 33.3, 100]);
  });
});
