/** Members of staff found by what is typed of their name. Pure. */
import { initialsAt } from '#web/shell/initials.ts';

/** A part of the name, or the pinyin or initials of a part of it; no words are every name. */
export const isNamed = (name: string, words: string): boolean => {
  const wanted = words.replaceAll(/\s/g, '');
  return wanted === '' || name.includes(wanted) || initialsAt(name, wanted) >= 0;
};
