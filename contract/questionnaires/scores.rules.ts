/** What chosen options score, and which care level a score suggests. Pure. */
import { isObject, keyOf, type FormItem } from './item-types.rules.ts';

/** A score of an option lies between these. */
export const MOST_SCORE = 1000;

type Scored = Pick<FormItem, 'formItemId' | 'expand'>;

/** What the answer of one question scores; null where no option of it has a score. */
export function itemScore({ formItemId, expand }: Scored, answers: Readonly<Record<string, unknown>>): number | null {
  const options = (expand.options ?? []).filter(({ score }) => typeof score === 'number');
  if (options.length === 0) return null;
  const answer = answers[keyOf(formItemId)];
  // Each row of a matrix scores by itself.
  const rows = (isObject(answer) ? Object.values(answer) : [answer]).map((one) => [one].flat());
  const scoreOf = (given: readonly unknown[]) =>
    options.filter(({ value }) => value !== undefined && given.includes(value)).reduce((sum, { score }) => sum + score!, 0);
  return rows.reduce((sum, given) => sum + scoreOf(given), 0);
}

/** The sum of the chosen options; null where no question scores. */
export function scoreOfAnswers(items: readonly Scored[], answers: Readonly<Record<string, unknown>>): number | null {
  const scores = items.map((item) => itemScore(item, answers)).filter((score) => score !== null);
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0);
}

export interface ScoreRange {
  name: string;
  startScore: number;
  endScore: number;
}

const rangeText = ({ startScore, endScore }: Pick<ScoreRange, 'startScore' | 'endScore'>) =>
  startScore === endScore ? `${startScore}分` : `${startScore}～${endScore}分`;

/** Why a rule cannot stand beside the others; null when it can. */
export function refusedRange(rule: ScoreRange, others: readonly ScoreRange[]): string | null {
  if (rule.startScore > rule.endScore) return '最低分不能大于最高分';
  const met = others.find(({ startScore, endScore }) => rule.startScore <= endScore && startScore <= rule.endScore);
  return met ? `与规则“${met.name}”（${rangeText(met)}）重叠，请调整分数` : null;
}

/** The whole scores between the rules that have none, in words. */
export function gapsOf(rules: readonly ScoreRange[]): string[] {
  const sorted = rules.toSorted((a, b) => a.startScore - b.startScore);
  return sorted.flatMap(({ startScore }, index) => {
    const before = sorted[index - 1];
    return before && startScore > before.endScore + 1 ? [rangeText({ startScore: before.endScore + 1, endScore: startScore - 1 })] : [];
  });
}
