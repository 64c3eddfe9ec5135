/**
 * A group of simple questions that is answered any number of times: `[{ "field1": "王芳", "field2": 3 }, …]`. Each entry is checked as
 * these questions are by themselves. Pure.
 */
import { expandOf, isBlank, isObject, isSimpleChoice, OTHER, type Expand, type FormItem, type Option } from './item-types.rules.ts';
import { patternOf } from './patterns.rules.ts';

/** The kinds that an entry may ask for. */
export const SUB_TYPES = ['INPUT', 'TEXTAREA', 'NUMBER_INPUT', 'RADIO', 'CHECKBOX', 'SELECT', 'DATE', 'TIME', 'RATE'] as const;
/** Questions of an entry, and entries of an answer. */
export const MOST_SUB_ITEMS = 20;
export const MOST_ENTRIES = 50;

/** The questions of an entry as the rules want them. */
export const subItemsOf = ({ items = [] }: Expand): FormItem[] =>
  items.map(({ formItemId, type, label, required, placeholder, expand, regList }) => ({
    formItemId,
    type,
    label,
    displayType: false,
    required: required ?? false,
    placeholder: placeholder ?? null,
    expand: expandOf(type, expand),
    regList: regList ?? [],
  }));

/** Whether an entry says nothing. */
export const isBlankEntry = (entry: unknown): boolean => isObject(entry) && Object.values(entry).every(isBlank);

/** How many entries there must be; 0 of any other question. */
export const leastEntries = ({ type, expand }: Pick<FormItem, 'type' | 'expand'>): number => (type === 'SUB_FORM' ? (expand.min ?? 0) : 0);

function optionsProblem(name: string, options: readonly Option[] = []): string | null {
  const values = options.map(({ value }) => value);
  if (values.length === 0) return `“${name}”没有选项`;
  if (values.includes(OTHER)) return `“${name}”不能有“其他”选项`;
  return values.includes(undefined) || new Set(values).size < values.length ? `“${name}”的选项值重复或为空` : null;
}

/** What keeps a sub-form from being answered; null when nothing does. The label is said by the caller. */
export function subFormProblem(type: string, expand: Expand): string | null {
  if (type !== 'SUB_FORM') return null;
  const items = subItemsOf(expand);
  if (items.length === 0) return '请至少添加一道子题目';
  if (new Set(items.map(({ formItemId }) => formItemId)).size < items.length) return '子题目编号重复';
  for (const { label, type: kind, expand: own, regList } of items) {
    if (label.trim() === '') return '子题目标题不能为空';
    const problem = isSimpleChoice(kind) ? optionsProblem(label, own.options) : null;
    if (problem) return problem;
    if (own.min !== undefined && own.max !== undefined && own.min > own.max) return `“${label}”的最小值不能大于最大值`;
    if (regList.some(({ pattern }) => !patternOf(pattern))) return `“${label}”的正则表达式不支持`;
  }
  const { min = 0, max = MOST_ENTRIES } = expand;
  const whole = [min, max].every((one) => Number.isInteger(one) && one >= 0 && one <= MOST_ENTRIES);
  return whole && max > 0 && min <= max ? null : `条数应为0至${MOST_ENTRIES}的整数`;
}
