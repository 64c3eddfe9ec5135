/** Options as the controls of the kit take them. */
import type { Option } from '#contract/questionnaires/item-types.rules.ts';
import { FULL } from '#contract/questionnaires/quotas.rules.ts';

/** The options that have a value, each by its words. What is full cannot be chosen any more; what was chosen before stays. */
export const choicesOf = (options: readonly Option[] = [], chosen?: unknown) =>
  options.flatMap(({ label, value, full = false }) => {
    if (value === undefined) return [];
    const closed = full && ![chosen].flat().includes(value);
    return [{ label: `${label ?? value}${full ? FULL : ''}`, value, ...(closed ? { disabled: true } : {}) }];
  });
