/** What the command palette finds, and in which order. Pure. */
import { initialsAt } from './initials.ts';

/** What the frame itself offers. */
export type Group = '最近标签' | '菜单' | '操作';

export interface Entry {
  /** Unique in the list. */
  key: string;
  /** One of the frame's, or the one that an area has for what it finds. */
  group: string;
  label: string;
  /** Beside the label: where it is, or what its keys are. */
  note?: string;
  /** More words by which it is found. */
  also?: string;
  /** An area has found it by these words already. */
  found?: true;
}

/** The frame's groups before and behind what the areas find. */
const BEFORE: readonly Group[] = ['最近标签', '菜单'];
const BEHIND: readonly Group[] = ['操作'];
/** Without a search so many of a group are enough. */
const FEW = 5;
const MANY = 8;

const plain = (text: string) => text.toLowerCase().replace(/\s+/g, '');

/** How well words fit: 0 not at all; the beginning of a label counts more than its middle or its initials, letters in order least. */
export function fitness(label: string, also: string, words: string): number {
  const [wanted, text] = [plain(words), plain(label)];
  if (wanted === '') return 1;
  if (text === wanted) return 5;
  if (text.startsWith(wanted)) return 4;
  if (text.includes(wanted)) return 3;
  const initials = wanted.length > 1 ? initialsAt(text, wanted) : -1;
  if (initials >= 0) return initials === 0 ? 3 : 2;
  if (plain(also).includes(wanted)) return 2;
  let at = -1;
  const inOrder = [...wanted].every((letter) => (at = text.indexOf(letter, at + 1)) >= 0);
  return inOrder && wanted.length > 1 ? 1 : 0;
}

/** The entries that fit, by groups, the best of each first. What an area has found fits already, in its order. */
export function find(entries: readonly Entry[], words: string): Entry[] {
  const most = plain(words) === '' ? FEW : MANY;
  const ofAreas = new Set(entries.flatMap(({ found, group }) => (found ? [group] : [])));
  return [...BEFORE, ...ofAreas, ...BEHIND].flatMap((group) =>
    entries
      .filter((entry) => entry.group === group)
      .map((entry) => ({ entry, fit: entry.found ? 1 : fitness(entry.label, `${entry.also ?? ''} ${entry.note ?? ''}`, words) }))
      .filter(({ fit }) => fit > 0)
      .sort((a, b) => b.fit - a.fit)
      .slice(0, most)
      .map(({ entry }) => entry),
  );
}

/** Where an arrow leads from `at` in a list of `length`, round the ends. */
export const step = (at: number, by: number, length: number) => (length === 0 ? 0 : (at + by + length) % length);
