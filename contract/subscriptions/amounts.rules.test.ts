import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { inWords } from './amounts.rules.ts';

describe('amounts in words', () => {
  const cases: [number, string][] = [
    [0, '零元整'],
    [5, '伍分'],
    [50, '伍角整'],
    [100, '壹元整'],
    [101, '壹元零壹分'],
    [110, '壹元壹角整'],
    [1000, '壹拾元整'],
    [1234_56, '壹仟贰佰叁拾肆元伍角陆分'],
    [1005_00, '壹仟零伍元整'],
    [1050_00, '壹仟零伍拾元整'],
    [10_000_00, '壹万元整'],
    [10_005_00, '壹万零伍元整'],
    [10_500_00, '壹万零伍佰元整'],
    [12_345_67, '壹万贰仟叁佰肆拾伍元陆角柒分'],
    [1_000_000_00, '壹佰万元整'],
    [1_000_001_00, '壹佰万零壹元整'],
    [100_000_000_00, '壹亿元整'],
    [100_010_000_00, '壹亿零壹万元整'],
  ];
  for (const [fen, words] of cases) it(words, () => assert.equal(inWords(fen), words));
});
