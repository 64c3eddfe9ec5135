import { HOUR, MINUTE } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { defaultLimits } from '../health/thresholds.rules.ts';
import { metrics } from '../health/metrics.ts';
import { replay } from './condition-replays.rules.ts';
import { conditionText, contentOf, expressionText, holdingText, ruleProblem } from './condition-texts.rules.ts';
import {
  actionOf,
  conditionsOf,
  correctRule,
  evaluate,
  nextDue,
  nextOpening,
  signalOf,
  signals,
  stepRule,
  unknownRule,
  type Condition,
  type ConditionRule,
  type RuleState,
  type Sample,
} from './conditions.rules.ts';

// A Monday.
const start = Date.parse('2026-11-16T10:00:00+08:00');
const blank: Condition = {
  kind: 'value',
  metric: 'heartRate',
  compare: 'above',
  value: 100,
  beyond: null,
  situation: null,
  minutes: 0,
  needed: 1,
  windowSize: 1,
};
const when = (part: Partial<Condition>): Condition => ({ ...blank, ...part });
const out = when({ kind: 'situation', metric: null, compare: null, value: null, situation: 'bedOut' });
const hot = when({ metric: 'temperature', value: 38 });
const rule = (conditions: Condition[], extra: Partial<ConditionRule> = {}): ConditionRule => ({
  every: true,
  groups: [{ every: true, conditions }],
  windows: [],
  validMinutes: 60,
  ...extra,
});
const value = (minutes: number, number: number, metric: keyof typeof metrics = 'heartRate', device: number | null = 1): Sample => ({
  signal: metrics[metric].number,
  at: start + minutes * MINUTE,
  device,
  value: number,
});
const bed = (minutes: number, isOut: boolean): Sample => ({
  signal: signals.bed,
  at: start + minutes * MINUTE,
  device: 2,
  value: isOut ? 1 : 0,
});
const through = (of: ConditionRule, samples: readonly Sample[]): RuleState =>
  samples.reduce((state, sample) => stepRule(of, state, sample, defaultLimits).state, unknownRule(of));
const truth = (of: ConditionRule, samples: readonly Sample[], minutes: number) =>
  evaluate(of, through(of, samples), start + minutes * MINUTE).truth;
/** Minutes after the start at which it would have warned. */
const fired = (of: ConditionRule, samples: readonly Sample[], until = 24 * 60) =>
  replay(of, samples, defaultLimits, start + until * MINUTE).map((at) => (at - start) / MINUTE);

describe('a condition', () => {
  const cases: [name: string, condition: Condition, values: number[], expected: boolean | null][] = [
    ['above is beyond the bound', blank, [100], false],
    ['above', blank, [101], true],
    ['at least is the bound too', when({ compare: 'atLeast' }), [100], true],
    ['below', when({ compare: 'below', value: 50 }), [50], false],
    ['at most', when({ compare: 'atMost', value: 50 }), [50], true],
    ['what held is left only beyond its margin', blank, [103, 99], true],
    ['… and then it is left', blank, [103, 98], false],
    ['two of three', when({ needed: 2, windowSize: 3 }), [110, 80, 110], true],
    ['one of three is not two', when({ needed: 2, windowSize: 3 }), [110, 80, 80], false],
    ['levels are those of the person', when({ kind: 'level', compare: null, value: null, beyond: 'high' }), [91], true],
    ['urgent is not watch', when({ kind: 'level', compare: null, value: null, beyond: 'urgent' }), [91], false],
    ['low and high are two', when({ kind: 'level', compare: null, value: null, beyond: 'low' }), [140], false],
  ];
  for (const [name, condition, values, expected] of cases)
    it(name, () => {
      assert.equal(
        truth(
          rule([condition]),
          values.map((number, at) => value(at, number)),
          values.length,
        ),
        expected,
      );
    });

  it('of which nothing is known, or not any more, is neither', () => {
    assert.equal(truth(rule([blank]), [], 0), null);
    assert.equal(truth(rule([blank]), [value(0, 110)], 60), true);
    assert.equal(truth(rule([blank]), [value(0, 110)], 61), null);
    assert.equal(truth(rule([out]), [], 0), null);
    // Being online is what is not said otherwise.
    assert.equal(truth(rule([when({ kind: 'situation', situation: 'offline' })]), [], 0), false);
  });

  it('counts a value once, and none that is older than the newest', () => {
    const of = rule([when({ needed: 2, windowSize: 2 })]);
    assert.equal(truth(of, [value(5, 110), value(5, 110)], 6), false);
    assert.equal(truth(of, [value(5, 110), value(3, 110)], 6), false);
    assert.equal(truth(of, [value(5, 110), value(5, 110, 'heartRate', 7)], 6), false);
    assert.equal(truth(of, [value(5, 110), value(6, 110, 'heartRate', 7)], 6), true);
  });
});

describe('duration', () => {
  const of = rule([when({ minutes: 10 })]);
  it('begins with the first value and goes on without another, as long as one speaks for the present', () => {
    assert.deepEqual(fired(of, [value(0, 110)]), [10]);
    assert.deepEqual(fired(of, [value(0, 110), value(5, 90), value(6, 110)]), [16]);
    assert.deepEqual(fired(rule([when({ minutes: 90 })]), [value(0, 110)]), []);
    assert.deepEqual(
      fired(
        rule([when({ minutes: 90 })]),
        [0, 30, 60, 85].map((at) => value(at, 110)),
      ),
      [90],
    );
    // A gap in which nobody knows anything begins anew.
    assert.deepEqual(
      fired(
        rule([when({ minutes: 90 })]),
        [0, 20, 100, 150].map((at) => value(at, 110)),
      ),
      [190],
    );
  });

  it('is due at a known moment', () => {
    assert.equal(nextDue(of, through(of, [value(0, 110)]), start), start + 10 * MINUTE);
    assert.equal(nextDue(of, through(of, [value(0, 90)]), start), null);
  });
});

describe('groups', () => {
  const either = rule([], {
    every: false,
    groups: [
      { every: true, conditions: [blank, hot] },
      { every: true, conditions: [out] },
    ],
  });
  const cases: [name: string, of: ConditionRule, samples: Sample[], expected: boolean | null][] = [
    ['both have to hold', rule([blank, hot]), [value(0, 110), value(1, 38.5, 'temperature')], true],
    ['one unknown leaves it open', rule([blank, hot]), [value(0, 110)], null],
    ['one false decides', rule([blank, hot]), [value(0, 90)], false],
    ['either is enough', rule([], { groups: [{ every: false, conditions: [blank, hot] }] }), [value(0, 110)], true],
    ['either: one false and one unknown is open', rule([], { groups: [{ every: false, conditions: [blank, hot] }] }), [value(0, 90)], null],
    ['a group or another', either, [bed(0, true)], true],
    ['a group of two needs both', either, [value(0, 110), bed(0, false)], null],
    ['a group of two, full', either, [value(0, 110), value(0, 39, 'temperature')], true],
  ];
  for (const [name, of, samples, expected] of cases) it(name, () => assert.equal(truth(of, samples, 2), expected));
});

describe('hours', () => {
  const night = rule([{ ...out, minutes: 20 }], { windows: [{ days: [], from: '22:00', to: '06:00' }], validMinutes: 1440 });
  const after = (clock: string) => (Date.parse(`2026-11-16T${clock}:00+08:00`) - start) / MINUTE;
  it('go over midnight, and what began before they open warns when they do', () => {
    assert.deepEqual(fired(night, [bed(after('21:50'), true)], 48 * 60), [after('22:10')]);
    assert.deepEqual(fired(night, [bed(after('21:00'), true)], 48 * 60), [after('22:00')]);
    assert.deepEqual(fired(night, [bed(after('23:50'), true)], 48 * 60), [after('23:50') + 20]);
    assert.deepEqual(fired(night, [bed(after('23:50'), true), bed(after('23:55'), false)], 48 * 60), []);
    assert.deepEqual(fired(night, [bed(after('12:00'), true), bed(after('21:00'), false)], 48 * 60), []);
  });
  it('have days', () => {
    const monday = [{ days: [1], from: '22:00', to: '06:00' }];
    assert.equal(nextOpening(monday, start), Date.parse('2026-11-16T22:00:00+08:00'));
    assert.equal(nextOpening(monday, Date.parse('2026-11-16T22:00:00+08:00')), Date.parse('2026-11-23T22:00:00+08:00'));
    assert.equal(nextOpening([], start), null);
  });
  it('do not end what is in force', () => {
    const state = through(night, [bed(after('22:30'), true)]);
    assert.equal(actionOf(night, state, start, start + (after('22:30') + 9 * 60) * MINUTE), null);
    assert.equal(actionOf(night, through(night, [bed(after('22:30'), false)]), start, start + (after('22:30') + 9 * 60) * MINUTE), 'clear');
  });
});

describe('in force', () => {
  it('is told once, again after half an hour, and ends with what is known', () => {
    const of = rule([blank]);
    const state = through(of, [value(0, 110), value(20, 112)]);
    assert.equal(actionOf(of, state, null, start), 'raise');
    assert.equal(actionOf(of, state, start, start + 29 * MINUTE), null);
    assert.equal(actionOf(of, state, start, start + 30 * MINUTE), 'repeat');
    // Nothing new for a long time: nobody knows, so nothing ends.
    assert.equal(actionOf(of, state, start, start + 5 * HOUR), null);
    assert.equal(actionOf(of, through(of, [value(0, 110), value(30, 80)]), start, start + 30 * MINUTE), 'clear');
    assert.deepEqual(fired(of, [value(0, 110), value(1, 115), value(2, 80), value(3, 120)]), [0, 3]);
  });

  it('is worth a write only when something turns, or lest it grows old', () => {
    const of = rule([blank]);
    let state = unknownRule(of);
    const moved = [80, 81, 110, 111, 112, 80, 82].map((number, at) => {
      const step = stepRule(of, state, value(at * 5, number), defaultLimits);
      state = step.state;
      return step.moved;
    });
    assert.deepEqual(moved, [false, false, true, false, false, true, false]);
    const refreshed = [0, 10, 20, 30].map((at) => {
      const step = stepRule(of, state, value(60 + at, 120), defaultLimits);
      state = step.state;
      return step.moved;
    });
    assert.deepEqual(refreshed, [true, false, true, false]);
  });

  it('is taken back with a corrected value', () => {
    const of = rule([blank]);
    const state = through(of, [value(0, 110)]);
    const fix = (number: number | null) => correctRule(of, state, { ...value(0, 0), value: number }, defaultLimits);
    assert.equal(evaluate(of, fix(80) as RuleState, start).truth, false);
    assert.equal(evaluate(of, fix(null) as RuleState, start).truth, null);
    assert.equal(evaluate(of, fix(120) as RuleState, start).truth, true);
    assert.equal(correctRule(of, state, value(9, 80), defaultLimits), null);
  });
});

describe('words', () => {
  it('read as a sentence', () => {
    assert.equal(conditionText(when({ minutes: 10, needed: 2, windowSize: 3 })), '心率高于100次/分，最近3次中2次，持续10分钟');
    assert.equal(conditionText({ ...out, minutes: 120 }), '离床，持续2小时');
    assert.equal(conditionText(when({ kind: 'level', beyond: 'any', compare: null, value: null })), '心率超出个人界限');
    const both = {
      every: false,
      groups: [
        { every: true, conditions: [blank, hot] },
        { every: true, conditions: [out] },
      ],
    };
    assert.equal(expressionText(both), '（心率高于100次/分 且 体温高于38℃） 或 离床');
  });

  it('say what holds', () => {
    const of = rule([blank, out]);
    const state = through(of, [value(0, 112), bed(0, true)]);
    const holding = holdingText(of, state, [true, true]);
    assert.equal(holding, '心率 112次/分（高于100次/分），离床');
    assert.equal(
      contentOf('{姓名}夜间离床{时长}：{条件}', { name: '王秀英', rule: '夜间', holding, minutes: 75 }),
      '王秀英夜间离床1小时15分钟：心率 112次/分（高于100次/分），离床',
    );
  });

  const problems: [ConditionRule & { content: string }, string | null][] = [
    [{ ...rule([blank]), content: '{条件}' }, null],
    [{ ...rule([]), content: '{条件}' }, '请至少添加一个条件'],
    [{ ...rule([when({ value: 300 })]), content: '' }, '心率应在25到250次/分之间，不能是300'],
    [{ ...rule([when({ value: null })]), content: '' }, '请填写心率的比较方式和数值'],
    [{ ...rule([when({ kind: 'level', metric: 'steps', beyond: 'any' })]), content: '' }, '步数没有个人界限，请改为与数值比较'],
    [{ ...rule([when({ needed: 3, windowSize: 2 })]), content: '' }, '“最近几次”中，需要的次数不能多于总次数'],
    [{ ...rule([blank, blank]), content: '' }, '有两个条件完全相同'],
    [{ ...rule([blank, when({ kind: 'situation', metric: null })]), content: '' }, '条件2：请选择状态'],
    [{ ...rule([blank], { windows: [{ days: [], from: '08:00', to: '08:00' }] }), content: '' }, '时段的开始与结束不能相同'],
    [{ ...rule([blank]), content: '{床号}' }, '预警内容中没有“{床号}”这一项，可用：{姓名}{规则}{条件}{时长}'],
    [{ ...rule([50, 60, 70, 80, 90, 100].map((bound) => when({ value: bound }))), content: '' }, '最多5个条件'],
  ];
  for (const [of, expected] of problems) it(expected ?? 'find nothing wrong', () => assert.equal(ruleProblem(of), expected));
});

describe('the conditions of a rule', () => {
  it('are those of all groups in their order, and the same list each time', () => {
    const groups = [{ conditions: [hot, blank] }, { conditions: [] }, { conditions: [out] }].map((group) => ({ every: true, ...group }));
    const all = conditionsOf({ groups });
    assert.deepEqual(all, [hot, blank, out]);
    assert.equal(conditionsOf({ groups }), all);
    assert.deepEqual(conditionsOf({ groups: [] }), []);
  });

  it('listen to their situation, else to their metric; with neither to nothing', () => {
    for (const [part, signal] of [
      [{ metric: 'heartRate' }, metrics.heartRate.number],
      [{ metric: 'temperature', situation: 'offline' }, signals.offline],
      [{ situation: 'bedOut' }, signals.bed],
      [{ situation: 'bedIn' }, signals.bed],
      [{ situation: 'fence' }, signals.fence],
      [{ situation: 'quiet' }, signals.quiet],
      [{ metric: null }, 0],
    ] as const)
      assert.equal(signalOf(when(part)), signal, JSON.stringify(part));
  });
});
