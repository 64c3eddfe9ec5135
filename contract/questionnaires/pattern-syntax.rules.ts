/** The text of a pattern as a tree. Pure. */

export type Range = readonly [number, number];
/** Code points, or with `not` all others. */
export interface Chars {
  ranges: readonly Range[];
  not: boolean;
}
export type Anchor = 'start' | 'end' | 'word' | 'inside';
export type Node =
  | { kind: 'chars'; chars: Chars }
  | { kind: 'anchor'; anchor: Anchor }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'repeat'; inner: Node; min: number; max: number };

const LAST = 0x10ffff;

const DIGIT: Range[] = [[48, 57]];
export const WORD: Range[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: Range[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: Range[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const CLASSES: Record<string, Range[]> = { d: DIGIT, w: WORD, s: SPACE };
const CONTROLS: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 };

/** Everything that these ranges leave. */
function others(ranges: readonly Range[]): Range[] {
  const rest: Range[] = [];
  let next = 0;
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  return next > LAST ? rest : [...rest, [next, LAST]];
}

/** `{2}`, `{2,}` or `{2,5}` at the beginning of a text. */
const BRACES = /^\{(\d+)(,(\d*))?\}/;

export const NOT_UNDERSTOOD = Symbol('not understood');
/** Throws NOT_UNDERSTOOD. */
export const fail = (): never => {
  throw NOT_UNDERSTOOD;
};

/** The tree of a pattern's text; throws when it is not understood. */
export function parse(source: string): Node {
  const text = [...source];
  let at = 0;
  const peek = () => text[at];
  const take = (): string => text[at++] ?? fail();
  const takes = (wanted: string) => text.slice(at, at + wanted.length).join('') === wanted && ((at += wanted.length), true);
  const one = (code: number): Range[] => [[code, code]];

  const braces = () => (peek() === '{' ? BRACES.exec(text.slice(at).join('')) : null);

  const hex = (digits: number): Range[] => {
    const code = text.slice(at, at + digits).join('');
    if (!/^[0-9a-f]+$/i.test(code) || code.length < digits) return fail();
    at += digits;
    return one(Number.parseInt(code, 16));
  };
  /** What stands after a backslash, as ranges. */
  const escape = (inClass: boolean): Range[] => {
    const letter = take();
    const chosen = CLASSES[letter.toLowerCase()];
    if (chosen) return letter === letter.toLowerCase() ? chosen : others(chosen);
    if (letter === 'x') return hex(2);
    if (letter === 'u') return hex(4);
    if (letter === 'b' && inClass) return one(8);
    if (letter === '0' && /\d/.test(peek() ?? '')) return fail();
    const control = CONTROLS[letter];
    if (control !== undefined) return one(control);
    return /[A-Za-z0-9]/.test(letter) ? fail() : one(letter.codePointAt(0) as number);
  };
  const set = (): Node => {
    const not = takes('^');
    const ranges: Range[] = [];
    while (peek() !== ']') {
      const member = (): Range[] => (takes('\\') ? escape(true) : one(take().codePointAt(0) as number));
      const first = member();
      if (peek() !== '-' || text[at + 1] === ']' || text[at + 1] === undefined) {
        ranges.push(...first);
        continue;
      }
      at++;
      const last = member();
      const [from, to] = [first[0] as Range, last[0] as Range];
      if (first.length > 1 || last.length > 1 || from[0] !== from[1] || to[0] !== to[1] || from[0] > to[0]) fail();
      ranges.push([from[0], to[0]]);
    }
    at++;
    return { kind: 'chars', chars: { ranges, not } };
  };
  const group = (): Node => {
    if (takes('?') && !takes(':')) fail();
    const inner = choice();
    if (!takes(')')) fail();
    return inner;
  };
  const atom = (): Node => {
    // Nothing stands before them that they could repeat.
    if (braces()) return fail();
    const char = take();
    if (char === '(') return group();
    if (char === '[') return set();
    if (char === '.') return { kind: 'chars', chars: { ranges: LINE_ENDS, not: true } };
    if (char === '^') return { kind: 'anchor', anchor: 'start' };
    if (char === '$') return { kind: 'anchor', anchor: 'end' };
    if ('*+?'.includes(char)) return fail();
    if (char !== '\\') return { kind: 'chars', chars: { ranges: one(char.codePointAt(0) as number), not: false } };
    if (takes('b')) return { kind: 'anchor', anchor: 'word' };
    if (takes('B')) return { kind: 'anchor', anchor: 'inside' };
    return { kind: 'chars', chars: { ranges: escape(false), not: false } };
  };
  const counts = (): [number, number] | null => {
    if (takes('*')) return [0, Infinity];
    if (takes('+')) return [1, Infinity];
    if (takes('?')) return [0, 1];
    const found = braces();
    if (!found) return null;
    at += found[0].length;
    const min = Number(found[1]);
    return [min, found[2] === undefined ? min : found[3] === '' ? Infinity : Number(found[3])];
  };
  const repeated = (): Node => {
    const node = atom();
    const many = counts();
    if (!many) return node;
    takes('?'); // the shortest match is a match as well
    const [min, max] = many;
    if (min > max || node.kind === 'anchor' || counts()) fail();
    return { kind: 'repeat', inner: node, min, max };
  };
  const sequence = (): Node => {
    const nodes: Node[] = [];
    while (at < text.length && peek() !== '|' && peek() !== ')') nodes.push(repeated());
    return { kind: 'all', parts: nodes };
  };
  const choice = (): Node => {
    const nodes = [sequence()];
    while (takes('|')) nodes.push(sequence());
    return nodes.length === 1 ? (nodes[0] as Node) : { kind: 'any', parts: nodes };
  };
  const whole = choice();
  return at < text.length ? fail() : whole;
}
