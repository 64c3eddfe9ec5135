/** Options as the controls of the kit take them. */
import type { Option } from '#contract/questionnaires/item-types.rules.ts';

/** The options that have a value, each by its words. */
export const choicesOf = (options: readonly Option[] = []) =>
  options.flatMap(({ label, value }) => (value === undefined ? [] : [{ label: label ?? String(value), value }]));
