/** A rule of the institution between its form and the wire. */
import type { Input, Output } from '#contract/http.ts';
import type { conditionRules } from '#contract/warnings/condition-rules.ts';
import { newExpression, type Expression } from './condition-fields.tsx';
import { everybody, type Scope } from './condition-scope.tsx';

export type ConditionRow = Output<typeof conditionRules.get>;

export const ruleInput = ({ expression, who, ...values }: Record<string, unknown>) => {
  const { every, groups } = (expression as Expression | undefined) ?? newExpression;
  const { scope, departments, people } = (who as Scope | undefined) ?? everybody;
  const scopeIds = scope === 2 ? departments : scope === 3 ? people.map(({ id }) => id) : [];
  return { ...values, every, groups, scope, scopeIds } as unknown as Input<typeof conditionRules.create>;
};

export const toForm = ({
  name,
  severity,
  every,
  groups,
  windows,
  scope,
  scopeNames,
  validMinutes,
  content,
  enabled,
  remarks,
}: ConditionRow) => ({
  name,
  severity,
  expression: { every, groups },
  windows,
  who: { scope, departments: scope === 2 ? scopeNames.map(({ id }) => id) : [], people: scope === 3 ? scopeNames : [] },
  validMinutes,
  content,
  enabled,
  ...(remarks === null ? {} : { remarks }),
});
