import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkAnswers, summaryOf } from './answers.rules.ts';
import type { Expand, FormItem, ItemType } from './item-types.rules.ts';
import {
  cellIn,
  cleanedMatrix,
  isBlankCell,
  isMatrix,
  isShownTable,
  marksOf,
  matrixProblem,
  missingRows,
  nameOf,
  rowAnswer,
  rowsProblem,
  shownMatrix,
  tableLine,
  withPart,
} from './matrix.rules.ts';

const item = (type: ItemType, expand: Expand, more: Partial<FormItem> = {}): FormItem => ({
  formItemId: 101,
  type,
  label: '满意度',
  displayType: false,
  required: false,
  placeholder: null,
  expand,
  regList: [],
  ...more,
});
const rows = [
  { label: '饭菜', value: 1 },
  { label: '房间', value: 2 },
];
const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
];
const texts = [
  { label: '姓名', value: 1 },
  { label: '电话', value: 2 },
];
const select = item('MATRIX_SELECT', { rows, options });
const several = item('MATRIX_SELECT', { rows, options, multiple: true });
const scale = item('MATRIX_SCALE', { rows, max: 7 });
const input = item('MATRIX_INPUT', { rows, options: texts, maxlength: 5 });
const checked = (one: FormItem, value: unknown) => checkAnswers([one], { field101: value });
const said = (one: FormItem, value: unknown) => checked(one, value).problems[0]?.message ?? null;

describe('a question with rows', () => {
  it('says nothing where no part of it does', () => {
    for (const nothing of [undefined, null, ' ', [], {}, { 1: '' }, { 1: { 2: ' ' }, 2: [] }]) assert.ok(isBlankCell(nothing));
    for (const told of [0, '好', [1], { 1: 2 }, { 1: {}, 2: { 1: '王' } }]) assert.ok(!isBlankCell(told));
  });

  it('is answered part by part, and is no answer when the last one goes', () => {
    assert.deepEqual(withPart(undefined, '1', 2), { 1: 2 });
    assert.deepEqual(withPart({ 1: 2 }, '2', [1]), { 1: 2, 2: [1] });
    assert.deepEqual(withPart({ 1: 2, 2: [1] }, '2', []), { 1: 2 });
    assert.deepEqual(withPart({ 1: '王' }, '1', ' '), { 1: ' ' });
    for (const nothing of [undefined, '', []]) assert.equal(withPart({ 1: 2 }, '1', nothing), undefined);
  });

  const good: [string, FormItem, unknown, line: string][] = [
    ['one choice for each row', select, { 1: 1, 2: 2 }, '饭菜：好；房间：差'],
    ['fewer rows than there are', select, { 2: 1 }, '房间：好'],
    ['several choices', several, { 1: [1, 2] }, '饭菜：好、差'],
    ['marks', scale, { 2: 7, 1: 1 }, '饭菜：1；房间：7'],
    ['texts', input, { 1: { 1: ' 王芳 ', 2: '' }, 2: { 2: '139' } }, '饭菜：姓名 王芳；房间：电话 139'],
    ['nothing', input, { 1: { 1: ' ' } }, ''],
  ];
  for (const [name, one, value, line] of good)
    it(`takes ${name}`, () => {
      const { problems, processData } = checked(one, value);
      assert.deepEqual(problems, []);
      assert.equal(summaryOf(one, processData), line);
    });

  const bad: [FormItem, unknown, string][] = [
    [select, [1, 2], '满意度格式不正确'],
    [select, 1, '满意度格式不正确'],
    [select, { 3: 1 }, '满意度的行不存在'],
    [select, { 1: 3 }, '满意度“饭菜”的选项不存在'],
    [select, { 1: [1] }, '满意度“饭菜”的选项不存在'],
    [select, JSON.parse('{"__proto__":{"1":1},"1":1}'), '满意度的行不存在'],
    [several, { 1: 1 }, '满意度“饭菜”格式不正确'],
    [several, { 1: [1, 1] }, '满意度“饭菜”格式不正确'],
    [scale, { 1: 0 }, '满意度“饭菜”格式不正确'],
    [scale, { 1: 8 }, '满意度“饭菜”格式不正确'],
    [scale, { 1: 1.5 }, '满意度“饭菜”格式不正确'],
    [input, { 1: '王' }, '满意度“饭菜”格式不正确'],
    [input, { 1: { 3: '王' } }, '满意度“饭菜”的选项不存在'],
    [input, { 1: { 1: '一二三四五六' } }, '满意度“饭菜”长度不能超过5个字符'],
    [input, { 1: { 1: 5 } }, '满意度“饭菜”格式不正确'],
  ];
  for (const [one, value, message] of bad)
    it(`refuses ${JSON.stringify(value)} as ${one.type}`, () => assert.equal(said(one, value), message));

  it('keeps no blank row and no blank field, in the order of the rows', () => {
    const { originalData } = checked(input, { 2: { 1: ' 李 ' }, 1: { 1: '王', 2: ' ' }, constructor: '' });
    assert.deepEqual(originalData, { field101: { 1: { 1: '王' }, 2: { 1: '李' } } });
    assert.deepEqual(Object.keys(originalData.field101 as object), ['1', '2']);
  });

  it('wants every row when it is required, and rows that are required by themselves', () => {
    const must = { ...select, required: true };
    assert.equal(said(must, undefined), '满意度：请回答“饭菜”等2行');
    assert.equal(said(must, { 1: 1 }), '满意度：请回答“房间”');
    assert.equal(said(must, { 1: 1, 2: 1 }), null);
    const one = item('MATRIX_SELECT', { rows: [rows[0]!, { ...rows[1]!, required: true }], options });
    assert.equal(said(one, undefined), '满意度：请回答“房间”');
    assert.equal(said(one, { 2: 1 }), null);
  });

  it('is shown as a table whose cells are found by row and column', () => {
    const table = checked(input, { 2: { 2: '139' } }).processData.field101;
    assert.ok(isShownTable(table) && !isShownTable('x') && !isShownTable({ type: 'file' }));
    assert.deepEqual(
      [cellIn(table, '2', '2'), cellIn(table, '2', '1'), cellIn(table, '1', '2'), cellIn('x', '1', '1')],
      ['139', '', '', ''],
    );
    assert.equal(cellIn(checked(select, { 1: 2 }).processData.field101, '1', ''), '差');
  });

  it('names its parts', () => {
    assert.deepEqual([isMatrix('MATRIX_INPUT'), isMatrix('RADIO'), nameOf({ value: 7 })], [true, false, '7']);
    assert.deepEqual([marksOf({ max: 3 }), marksOf({}).length, marksOf({ max: 99 }).length], [[1, 2, 3], 5, 10]);
    assert.deepEqual([rowAnswer({ 1: 2 }, 1), rowAnswer({ 1: 2 }, 'toString'), rowAnswer(null, 1)], [2, undefined, undefined]);
  });

  it('is cleaned, checked and shown by itself', () => {
    assert.deepEqual(cleanedMatrix(scale, { 2: 3, 1: null }), { 2: 3 });
    assert.equal(cleanedMatrix(scale, 'x'), 'x');
    assert.deepEqual([matrixProblem({ 1: 3 }, scale, '甲'), matrixProblem({ 1: 8 }, scale, '甲')], [null, '甲“饭菜”格式不正确']);
    assert.deepEqual(missingRows({ ...scale, required: true }, { 1: 3 }), ['房间']);
    assert.deepEqual(shownMatrix(scale, { 1: 3 }).rows, [{ key: '1', label: '饭菜', cells: ['3'] }]);
    assert.equal(tableLine(shownMatrix(scale, { 1: 3, 2: 4 })), '饭菜：3；房间：4');
  });

  it('is refused when it could not be answered', () => {
    const cases: [ItemType, Expand, string | null][] = [
      ['MATRIX_SELECT', { rows, options }, null],
      ['MATRIX_SELECT', { options }, '请至少添加一行'],
      ['MATRIX_SELECT', { rows }, '请至少添加一列'],
      ['MATRIX_SCALE', { rows }, null],
      ['MATRIX_SCALE', { rows, max: 11 }, '最高分应为2至10的整数'],
      ['MATRIX_SCALE', { rows: [rows[0]!, rows[0]!] }, '行的值重复或为空'],
      ['MATRIX_SCALE', { rows: [{ label: ' ', value: 1 }] }, '行的名称不能为空'],
      ['MATRIX_INPUT', { rows: Array.from({ length: 51 }, (_, value) => ({ label: 'x', value })), options }, '最多50行'],
      [
        'MATRIX_INPUT',
        {
          rows: Array.from({ length: 50 }, (_, value) => ({ label: 'x', value })),
          options: Array.from({ length: 5 }, (_, value) => ({ label: 'x', value })),
        },
        '最多200个填空',
      ],
      ['RADIO', {}, null],
    ];
    for (const [type, expand, problem] of cases) assert.equal(rowsProblem(type, expand), problem, type);
  });
});

describe('a recommendation and an order', () => {
  const nps = item('NPS', {});
  const sort = item('SORT', { options: [...options, { label: '中', value: 3 }] });
  it('take whole numbers from 0 to 10; 0 is an answer', () => {
    const must = { ...nps, required: true };
    assert.deepEqual([said(must, 0), said(must, 10), said(must, undefined)], [null, null, '满意度不能为空']);
    for (const value of [-1, 11, 1.5, '5', [5]]) assert.equal(said(nps, value), '满意度格式不正确', String(value));
  });
  it('take every option once, or as many of the first as are asked for', () => {
    assert.deepEqual([said(sort, [3, 1, 2]), said(sort, [3, 1])], [null, '满意度请排出3项的顺序']);
    const first = item('SORT', { ...sort.expand, max: 2 });
    assert.deepEqual(
      [said(first, [3, 1]), said(first, [3]), said(first, [3, 1, 2])],
      [null, '满意度请排出2项的顺序', '满意度请排出2项的顺序'],
    );
    assert.deepEqual(
      [said(sort, [1, 1, 2]), said(sort, [1, 2, 4]), said(sort, 1)],
      ['满意度格式不正确', '满意度的选项不存在', '满意度格式不正确'],
    );
    assert.equal(summaryOf(sort, checked(sort, [3, 1, 2]).processData), '中 > 好 > 差');
  });
});
