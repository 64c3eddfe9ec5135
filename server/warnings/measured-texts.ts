/** Words of measured warnings. */
import { measuredText, ruleOfMetric } from '#contract/warnings/measured.rules.ts';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';

/** The values of a rule that are in their bounds again, the newest of each metric; null without any. */
export function backText(values: readonly { metric: number; value: number; at: number }[], rule: RuleName): string | null {
  const own = values.filter(({ metric }) => ruleOfMetric.get(metric) === rule).toSorted((a, b) => a.at - b.at);
  const newest = new Map(own.map((value) => [value.metric, value]));
  return [...newest.values()].map(({ metric, value }) => measuredText(metric, 0, value, null)).join('，') || null;
}
