/**
 * What a questionnaire shows, asks for and skips, given the answers so far. The page that is filled in and the server share it:
 * answers of hidden questions are dropped on both sides. `eq` and `ne` are the wire's (facts 1.4), the rest is ours. Pure.
 */
import { isEmpty } from './answer-checks.rules.ts';
import { calculate } from './formulas.rules.ts';
import { isObject, keyOf, type ItemType } from './item-types.rules.ts';
import { isMatrix, rowAnswer } from './matrix.rules.ts';

export const logicActions = { show: '显示此题', require: '此题必填', jump: '跳转到' } as const;
export type LogicAction = keyof typeof logicActions;

/** All conditions, or any of them. */
export const logicExpressions = { all: 1, any: 2 } as const;
export const logicExpressionLabels: Record<number, string> = { 1: '满足全部条件', 2: '满足任一条件' };

export const comparisons = {
  eq: '选中',
  ne: '未选中',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  like: '包含',
  filled: '已填写',
  empty: '未填写',
} as const;
export type Comparison = keyof typeof comparisons;

/** Half of it may be missing while it is being written; it never holds then. */
export interface Condition {
  formItemId?: number | null | undefined;
  expression?: Comparison | null | undefined;
  optionValue?: unknown;
  /** Of a matrix: the row that is compared; without one the whole is answered or is not. */
  row?: string | number | null | undefined;
}
/** Conditions that hold together, or of which one must: a group within the list. */
export interface ConditionGroup {
  expression?: number | null | undefined;
  conditionList: readonly ConditionEntry[];
}
export type ConditionEntry = Condition | ConditionGroup;

export interface Logic {
  /** The question that it is about. */
  formItemId: number;
  action: LogicAction;
  /** Of a jump: the question to go on with; null is the end. */
  target?: number | null | undefined;
  expression?: number | null | undefined;
  conditionList: readonly ConditionEntry[];
}

export interface LogicItem {
  formItemId: number;
  type: ItemType;
  /** With a `formula` the question is calculated, never asked. */
  expand?: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  /** Questions that are not there: their answers are dropped. */
  hidden: ReadonlySet<number>;
  /** Questions that must be answered although their own `required` does not say so. */
  required: ReadonlySet<number>;
  /** Calculated answers by `field{N}`; null while one that they need is missing. */
  calculated: Readonly<Record<string, number | null>>;
}

/** The formula of a question; null when it is asked. */
export const calculationOf = ({ type, expand }: LogicItem): string | null =>
  type === 'NUMBER_INPUT' && typeof expand?.formula === 'string' && expand.formula !== '' ? expand.formula : null;

/** A list of conditions with what joins them. */
type Conditions = Pick<Logic, 'expression' | 'conditionList'>;

/** Whether an entry of a list of conditions is a group of them. */
export const isGroup = (entry: ConditionEntry): entry is ConditionGroup => 'conditionList' in entry;

type Answers = Readonly<Record<string, unknown>>;

/** -1, 0 or 1 of two numbers, days or times; null when they cannot be compared. */
function order(one: unknown, other: unknown): number | null {
  const [left, right] = [Number(one), Number(other)];
  if (one !== '' && other !== '' && !Number.isNaN(left) && !Number.isNaN(right)) return Math.sign(left - right);
  return typeof one === 'string' && typeof other === 'string' ? Math.sign(one.localeCompare(other)) : null;
}

const same = (one: unknown, other: unknown) => one === other || (one !== null && other !== null && String(one) === String(other));

const COMPARE: Record<Exclude<Comparison, 'filled' | 'empty'>, (answer: unknown, wanted: unknown) => boolean> = {
  eq: (answer, wanted) => (Array.isArray(answer) ? answer.some((one) => same(one, wanted)) : same(answer, wanted)),
  ne: (answer, wanted) => !COMPARE.eq(answer, wanted),
  gt: (answer, wanted) => order(answer, wanted) === 1,
  ge: (answer, wanted) => (order(answer, wanted) ?? -1) >= 0,
  lt: (answer, wanted) => order(answer, wanted) === -1,
  le: (answer, wanted) => (order(answer, wanted) ?? 1) <= 0,
  like: (answer, wanted) => String(answer).includes(String(wanted)),
};

/** Whether one condition holds. What was not answered neither is nor is not a choice: `eq` and `ne` are both false. */
function holds({ formItemId, expression, optionValue, row }: Condition, answers: Answers, types: ReadonlyMap<number, ItemType>): boolean {
  const type = formItemId == null ? undefined : types.get(formItemId);
  if (formItemId == null || type === undefined || !expression) return false;
  const whole = answers[keyOf(formItemId)];
  const answer = isMatrix(type) && row != null ? rowAnswer(whole, row) : whole;
  const nothing = isEmpty(answer, type);
  if (expression === 'filled' || expression === 'empty') return nothing === (expression === 'empty');
  // What has several parts is no value to compare.
  if (isObject(answer)) return false;
  return !nothing && optionValue !== null && optionValue !== undefined && COMPARE[expression](answer, optionValue);
}

function together({ expression, conditionList }: Conditions, answers: Answers, types: ReadonlyMap<number, ItemType>): boolean {
  const each = (entry: ConditionEntry) => (isGroup(entry) ? together(entry, answers, types) : holds(entry, answers, types));
  if (conditionList.length === 0) return false;
  return expression === logicExpressions.any ? conditionList.some(each) : conditionList.every(each);
}

/** The conditions whose questions are there: a question that was removed takes them along, and hides nothing for good. */
export function remaining(entries: readonly ConditionEntry[], isThere: (formItemId: number) => boolean): ConditionEntry[] {
  return entries.flatMap((entry): ConditionEntry[] => {
    if (!isGroup(entry)) return entry.formItemId == null || isThere(entry.formItemId) ? [entry] : [];
    const conditionList = remaining(entry.conditionList, isThere) as Condition[];
    return conditionList.length > 0 || entry.conditionList.length === 0 ? [{ ...entry, conditionList }] : [];
  });
}

/**
 * Takes the items in their order, the logic, and raw answers `field{N}`; gives what is hidden and what must be answered.
 * Each question is judged in its order by the answers of those before it that are shown: what a hidden question says counts for nothing.
 */
export function outcomeOf(items: readonly LogicItem[], logics: readonly Logic[], answers: Answers): Outcome {
  const types = new Map(items.map(({ formItemId, type }) => [formItemId, type]));
  const places = new Map(items.map(({ formItemId }, at) => [formItemId, at]));
  const hidden = new Set<number>();
  const required = new Set<number>();
  const calculated: Record<string, number | null> = {};
  const seen: Record<string, unknown> = {};
  const byItem = Map.groupBy(logics, ({ formItemId }) => formItemId);
  /** Where a jump that was taken goes on; undefined while none is. */
  let jump: number | null | undefined;
  for (const item of items) {
    const { formItemId } = item;
    if (jump === formItemId) jump = undefined;
    const own = byItem.get(formItemId) ?? [];
    const of = (action: LogicAction): Logic | undefined => {
      const logic = own.find((one) => one.action === action);
      const conditionList = logic && remaining(logic.conditionList, (id) => types.has(id));
      return conditionList && (conditionList.length > 0 || logic.conditionList.length === 0) ? { ...logic, conditionList } : undefined;
    };
    const show = of('show');
    const isHidden = jump !== undefined || (show !== undefined && !together(show, seen, types));
    if (isHidden) {
      hidden.add(formItemId);
      continue;
    }
    const key = keyOf(formItemId);
    const formula = calculationOf(item);
    if (formula !== null) seen[key] = calculated[key] = calculate(formula, seen, item.expand?.precision as number | undefined);
    else if (answers[key] !== undefined) seen[key] = answers[key];
    const must = of('require');
    if (must && together(must, seen, types)) required.add(formItemId);
    const leap = of('jump');
    if (!leap || !together(leap, seen, types)) continue;
    const target = leap.target ?? null;
    // Questions may be moved or removed later: a jump that leads back or nowhere is none, rather than the end of the questionnaire.
    if (target === null || (places.get(target) ?? -1) > (places.get(formItemId) as number)) jump = target;
  }
  return { hidden, required, calculated };
}

/** The answers with what is calculated in place of anything that was sent for it. */
export const withCalculated = (items: readonly LogicItem[], logics: readonly Logic[], answers: Answers): Answers =>
  items.some((item) => calculationOf(item) !== null) ? { ...answers, ...outcomeOf(items, logics, answers).calculated } : answers;

/** Items as they stand for these answers: without the hidden ones, and required where the logic says so. */
export function standing<T extends LogicItem & { required: boolean }>(
  items: readonly T[],
  logics: readonly Logic[],
  answers: Answers,
): T[] {
  if (logics.length === 0) return [...items];
  const { hidden, required } = outcomeOf(items, logics, answers);
  return items
    .filter(({ formItemId }) => !hidden.has(formItemId))
    .map((item) => (required.has(item.formItemId) ? { ...item, required: true } : item));
}
