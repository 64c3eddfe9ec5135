import { hourOf } from '#contract/time.ts';
import { it } from 'node:test';
import assert from 'node:assert/strict';
import { dayIn, greetingAt, isNight } from './greeting.ts';

it('greets by the hour of Shanghai', () => {
  assert.equal(hourOf(Date.UTC(2026, 10, 21, 23, 30)), 7);
  assert.deepEqual([3, 7, 10, 13, 15, 20].map(greetingAt), ['夜深了', '早上好', '上午好', '中午好', '下午好', '晚上好']);
  assert.deepEqual([0, 5, 6, 12, 17, 18, 23].map(isNight), [true, true, false, false, false, true, true]);
  assert.match(dayIn(Date.UTC(2026, 10, 21, 17)), /2026年11月22日.*星期日/);
});
