import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { gapsOf, itemScore, refusedRange, scoreOfAnswers } from './scores.rules.ts';

const options = [
  { label: '自理', value: 1, score: 0 },
  { label: '部分帮助', value: 2, score: 5 },
  { label: '依赖', value: 3, score: 10 },
  { label: '不清楚', value: 4 },
];
const item = (formItemId: number, its: object[] = options) => ({ formItemId, expand: { options: its } });

describe('the score of answers', () => {
  it('is the sum of what was chosen', () => {
    const items = [item(101), item(102), { formItemId: 103, expand: {} }];
    assert.equal(scoreOfAnswers(items, { field101: 2, field102: [2, 3], field103: '好' }), 20);
    assert.equal(scoreOfAnswers(items, { field101: 4 }), 0);
    assert.equal(scoreOfAnswers(items, {}), 0);
  });

  it('is none where no option has one', () => {
    assert.equal(itemScore(item(101, [{ label: '是', value: 1 }]), { field101: 1 }), null);
    assert.equal(scoreOfAnswers([{ formItemId: 101, expand: {} }], { field101: '好' }), null);
    assert.equal(itemScore(item(101, [{ label: '空', score: 3 }]), {}), 0, 'an option without a value is not what was left out');
  });
});

describe('rules of scores', () => {
  const rule = (startScore: number, endScore: number, name = '一级') => ({ name, startScore, endScore });
  it('do not overlap', () => {
    const others = [rule(0, 10, '自理'), rule(21, 30, '介护')];
    assert.equal(refusedRange(rule(11, 20), others), null);
    assert.equal(refusedRange(rule(10, 20), others), '与规则“自理”（0～10分）重叠，请调整分数');
    assert.equal(refusedRange(rule(-5, 40), others), '与规则“自理”（0～10分）重叠，请调整分数');
    assert.equal(refusedRange(rule(9, 8), []), '最低分不能大于最高分');
  });

  it('say which scores have none', () => {
    assert.deepEqual(gapsOf([rule(20, 30), rule(0, 10), rule(31, 40), rule(42, 50)]), ['11～19分', '41分']);
    assert.deepEqual(gapsOf([]), []);
  });
});
