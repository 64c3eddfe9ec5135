import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { news2 as healthScore } from '../health/news2.rules.ts';
import { evaluate, refusedAnswers, roundedTo, type Answers, type Facts } from './evaluate.rules.ts';
import { gbt42195 } from './scale-gbt42195.ts';
import type { Scale } from './scale-parts.ts';
import { braden, morse, news2 } from './scale-risks.ts';
import { gds15, phq9 } from './scale-mind.ts';
import { scaleOf, scales } from './scales.ts';

const extreme = (scale: Scale, pick: (...scores: number[]) => number): Answers =>
  Object.fromEntries(
    scale.items.map(({ code, options, measured }) => {
      const wanted = pick(...options.map(({ score }) => score));
      return [code, measured ? measured.max : options.find(({ score }) => score === wanted)!.value];
    }),
  );
const best = extreme(gbt42195, Math.max);
/** Answers of GB/T 42195 with this total: points are taken from the first items on. */
function totalling(total: number): Answers {
  let over = 90 - total;
  return Object.fromEntries(
    Object.entries(best).map(([code, most]) => {
      const less = Math.min(most, over);
      over -= less;
      return [code, most - less];
    }),
  );
}
const levels = (answers: Answers, facts: Facts = {}) => {
  const { total, baseLevel, level } = evaluate(gbt42195, answers, facts);
  return [total, baseLevel, level];
};

describe('GB/T 42195-2022', () => {
  it('has four domains of 32, 15, 28 and 15 points and 26 items', () => {
    const { domains } = evaluate(gbt42195, best);
    assert.deepEqual(
      domains.map(({ score, most }) => [score, most]),
      [
        [32, 32],
        [15, 15],
        [28, 28],
        [15, 15],
      ],
    );
    assert.equal(gbt42195.items.length, 26);
  });

  it('gives the level by the total, at every edge', () => {
    assert.deepEqual(levels(best), [90, 0, 0]);
    assert.deepEqual(levels({ ...best, 'B.1.1': 3 }), [89, 1, 1]);
    const edges = [89, 66, 65, 46, 45, 30, 29, 0];
    assert.deepEqual(
      edges.map((total) => levels(totalling(total))),
      edges.map((total, index) => [total, [1, 1, 2, 2, 3, 3, 4, 4][index], [1, 1, 2, 2, 3, 3, 4, 4][index]]),
    );
  });

  it('is made one level worse by a diagnosis or repeated events, once in all, and not beyond the last', () => {
    const dementia = evaluate(gbt42195, totalling(80), { dementia: 1 });
    assert.deepEqual([dementia.baseLevel, dementia.level], [1, 2]);
    assert.deepEqual(dementia.adjustments, [{ code: 'dementia', text: '确诊痴呆', from: 1, to: 2 }]);
    assert.deepEqual(levels(best, { fall: 2 }), [90, 0, 1]);
    assert.deepEqual(levels(best, { fall: 1 }), [90, 0, 0]);
    assert.deepEqual(levels(best, { fall: 1, choke: 1 }), [90, 0, 1], 'events of different kinds count together');
    assert.deepEqual(levels(totalling(10), { dementia: 1 }), [10, 4, 4]);
    assert.deepEqual(levels(totalling(70), { dementia: 1, fall: 2 }), [70, 1, 2]);
    assert.equal(evaluate({ ...gbt42195, stackAdjustments: true }, totalling(70), { dementia: 1, fall: 2 }).level, 3);
  });

  it('is the last level for those in a coma', () => {
    const { level, adjustments } = evaluate(gbt42195, totalling(85), { coma: 1 });
    assert.equal(level, 4);
    assert.deepEqual(adjustments, [{ code: 'coma', text: '处于昏迷状态，直接评为能力完全丧失', from: 1, to: 4 }]);
  });

  it('refuses what is not an option of its item, and what is not of the scale', () => {
    assert.equal(evaluate(gbt42195, { ...best, 'B.2.4': 4 }).refusal, '“上下楼梯”没有这个选项，请重新选择');
    assert.equal(evaluate(gbt42195, { ...best, 'B.9': 1 }).refusal, '“能力评估（GB/T 42195-2022）”没有项目B.9，请刷新后重试');
    assert.equal(refusedAnswers(gbt42195, best, { fall: 31 }), '“近30天跌倒次数”应为0～30之间的整数');
    assert.equal(refusedAnswers(gbt42195, best, { gone: 1 }), '“能力评估（GB/T 42195-2022）”没有情况gone，请刷新后重试');
    assert.equal(refusedAnswers(news2, { temperature: 99 }, {}), '“体温”应在25～45之间，请重新填写');
    assert.equal(evaluate(gbt42195, { ...best, 'B.2.4': 4 }).level, null);
  });

  it('says what is missing, and has no level until nothing is', () => {
    const { 'B.1.1': eating, ...rest } = best;
    const part = evaluate(gbt42195, rest);
    assert.deepEqual([eating, part.missing, part.total, part.level], [4, ['B.1.1'], 86, null]);
    assert.equal(evaluate(gbt42195, {}).missing.length, 26);
  });
});

describe('every scale', () => {
  it('has items and options that are named once, and a band for every total', () => {
    for (const scale of scales) {
      const codes = scale.items.map(({ code }) => code);
      assert.equal(new Set(codes).size, codes.length, scale.code);
      for (const { options, code, domain } of scale.items) {
        assert.equal(new Set(options.map(({ value }) => value)).size, options.length, `${scale.code} ${code}`);
        assert.ok(scale.domains.some((one) => one.code === domain));
      }
      assert.equal(scaleOf(scale.code), scale);
      assert.equal(scaleOf(scale.code, scale.version), scale);
      assert.deepEqual(evaluate(scale, extreme(scale, Math.max)).missing, []);
      assert.notEqual(evaluate(scale, extreme(scale, Math.min)).level, null, scale.code);
    }
    assert.equal(scaleOf('gbt42195', 99), undefined);
  });

  it('changes its level at the edges that are published', () => {
    const at = (code: string, total: number) => {
      const scale = scaleOf(code)!;
      const one = { ...scale.items[0]!, options: [], measured: { min: -999, max: 999, decimals: 0, unit: '', ranges: [] } };
      const { domains, bands } = scale;
      const { level, name } = evaluate(
        { ...scale, items: [one], domains: [{ code: one.domain, name: '' }], bands, adjustments: [] },
        { [one.code]: total },
      );
      return domains.length > 0 ? `${level} ${name}` : '';
    };
    const read = (code: string, totals: number[]) => totals.map((total) => at(code, total).split(' ')[0]).join('');
    assert.equal(read('barthel', [100, 95, 75, 70, 50, 45, 25, 20, 0]), '011223344');
    assert.equal(read('iadl', [20, 21, 80]), '011');
    assert.equal(read('mmse', [30, 27, 26, 21, 20, 10, 9, 0]), '00112233');
    assert.equal(read('moca', [30, 26, 25, 0]), '0011');
    assert.equal(read('minicog', [5, 3, 2, 0]), '0011');
    assert.equal(read('ad8', [0, 1, 2, 8]), '0011');
    assert.equal(read('gds15', [0, 4, 5, 8, 9, 11, 12, 15]), '00112233');
    assert.equal(read('phq9', [0, 4, 5, 9, 10, 14, 15, 19, 20, 27]), '0011223344');
    assert.equal(read('gad7', [0, 4, 5, 9, 10, 14, 15, 21]), '00112233');
    assert.equal(read('morse', [0, 24, 25, 44, 45, 125]), '001122');
    assert.equal(read('falls12', [24, 23, 22, 21, 20, 18, 17, 12]), '00112233');
    assert.equal(read('braden', [23, 19, 18, 15, 14, 13, 12, 10, 9, 6]), '0011223344');
    assert.equal(read('mnasf', [14, 12, 11, 8, 7, 0]), '001122');
    assert.equal(read('news2', [0, 1, 4, 5, 6, 7, 20]), '0113344');
  });

  it('comes to its known sums', () => {
    assert.equal(evaluate(braden, extreme(braden, Math.max)).total, 23);
    assert.equal(evaluate(morse, extreme(morse, Math.max)).total, 125);
    const all = (value: number) => Object.fromEntries(gds15.items.map(({ code }) => [code, value]));
    assert.equal(evaluate(gds15, all(1)).total, 11);
    assert.equal(evaluate(gds15, all(0)).total, 4);
    assert.equal(evaluate(braden, { ...extreme(braden, Math.max), sense: 1, moisture: 1 }).againDays, 14);
  });

  it('of mood says at once that a person thinks of harming themselves', () => {
    const none = Object.fromEntries(phq9.items.map(({ code }) => [code, 0]));
    assert.deepEqual(evaluate(phq9, { q9: 1 }).flags, ['有自伤念头：立即陪护并报告负责人']);
    assert.deepEqual(evaluate(phq9, { ...none, q9: 1 }).level, 0);
    assert.deepEqual(evaluate(phq9, none).flags, []);
  });
});

describe('NEWS2', () => {
  const normal = { respiration: 18, saturation: 97, oxygen: 0, systolic: 130, pulse: 75, mind: 0, temperature: 36.8 };
  const of = (more: Answers, facts: Facts = {}) => evaluate(news2, { ...normal, ...more }, facts);
  it('adds what each sign counts', () => {
    assert.equal(of({}).total, 0);
    const six = of({ respiration: 21, saturation: 95, systolic: 105, pulse: 92, temperature: 38.1 });
    assert.deepEqual([six.total, six.level, six.name], [6, 3, '中风险']);
    assert.deepEqual(six.scores, { respiration: 2, saturation: 1, oxygen: 0, systolic: 1, pulse: 1, mind: 0, temperature: 1 });
  });

  it('takes a single 3 for more than its sum, but not a sum of 3', () => {
    const confused = of({ mind: 3 });
    assert.deepEqual([confused.total, confused.baseLevel, confused.level], [3, 1, 2]);
    assert.deepEqual(confused.adjustments, [{ code: 'single', text: '有一项为3分', from: 1, to: 2 }]);
    const onOxygen = of({ saturation: 94, oxygen: 2 }, { hypercapnic: 1 });
    assert.deepEqual([onOxygen.total, onOxygen.level], [3, 1]);
  });

  it('counts each sign by the table of the college', () => {
    const scores = (code: string, values: number[], more: Answers = {}, facts: Facts = {}) =>
      values.map((value) => of({ ...more, [code]: value }, facts).scores[code]).join('');
    assert.equal(scores('temperature', [35, 35.1, 36, 36.1, 38, 38.1, 39, 39.1]), '31100112');
    assert.equal(scores('temperature', [38.05, 38.04]), '10', 'half is rounded up');
    assert.equal(scores('respiration', [8, 9, 11, 12, 20, 21, 24, 25]), '31100223');
    assert.equal(scores('saturation', [91, 92, 93, 94, 95, 96]), '322110');
    assert.equal(scores('systolic', [90, 91, 100, 101, 110, 111, 219, 220]), '32211003');
    assert.equal(scores('pulse', [40, 41, 50, 51, 90, 91, 110, 111, 130, 131]), '3110011223');
    const hypercapnic = { hypercapnic: 1 };
    assert.equal(scores('saturation', [83, 84, 85, 86, 87, 88, 92, 93, 97], {}, hypercapnic), '322110000');
    assert.equal(scores('saturation', [88, 92, 93, 94, 95, 96, 97], { oxygen: 2 }, hypercapnic), '0011223');
  });

  it('is incomplete with a sign missing', () => {
    const { pulse, ...six } = normal;
    assert.deepEqual([pulse, evaluate(news2, six).missing, evaluate(news2, six).level], [75, ['pulse'], null]);
  });

  it('is the score of the health page', () => {
    for (let step = 0; step < 2000; step++) {
      const pick = (low: number, high: number, prime: number) => low + ((step * prime) % (high - low + 1));
      const [oxygen, scale] = [step % 2, (step >> 1) % 2];
      const signs = {
        respiration: pick(5, 30, 7),
        saturation: pick(80, 100, 11),
        systolic: pick(85, 225, 13),
        pulse: pick(35, 140, 17),
        temperature: pick(345, 395, 19) / 10,
      };
      const here = of({ ...signs, oxygen: oxygen * 2, mind: step % 5 === 0 ? 3 : 0 }, { hypercapnic: scale });
      const there = healthScore(
        {
          breathing: signs.respiration,
          oxygen: signs.saturation,
          oxygenFlow: oxygen,
          systolic: signs.systolic,
          heartRate: signs.pulse,
          temperature: signs.temperature,
          consciousness: step % 5 === 0 ? 1 : 0,
        },
        scale === 1 ? 2 : 1,
      );
      const level = { low: [0, 1], lowMedium: [2], medium: [3], high: [4] }[there.risk];
      assert.deepEqual([here.total, level.includes(here.level!)], [there.score, true], JSON.stringify(signs));
    }
  });

  it('rounds as on paper', () => {
    assert.deepEqual([roundedTo(38.05, 1), roundedTo(38.04, 1), roundedTo(20.5, 0)], [38.1, 38, 21]);
  });
});
