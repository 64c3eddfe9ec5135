import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { columnsOfAnswer } from './answer-columns.rules.ts';
import { checkAnswers } from './answers.rules.ts';
import type { Expand, FormItem, ItemType } from './item-types.rules.ts';

const item = (type: ItemType, expand: Expand): FormItem => ({
  formItemId: 101,
  type,
  label: '<p>满意度</p>',
  displayType: false,
  required: false,
  placeholder: null,
  expand,
  regList: [],
});
const rows = [
  { label: '饭菜', value: 1 },
  { label: '房间', value: 2 },
];
const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
];
const sheet = (one: FormItem, value: unknown) => {
  const { processData } = checkAnswers([one], { field101: value });
  return columnsOfAnswer(one).map(({ title, text }) => [title, text(processData)]);
};

describe('columns of answers', () => {
  it('are one for a question', () => {
    assert.deepEqual(sheet(item('RADIO', { options }), 2), [['满意度', '差']]);
    assert.deepEqual(sheet(item('SORT', { options }), [2, 1]), [['满意度', '差 > 好']]);
  });
  it('are one for each row, and for each field of text', () => {
    assert.deepEqual(sheet(item('MATRIX_SELECT', { rows, options }), { 2: 1 }), [
      ['满意度：饭菜', ''],
      ['满意度：房间', '好'],
    ]);
    const texts = item('MATRIX_INPUT', { rows, options });
    assert.deepEqual(sheet(texts, { 1: { 2: '咸' } })[1], ['满意度：饭菜 差', '咸']);
    assert.equal(new Set(columnsOfAnswer(texts).map(({ key }) => key)).size, 4);
  });
});
