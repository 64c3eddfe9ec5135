import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { patternOf } from './patterns.rules.ts';

const test = (pattern: string, text: string) => patternOf(pattern)?.test(text);

describe('patterns', () => {
  it('of the palette work as written', () => {
    const mobile = '/^1(3|4|5|7|8|9)\\d{9}$/';
    assert.deepEqual(
      ['13812345678', '12812345678', '1381234567', '138123456789'].map((text) => test(mobile, text)),
      [true, false, false, false],
    );
    assert.deepEqual(
      ['a@b.cn', 'a@b', '@b.cn'].map((text) => test('/^\\w+([-+.]\\w+)*@\\w+([-.]\\w+)*\\.\\w+([-.]\\w+)*$/', text)),
      [true, false, false],
    );
    assert.deepEqual(
      ['11010119900307013X', '11010119900307013x', '1101'].map((text) => test('/(^\\d{15}$)|(^\\d{17}[\\dX]$)/i', text)),
      [true, true, false],
    );
    assert.equal(test('/^[\\u4e00-\\u9fa5]{2,4}$/', '王英秀'), true);
  });

  it('that are not understood are null: looking around, references, names, unbalanced, empty, too long, too many', () => {
    for (const pattern of [
      '/(?=a)b/',
      '/(?!a)b/',
      '/(?<=a)b/',
      '/(?<n>a)/',
      '/(a)\\1/',
      '/\\p{L}/',
      '/\\k/',
      '/(a/',
      '/a)/',
      '/[a/',
      '/*a/',
      '/a**/',
      '/a{3,1}/',
      '/^*/',
      '/[z-a]/',
      '/[\\d-z]/',
      '//',
      '',
      '/a/x',
      '/\\/',
      `/${'a'.repeat(600)}/`,
      '/a{2001}/',
      '/((a{50}){50}){50}/',
      '/\\u12/',
    ])
      assert.equal(patternOf(pattern), null, pattern);
  });

  it('agree with the engine of the language on thousands of small patterns and texts', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    const pick = <T>(from: readonly T[]) => from[random(from.length)] as T;
    const make = (depth: number): string => {
      const kind = depth === 0 ? random(3) : random(7);
      if (kind === 0) return pick(['a', 'b', '0', '中', '\\.', '-']);
      if (kind === 1) return pick(['.', '\\d', '\\w', '\\s', '\\W', '[ab]', '[^a0]', '[a-c0-9]', '[^]', '[]', '\\b', '\\B', '^', '$']);
      if (kind === 2) return pick(['a', 'b']) + pick(['*', '+', '?', '{2}', '{1,2}', '{0,}', '{0}', '*?', '+?']);
      if (kind === 3) return `(${make(depth - 1)})${pick(['', '*', '+', '?', '{1,2}', '{2,}'])}`;
      if (kind === 4) return `(?:${make(depth - 1)}|${make(depth - 1)})`;
      if (kind === 5) return `${make(depth - 1)}|${make(depth - 1)}`;
      return make(depth - 1) + make(depth - 1);
    };
    let understood = 0;
    for (let n = 0; n < 4000; n++) {
      const source = make(3);
      const insensitive = random(2) === 1;
      const theirs = new RegExp(source, insensitive ? 'i' : '');
      const ours = patternOf(`/${source}/${insensitive ? 'i' : ''}`);
      if (!ours) continue;
      understood++;
      for (let m = 0; m < 8; m++) {
        const text = Array.from({ length: random(7) }, () => pick(['a', 'b', 'A', '0', '9', '.', '-', ' ', '中', '\n'])).join('');
        assert.equal(ours.test(text), theirs.test(text), `${source} on ${JSON.stringify(text)}`);
      }
    }
    assert.ok(understood > 3900, String(understood));
  });

  it('that would take a backtracking engine longer than the universe lasts are answered', () => {
    const text = `${'a'.repeat(2000)}!`;
    for (const pattern of [
      '/^(a+)+$/',
      '/^(a|a)*$/',
      '/^(a*)*b$/',
      '/^(([a-z])+.)+[A-Z]([a-z])+$/',
      '/(x+x+)+y/',
      '/^(a?){200}a{200}$/',
      '/^((((){9999}){9999}){9999}){9999}b/',
    ])
      assert.equal(test(pattern, text), false, pattern);
  });
});
