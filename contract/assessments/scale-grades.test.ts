import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { evaluate } from './evaluate.rules.ts';
import { ltci } from './scale-ltci.ts';
import { mzt039, mzt039Level, sensoryGrade } from './scale-mzt039.ts';

const four = [0, 1, 2, 3];

describe('MZ/T 039-2013', () => {
  it('gives one level to each of 256 combinations', () => {
    const of = (adl: number) => four.flatMap((a) => four.flatMap((b) => four.map((c) => mzt039Level([adl, a, b, c])))).join('');
    assert.equal(of(0), '0011'.padEnd(64, '1'));
    const worst = (a: number, b: number, c: number) => Math.max(a, b, c);
    for (const a of four)
      for (const b of four)
        for (const c of four) {
          const two = a === 2 && b === 2 && c === 2;
          const three = worst(a, b, c) === 3;
          assert.equal(mzt039Level([1, a, b, c]), two || three ? 2 : 1, `1${a}${b}${c}`);
          assert.equal(mzt039Level([2, a, b, c]), two || three ? 3 : 2, `2${a}${b}${c}`);
          assert.equal(mzt039Level([3, a, b, c]), 3, `3${a}${b}${c}`);
        }
  });

  it('decides what the text leaves open or says twice', () => {
    const gaps = ['0003', '2000', '2111', '2112', '2121', '2122', '2211', '2212', '2221'];
    assert.equal(gaps.map((grades) => mzt039Level([...grades].map(Number))).join(''), '122222222');
    assert.equal(mzt039Level([2, 2, 2, 2]), 3);
    assert.equal(mzt039Level([1, 0, 0, 3]), 2);
  });

  it('grades the senses by the worst of them', () => {
    const grade = (consciousness: number, sight: number, hearing: number, talk: number) =>
      sensoryGrade({ consciousness, sight, hearing, talk });
    assert.equal(grade(0, 2, 4, 0), 3);
    assert.deepEqual([grade(0, 1, 1, 0), grade(0, 2, 0, 0), grade(0, 0, 0, 1), grade(0, 3, 0, 0), grade(0, 0, 0, 2)], [0, 1, 1, 2, 2]);
    assert.deepEqual([grade(1, 0, 0, 0), grade(1, 3, 3, 2), grade(1, 4, 0, 0), grade(1, 0, 0, 3), grade(2, 0, 0, 0)], [2, 2, 3, 3, 3]);
  });

  it('is one level worse by a diagnosis, and severe in a coma', () => {
    const best = Object.fromEntries(
      mzt039.items.map(({ code, domain, options }) => {
        const scores = options.map(({ score }) => score);
        return [code, domain === 'adl' ? Math.max(...scores) : Math.min(...scores)];
      }),
    );
    assert.deepEqual([evaluate(mzt039, best).level, evaluate(mzt039, best).total], [0, null]);
    assert.equal(evaluate(mzt039, best, { dementia: 1 }).level, 1);
    assert.equal(evaluate(mzt039, best, { fall: 1, lost: 1, dementia: 1 }).level, 1);
    assert.equal(evaluate(mzt039, best, { coma: 1 }).level, 3);
    assert.deepEqual(
      evaluate(mzt039, { ...best, eating: 5 }).domains.map(({ grade }) => grade),
      [1, 0, 0, 0],
    );
  });
});

describe('the grades of long-term care insurance', () => {
  it('are those of the table, by the worse of cognition and senses', () => {
    const of = (...grades: number[]) => ltci.levelOf!(grades);
    const rows = four.map((adl) => four.map((worse) => of(adl, worse, 0)).join(''));
    assert.deepEqual(rows, ['0011', '1112', '2223', '3345']);
    assert.deepEqual(
      rows,
      four.map((adl) => four.map((worse) => of(adl, 0, worse)).join('')),
    );
    const best = Object.fromEntries(ltci.items.map(({ code, options }) => [code, Math.max(...options.map(({ score }) => score))]));
    assert.deepEqual(
      evaluate(ltci, best).domains.map(({ score }) => score),
      [100, 16, 12],
    );
    assert.deepEqual([evaluate(ltci, best).level, evaluate(ltci, { ...best, eating: 0, bathing: 0 }).name], [0, '轻度失能']);
  });
});
