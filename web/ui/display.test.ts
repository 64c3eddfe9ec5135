import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  abbreviate,
  formatTime,
  inMapOrder,
  labelOf,
  minutesOf,
  screenSize,
  shortDay,
  shortTime,
  since,
  sinceInEnglish,
  until,
  sourceLabel,
  thousands,
  timePresets,
  toMillis,
  yuan,
} from './display.ts';
import {
  agesProblem,
  decimalOnly,
  digitsOnly,
  isNumberText,
  rangeEnd,
  rangeStart,
  settledAges,
  typedAges,
  type AgeRange,
} from './typing.ts';

/** 2026-11-21 10:00:00 in Shanghai, a Saturday. */
const NOW = Date.UTC(2026, 10, 21, 2, 0, 0);
const before = (seconds: number) => NOW - seconds * 1000;

/** One `it` per row: `table(f, [[arguments, result], …])`. */
function table<A extends unknown[], R>(name: string, f: (...input: A) => R, cases: [A, R][]): void {
  describe(name, () => {
    for (const [input, expected] of cases)
      it(`${JSON.stringify(input)} → ${JSON.stringify(expected)}`, () => assert.deepEqual(f(...input), expected));
  });
}

table('toMillis', toMillis, [
  [[1_763_690_400], 1_763_690_400_000],
  [['1763690400'], 1_763_690_400_000],
  [[1_763_690_400_123], 1_763_690_400_123],
  [['2026-11-21 10:00:00'], NOW],
  [['2026-11-21T10:00'], NOW],
  [['2026-11-21'], NOW - 10 * 3_600_000],
  [['2026-11-21T02:00:00.000Z'], NOW],
  [[new Date(NOW)], NOW],
  [['昨天'], NaN],
]);

table<[any, string?], string>('formatTime', formatTime, [
  [[NOW], '2026-11-21 10:00:00'],
  [[NOW / 1000], '2026-11-21 10:00:00'],
  [['2026-01-02 03:04:05'], '2026-01-02 03:04:05'],
  [['2026-01-02 03:04:05', 'MM-dd HH:mm'], '01-02 03:04'],
  [['2026-01-02 03:04:05', 'yyyy年MM月dd日'], '2026年01月02日'],
  [[Date.UTC(2025, 11, 31, 17)], '2026-01-01 01:00:00'],
  [[null], '--'],
  [[''], '--'],
  [['不是时间'], '--'],
]);

table('sinceInEnglish', sinceInEnglish, [
  [[before(0), NOW], '0 minutes'],
  [[before(60), NOW], '1 minute'],
  [[before(3599), NOW], '59 minutes'],
  [[before(3600), NOW], '1 hour'],
  [[before(86_399), NOW], '23 hours'],
  [[before(86_400), NOW], '1 day'],
  [[before(30 * 86_400), NOW], '30 days'],
  [[NOW / 1000 - 120, NOW], '2 minutes'],
]);

table<[any, number], string>('until', until, [
  [[before(-10), NOW], '即将'],
  [[before(-60), NOW], '1分钟后'],
  [[before(-3600), NOW], '60分钟后'],
  [[before(-49 * 3600), NOW], '49小时后'],
  [[before(-48.5 * 3600), NOW], '49小时后'],
  [[before(-3 * 86_400), NOW], '3天后'],
  [[before(60), NOW], '1分钟前'],
  [[null, NOW], '--'],
]);

table<[any, number], string>('since', since, [
  [[before(29), NOW], '刚刚'],
  [[before(-10), NOW], '刚刚'],
  [[before(30), NOW], '1分钟前'],
  [[before(3599), NOW], '59分钟前'],
  [[before(3600), NOW], '1小时前'],
  [[before(86_399), NOW], '23小时前'],
  [[before(86_400), NOW], '1天前'],
  [[before(2 * 86_400 - 1), NOW], '1天前'],
  [[before(2 * 86_400), NOW], '2026-11-19'],
  [[before(-3600), NOW], '2026-11-21'],
  [['2026-11-21 09:30:00', NOW], '30分钟前'],
  [[null, NOW], '--'],
]);

table('abbreviate', abbreviate, [
  [[0], '0'],
  [[999], '999'],
  [[1000], '1k'],
  [[1234], '1.2k'],
  [[999_949], '999.9k'],
  [[999_999], '1M'],
  [[1_500_000], '1.5M'],
  [[2_000_000_000], '2G'],
  [[3e12], '3T'],
  [[4.56e15, 2], '4.56P'],
  [[7e18], '7E'],
  [[5e21], '5000E'],
  [[-12_300], '-12.3k'],
]);

table<[any], string>('thousands', thousands, [
  [[0], '0'],
  [[999], '999'],
  [[1000], '1,000'],
  [[-1_234_567], '-1,234,567'],
  [[1234567.8912], '1,234,567.8912'],
  [['100000'], '100,000'],
  [[null], '--'],
]);

table<[any], string>('yuan', yuan, [
  [[1280], '¥1,280.00'],
  [[0.5], '¥0.50'],
  [[null], '--'],
]);

table('minutesOf', minutesOf, [
  [[0], 0],
  [[1], 1],
  [[60], 1],
  [[61], 2],
]);

const OPTIONS = [
  { value: '1', label: '男' },
  { value: 2, label: '女' },
  { value: 0, label: '未知' },
];
table<[typeof OPTIONS, unknown], string>('labelOf', labelOf, [
  [[OPTIONS, 1], '男'],
  [[OPTIONS, '2'], '女'],
  [[OPTIONS, 0], '未知'],
  [[OPTIONS, 9], '--'],
  [[OPTIONS, null], '--'],
  [[OPTIONS, ''], '--'],
  [[[], 1], '--'],
]);

table('sourceLabel', sourceLabel, [
  [[9], '视频监控'],
  [['1'], '穿戴设备'],
  [[77], '--'],
  [[undefined], '--'],
]);

table('screenSize', screenSize, [
  [[1200], 3],
  [[1199], 2],
  [[992], 2],
  [[991], 1],
  [[768], 1],
  [[767], 0],
]);

table('inMapOrder', inMapOrder, [
  [
    [116.397554, 39.906928],
    [116.397554, 39.906928],
  ],
  [
    [39.906928, 116.397554],
    [116.397554, 39.906928],
  ],
  [
    [73, 39.5],
    [73, 39.5],
  ],
  [
    [72.999, 100],
    [100, 72.999],
  ],
]);

describe('timePresets', () => {
  const days = (now: number) => Object.fromEntries(timePresets(now).map(({ label, start, end }) => [label, [start, end]]));

  it('come in the order of the specification', () => {
    assert.deepEqual(
      timePresets(NOW).map(({ label }) => label),
      ['本周', '本月', '上月', '上周', '过去7天', '过去30天', '全年'],
    );
  });

  it('on a Saturday', () => {
    const presets = days(NOW);
    assert.deepEqual(presets['本周'], ['2026-11-16 00:00:00', '2026-11-22 23:59:59']);
    assert.deepEqual(presets['上周'], ['2026-11-09 00:00:00', '2026-11-15 23:59:59']);
    assert.deepEqual(presets['本月'], ['2026-11-01 00:00:00', '2026-11-30 23:59:59']);
    assert.deepEqual(presets['上月'], ['2026-10-01 00:00:00', '2026-10-31 23:59:59']);
    assert.deepEqual(presets['过去7天'], ['2026-11-15 00:00:00', '2026-11-21 23:59:59']);
    assert.deepEqual(presets['过去30天'], ['2026-10-23 00:00:00', '2026-11-21 23:59:59']);
    assert.deepEqual(presets['全年'], ['2026-01-01 00:00:00', '2026-12-31 23:59:59']);
  });

  it('Sunday belongs to the week that ends, January looks back into the year before, leap days count', () => {
    assert.deepEqual(days(toMillis('2026-11-22 23:59:59'))['本周'], ['2026-11-16 00:00:00', '2026-11-22 23:59:59']);
    assert.deepEqual(days(toMillis('2027-01-01 00:00:00'))['上月'], ['2026-12-01 00:00:00', '2026-12-31 23:59:59']);
    assert.deepEqual(days(toMillis('2028-02-10'))['本月'], ['2028-02-01 00:00:00', '2028-02-29 23:59:59']);
  });

  it("the day is Shanghai's, not UTC's", () => {
    assert.equal(days(toMillis('2026-11-23 00:30:00'))['本周']?.[0], '2026-11-23 00:00:00');
  });
});

table('digitsOnly', digitsOnly, [
  [['a1b2 3.4'], '1234'],
  [['—'], ''],
]);
table('decimalOnly', decimalOnly, [
  [['12.345'], '12.34'],
  [['.5'], '5'],
  [['1.2.3'], '1.23'],
  [['¥1,234.5元'], '1234.5'],
  [['7.'], '7.'],
]);
table('rangeStart', rangeStart, [[['a1.5-'], '1.5']]);
table('rangeEnd', rangeEnd, [[['1.5'], '15']]);
table<[AgeRange], AgeRange>('typedAges', typedAges, [
  [[['6a0', ' 8o']], ['60', '8']],
  [[['1234', '99999']], ['123', '999']],
]);
table<[AgeRange], AgeRange>('settledAges', settledAges, [
  [[['60', '80']], ['60', '80']],
  [[['90', '80']], ['80', '80']],
  [[['60', '8']], ['60', '8']],
  [[['60', '']], ['60', '']],
]);
table<[AgeRange], string | null>('agesProblem', agesProblem, [
  [[['', '']], null],
  [[['60', '80']], null],
  [[['60', '60']], null],
  [[['60', '']], '请正确输入年龄范围'],
  [[['', '60']], '请正确输入年龄范围'],
  [[['60', '8']], '请正确输入年龄范围'],
]);
table('isNumberText', isNumberText, [
  [['-1.5'], true],
  [['+3'], true],
  [['1.'], false],
  [['.5'], false],
  [['1e3'], false],
  [[''], false],
]);

describe('shortTime', () => {
  const now = toMillis('2026-11-21 00:30:00');
  for (const [time, text] of [
    ['2026-11-21 14:05:00', '今天 14:05'],
    ['2026-11-20 23:59:59', '昨天 23:59'],
    ['2026-11-22 08:00:00', '明天 08:00'],
    ['2026-11-19 08:00:00', '11-19 08:00'],
    ['2025-11-21 08:00:00', '2025-11-21 08:00'],
    [null, '--'],
    ['none', '--'],
  ] as const)
    it(`says ${text}`, () => assert.equal(shortTime(time, now), text));
  it('of a day leaves out the clock', () => {
    assert.equal(shortDay('2026-11-20 23:59:59', now), '昨天');
    assert.equal(shortDay('2025-11-21 08:00:00', now), '2025-11-21');
  });
});
