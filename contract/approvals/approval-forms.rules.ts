/** The form of a general approval: its fields as an institution makes them, what they say to conditions, and what is wrong with an answer. Pure. */
import { nextDay } from '../time.ts';
import type { ApprovalVariable } from './approval-kinds.ts';

export const fieldTypes = {
  text: '单行文本',
  long: '多行文本',
  number: '数字',
  money: '金额（元）',
  date: '日期',
  choice: '单选',
  person: '人员',
  files: '附件',
} as const;
export type FieldType = keyof typeof fieldTypes;

export interface FormField {
  /** Of the institution's own form, unique in it; conditions name it. */
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  /** Of a choice. */
  options: readonly string[];
}

export type FormValue = string | number | readonly string[] | null;
export type FormValues = Readonly<Record<string, FormValue>>;

export const MOST_FILES = 9;
const MOST_TEXT = { text: 200, long: 4000 } as const;

/** What conditions can compare: numbers, money and choices. */
export const formVariables = (fields: readonly FormField[]): Record<string, ApprovalVariable> =>
  Object.fromEntries(
    fields.flatMap(({ key, label, type, options }): [string, ApprovalVariable][] => {
      if (type === 'choice') return [[key, { label, options }]];
      if (type === 'money') return [[key, { label, unit: '元' }]];
      return type === 'number' ? [[key, { label }]] : [];
    }),
  );

/** The fields that name people, by their keys. */
export const formPeople = (fields: readonly FormField[]): Record<string, string> =>
  Object.fromEntries(fields.filter(({ type }) => type === 'person').map(({ key, label }) => [key, label]));

/** What is wrong with the fields of a form; null when it can be published. */
export function fieldsProblem(fields: readonly FormField[]): string | null {
  if (fields.length === 0) return '表单还没有字段';
  if (new Set(fields.map(({ key }) => key)).size < fields.length) return '表单字段的标识重复';
  if (new Set(fields.map(({ label }) => label)).size < fields.length) return '表单字段的名称重复';
  const empty = fields.find(({ type, options }) => type === 'choice' && new Set(options).size < 2);
  return empty ? `单选字段“${empty.label}”至少需要两个不同的选项` : null;
}

const isDate = (value: string) => /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(value) && nextDay(value, 0) === value;

const isEmpty = (value: FormValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function valueProblem({ label, type, options }: FormField, value: Exclude<FormValue, null>): string | null {
  switch (type) {
    case 'text':
    case 'long':
      return typeof value !== 'string' || value.length > MOST_TEXT[type] ? `${label}最多${MOST_TEXT[type]}个字` : null;
    case 'number':
      return typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > 1e9 ? `${label}应为数字` : null;
    case 'money':
      return typeof value !== 'number' || !(value >= 0 && value <= 1e9) || Math.round(value * 100) / 100 !== value
        ? `${label}应为不超过两位小数的金额`
        : null;
    case 'date':
      return typeof value !== 'string' || !isDate(value) ? `${label}应为日期` : null;
    case 'choice':
      return typeof value !== 'string' || !options.includes(value) ? `请选择${label}` : null;
    case 'person':
      return typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0 ? `请选择${label}` : null;
    case 'files':
      return !Array.isArray(value) || value.length > MOST_FILES ? `${label}最多${MOST_FILES}个文件` : null;
  }
}

/** What is wrong with the values given for a form, field by field; values of other keys are not looked at. */
export function formProblem(fields: readonly FormField[], values: FormValues): string | null {
  for (const field of fields) {
    const value = values[field.key];
    if (isEmpty(value)) {
      if (field.required) return `请填写${field.label}`;
      continue;
    }
    const problem = valueProblem(field, value as Exclude<FormValue, null>);
    if (problem !== null) return problem;
  }
  return null;
}

/** The values that conditions compare. */
export const comparedValues = (fields: readonly FormField[], values: FormValues): Record<string, number | string> =>
  Object.fromEntries(
    fields.flatMap(({ key, type }): [string, number | string][] => {
      const value = values[key];
      return (type === 'number' || type === 'money' || type === 'choice') && !isEmpty(value) ? [[key, value as number | string]] : [];
    }),
  );
