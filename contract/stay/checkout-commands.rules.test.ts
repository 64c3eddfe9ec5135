import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkoutNumber,
  checkoutStates,
  closedCheckout,
  decideCheckout,
  DIED,
  leaveProblem,
  statusAfter,
  type CheckoutAction,
  type CheckoutCommand,
} from './checkout-commands.rules.ts';
import { DEFAULT_TURNS, signProblem, turnsOf, turnsProblem, waitingSigns, type Sign } from './checkout-departments.rules.ts';

const { signing, settling, left, cancelled } = checkoutStates;
const NOW = Date.parse('2026-11-24T10:00:00+08:00');

describe('the turns of the departments', () => {
  it('are read from the text of the institution', () => {
    assert.deepEqual(turnsOf(DEFAULT_TURNS), [['nursing', 'medical', 'general'], ['finance'], ['business'], ['director']]);
    assert.deepEqual(turnsOf('finance; director'), [['finance'], ['director']]);
    for (const wrong of ['', 'nursing,', 'nursing;;finance', 'nursing;nursing', 'kitchen'])
      assert.match(turnsProblem(wrong) ?? '', /^应为nursing/);
    assert.equal(turnsProblem('director'), null);
  });

  const signs: Sign[] = [
    { department: 'nursing', turn: 1, state: 2 },
    { department: 'medical', turn: 1, state: 1 },
    { department: 'finance', turn: 2, state: 1 },
  ];
  it('wait for the first turn that has not agreed as a whole', () => {
    assert.deepEqual(
      waitingSigns(signs).map(({ department }) => department),
      ['medical'],
    );
    assert.deepEqual(waitingSigns(signs.map((sign) => ({ ...sign, state: 2 }))), []);
  });

  it('are kept: a department signs in its turn, once, and not while its word to the applicant stands', () => {
    assert.equal(signProblem(signs, 'medical'), null);
    assert.equal(signProblem(signs, 'nursing'), '护理部已审核通过');
    assert.equal(signProblem(signs, 'finance'), '尚未轮到财务部审核');
    assert.equal(signProblem(signs, 'director'), '本次退住不需要院长审核');
    assert.equal(signProblem([{ ...signs[1]!, state: 3 }], 'medical'), '医务部已退回，等待申请人重新提交');
  });
});

describe('a check-out', () => {
  const commands: Record<CheckoutAction, CheckoutCommand> = {
    edit: { action: 'edit', set: { reason: '改' } },
    sign: { action: 'sign', department: 'nursing', note: null },
    sendBack: { action: 'sendBack', department: 'nursing', note: '日期不对' },
    settled: { action: 'settled', until: '2026-10-31' },
    settle: { action: 'settle', by: '陈财务', set: { due_fen: 100 } },
    cancel: { action: 'cancel', reason: '不走了' },
  };
  const signs: Sign[] = [{ department: 'nursing', turn: 1, state: 1 }];
  const OPEN: Record<CheckoutAction, number[]> = {
    edit: [signing],
    sign: [signing],
    sendBack: [signing],
    settled: [signing, settling],
    settle: [settling],
    cancel: [signing, settling],
  };

  it('takes each command in the states that it is open in, and in no other', () => {
    for (const action of Object.keys(commands) as CheckoutAction[])
      for (const state of [signing, settling, left, cancelled]) {
        const open = OPEN[action].includes(state);
        assert.equal(closedCheckout({ state }, action) === null, open);
        assert.equal('change' in decideCheckout({ state, signs }, commands[action], NOW), open, `${action} in ${state}`);
      }
    assert.equal(closedCheckout({ state: left }, 'cancel'), '退住申请已退住，不能取消');
    assert.equal(closedCheckout({ state: signing }, 'delete'), '退住申请待审核，不能删除');
  });

  const changed = (command: CheckoutCommand, state: number = signing, of = signs) => {
    const decision = decideCheckout({ state, signs: of }, command, NOW);
    assert.ok('change' in decision && decision.change);
    return decision.change;
  };

  it('notes up to which day fees were paid elsewhere, or that none were', () => {
    const { set, event, text } = changed(commands.settled);
    assert.deepEqual([set, event, text], [{ settled_until: '2026-10-31' }, 4, '费用已结算至2026-10-31']);
    assert.deepEqual(changed({ action: 'settled', until: null }).text, '取消已结算日期');
  });

  it('goes on to the settlement with the last sign', () => {
    assert.deepEqual(changed(commands.sign).set, { state: settling });
    const two = [...signs, { department: 'finance', turn: 2, state: 1 }];
    assert.deepEqual(changed(commands.sign, signing, two).set, { state: signing });
    const wrong = decideCheckout({ state: signing, signs: two }, { action: 'sign', department: 'finance', note: null }, NOW);
    assert.deepEqual(wrong, { refusal: '尚未轮到财务部审核', status: 409 });
  });

  it('that was sent back says by whom and why, and stays open', () => {
    const { set, sign, text } = changed(commands.sendBack);
    assert.deepEqual([set, sign, text], [{ state: signing }, { department: 'nursing', state: 3, note: '日期不对' }, '护理部：日期不对']);
  });

  it('that is carried through says when and by whom', () => {
    const at = '2026-11-24T02:00:00.000Z';
    const set = { due_fen: 100, state: left, settled_at: at, settled_by: '陈财务', left_at: at, left_by: '陈财务' };
    assert.deepEqual(changed(commands.settle, settling).set, set);
    assert.deepEqual(changed(commands.cancel, settling).set, { state: cancelled, cancel_reason: '不走了' });
  });

  it('ends in 已离院, or in 已故 for a death', () => {
    assert.deepEqual([statusAfter(1), statusAfter(3), statusAfter(DIED)], [4, 4, 5]);
    assert.equal(checkoutNumber('2026-11-24', 7), 'TZ20261124007');
  });

  it('is for a day within a month back and a year ahead; a death is of its own day', () => {
    const problem = (leaveDate: string, destination = 1, diedTime: string | null = null) =>
      leaveProblem({ leaveDate, destination, diedTime }, '2026-11-24 10:00:00');
    assert.equal(problem('2026-10-24'), null);
    assert.equal(problem('2026-10-23'), '退住日期不能早于31天前');
    assert.equal(problem('2027-11-25'), '退住日期不能晚于一年后');
    assert.equal(problem('2026-11-23', DIED), '请填写去世时间');
    assert.equal(problem('2026-11-24', DIED, '2026-11-24 11:00:00'), '去世时间不能晚于现在');
    assert.equal(problem('2026-11-24', DIED, '2026-11-23 23:50:00'), '退住日期应为去世当天');
    assert.equal(problem('2026-11-23', DIED, '2026-11-23 23:50:00'), null);
  });
});
