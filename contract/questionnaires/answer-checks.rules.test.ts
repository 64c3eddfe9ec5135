import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choseOther, isEmpty, pathOf, problemOf } from './answer-checks.rules.ts';
import { isDisplay, itemTypes, type Expand, type FormItem, type ItemType } from './item-types.rules.ts';

const item = (type: ItemType, expand: Expand = {}, more: Partial<FormItem> = {}): FormItem => ({
  formItemId: 101,
  type,
  label: '<b>体温</b>',
  displayType: isDisplay(type),
  required: false,
  placeholder: null,
  expand,
  regList: [],
  ...more,
});
const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
  { label: '其他', value: 0 },
];
const street = { label: '西湖', value: 'xh' };
const city = { label: '杭州', value: 'hz', children: [street] };
const tree = [{ label: '浙江', value: 'zj', children: [city] }];
const FILE = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';
const WRONG = '体温格式不正确';

describe('an answer', () => {
  it('is not there without anything in it; zero, off, the option 0 and the word 0 are answers, no stars are none', () => {
    for (const [type, value] of [
      ['INPUT', undefined],
      ['INPUT', null],
      ['INPUT', ''],
      ['TEXTAREA', ' \n　'],
      ['CHECKBOX', []],
      ['RATE', 0],
    ] as const)
      assert.equal(isEmpty(value, type), true, `${type} ${JSON.stringify(value)}`);
    for (const [type, value] of [
      ['INPUT', '0'],
      ['NUMBER_INPUT', 0],
      ['RADIO', 0],
      ['SWITCH', false],
      ['CHECKBOX', [0]],
      ['CHECKBOX', ['']],
      ['RATE', 0.5],
      ['SLIDER', 0],
      ['UPLOAD', {}],
    ] as const)
      assert.equal(isEmpty(value, type), false, `${type} ${JSON.stringify(value)}`);
  });

  it('is right up to its limits', () => {
    const cases: [ItemType, Expand, unknown][] = [
      ['INPUT', {}, '长'.repeat(500)],
      ['NUMBER_INPUT', { min: 0, max: 0 }, 0],
      ['NUMBER_INPUT', { precision: 0 }, 1e21],
      ['NUMBER_INPUT', { precision: 7 }, 1e-7],
      ['NUMBER_INPUT', { step: 0.1, stepStrictly: true }, 0.7],
      ['NUMBER_INPUT', { step: 5 }, 7],
      // 0 is no limit.
      ['CHECKBOX', { options, max: 0 }, [1, 2, 0]],
      ['CASCADER', { options: tree, multiple: true }, [['zj'], ['zj', 'hz', 'xh']]],
      ['SLIDER', { range: true }, [100, 100]],
      ['TIME_RANGE', {}, ['08:00:00', '08:00:00']],
      ['DATE_RANGE', {}, ['2024-02-29', '2024-02-29']],
      ['DATE', { valueFormat: 'yyyy年MM月dd日' }, '2024年02月29日'],
      ['RATE', { allowHalf: true }, 0.5],
      ['RATE', { max: 10 }, 10],
      ['COLOR', {}, 'rgba(1, 2, 3, 0.5)'],
      ['UPLOAD', {}, Array.from({ length: 50 }, () => ({ fileName: '图.png', url: FILE }))],
      ['INPUT_MAP', {}, [-180, 90, '']],
      ['INPUT_MAP', {}, [null, null, '文新街道1号']],
    ];
    for (const [type, expand, value] of cases)
      assert.equal(problemOf(item(type, expand), value), null, `${type} ${JSON.stringify(value).slice(0, 60)}`);
  });

  it('beyond them is refused in words of the question', () => {
    const cases: [ItemType, Expand, unknown, string][] = [
      // A longer limit than the kind has is none.
      ['INPUT', { maxlength: 9999 }, '长'.repeat(501), '体温长度不能超过500个字符'],
      ['TEXTAREA', {}, '长'.repeat(5001), '体温长度不能超过5000个字符'],
      ['NUMBER_INPUT', { precision: 0 }, 1e-7, '体温应为整数'],
      ['NUMBER_INPUT', { precision: 6 }, 1.5e-7, '体温最多6位小数'],
      ['NUMBER_INPUT', {}, Infinity, WRONG],
      ['CHECKBOX', { options }, Array.from({ length: 201 }, (_, n) => n), WRONG],
      ['CASCADER', { options: tree }, [], '体温的选项不存在'],
      ['CASCADER', { options: tree, multiple: true }, 'zj', WRONG],
      ['CASCADER', { options: tree, multiple: true }, [['zj'], ['hz']], '体温的选项不存在'],
      ['SLIDER', { range: true }, [10], WRONG],
      ['SLIDER', { min: 5 }, 4, '体温不能小于5'],
      ['TIME', {}, '8:00:00', WRONG],
      ['DATE', { valueFormat: 'yyyy.MM.dd' }, '2024x02x29', WRONG],
      ['DATE', { type: 'datetime' }, '2023-02-29 08:00:00', WRONG],
      ['DATE', {}, '2024-02-29\n', WRONG],
      ['RATE', { allowHalf: true }, 0.25, WRONG],
      ['RATE', {}, -1, WRONG],
      ['UPLOAD', {}, Array.from({ length: 51 }, () => ({ fileName: '图.png', url: FILE })), WRONG],
      ['UPLOAD', {}, [{ fileName: '长'.repeat(201), url: FILE }], WRONG],
      ['SIGN_PAD', {}, `${FILE}?x=1`, WRONG],
      ['PROVINCE_CITY', {}, ['1', '2', '3', '4', '5'], WRONG],
      ['PROVINCE_CITY', {}, ['浙江省', ''], WRONG],
      ['PHONE_VERIFICATION', {}, ' 13812345678', '手机号码不正确'],
      ['INPUT_MAP', {}, [0, 90.1, ''], WRONG],
      ['INPUT_MAP', {}, [null, null, ' '], WRONG],
      ['INPUT_MAP', {}, [null, 30, '文新街道1号'], WRONG],
    ];
    for (const [type, expand, value, problem] of cases)
      assert.equal(problemOf(item(type, expand), value), problem, `${type} ${JSON.stringify(value).slice(0, 60)}`);
  });

  it('fails a pattern in its own words, else in the usual ones; a pattern that is not understood forbids nothing', () => {
    const said = (pattern: string, message = '') => problemOf(item('INPUT', {}, { regList: [{ pattern, message }] }), '早');
    assert.deepEqual([said('/^\\d+$/', '只填数字'), said('/^\\d+$/'), said('/(?=x)/', '只填数字')], ['只填数字', WRONG, null]);
  });

  it('of what is only shown is nothing to look at', () => {
    const shown = (Object.keys(itemTypes) as ItemType[]).filter(isDisplay);
    assert.equal(shown.length, 5);
    for (const type of shown) assert.equal(problemOf(item(type), { a: 1 }), null, type);
  });
});

describe('a path of options', () => {
  it('has the options from the top, also where it ends above the last', () => {
    assert.deepEqual(pathOf(tree, ['zj', 'hz', 'xh']), [tree[0], city, street]);
    assert.deepEqual(pathOf(tree, ['zj']), [tree[0]]);
  });

  it('is none that begins lower, goes on behind the end, is empty, too long or no list', () => {
    const long = Array.from({ length: 21 }, () => 'zj');
    for (const path of [['hz'], ['zj', 'xh'], ['zj', 'hz', 'xh', 'xh'], ['ZJ'], [], long, 'zj', null, undefined, { 0: 'zj', length: 1 }])
      assert.equal(pathOf(tree, path), null, JSON.stringify(path));
    assert.equal(pathOf(undefined, ['zj']), null);
  });
});

describe('the option 其他', () => {
  it('is chosen by its value, alone or among others, of a choice that shows it', () => {
    for (const [type, value, chosen] of [
      ['RADIO', 0, true],
      ['RADIO', 1, false],
      ['RADIO', '0', false],
      ['RADIO', undefined, false],
      ['CHECKBOX', [1, 0], true],
      ['CHECKBOX', [1, 2], false],
      ['CHECKBOX', [], false],
      ['SELECT', 0, false],
      ['NUMBER_INPUT', 0, false],
    ] as const)
      assert.equal(choseOther(item(type, { options }), value), chosen, `${type} ${JSON.stringify(value)}`);
  });
});
