import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fail, NOT_UNDERSTOOD, parse, type Node } from './pattern-syntax.rules.ts';

const chars = (...ranges: [number, number][]): Node => ({ kind: 'chars', chars: { ranges, not: false } });
const letter = (char: string): Node => chars([char.codePointAt(0) as number, char.codePointAt(0) as number]);
const all = (...parts: Node[]): Node => ({ kind: 'all', parts });
const repeat = (min: number, max: number, inner = letter('a')): Node => ({ kind: 'repeat', inner, min, max });
const anchor = (at: 'start' | 'end' | 'word' | 'inside'): Node => ({ kind: 'anchor', anchor: at });

describe('the text of a pattern', () => {
  it('is a tree', () => {
    const cases: [source: string, tree: Node][] = [
      ['', all()],
      ['a中', all(letter('a'), letter('中'))],
      ['😀', all(letter('😀'))],
      ['a|b|', { kind: 'any', parts: [all(letter('a')), all(letter('b')), all()] }],
      ['(?:ab)c', all(all(letter('a'), letter('b')), letter('c'))],
      ['^$\\b\\B', all(anchor('start'), anchor('end'), anchor('word'), anchor('inside'))],
      ['a*', all(repeat(0, Infinity))],
      ['a+?', all(repeat(1, Infinity))],
      ['a?', all(repeat(0, 1))],
      ['a{2}', all(repeat(2, 2))],
      ['a{2,}', all(repeat(2, Infinity))],
      ['a{0,3}', all(repeat(0, 3))],
      ['a{12345}', all(repeat(12345, 12345))],
      // Braces without a first number stand for themselves.
      ['a{,2}', all(letter('a'), letter('{'), letter(','), letter('2'), letter('}'))],
      ['[a-c_]', all(chars([97, 99], [95, 95]))],
      ['[a-]', all(chars([97, 97], [45, 45]))],
      ['[^a]', all({ kind: 'chars', chars: { ranges: [[97, 97]], not: true } })],
      ['[\\d\\b]', all(chars([48, 57], [8, 8]))],
      ['\\D', all(chars([0, 47], [58, 0x10ffff]))],
      ['\\x41\\u4e2d\\t\\.', all(letter('A'), letter('中'), letter('\t'), letter('.'))],
    ];
    for (const [source, tree] of cases) assert.deepEqual(parse(source), tree, source);
  });

  it('is not understood where it looks around, refers back, is not whole, or repeats nothing', () => {
    const wrong = ['(?=a)', '(?<n>a)', '\\1', '\\k', '\\p{L}', '\\01', '\\x4', '\\u12', '\\', '(a', 'a)', '[a', '[z-a]', '[\\d-z]'];
    const repeated = ['*', '+a', 'a**', 'a{2}{3}', 'a{3,1}', '^*', '\\b+', '{2}', 'a|{2,3}', '({1,})'];
    for (const source of [...wrong, ...repeated]) assert.throws(() => parse(source), isNotUnderstood, source);
  });

  it('that is not understood is told from other errors', () => {
    assert.throws(fail, isNotUnderstood);
  });
});

const isNotUnderstood = (thrown: unknown) => thrown === NOT_UNDERSTOOD;
