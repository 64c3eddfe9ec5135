import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '#contract/time.ts';
import { seenAge } from './seen-age.ts';

const NOW = instantOf('2026-11-23 00:20:00');

describe('the age of a place that a person was seen near', () => {
  for (const [time, age, gone] of [
    ['2026-11-23 00:20:00', '刚刚', null],
    ['2026-11-23 00:18:00', '2分钟前', null],
    // Half an hour, over midnight.
    ['2026-11-22 23:50:00', '30分钟前', null],
    ['2026-11-22 23:49:59', '30分钟前', '可能已离开'],
    ['2026-11-22 22:20:00', '2小时前', '可能已离开'],
    ['2026-11-21 23:20:00', '1天前', '可能已离开'],
    ['2026-11-01 08:00:00', '2026-11-01', '可能已离开'],
  ] as const)
    it(`is ${age} of ${time}, ${gone ?? 'and the person is still there'}`, () => assert.deepEqual(seenAge(time, NOW), { age, gone }));
});
