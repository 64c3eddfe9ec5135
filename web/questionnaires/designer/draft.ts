/** A questionnaire as it is designed, and the steps that change it. Each step has an inverse, so that all of them can be undone. Pure. */
import { itemTypes, labelText, type Expand, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { rowsProblem } from '#contract/questionnaires/matrix.rules.ts';
import { subFormProblem } from '#contract/questionnaires/sub-form.rules.ts';
import { remaining, type Logic, type LogicAction } from '#contract/questionnaires/logic.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

export interface Draft {
  name: string;
  /** Rich text. */
  describe: string;
  /** In their order. */
  items: readonly FormItemRow[];
  /** One for each question and action. */
  rules: readonly Logic[];
}

export type Step =
  | { do: 'put'; item: FormItemRow; at: number }
  | { do: 'drop'; formItemId: number }
  | { do: 'set'; item: FormItemRow }
  | { do: 'move'; formItemId: number; to: number }
  | { do: 'title'; name: string; describe: string }
  /** The logic of a question and an action; null takes it away. */
  | { do: 'rule'; formItemId: number; action: LogicAction; rule: Logic | null };

export const ruleOf = ({ rules }: Draft, formItemId: number, action: LogicAction) =>
  rules.find((rule) => rule.formItemId === formItemId && rule.action === action) ?? null;

export const indexOf = ({ items }: Pick<Draft, 'items'>, formItemId: number) => items.findIndex((item) => item.formItemId === formItemId);

/** The draft after a step. A step about a question that is not there changes nothing. */
export function apply(draft: Draft, step: Step): Draft {
  const { items } = draft;
  if (step.do === 'title') return { ...draft, name: step.name, describe: step.describe };
  if (step.do === 'rule') {
    const others = draft.rules.filter((rule) => rule.formItemId !== step.formItemId || rule.action !== step.action);
    return { ...draft, rules: step.rule ? [...others, step.rule] : others };
  }
  if (step.do === 'put') return { ...draft, items: items.toSpliced(step.at, 0, step.item) };
  const at = indexOf(draft, step.do === 'set' ? step.item.formItemId : step.formItemId);
  const found = items[at];
  if (!found) return draft;
  if (step.do === 'drop') return { ...draft, items: items.toSpliced(at, 1) };
  if (step.do === 'set') return { ...draft, items: items.with(at, { ...step.item, sort: found.sort }) };
  return { ...draft, items: items.toSpliced(at, 1).toSpliced(step.to, 0, found) };
}

/** What takes a step back, given the draft before it; null when the step changes nothing. */
export function inverse(draft: Draft, step: Step): Step | null {
  if (step.do === 'title') return { do: 'title', name: draft.name, describe: draft.describe };
  if (step.do === 'rule') return { ...step, rule: ruleOf(draft, step.formItemId, step.action) };
  if (step.do === 'put') return { do: 'drop', formItemId: step.item.formItemId };
  const at = indexOf(draft, step.do === 'set' ? step.item.formItemId : step.formItemId);
  const found = draft.items[at];
  if (!found) return null;
  if (step.do === 'drop') return { do: 'put', item: found, at };
  if (step.do === 'set') return { do: 'set', item: found };
  return { do: 'move', formItemId: step.formItemId, to: at };
}

/**
 * The steps that remove a question with the logic that names it, and that logic: its own, jumps to it, and conditions about it.
 * What is left of conditions stays, as the rules of logic judge it without the question.
 */
export function removalOf({ rules }: Draft, formItemId: number): { steps: Step[]; touched: Logic[] } {
  const without = (rule: Logic): Logic | null => {
    if (rule.formItemId === formItemId || (rule.action === 'jump' && rule.target === formItemId)) return null;
    const conditionList = remaining(rule.conditionList, (id) => id !== formItemId);
    if (JSON.stringify(conditionList) === JSON.stringify(rule.conditionList)) return rule;
    return conditionList.length > 0 ? { ...rule, conditionList } : null;
  };
  const changed = rules.map((rule) => ({ rule, left: without(rule) })).filter(({ rule, left }) => left !== rule);
  const steps = changed.map(({ rule, left }): Step => ({ do: 'rule', formItemId: rule.formItemId, action: rule.action, rule: left }));
  return { steps: [...steps, { do: 'drop', formItemId }], touched: changed.map(({ rule }) => rule) };
}

/** Between sort values of neighbours that were never moved; the server’s number. */
const GAP = 65536;

/** The sort values of the neighbours that a move asks for; null is the end on that side. */
export function neighbours({ items }: Draft, formItemId: number, to: number) {
  const rest = items.filter((item) => item.formItemId !== formItemId);
  return { beforePosition: rest[to - 1]?.sort ?? null, afterPosition: rest[to]?.sort ?? null };
}

/** The draft after a move as the server keeps it: where there was no room between the neighbours all sort values are new. */
export function sorted(draft: Draft, formItemId: number, to: number, sort: number): Draft {
  const { beforePosition: before, afterPosition: after } = neighbours(draft, formItemId, to);
  const isFree = sort !== before && sort !== after && !draft.items.some((item) => item.formItemId !== formItemId && item.sort === sort);
  const ascends = sort > (before ?? 0) && (after === null || sort < after);
  const { items } = apply(draft, { do: 'move', formItemId, to });
  return {
    ...draft,
    items: items.map((item, at) =>
      isFree && ascends ? (item.formItemId === formItemId ? { ...item, sort } : item) : { ...item, sort: (at + 1) * GAP },
    ),
  };
}

/** What a question is called in texts about it. */
export const nameOf = ({ label, type }: Pick<FormItemRow, 'label' | 'type'>) => labelText(label).slice(0, 40) || itemTypes[type];

/** The number of the next question; 101 is the first. */
export const nextId = (items: readonly { formItemId: number }[]) => Math.max(100, ...items.map(({ formItemId }) => formItemId)) + 1;

const CHOICES: ReadonlySet<string> = new Set(['RADIO', 'CHECKBOX', 'SELECT', 'IMAGE_SELECT', 'SORT']);

function optionsProblem(options: readonly Option[]): string | null {
  const labels = options.map(({ label = '' }) => label.trim());
  if (labels.length === 0) return '请至少添加一个选项';
  if (labels.some((label) => label === '')) return '选项内容不能为空';
  return new Set(labels).size < labels.length ? '选项内容不能重复' : null;
}

/** What must be put right before a question is saved; null when it may be. */
export function itemProblem({ type, label, displayType, expand }: FormItemRow): string | null {
  if (!displayType && labelText(label).trim() === '') return '请输入题目标题';
  const { min, max } = expand as { min?: number; max?: number };
  if (typeof min === 'number' && typeof max === 'number' && min > max) return '最小值不能大于最大值';
  const rows = rowsProblem(type, expand as Expand) ?? subFormProblem(type, expand as Expand);
  if (rows) return rows;
  return CHOICES.has(type) ? optionsProblem((expand.options as Option[] | undefined) ?? []) : null;
}

export const titleProblem = ({ name }: { name: string }) => (name.trim() === '' ? '问卷名称不能为空' : null);
