import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { defaultsOf, formItemOf, settled, standingPages, withoutSecrets } from './filling.rules.ts';
import type { Expand, ItemType } from './item-types.rules.ts';
import type { Logic } from './logic.rules.ts';

const row = (formItemId: number, type: ItemType, more: { value?: unknown; expand?: Expand } = {}) => ({
  formItemId,
  type,
  label: `第${formItemId}题`,
  displayType: type === 'PAGINATION',
  required: false,
  placeholder: null,
  regList: [],
  defaultValue: more.value === undefined ? null : { json: false, value: more.value },
  expand: more.expand ?? {},
});
const choice = row(101, 'RADIO', {
  expand: {
    options: [
      { label: '是', value: 1 },
      { label: '否', value: 2 },
    ],
  },
});
const logicOf = (formItemId: number, action: Logic['action'], target: number | null = null): Logic => ({
  formItemId,
  action,
  target,
  expression: 1,
  conditionList: [{ formItemId: 101, expression: 'eq', optionValue: 1 }],
});
const ids = (pages: { formItemId: number }[][]) => pages.map((page) => page.map(({ formItemId }) => formItemId));

describe('filling in', () => {
  it('begins with what the editor says; a switch is off, and nothing is no answer', () => {
    const rows = [
      row(101, 'INPUT', { value: '杭州' }),
      row(102, 'SWITCH'),
      row(103, 'INPUT', { value: '' }),
      row(104, 'NUMBER_INPUT', { value: 0 }),
    ];
    assert.deepEqual(defaultsOf(rows), { field101: '杭州', field102: false, field104: 0 });
  });

  it('keeps of a question what its type has', () => {
    assert.deepEqual(formItemOf(row(101, 'RATE', { expand: { max: 3, options: [] } })).expand, { max: 3 });
  });

  it('has no passwords in a draft', () => {
    assert.deepEqual(withoutSecrets([row(101, 'PASSWORD_INPUT'), row(102, 'INPUT')], { field101: 'x', field102: 'y' }), { field102: 'y' });
  });

  it('leaves out pages of which nothing is left, and joins none where a jump passes over their end', () => {
    const items = [choice, row(102, 'PAGINATION'), row(103, 'INPUT'), row(104, 'PAGINATION'), row(105, 'INPUT')];
    assert.deepEqual(ids(standingPages(items, [], {})), [[101], [103], [105]]);
    assert.deepEqual(ids(standingPages(items, [logicOf(103, 'show')], {})), [[101], [105]]);
    assert.deepEqual(ids(standingPages(items, [logicOf(101, 'jump', 105)], { field101: 1 })), [[101], [105]]);
    assert.deepEqual(ids(standingPages([], [], {})), [[]]);
  });

  it('asks for what the logic makes necessary', () => {
    const items = [choice, row(102, 'INPUT')];
    const required = (field101: number) =>
      standingPages(items, [logicOf(102, 'require')], { field101 })
        .flat()
        .map((item) => item.required);
    assert.deepEqual(required(1), [false, true]);
    assert.deepEqual(required(2), [false, false]);
  });

  it('forgets the answers of hidden questions, which begin anew', () => {
    const items = [choice, row(102, 'INPUT'), row(103, 'INPUT', { value: '杭州' }), row(104, 'RADIO', choice)];
    const logics = [102, 103, 104].map((id) => logicOf(id, 'show'));
    const answers = { field101: 2, field102: '早', field103: '宁波', field104: 0, field104other: '其他的话' };
    assert.deepEqual(settled(items, logics, answers), { field101: 2, field103: '杭州' });
    assert.deepEqual(settled(items, logics, { ...answers, field101: 1 }), { ...answers, field101: 1 });
  });

  it('calculates what is not asked', () => {
    const items = [row(101, 'NUMBER_INPUT'), row(102, 'NUMBER_INPUT', { expand: { formula: 'field101 * 2' } })];
    assert.equal(settled(items, [], { field101: 3 }).field102, 6);
  });
});
