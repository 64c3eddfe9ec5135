/** What happens to answers between the first question and the last: where they begin, which page asks what, what is forgotten. Pure. */
import { pagesOf, type Answers } from './answers.rules.ts';
import { expandOf, keyOf, otherKeyOf, type Expand, type FormItem, type ItemType } from './item-types.rules.ts';
import { piped } from './piping.rules.ts';
import { standing, withCalculated, type Logic } from './logic.rules.ts';

/** A question as the wire gives it. */
interface Row {
  formItemId: number;
  type: ItemType;
  displayType: boolean;
  defaultValue: { value?: unknown } | null;
  expand: Readonly<Record<string, unknown>>;
}

/** A question as the rules want it: only the parts of `expand` that its type has. */
export const formItemOf = <T extends Pick<Row, 'type' | 'expand'>>(row: T): Omit<T, 'expand'> & { expand: Expand } => ({
  ...row,
  expand: expandOf(row.type, row.expand),
});

/** What a questionnaire begins with, by `field{N}`: a switch is off until it is switched on. */
export const defaultsOf = (rows: readonly Omit<Row, 'expand'>[]): Record<string, unknown> =>
  Object.fromEntries(
    rows.flatMap(({ formItemId, type, defaultValue, displayType }) => {
      const value = defaultValue?.value ?? (type === 'SWITCH' ? false : undefined);
      return displayType || value === undefined || value === null || value === '' ? [] : [[keyOf(formItemId), value]];
    }),
  );

/** What a draft may hold: everything but passwords. */
export function withoutSecrets(rows: readonly Pick<Row, 'formItemId' | 'type'>[], values: Answers): Record<string, unknown> {
  const secret = new Set(rows.filter(({ type }) => type === 'PASSWORD_INPUT').map(({ formItemId }) => keyOf(formItemId)));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.has(name)));
}

/** The pages as they stand for these answers, also in their words: hidden questions are left out, and pages of which nothing is left. */
export function standingPages<T extends FormItem>(items: readonly T[], logics: readonly Logic[], answers: Answers): T[][] {
  const shown = new Map(piped(standing(items, logics, answers), answers).map((item) => [item.formItemId, item]));
  // Divided before the hidden ones go: a hidden PAGINATION joins no pages.
  const pages = pagesOf(items)
    .map((page) => page.flatMap(({ formItemId }) => shown.get(formItemId) ?? []))
    .filter((page) => page.length > 0);
  return pages.length > 0 ? pages : [[]];
}

/** The answers without those of hidden questions, which are again what they began with (wire facts 1.4), and with what is calculated. */
export function settled(items: readonly (FormItem & Row)[], logics: readonly Logic[], answers: Answers): Record<string, unknown> {
  const shown = new Set(standing(items, logics, answers).map(({ formItemId }) => formItemId));
  const hidden = items.filter(({ formItemId }) => !shown.has(formItemId));
  const gone = new Set(hidden.flatMap(({ formItemId }) => [keyOf(formItemId), otherKeyOf(formItemId)]));
  const kept = Object.entries(answers).filter(([name]) => !gone.has(name));
  return { ...withCalculated(items, logics, { ...Object.fromEntries(kept), ...defaultsOf(hidden) }) };
}
