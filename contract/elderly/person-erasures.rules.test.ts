import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { erasedName, erasureRefusal, erasureState } from './person-erasures.rules.ts';

describe('an erasure', () => {
  const free = { askId: null, holdReason: null };
  const asked = { askId: 7, holdReason: null };
  const held = { askId: null, holdReason: '诉讼中' };

  it('is asked for by one and confirmed by another', () => {
    assert.equal(erasureRefusal('ask', free, 7), null);
    assert.equal(erasureRefusal('ask', asked, 8), '已有待确认的删除申请，请刷新后重试');
    assert.equal(erasureRefusal('confirm', asked, 7), '须由申请人以外的另一人确认删除');
    assert.equal(erasureRefusal('confirm', asked, 8), null);
    assert.equal(erasureRefusal('confirm', free, 8), '没有待确认的删除申请，请刷新后重试');
    assert.equal(erasureRefusal('withdraw', asked, 8), null);
    assert.equal(erasureRefusal('withdraw', free, 7), '没有待确认的删除申请，请刷新后重试');
  });

  it('is stopped by a hold until that is lifted', () => {
    for (const action of ['ask', 'confirm', 'withdraw', 'hold'] as const)
      assert.equal(erasureRefusal(action, held, 8), '该档案已暂缓删除，请先解除暂缓', action);
    assert.equal(erasureRefusal('hold', asked, 8), null);
    assert.equal(erasureRefusal('release', held, 8), null);
    assert.equal(erasureRefusal('release', free, 8), '该档案没有暂缓删除，请刷新后重试');
  });

  it('has a state, and leaves a name that says nothing of the person', () => {
    assert.deepEqual([free, asked, held].map(erasureState), [1, 2, 3]);
    assert.equal(erasedName(12), '已删除人员12');
  });
});
