/** The figures of each question, from how often its answers were given. */
import { numberFigures } from '#contract/questionnaires/answer-figures.rules.ts';
import { labelText, type ItemType, type Option } from '#contract/questionnaires/item-types.rules.ts';
import { pipedNames } from '#contract/questionnaires/piping.rules.ts';
import type { ItemFigures } from '#contract/questionnaires/questionnaire-reports.ts';
import type { Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { chosenIn, countAnswered, countAnswers, type Counted } from './answer-counts.ts';
import { counting, type Asked } from './kept-counts.ts';
import { partFigures } from './part-figures.ts';
import type { Item } from './questionnaire-rows.ts';

const CHOICES: ReadonlySet<ItemType> = new Set(['RADIO', 'CHECKBOX', 'SELECT', 'IMAGE_SELECT', 'SWITCH']);
const NUMBERS: ReadonlySet<ItemType> = new Set(['NUMBER_INPUT', 'RATE', 'SLIDER', 'NPS']);
const WORDS: ReadonlySet<ItemType> = new Set(['INPUT', 'TEXTAREA']);

export const isChoice = ({ type }: Pick<Item, 'type'>) => CHOICES.has(type);
export const isOpen = ({ type }: Pick<Item, 'type'>) => WORDS.has(type);
const isNumber = ({ type, expand }: Pick<Item, 'type' | 'expand'>) => NUMBERS.has(type) && expand.range !== true;
export const isMultiple = ({ type, expand }: Pick<Item, 'type' | 'expand'>) => type === 'CHECKBOX' || expand.multiple === true;

/** What can be chosen, in order: `value` as answers say it, `label` as people read it. */
export function optionsOf({ type, expand }: Pick<Item, 'type' | 'expand'>): { value: unknown; label: string }[] {
  if (type === 'SWITCH')
    return [
      { value: true, label: '是' },
      { value: false, label: '否' },
    ];
  return ((expand.options as Option[] | undefined) ?? []).map(({ value, label }) => ({ value, label: label || String(value ?? '') }));
}

/** Answers that named an option which is no longer one. */
const FORMER = '已删除的选项';

/** How often each option was chosen; several in one answer count each. */
export function optionCounts(item: Pick<Item, 'type' | 'expand'>, counted: readonly Counted[]): { label: string; count: number }[] {
  const options = optionsOf(item);
  const counts = new Map<string, number>(options.map(({ value }) => [String(value), 0]));
  let former = 0;
  for (const [value, n] of counted)
    for (const one of chosenIn(value)) {
      const before = counts.get(String(one));
      if (before === undefined) former += n;
      else counts.set(String(one), before + n);
    }
  const found = options.map(({ value, label }) => ({ label, count: counts.get(String(value)) ?? 0 }));
  return former > 0 ? [...found, { label: FORMER, count: former }] : found;
}

const total = (counted: readonly Counted[]) => counted.reduce((sum, [, n]) => sum + n, 0);

/** The figures of all questions that are answered, in their order. */
export async function figuresOf(tx: Tx, asked: Asked, session: Session, items: readonly Item[]): Promise<ItemFigures[]> {
  const questions = pipedNames(items).filter(({ displayType }) => !displayType);
  const isCounted = (item: Item) => isChoice(item) || isNumber(item);
  const idsOf = (some: readonly Item[]) => some.map(({ formItemId }) => formItemId);
  const results = await counting(tx, asked, session);
  const counts = await countAnswers(tx, results, idsOf(questions.filter(isCounted)));
  const answered = await countAnswered(tx, results, idsOf(questions.filter((item) => !isCounted(item))));
  const figures: ItemFigures[] = [];
  for (const item of questions) {
    const counted = counts.get(item.formItemId) ?? [];
    figures.push({
      formItemId: item.formItemId,
      type: item.type,
      label: labelText(item.label),
      answered: answered.get(item.formItemId) ?? total(counted),
      options: isChoice(item) ? optionCounts(item, counted) : null,
      multiple: isChoice(item) && isMultiple(item),
      numbers: isNumber(item) ? numberFigures(counted.map(([value, n]) => [typeof value === 'number' ? value : Number.NaN, n])) : null,
      open: isOpen(item),
      parts: await partFigures(tx, results, item, counted),
    });
  }
  return figures;
}
