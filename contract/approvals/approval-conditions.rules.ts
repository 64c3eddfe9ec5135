/** When a step of an approval is asked, or which way of a drawn flow is taken: comparisons of the application's values. Pure. */
import { grouped } from '../money.ts';
import type { ApprovalVariable } from './approval-kinds.ts';

export const comparisons = { '>=': '不小于', '>': '大于', '<=': '不大于', '<': '小于', '=': '等于', '!=': '不等于' } as const;
export type Comparison = keyof typeof comparisons;

export interface Test {
  variable: string;
  comparison: Comparison;
  value: number | string;
}

/** All of the tests hold, or with `any` one of them. */
export interface Condition {
  any: boolean;
  tests: readonly Test[];
}

/** The values that an application gives; a choice is a text. What the form left empty is absent. */
export type Values = Readonly<Record<string, number | string | undefined>>;

function passes({ variable, comparison, value }: Test, values: Values): boolean {
  const given = values[variable];
  // A value that was not given is not more and not less than anything, and is no choice.
  if (given === undefined) return comparison === '!=';
  if (comparison === '=') return given === value;
  if (comparison === '!=') return given !== value;
  if (typeof given !== 'number' || typeof value !== 'number') return false;
  switch (comparison) {
    case '>=':
      return given >= value;
    case '>':
      return given > value;
    case '<=':
      return given <= value;
    case '<':
      return given < value;
  }
}

/** Whether a condition holds; none always does. */
export const holds = (condition: Condition | null, values: Values): boolean =>
  condition === null ||
  (condition.any ? condition.tests.some((test) => passes(test, values)) : condition.tests.every((test) => passes(test, values)));

/** `采购金额不小于1,000元 且 …`: a condition as staff read it. */
export function conditionText(condition: Condition, variables: Readonly<Record<string, ApprovalVariable>>): string {
  const words = condition.tests.map(({ variable, comparison, value }) => {
    const known = variables[variable];
    return `${known?.label ?? variable}${comparisons[comparison]}${typeof value === 'number' ? grouped(value) : value}${known?.unit ?? ''}`;
  });
  return words.join(condition.any ? ' 或 ' : ' 且 ');
}

/** What is wrong with a condition for the variables that an application has; null when it can be asked. */
export function conditionProblem(condition: Condition, variables: Readonly<Record<string, ApprovalVariable>>): string | null {
  if (condition.tests.length === 0) return '条件没有内容';
  for (const { variable, comparison, value } of condition.tests) {
    const known = variables[variable];
    if (!known) return `条件用到了表单没有的字段：${variable}`;
    const equality = comparison === '=' || comparison === '!=';
    if (known.options) {
      if (!equality) return `${known.label}只能用等于或不等于比较`;
      if (!known.options.includes(String(value))) return `${known.label}没有选项：${value}`;
    } else if (typeof value !== 'number') return `${known.label}应与数字比较`;
  }
  return null;
}
