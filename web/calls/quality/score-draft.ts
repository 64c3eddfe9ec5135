/** A score while it is given: full points to begin with, which faults take away. Pure. */
import { itemsOf, type ItemAnswer, type SheetGroup } from '#contract/calls/call-sheets.rules.ts';

/** Answers to all items of a sheet: those that were given, else full points. */
export const answersOf = (groups: readonly SheetGroup[], given: readonly ItemAnswer[]): ItemAnswer[] =>
  itemsOf(groups).map(
    ({ key, points, fatal }) => given.find((one) => one.key === key) ?? { key, points: fatal ? 0 : points, hit: false, note: '' },
  );

/** The answers with one of them changed. */
export const changed = (answers: readonly ItemAnswer[], key: string, more: Partial<ItemAnswer>): ItemAnswer[] =>
  answers.map((one) => (one.key === key ? { ...one, ...more } : one));
