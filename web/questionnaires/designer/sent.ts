/** A question and a piece of logic as calls of the designer send them. Pure. */
import type { Input } from '#contract/http.ts';
import type { questionnaireItems, FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';
import type { Logic } from '#contract/questionnaires/logic.rules.ts';
import type { questionnaireLogics } from '#contract/questionnaires/questionnaire-logics.ts';

/** The whole question, changed from a revision. */
export const sent = ({ projectKey, defaultValue, ...row }: FormItemRow, revision: number) =>
  ({
    projectKey,
    formItemId: row.formItemId,
    type: row.type,
    label: row.label,
    displayType: row.displayType,
    showLabel: row.showLabel,
    defaultValue: defaultValue?.value ?? null,
    required: row.required,
    placeholder: row.placeholder ?? '',
    span: row.span,
    expand: row.expand,
    regList: row.regList,
    revision,
  }) as Input<typeof questionnaireItems.create>;

export const sentRule = ({ formItemId, action, target, expression, conditionList }: Logic) =>
  ({ formItemId, action, target: target ?? null, expression: expression ?? null, conditionList }) as Omit<
    Input<typeof questionnaireLogics.save>,
    'projectKey'
  >;
