import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { injuriesProblem, injuryText } from './body-map.rules.ts';

describe('injuries', () => {
  it('are named with what was found there, each once', () => {
    const graze = { part: 'forearm.left', kind: 1, note: '2×3厘米' };
    assert.equal(injuryText(graze), '左前臂 擦伤（2×3厘米）');
    assert.equal(injuryText({ part: 'face', kind: 4, note: null }), '面部 出血');
    assert.equal(injuriesProblem([graze, { ...graze, kind: 5 }]), null);
    assert.equal(injuriesProblem([graze, { ...graze, note: null }]), '同一部位的同一种伤情只填一次');
  });
});
