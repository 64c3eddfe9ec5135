import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { abnormalOf } from './abnormal.rules.ts';
import type { ItemType } from './item-types.rules.ts';

const options = [
  { label: '正常', value: 1 },
  { label: '红肿', value: 2, abnormal: true },
  { label: '渗液', value: 3, abnormal: true },
  { label: '其他', value: 0, abnormal: true },
];
const item = (formItemId: number, type: ItemType, label = '<b>伤口</b>') => ({ formItemId, type, label, expand: { options } });

describe('what is abnormal', () => {
  const cases: [string, ItemType, unknown, string[]][] = [
    ['is the marked answer', 'RADIO', 2, ['伤口：红肿']],
    ['is not another one', 'RADIO', 1, []],
    ['is not what nobody answered', 'RADIO', undefined, []],
    ['is 其他 when it is marked', 'SELECT', 0, ['伤口：其他']],
    ['is all that is marked among several', 'CHECKBOX', [1, 2, 3], ['伤口：红肿、渗液']],
    ['is no number of a slider', 'SLIDER', 2, []],
  ];
  for (const [name, type, answer, expected] of cases)
    it(name, () => assert.deepEqual(abnormalOf([item(101, type)], { field101: answer }), expected));

  it('is said by question, in their order', () => {
    assert.deepEqual(abnormalOf([item(101, 'RADIO', '左脚'), item(102, 'RADIO', '右脚')], { field102: 2, field101: 3 }), [
      '左脚：渗液',
      '右脚：红肿',
    ]);
    assert.deepEqual(abnormalOf([], { field101: 2 }), []);
  });
});
