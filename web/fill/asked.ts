/** A question of the page, and what a control of it is given. */
import type { FormItem } from '#contract/questionnaires/item-types.rules.ts';
import type { FormItemRow } from '#contract/questionnaires/questionnaire-items.ts';

/** As the rules want it, with how it is shown. */
export type Asked = FormItem & Pick<FormItemRow, 'showLabel' | 'span' | 'defaultValue'>;

/** Of a control; `T` is the wire's shape of an answer. */
export interface Given<T = unknown> {
  item: Asked;
  /** Of the field, and the beginning of the ids within a group. */
  id: string;
  value: T | undefined;
  onChange(value: T | undefined): void;
  /** Ids of what describes it. */
  described: string | undefined;
  invalid: boolean;
  projectKey: string;
}
