import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { HOUR, MINUTE, instantOf, isoOf, textOf } from '../time.ts';
import {
  closedRestraint,
  decideRestraint,
  hoursWithin,
  limitOf,
  lookConcerns,
  nextDue,
  orderProblem,
  type Look,
  type RestraintCommand,
  type RestraintState,
} from './restraint-commands.rules.ts';

const now = instantOf('2026-03-05 10:00:00');
const ordered: RestraintState = {
  state: 1,
  hours: 8,
  look_minutes: 30,
  loosen_minutes: 120,
  ordered_at: textOf(now - 2 * HOUR),
  begun_at: null,
  looked_at: null,
  loosened_at: null,
};
const begun = (minutesAgo: number, more: Partial<RestraintState> = {}): RestraintState => {
  const at = textOf(now - minutesAgo * MINUTE);
  return { ...ordered, state: 2, begun_at: at, looked_at: at, loosened_at: at, ...more };
};
const fine: Look = { loosened: false, blood: 1, skin: 1, mood: 1, note: '' };
const setOf = (row: RestraintState, command: RestraintCommand) => {
  const decided = decideRestraint(row, command, now);
  return 'change' in decided ? decided.change!.set : decided;
};

describe('an order of restraint', () => {
  const form = { hours: 8, reason: 1, reasonNote: '', consentDay: '2026-03-05' };
  it('has a limit, a reason, and consent that was given before', () => {
    assert.equal(orderProblem(form, 8, '2026-03-05'), null);
    assert.equal(orderProblem({ ...form, hours: 9 }, 8, '2026-03-05'), '约束时限不能超过8小时，到时仍需约束的请重新评估并开单');
    assert.equal(orderProblem({ ...form, reason: 9 }, 8, '2026-03-05'), '请说明约束原因');
    assert.equal(orderProblem({ ...form, consentDay: '2026-03-06' }, 8, '2026-03-05'), '知情同意日期不能晚于今天');
  });

  it('is begun, looked at and released in this order only', () => {
    assert.equal(closedRestraint({ state: 1 }, 'begin'), null);
    assert.equal(closedRestraint({ state: 1 }, 'look'), '该约束单待执行，不能登记观察');
    assert.equal(closedRestraint({ state: 2 }, 'withdraw'), '该约束单约束中，不能作废');
    assert.equal(closedRestraint({ state: 3 }, 'release'), '该约束单已解除，不能解除约束');
    assert.equal(closedRestraint({ state: 4 }, 'begin'), '该约束单已作废，不能开始约束');
    assert.equal(closedRestraint({ state: 2 }, 'delete'), '该约束单约束中，不能删除');
    assert.deepEqual(decideRestraint(begun(5), { action: 'begin', by: '王芳', at: now }, now), {
      refusal: '该约束单约束中，不能开始约束',
      status: 409,
    });
  });

  it('begins when the phone says, not before it was ordered and not in the future', () => {
    const at = now - 10 * MINUTE;
    const iso = isoOf(at);
    assert.deepEqual(setOf(ordered, { action: 'begin', by: '王芳', at }), {
      state: 2,
      begun_at: iso,
      begun_name: '王芳',
      looked_at: iso,
      loosened_at: iso,
    });
    const refusal = (moment: number) => (setOf(ordered, { action: 'begin', by: '王芳', at: moment }) as { refusal: string }).refusal;
    assert.equal(refusal(now + 6 * MINUTE), '时间不能晚于现在，请检查手机时间');
    assert.equal(refusal(now - 3 * HOUR), '开始时间不能早于开单时间');
    assert.equal(refusal(now - 73 * HOUR), '只能补记72小时内的情况');
  });
});

describe('a look', () => {
  const look = (row: RestraintState, at: number, more: Partial<Look> = {}) =>
    setOf(row, { action: 'look', at, look: { ...fine, ...more } });
  it('counts from when it was made; a loosening is one as well', () => {
    assert.deepEqual(look(begun(60), now - MINUTE), { looked_at: isoOf(now - MINUTE) });
    assert.deepEqual(look(begun(60), now, { loosened: true }), { looked_at: isoOf(now), loosened_at: isoOf(now) });
  });

  it('that is sent late does not set back a newer one', () => {
    const row = begun(60, { looked_at: textOf(now - 5 * MINUTE) });
    assert.deepEqual(look(row, now - 20 * MINUTE), { looked_at: isoOf(now - 5 * MINUTE) });
    assert.deepEqual(look(begun(10), now - 20 * MINUTE), { refusal: '时间不能早于约束开始时间', status: 422 });
  });

  it('with something wrong says what was done', () => {
    assert.deepEqual(lookConcerns(fine), []);
    assert.deepEqual(lookConcerns({ blood: 2, skin: 3, mood: 2 }), ['发凉发紫', '皮肤破损', '躁动']);
    assert.deepEqual(look(begun(60), now, { blood: 2 }), { refusal: '观察有异常，请说明情况和处理', status: 422 });
    assert.deepEqual(look(begun(60), now, { blood: 2, note: '已放松' }), { looked_at: isoOf(now) });
  });
});

describe('the time of a restraint', () => {
  it('asks for a look, a loosening or its end, the earliest first', () => {
    assert.equal(nextDue(ordered, now), null);
    assert.deepEqual(nextDue(begun(10), now), { what: 'look', at: now + 20 * MINUTE });
    assert.deepEqual(nextDue(begun(125, { looked_at: textOf(now) }), now), { what: 'loosen', at: now - 5 * MINUTE });
    const long = begun(470, { looked_at: textOf(now), loosened_at: textOf(now) });
    assert.deepEqual(nextDue(long, now), { what: 'release', at: now + 10 * MINUTE });
    assert.deepEqual(nextDue(begun(500), now), { what: 'release', at: now - 20 * MINUTE }, 'past its limit a look does not come first');
    assert.equal(limitOf(long), now + 10 * MINUTE);
    assert.equal(limitOf(ordered), null);
  });

  it('is counted within a month', () => {
    const span = { from: now - 3 * HOUR, until: now + HOUR };
    assert.equal(hoursWithin(null, null, span, now), 0);
    assert.equal(hoursWithin(now - 5 * HOUR, now - 90 * MINUTE, span, now), 1.5);
    assert.equal(hoursWithin(now - HOUR, null, span, now), 1);
    assert.equal(hoursWithin(now + 2 * HOUR, null, span, now + 3 * HOUR), 0);
  });

  it('ends with how the person was; an order that is withdrawn says why', () => {
    assert.deepEqual(setOf(begun(60), { action: 'release', by: '王芳', at: now, note: '' }), {
      refusal: '请填写解除时的情况',
      status: 422,
    });
    assert.deepEqual(setOf(begun(60), { action: 'release', by: '王芳', at: now, note: '皮肤完好' }), {
      state: 3,
      ended_at: isoOf(now),
      ended_name: '王芳',
      end_note: '皮肤完好',
    });
    assert.deepEqual(setOf(ordered, { action: 'withdraw', by: '赵敏', at: now, note: '' }), { refusal: '请填写作废原因', status: 422 });
    assert.equal((setOf(ordered, { action: 'withdraw', by: '赵敏', at: now, note: '改用床垫' }) as { state: number }).state, 4);
  });
});
