/** Logic as people read it, and what is wrong with it. Pure. */
import { isMatrix, nameOf as rowName } from './matrix.rules.ts';
import { labelText, type Expand, type ItemType, type Option } from './item-types.rules.ts';
import { comparisons, isGroup, logicExpressions, type Comparison, type Condition, type ConditionEntry, type Logic } from './logic.rules.ts';

export interface NamedItem {
  formItemId: number;
  type: ItemType;
  label: string;
  displayType: boolean;
  expand: Expand;
}

const CHOICES: ReadonlySet<ItemType> = new Set(['RADIO', 'CHECKBOX', 'SELECT', 'IMAGE_SELECT', 'MATRIX_SELECT']);
const ORDERED: ReadonlySet<ItemType> = new Set(['NUMBER_INPUT', 'SLIDER', 'RATE', 'DATE', 'TIME', 'NPS', 'MATRIX_SCALE']);
const TEXTS: ReadonlySet<ItemType> = new Set(['INPUT', 'TEXTAREA', 'PHONE_VERIFICATION', 'PROVINCE_CITY']);

/** What an answer of a kind can be compared by. */
export function comparisonsOf(type: ItemType): readonly Comparison[] {
  if (CHOICES.has(type)) return ['eq', 'ne', 'filled', 'empty'];
  if (type === 'SWITCH') return ['eq', 'ne'];
  if (ORDERED.has(type)) return ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'filled', 'empty'];
  return TEXTS.has(type) ? ['eq', 'ne', 'like', 'filled', 'empty'] : ['filled', 'empty'];
}

/** Of a choice 选中 and 未选中, of anything else 等于 and 不等于. */
export function comparisonLabel(comparison: Comparison, type: ItemType): string {
  if (CHOICES.has(type) || (comparison !== 'eq' && comparison !== 'ne')) return comparisons[comparison];
  return comparison === 'eq' ? '等于' : '不等于';
}

/** Whether a comparison needs a value beside it. */
export const needsValue = (comparison: Comparison | null | undefined) => comparison !== 'filled' && comparison !== 'empty';

/** The rows that conditions of a question may name; none but of a matrix. */
export const rowsOf = ({ type, expand }: Pick<NamedItem, 'type' | 'expand'>): readonly Option[] =>
  isMatrix(type) ? ((expand.rows as Option[] | undefined) ?? []) : [];
const rowIn = (item: NamedItem, row: Condition['row']) => rowsOf(item).find((one) => row != null && rowName(one) === String(row));

/** Whether a condition says all that it has to; otherwise it never holds. */
export const isWhole = ({ formItemId, expression, optionValue }: Condition) =>
  formItemId != null && !!expression && (!needsValue(expression) || (optionValue != null && optionValue !== ''));

const nameOf = (items: readonly NamedItem[], formItemId: number | null | undefined): string => {
  const item = items.find((one) => one.formItemId === formItemId);
  return item ? `「${labelText(item.label).slice(0, 30)}」` : '「已删除的题目」';
};

function valueText(item: NamedItem | undefined, value: unknown): string {
  if (value === null || value === undefined || value === '') return '…';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const option = (item?.expand.options as Option[] | undefined)?.find((one) => String(one.value) === String(value));
  return `“${option?.label ?? String(value)}”`;
}

function conditionText(items: readonly NamedItem[], { formItemId, expression, optionValue, row }: Condition): string {
  const item = items.find((one) => one.formItemId === formItemId);
  if (formItemId == null || !expression) return '未写完的条件';
  const words = comparisonLabel(expression, item?.type ?? 'RADIO');
  const of = item && row != null ? `的“${rowIn(item, row)?.label ?? '已删除的行'}”` : '';
  return `${nameOf(items, formItemId)}${of}${words}${needsValue(expression) ? valueText(item, optionValue) : ''}`;
}

const joined = (expression: number | null | undefined) => (expression === logicExpressions.any ? ' 或 ' : ' 且 ');

function conditionsText(items: readonly NamedItem[], { expression, conditionList }: Pick<Logic, 'expression' | 'conditionList'>): string {
  return conditionList
    .map((entry) => (isGroup(entry) ? `（${conditionsText(items, entry)}）` : conditionText(items, entry)))
    .join(joined(expression));
}

const THEN: Record<Logic['action'], string> = { show: '显示', require: '必填', jump: '跳转到' };

/** `当「睡眠」选中“差” 且 「年龄」大于“80”时，显示「原因」` */
export function summaryOf(logic: Logic, items: readonly NamedItem[]): string {
  const { formItemId, action, target, conditionList } = logic;
  const then =
    action === 'jump'
      ? `从${nameOf(items, formItemId)}跳转到${target == null ? '结尾' : nameOf(items, target)}`
      : `${THEN[action]}${nameOf(items, formItemId)}`;
  return conditionList.length === 0 ? `${then}：还没有条件` : `当${conditionsText(items, logic)}时，${then}`;
}

const flat = (entries: readonly ConditionEntry[]): Condition[] =>
  entries.flatMap((entry) => (isGroup(entry) ? flat(entry.conditionList) : [entry]));

/** What keeps a logic from doing what it says; each once. */
export function troublesOf({ formItemId, action, target, conditionList }: Logic, items: readonly NamedItem[]): string[] {
  const places = new Map(items.map((item, at) => [item.formItemId, at]));
  const own = places.get(formItemId) ?? -1;
  const conditions = flat(conditionList);
  const troubles = new Set<string>();
  if (conditions.length === 0) troubles.add(action === 'show' ? '没有条件，此题不会显示' : '没有条件，不会生效');
  for (const condition of conditions) {
    const place = condition.formItemId == null ? undefined : places.get(condition.formItemId);
    if (condition.formItemId != null && place === undefined) troubles.add('条件里的题目已删除，该条件不再起作用');
    else if (place !== undefined && (action === 'jump' ? place > own : place >= own)) troubles.add('条件里的题目排在此题之后，不会成立');
    else if (!isWhole(condition) || lacksRow(items, condition)) troubles.add('有条件没有写完，不会成立');
    else if (hasGoneRow(items, condition)) troubles.add('条件里的行已删除');
    else if (hasGoneOption(items, condition)) troubles.add('条件里的选项已删除');
  }
  const to = target == null ? null : places.get(target);
  if (action === 'jump' && to === undefined) troubles.add('跳转到的题目已删除');
  else if (action === 'jump' && typeof to === 'number' && to <= own) troubles.add('只能跳转到此题之后的题目');
  return [...troubles];
}

const itemIn = (items: readonly NamedItem[], { formItemId }: Condition) => items.find((one) => one.formItemId === formItemId);

/** Only that it is answered can be said of a matrix as a whole. */
function lacksRow(items: readonly NamedItem[], condition: Condition): boolean {
  const item = itemIn(items, condition);
  return !!item && isMatrix(item.type) && condition.row == null && needsValue(condition.expression);
}
function hasGoneRow(items: readonly NamedItem[], condition: Condition): boolean {
  const item = itemIn(items, condition);
  return !!item && isMatrix(item.type) && condition.row != null && !rowIn(item, condition.row);
}

function hasGoneOption(items: readonly NamedItem[], { formItemId, expression, optionValue }: Condition): boolean {
  const item = items.find((one) => one.formItemId === formItemId);
  if (!item || !CHOICES.has(item.type) || !needsValue(expression)) return false;
  return !((item.expand.options as Option[] | undefined) ?? []).some(({ value }) => String(value) === String(optionValue));
}

/** The questions that conditions of a question may name: those before it, of a jump itself too; of those that are answered. */
export function askable<T extends NamedItem>(items: readonly T[], formItemId: number, action: Logic['action']): T[] {
  const own = items.findIndex((item) => item.formItemId === formItemId);
  return items.slice(0, action === 'jump' ? own + 1 : own).filter(({ displayType }) => !displayType);
}
