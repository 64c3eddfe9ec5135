/** What can be set of each kind of question besides its words: the parts of `expand` that the form heeds. Pure. */
import { MOST_FORMULA } from '#contract/questionnaires/formulas.rules.ts';
import { FIELD_LENGTH, MOST_SCALE, SCALE } from '#contract/questionnaires/matrix.rules.ts';
import { MOST_ENTRIES } from '#contract/questionnaires/sub-form.rules.ts';
import { NPS_ENDS, type ItemType } from '#contract/questionnaires/item-types.rules.ts';

export type PropertyField = { key: string; label: string } & (
  | { kind: 'number'; min?: number; max?: number; precision?: number; hint?: string }
  | { kind: 'text'; max: number; hint?: string }
  | { kind: 'switch' }
  | { kind: 'choice'; choices: readonly { value: string; label: string }[] }
  | { kind: 'picture' }
);

const count = (key: string, label: string, min: number, max: number, hint = '不限'): PropertyField => ({
  key,
  label,
  kind: 'number',
  min,
  max,
  precision: 0,
  hint,
});
const limit = (key: string, label: string): PropertyField => ({ key, label, kind: 'number', hint: '不限' });
const words = (key: string, label: string, hint = '不显示'): PropertyField => ({ key, label, kind: 'text', max: 20, hint });
const yes = (key: string, label: string): PropertyField => ({ key, label, kind: 'switch' });

const FIELDS: Partial<Record<ItemType, readonly PropertyField[]>> = {
  INPUT: [
    { key: 'prepend', label: '前缀', kind: 'text', max: 20, hint: '如 ￥' },
    { key: 'append', label: '后缀', kind: 'text', max: 20, hint: '如 元' },
    count('maxlength', '最多字数', 1, 500, '500'),
    yes('showWordLimit', '显示字数'),
  ],
  TEXTAREA: [
    count('minRows', '最少行数', 1, 20, '2'),
    count('maxRows', '最多行数', 1, 50, '8'),
    count('maxlength', '最多字数', 1, 5000, '5000'),
  ],
  NUMBER_INPUT: [
    limit('min', '最小值'),
    limit('max', '最大值'),
    { key: 'step', label: '步长', kind: 'number', min: 0.000001, hint: '1' },
    yes('stepStrictly', '只能是步长的倍数'),
    count('precision', '小数位数', 0, 6),
    { key: 'formula', label: '计算公式', kind: 'text', max: MOST_FORMULA, hint: '如 field101 + field102' },
  ],
  SELECT: [yes('multiple', '可以多选')],
  CASCADER: [yes('multiple', '可以多选')],
  IMAGE_SELECT: [yes('multiple', '可以多选')],
  CHECKBOX: [count('min', '至少选择', 1, 200), count('max', '最多选择', 1, 200)],
  SLIDER: [
    limit('min', '最小值'),
    limit('max', '最大值'),
    { key: 'step', label: '步长', kind: 'number', min: 0.000001, hint: '1' },
    yes('range', '选择范围'),
  ],
  MATRIX_SELECT: [yes('multiple', '每行可以多选')],
  MATRIX_SCALE: [
    count('max', '最高分', 2, MOST_SCALE, String(SCALE)),
    words('lowLabel', '最低分的含义'),
    words('highLabel', '最高分的含义'),
  ],
  MATRIX_INPUT: [count('maxlength', '每格最多字数', 1, 500, String(FIELD_LENGTH))],
  SUB_FORM: [count('min', '最少条数', 0, MOST_ENTRIES, '0'), count('max', '最多条数', 1, MOST_ENTRIES, String(MOST_ENTRIES))],
  NPS: [words('lowLabel', '0分的含义', NPS_ENDS.lowLabel), words('highLabel', '10分的含义', NPS_ENDS.highLabel)],
  SORT: [count('max', '只排前几项', 1, 200, '全部')],
  RATE: [count('max', '最高分', 2, 10, '5'), yes('allowHalf', '可以选半分')],
  UPLOAD: [
    count('limit', '最多文件数', 1, 20, '2'),
    { key: 'fileSize', label: '单个文件上限', kind: 'number', min: 0.1, max: 1024, hint: '10' },
    { key: 'sizeUnit', label: '上限单位', kind: 'choice', choices: ['KB', 'MB'].map((unit) => ({ value: unit, label: unit })) },
    {
      key: 'accept',
      label: '文件种类',
      kind: 'choice',
      choices: [
        { value: '', label: '不限' },
        { value: 'image/*', label: '图片' },
        { value: '.pdf,.doc,.docx,.xls,.xlsx', label: '文档' },
      ],
    },
  ],
  IMAGE: [
    { key: 'src', label: '图片', kind: 'picture' },
    { key: 'alt', label: '图片说明', kind: 'text', max: 100 },
  ],
};

export const fieldsOf = (type: ItemType): readonly PropertyField[] => FIELDS[type] ?? [];

/** How precise a date is: the parts of `expand` that go together. */
export const DATES: readonly { value: string; label: string; format: string }[] = [
  { value: 'date', label: '日', format: 'yyyy-MM-dd' },
  { value: 'datetime', label: '时分秒', format: 'yyyy-MM-dd HH:mm:ss' },
  { value: 'month', label: '月', format: 'yyyy-MM' },
];

/** Kinds with a text to begin with, with a number, and those without any hint of what to fill in. */
export const WITH_TEXT: ReadonlySet<string> = new Set(['INPUT', 'TEXTAREA']);
export const WITH_NUMBER: ReadonlySet<string> = new Set(['NUMBER_INPUT', 'SLIDER', 'RATE']);
