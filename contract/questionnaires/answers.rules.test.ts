import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { checkAnswers, pagesOf, summaryOf } from './answers.rules.ts';
import { expandOf, itemTypes, isDisplay, labelText, type Expand, type FormItem, type ItemType } from './item-types.rules.ts';

const FILE = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';
const item = (type: ItemType, expand: Expand = {}, more: Partial<FormItem> = {}): FormItem => ({
  formItemId: 101,
  type,
  label: '体温',
  displayType: isDisplay(type),
  required: false,
  placeholder: null,
  expand,
  regList: [],
  ...more,
});
/** The first problem with one answer; null when it is taken. */
const said = (one: FormItem, value: unknown, others = {}) => checkAnswers([one], { field101: value }, others).problems[0]?.message ?? null;
const options = [
  { label: '好', value: 1 },
  { label: '差', value: 2 },
  { label: '其他', value: 0 },
];
const tree = [{ label: '浙江', value: 'zj', children: [{ label: '杭州', value: 'hz' }] }];

describe('an answer', () => {
  const good: [ItemType, Expand, unknown][] = [
    ['INPUT', { maxlength: 3 }, '三个字'],
    ['TEXTAREA', {}, '长'.repeat(5000)],
    ['NUMBER_INPUT', { min: 0, max: 43, precision: 1 }, 36.5],
    ['NUMBER_INPUT', { step: 0.1, stepStrictly: true }, 0.3],
    ['NUMBER_INPUT', {}, 0],
    ['SELECT', { options }, 2],
    ['SELECT', { options, multiple: true }, [1, 2]],
    ['CASCADER', { options: tree }, ['zj', 'hz']],
    ['CASCADER', { options: tree, multiple: true }, [['zj', 'hz'], ['zj']]],
    ['RADIO', { options }, 1],
    ['CHECKBOX', { options, min: 1, max: 2 }, [1, 2]],
    ['SWITCH', {}, false],
    ['SLIDER', { max: 10 }, 10],
    ['SLIDER', { range: true }, [10, 20]],
    ['TIME', {}, '23:59:59'],
    ['TIME_RANGE', {}, ['08:00:00', '09:00:00']],
    ['DATE', {}, '2024-02-29'],
    ['DATE', { type: 'datetime', valueFormat: 'yyyy-MM-dd HH:mm:ss' }, '2024-02-29 08:00:00'],
    ['DATE', { type: 'month', valueFormat: 'yyyy-MM' }, '2024-02'],
    ['DATE_RANGE', {}, ['2024-02-28', '2024-02-29']],
    ['RATE', { max: 5, allowHalf: true }, 3.5],
    ['COLOR', {}, '#1A2b3C'],
    ['UPLOAD', { limit: 1 }, [{ fileName: '图.png', url: FILE }]],
    ['IMAGE_SELECT', { options }, 1],
    ['SIGN_PAD', {}, FILE],
    ['PROVINCE_CITY', {}, ['浙江省', '杭州市', '西湖区']],
    ['PHONE_VERIFICATION', {}, '13812345678'],
    ['INPUT_MAP', {}, [120.1, 30.2, '西湖']],
  ];
  const bad: [ItemType, Expand, unknown, string][] = [
    ['INPUT', { maxlength: 3 }, '四个字的', '体温长度不能超过3个字符'],
    ['INPUT', {}, 7, '体温格式不正确'],
    ['NUMBER_INPUT', { min: 34 }, 33.9, '体温不能小于34'],
    ['NUMBER_INPUT', { max: 43 }, 44, '体温不能大于43'],
    ['NUMBER_INPUT', { precision: 1 }, 36.55, '体温最多1位小数'],
    ['NUMBER_INPUT', { precision: 0 }, 1.5, '体温应为整数'],
    ['NUMBER_INPUT', { step: 5, stepStrictly: true }, 7, '体温应为5的倍数'],
    ['NUMBER_INPUT', {}, '36', '体温格式不正确'],
    ['NUMBER_INPUT', {}, Number.NaN, '体温格式不正确'],
    ['SELECT', { options }, 3, '体温的选项不存在'],
    ['SELECT', { options }, '1', '体温的选项不存在'],
    ['SELECT', { options, multiple: true }, [1, 1], '体温格式不正确'],
    ['RADIO', {}, 1, '体温的选项不存在'],
    ['CHECKBOX', { options, min: 2 }, [1], '体温至少选择2项'],
    ['CHECKBOX', { options, max: 1 }, [1, 2], '体温最多选择1项'],
    ['CHECKBOX', { options }, 1, '体温格式不正确'],
    ['CASCADER', { options: tree }, ['hz'], '体温的选项不存在'],
    ['SWITCH', {}, 'true', '体温格式不正确'],
    ['SLIDER', {}, 101, '体温不能大于100'],
    ['SLIDER', { range: true }, [20, 10], '体温的开始不能大于结束'],
    ['TIME', {}, '24:00:00', '体温格式不正确'],
    ['TIME_RANGE', {}, ['09:00:00', '08:00:00'], '体温的开始不能晚于结束'],
    ['DATE', {}, '2023-02-29', '体温格式不正确'],
    ['DATE', { valueFormat: 'yyyy-MM' }, '2024-13', '体温格式不正确'],
    ['DATE_RANGE', {}, ['2024-02-30', '2024-03-01'], '体温格式不正确'],
    ['RATE', { max: 5 }, 3.5, '体温格式不正确'],
    ['RATE', { max: 5 }, 6, '体温格式不正确'],
    ['COLOR', {}, 'url(x)', '体温格式不正确'],
    [
      'UPLOAD',
      { limit: 1 },
      [
        { fileName: 'a', url: FILE },
        { fileName: 'b', url: FILE },
      ],
      '体温最多上传1个文件',
    ],
    ['UPLOAD', {}, [{ fileName: 'a', url: 'https://evil.example/a.png' }], '体温格式不正确'],
    ['UPLOAD', {}, [null], '体温格式不正确'],
    ['SIGN_PAD', {}, 'javascript:alert(1)', '体温格式不正确'],
    ['PROVINCE_CITY', {}, [1], '体温格式不正确'],
    ['PHONE_VERIFICATION', {}, '12812345678', '手机号码不正确'],
    ['INPUT_MAP', {}, [200, 0, ''], '体温格式不正确'],
  ];
  for (const [type, expand, value] of good)
    it(`${type} takes ${JSON.stringify(value).slice(0, 40)}`, () => assert.equal(said(item(type, expand), value), null));
  for (const [type, expand, value, message] of bad)
    it(`${type} refuses ${JSON.stringify(value).slice(0, 40)}: ${message}`, () => assert.equal(said(item(type, expand), value), message));

  it('of every kind that is asked has its check: nonsense passes none', () => {
    for (const type of Object.keys(itemTypes) as ItemType[]) if (!isDisplay(type)) assert.notEqual(said(item(type), { a: 1 }), null, type);
  });

  it('follows the rules that people gave, with their words', () => {
    const mobile = item('INPUT', {}, { regList: [{ pattern: '/^1(3|4|5|7|8|9)\\d{9}$/', message: '手机号格式错误' }] });
    assert.deepEqual([said(mobile, '13812345678'), said(mobile, '123'), said(mobile, '')], [null, '手机号格式错误', null]);
  });
});

describe('what is required', () => {
  const asked = (type: ItemType, expand: Expand, placeholder: string | null) =>
    said(item(type, expand, { required: true, placeholder, label: '<b>体温</b>' }), undefined);
  it('says so in the words of the wire', () => {
    assert.equal(asked('INPUT', {}, '请填写体温'), '请填写体温');
    assert.equal(asked('INPUT', {}, ''), '此题为必填项目');
    assert.equal(asked('INPUT', {}, null), '体温不能为空');
    assert.equal(asked('CHECKBOX', { options }, '请选择'), '请至少选择一个体温');
    assert.equal(asked('UPLOAD', {}, null), '请至少选择一个体温');
  });
  it('is not there with blanks, an empty list or no stars; zero, off and the option 0 are answers', () => {
    const left = (type: ItemType, value: unknown, expand: Expand = {}) =>
      said(item(type, expand, { required: true, placeholder: null }), value, { field101other: '别的' });
    for (const [type, value] of [
      ['INPUT', '  '],
      ['CHECKBOX', []],
      ['RATE', 0],
      ['INPUT', null],
    ] as const)
      assert.notEqual(left(type, value), null, type);
    for (const [type, value] of [
      ['NUMBER_INPUT', 0],
      ['SWITCH', false],
      ['RADIO', 0],
    ] as const)
      assert.equal(left(type, value, { options }), null, type);
  });
});

describe('both maps', () => {
  it('have raw values and what is shown; what was not asked is dropped', () => {
    const items = [
      item('RADIO', { options }, { formItemId: 101 }),
      item('CHECKBOX', { options }, { formItemId: 102 }),
      item('UPLOAD', {}, { formItemId: 103 }),
      item('CASCADER', { options: tree }, { formItemId: 104 }),
      item('DESC_TEXT', {}, { formItemId: 105 }),
      item('INPUT', {}, { formItemId: 106 }),
    ];
    const file = { fileName: '图.png', url: FILE };
    const { originalData, processData, problems } = checkAnswers(
      items,
      {
        field101: 0,
        field102: [1, 2],
        field103: [{ ...file, uid: 7 }],
        field104: ['zj', 'hz'],
        field105: 'x',
        field106: ' 早 ',
        field999: 1,
        constructor: 1,
      },
      { field101other: ' 不好说 ', field102: '乱写' },
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(originalData, { field101: 0, field102: [1, 2], field103: [file], field104: ['zj', 'hz'], field106: '早' });
    assert.deepEqual(processData, {
      field101: '其他',
      field101other: '不好说',
      field102: '好,差',
      field102other: '',
      field103: { type: 'file', files: [file] },
      field104: '浙江,杭州',
      field106: '早',
    });
    assert.deepEqual(
      items.map((one) => summaryOf(one, processData)),
      ['其他:不好说', '好、差', '图.png', '浙江,杭州', '', '早'],
    );
  });
  it('ask for words with 其他', () => {
    assert.equal(said(item('CHECKBOX', { options }), [1, 0]), '请输入其他内容');
    assert.equal(said(item('RADIO', { options }), 0, { field101other: ' ' }), '请输入其他内容');
    assert.equal(said(item('RADIO', { options }), 0, { field101other: '长'.repeat(201) }), '其他内容长度不能超过200个字符');
    assert.equal(said(item('RADIO', { options }), 1), null);
  });
  it('list the problems in the order of the questions', () => {
    const items = [
      item('INPUT', {}, { formItemId: 102, required: true, label: '乙' }),
      item('INPUT', {}, { formItemId: 101, required: true, label: '甲' }),
    ];
    assert.deepEqual(checkAnswers(items, {}).problems, [
      { formItemId: 102, message: '乙不能为空' },
      { formItemId: 101, message: '甲不能为空' },
    ]);
  });
});

describe('small things', () => {
  it('pages end at PAGINATION; empty ones are none', () => {
    const kinds = (types: ItemType[]) => pagesOf(types.map((type) => item(type))).map((page) => page.map(({ type }) => type));
    assert.deepEqual(kinds(['INPUT', 'PAGINATION', 'RATE', 'PAGINATION']), [['INPUT'], ['RATE']]);
    assert.deepEqual(kinds([]), [[]]);
  });
  it('expand keeps what its type has', () => {
    assert.deepEqual(expandOf('INPUT', { maxlength: 5, options: [], prepend: '', append: null }), { maxlength: 5 });
    assert.deepEqual(expandOf('INPUT_MAP', { maxlength: 5 }), {});
  });
  it('labels lose their markup', () => assert.equal(labelText('<p>体温&nbsp;&lt;38&amp;</p>'), '体温 <38&'));
});
