/** The kinds of questions, by their names on the wire. Pure. */
import { stripHtml } from '../rich-text.rules.ts';

export const itemTypes = {
  INPUT: '单行文本',
  TEXTAREA: '多行文本',
  PASSWORD_INPUT: '密码输入',
  NUMBER_INPUT: '数字输入',
  SELECT: '下拉选择',
  CASCADER: '级联选择',
  RADIO: '单选框',
  CHECKBOX: '多选框',
  SWITCH: '开关',
  SLIDER: '滑块',
  TIME: '时间选择',
  TIME_RANGE: '时间范围',
  DATE: '日期选择',
  DATE_RANGE: '日期范围',
  RATE: '评分',
  COLOR: '颜色',
  UPLOAD: '文件上传',
  IMAGE: '图片展示',
  IMAGE_SELECT: '图片选择',
  IMAGE_CAROUSEL: '图片轮播',
  DESC_TEXT: '文字描述',
  SIGN_PAD: '手写签名',
  PAGINATION: '分页',
  DIVIDER: '分割线',
  PROVINCE_CITY: '省市联动',
  PHONE_VERIFICATION: '手机号验证',
  INPUT_MAP: '地理位置',
  MATRIX_SELECT: '矩阵选择',
  MATRIX_SCALE: '矩阵量表',
  MATRIX_INPUT: '矩阵填空',
  NPS: '净推荐值',
  SORT: '排序',
  SUB_FORM: '子表单',
} as const;
export type ItemType = keyof typeof itemTypes;

const DISPLAYS: ReadonlySet<string> = new Set<ItemType>(['IMAGE', 'IMAGE_CAROUSEL', 'DESC_TEXT', 'PAGINATION', 'DIVIDER']);
/** Whether items of a type are shown only, never answered. */
export const isDisplay = (type: string) => DISPLAYS.has(type);

/** What `expand` keeps of each type (wire facts 1.2); the rest is dropped. */
const EXPANDS: Record<ItemType, string> = {
  INPUT: 'prepend append maxlength prefixIcon showWordLimit',
  TEXTAREA: 'minRows maxRows maxlength',
  PASSWORD_INPUT: '',
  NUMBER_INPUT: 'min max step stepStrictly precision controlsPosition formula',
  SELECT: 'options multiple filterable',
  CASCADER: 'options filterable multiple separator showAllLevels',
  RADIO: 'optionType options',
  CHECKBOX: 'min max optionType size options',
  SWITCH: '',
  SLIDER: 'min max step range',
  TIME: '',
  TIME_RANGE: '',
  DATE: 'type format valueFormat',
  DATE_RANGE: '',
  RATE: 'max allowHalf showText showScore disabled',
  COLOR: '',
  UPLOAD: 'buttonText showTip fileSize sizeUnit listType limit multiple accept',
  IMAGE: 'src alt',
  IMAGE_SELECT: 'options multiple',
  IMAGE_CAROUSEL: 'options',
  DESC_TEXT: 'color textAlign',
  SIGN_PAD: 'color',
  PAGINATION: '',
  DIVIDER: '',
  PROVINCE_CITY: '',
  PHONE_VERIFICATION: '',
  INPUT_MAP: '',
  MATRIX_SELECT: 'rows options multiple',
  MATRIX_SCALE: 'rows max lowLabel highLabel',
  MATRIX_INPUT: 'rows options maxlength',
  NPS: 'lowLabel highLabel',
  SORT: 'options max',
  SUB_FORM: 'items min max',
};

export interface Option {
  label?: string | undefined;
  value?: string | number | undefined;
  image?: string | undefined;
  id?: string | number | undefined;
  /** Whoever answers this has found something that must be looked after. */
  abnormal?: boolean | undefined;
  /** What it counts in the score of the questionnaire. */
  score?: number | undefined;
  /** Of a row of a matrix: it must be answered although the others need not be. */
  required?: boolean | undefined;
  /** While a questionnaire is filled in: it takes no more answers (quotas.rules.ts). Kept nowhere. */
  full?: boolean | undefined;
  children?: Option[] | undefined;
}
/** A simple question within each entry of a sub-form; answers of an entry are named as those of a questionnaire. */
export interface SubItem {
  formItemId: number;
  type: ItemType;
  label: string;
  required?: boolean | null | undefined;
  placeholder?: string | null | undefined;
  expand?: Readonly<Record<string, unknown>> | null | undefined;
  regList?: readonly { pattern: string; message: string }[] | null | undefined;
}
export interface Expand {
  maxlength?: number | undefined;
  minRows?: number | undefined;
  maxRows?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  stepStrictly?: boolean | undefined;
  precision?: number | undefined;
  /** Of a number: it is calculated (formulas.rules.ts). */
  formula?: string | undefined;
  /** Of a matrix its columns. */
  options?: Option[] | undefined;
  /** Of a matrix. */
  rows?: Option[] | undefined;
  /** Of a sub-form. */
  items?: SubItem[] | undefined;
  /** What the ends of a scale mean. */
  lowLabel?: string | undefined;
  highLabel?: string | undefined;
  multiple?: boolean | undefined;
  range?: boolean | undefined;
  type?: string | undefined;
  valueFormat?: string | undefined;
  allowHalf?: boolean | undefined;
  fileSize?: number | undefined;
  sizeUnit?: string | undefined;
  limit?: number | undefined;
  accept?: string | undefined;
  [key: string]: unknown;
}

/** The parts of `expand` that a type has, without those that are unset. */
export function expandOf(type: ItemType, given: Readonly<Record<string, unknown>> | null | undefined): Expand {
  const keys = new Set(EXPANDS[type].split(' '));
  return Object.fromEntries(
    Object.entries(given ?? {}).filter(([key, value]) => keys.has(key) && value !== null && value !== '' && value !== undefined),
  );
}

/** A question as whoever fills it in and whoever checks it needs it. */
export interface FormItem {
  formItemId: number;
  type: ItemType;
  label: string;
  displayType: boolean;
  required: boolean;
  placeholder: string | null;
  expand: Expand;
  regList: readonly { pattern: string; message: string }[];
}

/** Labels may be rich text: its words alone. */
export const labelText = stripHtml;

const UNITS: Record<string, number> = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
/** The largest file that an upload takes, in bytes: its own limit (10 MB when it names none), never more than the system takes. */
export const uploadBytes = ({ fileSize = 10, sizeUnit = 'MB' }: Expand, most: number) =>
  Math.min(most, fileSize * (UNITS[sizeUnit] ?? 1024 ** 2));
/** How many files an upload takes. */
export const uploadLimit = ({ limit = 2, multiple }: Expand) => (multiple === false ? 1 : limit);

/** The key of an item’s answer in a submission. */
export const keyOf = (formItemId: number) => `field${formItemId}`;
/** The key of the words that belong to the option 其他 of an item. */
export const otherKeyOf = (formItemId: number) => `field${formItemId}other`;
/** The value of the option 其他, which asks for words of one's own. */
export const OTHER = 0;

/** The marks of a recommendation, and what their ends mean where a question does not say. */
export const NPS_MARKS: readonly number[] = Array.from({ length: 11 }, (_, mark) => mark);
export const NPS_ENDS = { lowLabel: '完全不可能', highLabel: '非常可能' } as const;

/** Whether a kind asks for options of words; among these alone 其他 may be. */
export const isSimpleChoice = (type: ItemType): boolean => type === 'RADIO' || type === 'CHECKBOX' || type === 'SELECT';

/** How many options are put in order: all, or the first ones. */
export const placesOf = ({ options = [], max }: Expand) => (max !== undefined && max > 0 ? Math.min(max, options.length) : options.length);

/** Whether a value says nothing: none, an empty text, an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether a value is an object by names, no list. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
