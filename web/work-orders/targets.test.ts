import { MINUTE } from '#contract/time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { clocksOf, nextClock, roughly, spanText, type Timed } from './targets.ts';

/** 2026-11-21 12:00:00 in Shanghai. */
const NOON = Date.UTC(2026, 10, 21, 4);
const order = (change: Partial<Timed> = {}): Timed => ({
  state: 1,
  respondBy: '2026-11-21 12:30:00',
  completeBy: '2026-11-21 16:00:00',
  respondedAt: null,
  pausedAt: null,
  endTime: null,
  ...change,
});
const said = (change: Partial<Timed>, now = NOON) =>
  clocksOf(order(change), now).map(({ title, state, text }) => `${title} ${state} ${text}`);

describe('the clocks of an order', () => {
  const cases: [string, Partial<Timed>, number, string[]][] = [
    ['both run', {}, NOON, ['响应 running 剩余 30 分钟', '完成 running 剩余 4 小时']],
    ['one is near', {}, NOON + 20 * MINUTE, ['响应 soon 剩余 10 分钟', '完成 running 剩余 3 小时 40 分钟']],
    ['one is over', {}, NOON + 95 * MINUTE, ['响应 late 超时 1 小时 5 分钟', '完成 running 剩余 2 小时 25 分钟']],
    [
      'somebody was sent in time',
      { respondedAt: '2026-11-21 12:10:00', state: 2 },
      NOON,
      ['响应 met 提前 20 分钟', '完成 running 剩余 4 小时'],
    ],
    [
      'all is done, too late',
      { respondedAt: '2026-11-21 12:40:00', endTime: '2026-11-22 18:00:00', state: 4 },
      NOON,
      ['响应 missed 超时 10 分钟', '完成 missed 超时 1 天 2 小时'],
    ],
    [
      'it stands still',
      { pausedAt: '2026-11-21 11:00:00', state: 5 },
      NOON + 600 * MINUTE,
      ['响应 paused 计时暂停', '完成 paused 计时暂停'],
    ],
    [
      'it was over before it stood still',
      { pausedAt: '2026-11-21 13:00:00', state: 5 },
      NOON + 600 * MINUTE,
      ['响应 late 超时 30 分钟', '完成 paused 计时暂停'],
    ],
    ['it was cancelled', { state: 6 }, NOON, []],
    ['it has no limits', { respondBy: null, completeBy: null }, NOON, []],
  ];
  for (const [name, change, now, expected] of cases) it(`say that ${name}`, () => assert.deepEqual(said(change, now), expected));

  it('give the list the one that counts', () => {
    assert.deepEqual(['剩余 3 小时 5 分钟', '超时 2 天 4 小时', '剩余 45 分钟', '超时 不到 1 分钟', '已暂停'].map(roughly), [
      '剩余3小时',
      '超时2天',
      '剩余45分钟',
      '超时不到1分钟',
      '已暂停',
    ]);
    assert.equal(nextClock(order(), NOON)?.title, '响应');
    assert.equal(nextClock(order({ respondedAt: '2026-11-21 12:10:00' }), NOON)?.title, '完成');
    assert.equal(nextClock(order({ respondedAt: '2026-11-21 12:10:00', endTime: '2026-11-21 15:00:00', state: 4 }), NOON)?.state, 'met');
    assert.equal(nextClock(order({ state: 6 }), NOON), undefined);
  });
});

it('spans are said in the two largest units', () =>
  assert.deepEqual([20_000, 59 * MINUTE, 60 * MINUTE, 1440 * MINUTE, 1500 * MINUTE].map(spanText), [
    '不到 1 分钟',
    '59 分钟',
    '1 小时',
    '1 天',
    '1 天 1 小时',
  ]));
