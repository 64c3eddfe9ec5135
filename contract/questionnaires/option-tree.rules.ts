/** Options below options as lines of text, and back. Pure. */
import type { Option } from './item-types.rules.ts';

const INDENT = 2;
/** Levels, and options in all: as many as a question may have. */
const MOST_LEVELS = 10;
const MOST = 200;

/** One line for each option, two blanks further in for each level. */
export const treeText = (options: readonly Option[], level = 0): string =>
  options
    .flatMap(({ label = '', children = [] }) => [
      `${' '.repeat(level * INDENT)}${label}`,
      ...(children.length > 0 ? [treeText(children, level + 1)] : []),
    ])
    .join('\n');

/** A tab counts as one level, a wide blank as two narrow ones. */
function depthOf(line: string): number {
  const blanks = /^[ \t\u3000]*/.exec(line)?.[0] ?? '';
  return Math.floor([...blanks].reduce((sum, one) => sum + (one === ' ' ? 1 : INDENT), 0) / INDENT);
}

/**
 * The options of a text. An option that was there before, under the same words at the same place, keeps its value: answers name it.
 * A new one has its words as value; the same words twice below one option count once.
 */
export function treeOf(text: string, before: readonly Option[] = []): Option[] {
  const top: Option[] = [];
  /** The options from the top down to the last line, and those that stood there before. */
  const path: { children: Option[]; before: readonly Option[] }[] = [{ children: top, before }];
  let count = 0;
  for (const line of text.split(/\r?\n/)) {
    const label = line.trim().slice(0, 200);
    if (label === '' || count >= MOST) continue;
    path.length = Math.min(depthOf(line) + 1, path.length, MOST_LEVELS);
    const level = path.at(-1)!;
    const known = level.before.find((option) => option.label === label);
    const there = level.children.find((option) => option.label === label);
    const option = there ?? { label, value: known?.value ?? label, ...(known?.id === undefined ? {} : { id: known.id }) };
    if (!there) {
      level.children.push(option);
      count++;
    }
    path.push({
      get children() {
        return (option.children ??= []);
      },
      before: known?.children ?? [],
    });
  }
  return top;
}
