import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedAssessment,
  decideAssessment,
  formProblem,
  monthsAfter,
  nextOf,
  type AssessmentCommand,
  type AssessmentState,
} from './assessment-commands.rules.ts';
import { evaluate, type Answers } from './evaluate.rules.ts';
import { gbt42195 } from './scale-gbt42195.ts';
import { braden, morse } from './scale-risks.ts';

const now = instantOf('2026-03-05 10:00:00');
const draft: AssessmentState = { state: 1, assessed_on: '2026-03-05', first_user_id: null, applied_at: null };
const [wang, zhao] = [
  { id: 1, name: '王芳' },
  { id: 2, name: '赵敏' },
];
const most: Answers = Object.fromEntries(gbt42195.items.map(({ code, options }) => [code, options[0]!.value]));
const sign = (by = wang, answers = most, informant: string | null = 'c.png'): AssessmentCommand => ({
  action: 'sign',
  by,
  picture: 'a.png',
  informant,
  scale: gbt42195,
  evaluation: evaluate(gbt42195, answers),
  months: 12,
});
const decide = (row: AssessmentState, command: AssessmentCommand) => {
  const decided = decideAssessment(row, command, now);
  return 'change' in decided ? decided.change! : decided.refusal;
};

describe('an assessment', () => {
  it('says why it is made, where that is not plain, and lies in the past', () => {
    const form = { reason: 1, reasonNote: '', assessedDate: '2026-03-05' };
    assert.equal(formProblem(form, '2026-03-05'), null);
    assert.equal(formProblem({ ...form, reason: 3 }, '2026-03-05'), '即时评估请说明原因');
    assert.equal(formProblem({ ...form, assessedDate: '2026-03-06' }, '2026-03-05'), '评估日期不能晚于今天');
  });

  it('is changed as a draft only, and voided afterwards', () => {
    assert.equal(closedAssessment({ state: 1, applied_at: null }, 'edit'), null);
    assert.equal(closedAssessment({ state: 2, applied_at: null }, 'edit'), '该评估待复签，不能修改');
    assert.equal(closedAssessment({ state: 3, applied_at: null }, 'delete'), '该评估已完成，不能删除');
    assert.equal(closedAssessment({ state: 1, applied_at: null }, 'void'), '该评估草稿，不能作废');
    assert.equal(closedAssessment({ state: 4, applied_at: null }, 'apply'), '该评估已作废，不能采用');
    assert.equal(closedAssessment({ state: 3, applied_at: 'x' }, 'apply'), '该评估的结果已采用');
  });

  it('is signed by two assessors and who informed them, with what it came to', () => {
    const first = decide(draft, sign());
    assert.ok(typeof first !== 'string');
    const { state, total, level, level_name, next_on, first_name, informant_sign } = first.set as Record<string, unknown>;
    assert.deepEqual(
      [state, total, level, level_name, next_on, first_name, informant_sign],
      [2, 90, 0, '能力完好', '2027-03-05', '王芳', 'c.png'],
    );
    assert.equal(first.recount, false);
    const signed = { ...draft, state: 2, first_user_id: 1 };
    assert.equal(decide(signed, sign()), '两名评估员不能是同一人，请由另一名评估员签名');
    assert.deepEqual(decide(signed, sign(zhao)), {
      action: 'sign',
      set: { state: 3, second_user_id: 2, second_name: '赵敏', second_sign: 'a.png', completed_at: isoOf(now) },
      recount: true,
    });
  });

  it('is not signed while something is missing', () => {
    const { 'B.1.1': _eating, ...rest } = most;
    assert.equal(decide(draft, sign(wang, rest)), '还有1项没有填写：进食');
    assert.equal(decide(draft, sign(wang, {})), '还有26项没有填写：进食、修饰、洗澡等');
    assert.equal(decide(draft, sign(wang, { ...most, 'B.2.4': 4 })), '“上下楼梯”没有这个选项，请重新选择');
    assert.equal(decide(draft, sign(wang, most, null)), '请信息提供者签名');
    assert.equal(decide({ ...draft, assessed_on: '2026-03-06' }, sign()), '评估日期不能晚于今天');
  });

  it('of a risk needs one signature', () => {
    const answers = Object.fromEntries(morse.items.map(({ code, options }) => [code, options[0]!.value]));
    const evaluation = evaluate(morse, answers);
    const done = decide(draft, { action: 'sign', by: wang, picture: 'a.png', informant: null, scale: morse, evaluation, months: 12 });
    assert.ok(typeof done !== 'string');
    assert.deepEqual([done.set['state'], done.set['completed_at'], done.set['next_on'], done.recount], [3, isoOf(now), null, true]);
  });

  it('is made again when its scale says so, else within the months of the institution', () => {
    assert.equal(nextOf(braden, { againDays: 7 }, '2026-02-25', 12), '2026-03-04');
    assert.equal(nextOf(gbt42195, { againDays: null }, '2026-02-25', 6), '2026-08-25');
    assert.equal(nextOf(morse, { againDays: null }, '2026-02-25', 12), null);
    assert.equal(monthsAfter('2026-08-31', 6), '2027-02-28');
    assert.equal(monthsAfter('2026-12-31', 2), '2027-02-28');
  });

  it('is applied once, and voided with a reason', () => {
    const complete = { ...draft, state: 3 };
    const applied = decide(complete, { action: 'apply', by: wang, careLevel: 4 });
    assert.deepEqual(applied, {
      action: 'apply',
      set: { applied_level: 4, applied_name: '王芳', applied_at: isoOf(now) },
      recount: false,
    });
    assert.equal(decide(complete, { action: 'void', by: wang, note: '' }), '请填写作废原因');
    const voided = decide(complete, { action: 'void', by: wang, note: '录错人' });
    assert.ok(typeof voided !== 'string');
    assert.deepEqual([voided.set['state'], voided.set['latest'], voided.recount], [4, false, true]);
    assert.deepEqual(decide(draft, { action: 'edit', set: { note: '好' } }), { action: 'edit', set: { note: '好' }, recount: false });
  });
});
