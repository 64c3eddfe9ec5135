import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { isNamed } from './ranked-names.ts';

describe('a name in the ranked picker', () => {
  it('is found by a part of it, by pinyin and by initials, from any character on', () => {
    for (const words of ['冯', '克勤', 'fkq', 'FKQ', 'fengkeqin', 'fengkq', 'kq', 'keqin', ' f k q ', ''])
      assert.ok(isNamed('冯克勤', words), words);
    for (const words of ['邱', 'fq', 'fengqin', 'fkqa', '1']) assert.ok(!isNamed('冯克勤', words), words);
  });
});
