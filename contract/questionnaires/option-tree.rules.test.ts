import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { treeOf, treeText } from './option-tree.rules.ts';

const tree = [
  {
    label: '东区',
    value: 'e',
    id: 7,
    children: [
      { label: '一楼', value: 1 },
      { label: '二楼', value: 2, children: [{ label: '201', value: '201' }] },
    ],
  },
  { label: '西区', value: 'w' },
];

describe('options below options', () => {
  it('are lines, each level two blanks further in, and the same options again', () => {
    assert.equal(treeText(tree), '东区\n  一楼\n  二楼\n    201\n西区');
    assert.deepEqual(treeOf(treeText(tree), tree), tree);
  });

  it('have their words as value where they are new', () => {
    assert.deepEqual(treeOf('南区\n\t门厅\n　花园', tree), [
      {
        label: '南区',
        value: '南区',
        children: [
          { label: '门厅', value: '门厅' },
          { label: '花园', value: '花园' },
        ],
      },
    ]);
  });

  it('never go in by more than one level, nor come twice', () => {
    assert.deepEqual(treeOf('      东区\n        一楼\n东区\n  一楼\n\n  三楼'), [
      {
        label: '东区',
        value: '东区',
        children: [
          { label: '一楼', value: '一楼' },
          { label: '三楼', value: '三楼' },
        ],
      },
    ]);
    assert.deepEqual(treeOf(' \n'), []);
  });

  it('are 200 at the most', () => {
    const text = Array.from({ length: 300 }, (_, n) => `第${n}项`).join('\n');
    assert.equal(treeOf(text).length, 200);
  });
});
