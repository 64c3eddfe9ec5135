/** What the editor offers to add: the wire's palette, as far as staff need it for records. Pure. */
import { isDisplay, labelText, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

export interface Preset {
  key: string;
  label: string;
  type: ItemType;
  title: string;
  expand?: Record<string, unknown>;
  regList?: { pattern: string; message: string }[];
}

const twoOptions: Option[] = [
  { label: '选项一', value: 1 },
  { label: '选项二', value: 2 },
];

export const presets: readonly { title: string; presets: readonly Preset[] }[] = [
  {
    title: '输入',
    presets: [
      { key: 'INPUT', label: '单行文本', type: 'INPUT', title: '单行文本' },
      { key: 'TEXTAREA', label: '多行文本', type: 'TEXTAREA', title: '多行文本', expand: { minRows: 2, maxRows: 6 } },
      { key: 'NUMBER_INPUT', label: '数字', type: 'NUMBER_INPUT', title: '数字' },
      {
        key: 'DATE',
        label: '日期',
        type: 'DATE',
        title: '日期',
        expand: { type: 'date', format: 'yyyy-MM-dd', valueFormat: 'yyyy-MM-dd' },
      },
      { key: 'TIME', label: '时间', type: 'TIME', title: '时间' },
      { key: 'RATE', label: '评分', type: 'RATE', title: '评分', expand: { max: 5 } },
      { key: 'SWITCH', label: '开关', type: 'SWITCH', title: '是否' },
    ],
  },
  {
    title: '选择',
    presets: [
      { key: 'RADIO', label: '单选', type: 'RADIO', title: '单选题', expand: { options: twoOptions } },
      { key: 'CHECKBOX', label: '多选', type: 'CHECKBOX', title: '多选题', expand: { options: twoOptions } },
      { key: 'SELECT', label: '下拉', type: 'SELECT', title: '下拉题', expand: { options: twoOptions } },
    ],
  },
  {
    title: '联系人',
    presets: [
      {
        key: 'MOBILE',
        label: '手机号',
        type: 'INPUT',
        title: '手机号',
        expand: { maxlength: 11 },
        regList: [{ pattern: '/^1(3|4|5|7|8|9)\\d{9}$/', message: '手机号格式错误' }],
      },
      {
        key: 'EMAIL',
        label: '邮箱',
        type: 'INPUT',
        title: '邮箱',
        expand: { maxlength: 24 },
        regList: [{ pattern: '/^[\\w.+-]+@[\\w-]+(\\.[\\w-]+)+$/', message: '邮箱格式错误' }],
      },
      {
        key: 'IDENTITY',
        label: '身份证',
        type: 'INPUT',
        title: '身份证',
        expand: { maxlength: 18 },
        regList: [{ pattern: '/^(\\d{15}|\\d{17}[\\dXx])$/', message: '身份证格式错误' }],
      },
      { key: 'PROVINCE_CITY', label: '省市区', type: 'PROVINCE_CITY', title: '所在地区' },
      { key: 'INPUT_MAP', label: '地理位置', type: 'INPUT_MAP', title: '地理位置' },
    ],
  },
  {
    title: '附件与排版',
    presets: [
      {
        key: 'UPLOAD',
        label: '照片与文件',
        type: 'UPLOAD',
        title: '照片',
        expand: { buttonText: '上传文件', fileSize: 10, sizeUnit: 'MB', limit: 5, multiple: true, listType: 'picture' },
      },
      { key: 'SIGN_PAD', label: '手写签名', type: 'SIGN_PAD', title: '签名' },
      { key: 'DESC_TEXT', label: '文字说明', type: 'DESC_TEXT', title: '说明文字' },
      { key: 'DIVIDER', label: '分割线', type: 'DIVIDER', title: '小标题' },
      { key: 'PAGINATION', label: '分页', type: 'PAGINATION', title: '' },
    ],
  },
];

/** The item as the server takes it, of a preset. */
export const itemOf = (projectKey: string, formItemId: number, { type, title, expand, regList }: Preset) => ({
  projectKey,
  formItemId,
  type,
  label: title,
  displayType: isDisplay(type),
  showLabel: true,
  required: false,
  placeholder: '',
  span: 24,
  ...(expand ? { expand } : {}),
  ...(regList ? { regList } : {}),
});

/** What the fields of the item form hold. */
export interface ItemValues {
  label: string;
  required?: boolean;
  placeholder?: string;
  options?: Option[];
  maxlength?: number | null;
  min?: number | null;
  max?: number | null;
  precision?: number | null;
  limit?: number | null;
  fileSize?: number | null;
  dateType?: string;
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Of a question its words are asked for; a text that is only shown keeps its formatting. */
export const valuesOf = ({ type, label, required, placeholder, expand }: FormItemRow): ItemValues => ({
  label: type === 'DESC_TEXT' ? label : labelText(label),
  required,
  placeholder: placeholder ?? '',
  options: (expand.options as Option[] | undefined) ?? [],
  maxlength: numberOf(expand.maxlength),
  min: numberOf(expand.min),
  max: numberOf(expand.max),
  precision: numberOf(expand.precision),
  limit: numberOf(expand.limit),
  fileSize: numberOf(expand.fileSize),
  dateType: (expand.type as string | undefined) ?? 'date',
});

const FORMATS: Record<string, string> = { date: 'yyyy-MM-dd', datetime: 'yyyy-MM-dd HH:mm:ss', month: 'yyyy-MM' };

/** The item with what was changed; parts without a field stay as they are. */
export function changedItem(row: FormItemRow, { label, required, placeholder, dateType, ...parts }: ItemValues) {
  const { projectKey, formItemId, type, displayType, showLabel, span, regList, defaultValue } = row;
  const format = FORMATS[dateType ?? ''];
  return {
    projectKey,
    formItemId,
    type,
    displayType,
    showLabel,
    span,
    regList,
    defaultValue: defaultValue?.value ?? null,
    label,
    required: required ?? false,
    placeholder: placeholder ?? '',
    expand: { ...row.expand, ...parts, ...(type === 'DATE' && format ? { type: dateType, format, valueFormat: format } : {}) },
  };
}

/** A new option's value: never one that an answer may already have. 其他 is 0. */
export const nextValue = (options: readonly Option[]) =>
  Math.max(0, ...options.map(({ value }) => (typeof value === 'number' ? value : 0))) + 1;
