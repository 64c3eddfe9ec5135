/**
 * Patterns that people give for answers, tested in time linear in the text: every
 * thread of the automaton steps once per character, so that no pattern can keep a processor busy as backtracking would. What needs
 * backtracking (looking around, references back) is not understood. Pure.
 */
import { fail, NOT_UNDERSTOOD, parse, WORD, type Anchor, type Chars, type Node, type Range } from './pattern-syntax.rules.ts';

type Step = { op: 'chars'; chars: Chars } | { op: 'anchor'; anchor: Anchor } | { op: 'fork'; to: number[] } | { op: 'done' };

export interface Pattern {
  test(text: string): boolean;
}

const MOST_SOURCE = 500;
const MOST_STEPS = 2000;

/** The tree as steps; throws when there would be too many. */
function compile(tree: Node): Step[] {
  const steps: Step[] = [];
  const add = (step: Step): number => (steps.length >= MOST_STEPS ? fail() : steps.push(step) - 1);
  const fork = () => {
    const to: number[] = [];
    add({ op: 'fork', to });
    return to;
  };
  const write = (part: Node): void => {
    switch (part.kind) {
      case 'chars':
        return void add({ op: 'chars', chars: part.chars });
      case 'anchor':
        return void add({ op: 'anchor', anchor: part.anchor });
      case 'all':
        return part.parts.forEach(write);
      case 'any': {
        const begins = fork();
        const ends = part.parts.map((one) => {
          begins.push(steps.length);
          write(one);
          return fork();
        });
        for (const end of ends) end.push(steps.length);
        return;
      }
      case 'repeat': {
        for (let n = 0; n < part.min; n++) {
          const before = steps.length;
          write(part.inner);
          // Nothing, ten thousand times over, is nothing.
          if (steps.length === before) break;
        }
        if (part.max === Infinity) {
          const begin = steps.length;
          const again = fork();
          again.push(steps.length);
          write(part.inner);
          fork().push(begin);
          again.push(steps.length);
          return;
        }
        const skips: number[][] = [];
        for (let n = part.min; n < part.max; n++) {
          const skip = fork();
          skip.push(steps.length);
          skips.push(skip);
          write(part.inner);
        }
        for (const skip of skips) skip.push(steps.length);
      }
    }
  };
  write(tree);
  add({ op: 'done' });
  return steps;
}

const within = (ranges: readonly Range[], code: number) => ranges.some(([from, to]) => code >= from && code <= to);
const has = ({ ranges, not }: Chars, codes: readonly number[]) => codes.some((code) => within(ranges, code)) !== not;

/** A code point and, where case does not matter, its other cases. */
function casesOf(code: number, insensitive: boolean): number[] {
  if (!insensitive) return [code];
  const char = String.fromCodePoint(code);
  const cases = [char.toLowerCase(), char.toUpperCase()].filter((one) => [...one].length === 1).map((one) => one.codePointAt(0) as number);
  return [...new Set([code, ...cases])];
}

function run(steps: readonly Step[], text: string, insensitive: boolean): boolean {
  const codes = Array.from(text, (char) => char.codePointAt(0) as number);
  const isWord = (at: number) => at >= 0 && at < codes.length && within(WORD, codes[at] as number);
  const holds = (anchor: Anchor, at: number) => {
    if (anchor === 'start') return at === 0;
    if (anchor === 'end') return at === codes.length;
    return (isWord(at - 1) !== isWord(at)) === (anchor === 'word');
  };
  const seen = new Int32Array(steps.length).fill(-1);
  let threads: number[] = [];
  for (let at = 0; at <= codes.length; at++) {
    const code = at < codes.length ? casesOf(codes[at] as number, insensitive) : null;
    const next: number[] = [];
    // A match may begin at every character.
    const waiting = [0, ...threads];
    for (let thread = waiting.pop(); thread !== undefined; thread = waiting.pop()) {
      if (seen[thread] === at) continue;
      seen[thread] = at;
      const step = steps[thread] as Step;
      if (step.op === 'done') return true;
      if (step.op === 'fork') waiting.push(...step.to);
      else if (step.op === 'anchor') {
        if (holds(step.anchor, at)) waiting.push(thread + 1);
      } else if (code && has(step.chars, code)) next.push(thread + 1);
    }
    threads = next;
  }
  return false;
}

/** A pattern as the wire has it, `/…/` or `/…/i` or without the slashes; null when it is not understood or too long. */
export function patternOf(wire: string): Pattern | null {
  const [, body = wire, flags = ''] = /^\/(.*)\/([a-z]*)$/su.exec(wire) ?? [];
  if (body === '' || body.length > MOST_SOURCE || !/^[gu]*i?[gu]*$/.test(flags)) return null;
  try {
    const steps = compile(parse(body));
    return { test: (text) => run(steps, text, flags.includes('i')) };
  } catch (error) {
    if (error === NOT_UNDERSTOOD) return null;
    throw error;
  }
}
