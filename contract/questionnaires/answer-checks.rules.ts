/** What an answer of each kind of question may be: a text that says what is wrong, or null. Values are not empty here. Pure. */
import { MOBILE } from '../phones.rules.ts';
import {
  isBlank,
  labelText,
  NPS_MARKS,
  OTHER,
  placesOf,
  type Expand,
  type FormItem,
  type ItemType,
  type Option,
} from './item-types.rules.ts';
import { isBlankEntry } from './sub-form.rules.ts';
import { isBlankCell, isMatrix, matrixProblem } from './matrix.rules.ts';
import { patternOf } from './patterns.rules.ts';

type Check = (value: unknown, item: FormItem, label: string) => string | null;

const MOST_TEXT = { INPUT: 500, TEXTAREA: 5000 } as const;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const COLOR = /^(#[0-9a-f]{6}([0-9a-f]{2})?|rgba?\([\d., %]{5,40}\))$/i;
/** A file of our own store. */
export const FILE_URL = /^\/admin\/sys-file\/([a-z0-9-]{1,30})\/([0-9a-f-]{36}\.[a-z0-9]{2,5})$/;

const wrong = (label: string) => `${label}格式不正确`;
const unknown = (label: string) => `${label}的选项不存在`;
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;
const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10) === value;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Whether nothing was answered. A switch that is off, a zero and the option 0 are answers; no stars and rows without an answer are none. */
export const isEmpty = (value: unknown, type: ItemType): boolean =>
  isBlank(value) ||
  (type === 'RATE' && value === 0) ||
  (type === 'SUB_FORM' && Array.isArray(value) && value.every(isBlankEntry)) ||
  (isMatrix(type) && isBlankCell(value));

const text =
  (most: number): Check =>
  (value, { expand, regList }, label) => {
    if (typeof value !== 'string') return wrong(label);
    const limit = Math.min(expand.maxlength ?? most, most);
    if (value.length > limit) return `${label}长度不能超过${limit}个字符`;
    // A pattern that is not understood never came through the editor; it forbids nothing.
    const broken = regList.find(({ pattern }) => patternOf(pattern)?.test(value) === false);
    return broken ? broken.message || wrong(label) : null;
  };

/** Decimals of a step or a number, without the noise of binary fractions; small ones are written as `1.5e-7`. */
function decimals(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
const stepsFrom = (value: number, from: number, step: number) => Math.abs((value - from) / step - Math.round((value - from) / step)) < 1e-6;

function amount(value: unknown, { min, max, step, stepStrictly, precision }: Expand, label: string): string | null {
  if (!isNumber(value)) return wrong(label);
  if (min !== undefined && value < min) return `${label}不能小于${min}`;
  if (max !== undefined && value > max) return `${label}不能大于${max}`;
  if (precision !== undefined && decimals(value) > precision)
    return precision === 0 ? `${label}应为整数` : `${label}最多${precision}位小数`;
  return stepStrictly && step !== undefined && !stepsFrom(value, 0, step) ? `${label}应为${step}的倍数` : null;
}

const known = (options: readonly Option[] | undefined, value: unknown) => options?.some((option) => option.value === value) ?? false;
const list = (value: unknown, most: number): value is unknown[] => Array.isArray(value) && value.length <= most;

const single: Check = (value, { expand }, label) => (known(expand.options, value) ? null : unknown(label));
const several: Check = (value, { expand }, label) => {
  if (!list(value, 200) || new Set(value).size !== value.length) return wrong(label);
  return value.every((one) => known(expand.options, one)) ? null : unknown(label);
};
const chosen: Check = (value, item, label) => (item.expand.multiple ? several : single)(value, item, label);

/** The options along a path from the top; null when there is no such path. */
export function pathOf(options: readonly Option[] | undefined, path: unknown): Option[] | null {
  if (!list(path, 20) || path.length === 0) return null;
  const found: Option[] = [];
  let level = options;
  for (const value of path) {
    const option: Option | undefined = level?.find((one) => one.value === value);
    if (!option) return null;
    found.push(option);
    level = option.children;
  }
  return found;
}

const range =
  (valid: (value: unknown) => value is string): Check =>
  (value, _, label) => {
    const [from, to] = Array.isArray(value) && value.length === 2 ? value : [];
    if (!valid(from) || !valid(to)) return wrong(label);
    return from <= to ? null : `${label}的开始不能晚于结束`;
  };
const isClock = (value: unknown): value is string => typeof value === 'string' && CLOCK.test(value);

const TOKENS: Record<string, string> = {
  yyyy: '\\d{4}',
  YYYY: '\\d{4}',
  MM: '(?:0[1-9]|1[0-2])',
  dd: '(?:0[1-9]|[12]\\d|3[01])',
  DD: '(?:0[1-9]|[12]\\d|3[01])',
  HH: '(?:[01]\\d|2[0-3])',
  mm: '[0-5]\\d',
  ss: '[0-5]\\d',
};
/** Of `valueFormat`: tokens become digits, everything else stands for itself. The result has no repetition that could backtrack. */
const datePattern = (format: string) =>
  new RegExp(`^${format.replace(/yyyy|YYYY|MM|dd|DD|HH|mm|ss|[^A-Za-z0-9\u4e00-\u9fff]/g, (part) => TOKENS[part] ?? `\\${part}`)}$`);

const date: Check = (value, { expand }, label) => {
  const format =
    expand.valueFormat ?? (expand.type === 'datetime' ? 'yyyy-MM-dd HH:mm:ss' : expand.type === 'month' ? 'yyyy-MM' : 'yyyy-MM-dd');
  if (!isText(value, 40) || !datePattern(format).test(value)) return wrong(label);
  return format.toLowerCase().startsWith('yyyy-mm-dd') && !isDay(value.slice(0, 10)) ? wrong(label) : null;
};

const CHECKS: Partial<Record<ItemType, Check>> = {
  INPUT: text(MOST_TEXT.INPUT),
  PASSWORD_INPUT: text(MOST_TEXT.INPUT),
  TEXTAREA: text(MOST_TEXT.TEXTAREA),
  NUMBER_INPUT: (value, { expand }, label) => amount(value, expand, label),
  SELECT: chosen,
  RADIO: single,
  IMAGE_SELECT: chosen,
  CHECKBOX: (value, item, label) => {
    const { min, max } = item.expand;
    const problem = several(value, item, label);
    if (problem) return problem;
    const count = (value as unknown[]).length;
    if (min !== undefined && count < min) return `${label}至少选择${min}项`;
    return max !== undefined && max > 0 && count > max ? `${label}最多选择${max}项` : null;
  },
  CASCADER: (value, { expand }, label) => {
    const paths = expand.multiple ? value : [value];
    if (!list(paths, 200)) return wrong(label);
    return paths.every((path) => pathOf(expand.options, path)) ? null : unknown(label);
  },
  SWITCH: (value, _, label) => (typeof value === 'boolean' ? null : wrong(label)),
  SLIDER: (value, { expand }, label) => {
    const limits = { min: expand.min ?? 0, max: expand.max ?? 100 };
    if (!expand.range) return amount(value, limits, label);
    const [from, to] = Array.isArray(value) && value.length === 2 ? value : [];
    if (!isNumber(from) || !isNumber(to)) return wrong(label);
    return amount(from, limits, label) ?? amount(to, limits, label) ?? (from <= to ? null : `${label}的开始不能大于结束`);
  },
  TIME: (value, _, label) => (isClock(value) ? null : wrong(label)),
  TIME_RANGE: range(isClock),
  DATE: date,
  DATE_RANGE: range(isDay),
  RATE: (value, { expand }, label) => {
    const most = expand.max ?? 5;
    return isNumber(value) && value > 0 && value <= most && stepsFrom(value, 0, expand.allowHalf ? 0.5 : 1) ? null : wrong(label);
  },
  COLOR: (value, _, label) => (isText(value, 50) && COLOR.test(value) ? null : wrong(label)),
  UPLOAD: (value, _, label) => {
    const good = (one: unknown) => {
      const { fileName, url } = (one ?? {}) as { fileName?: unknown; url?: unknown };
      return isText(fileName, 200) && isText(url, 300) && FILE_URL.test(url);
    };
    return list(value, 50) && value.every(good) ? null : wrong(label);
  },
  SIGN_PAD: (value, _, label) => (isText(value, 300) && FILE_URL.test(value) ? null : wrong(label)),
  PROVINCE_CITY: (value, _, label) => (list(value, 4) && value.every((one) => isText(one, 30) && one !== '') ? null : wrong(label)),
  PHONE_VERIFICATION: (value) => (isText(value, 11) && MOBILE.test(value) ? null : '手机号码不正确'),
  INPUT_MAP: (value, _, label) => {
    const [lng, lat, address] = Array.isArray(value) && value.length === 3 ? value : [];
    if (!isText(address, 200)) return wrong(label);
    // A phone that may not tell its position leaves an address that was typed.
    if (lng === null && lat === null) return address.trim() === '' ? wrong(label) : null;
    return isNumber(lng) && isNumber(lat) && Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? null : wrong(label);
  },
  MATRIX_SELECT: matrixProblem,
  MATRIX_SCALE: matrixProblem,
  MATRIX_INPUT: matrixProblem,
  NPS: (value, _, label) => (NPS_MARKS.some((mark) => mark === value) ? null : wrong(label)),
  SORT: (value, item, label) => {
    const problem = several(value, item, label);
    const places = placesOf(item.expand);
    return problem ?? ((value as unknown[]).length === places ? null : `${label}请排出${places}项的顺序`);
  },
};

/** What is wrong with an answer that is there; null when nothing is. Items that are shown only take none. */
export const problemOf = (item: FormItem, value: unknown): string | null => CHECKS[item.type]?.(value, item, labelText(item.label)) ?? null;

/** Whether the option 其他 is among what was chosen. */
export const choseOther = ({ type }: FormItem, value: unknown): boolean =>
  (type === 'RADIO' || type === 'CHECKBOX') && (Array.isArray(value) ? value.includes(OTHER) : value === OTHER);
