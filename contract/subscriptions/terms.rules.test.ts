import { DAY } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { reminderOf, standingOf } from './terms.rules.ts';

const END = Date.parse('2026-06-15T12:00:00+08:00');
const at = (days: number) => END + days * DAY;

describe('how a tenant stands', () => {
  const cases: [now: number, grace: number, standing: string][] = [
    [at(-1), 7, 'open'],
    [END, 7, 'open'],
    [END + 1, 7, 'reading'],
    [at(7), 7, 'reading'],
    [at(7) + 1, 7, 'closed'],
    [END + 1, 0, 'closed'],
  ];
  for (const [now, grace, standing] of cases)
    it(`${(now - END) / DAY} days after the end, ${grace} days of grace: ${standing}`, () =>
      assert.equal(standingOf(END, grace, now), standing));
  it('without an end it is open', () => assert.equal(standingOf(null, 0, at(9999)), 'open'));
});

describe('reminders', () => {
  const cases: [days: number, reminder: number | null][] = [
    [-31, null],
    [-30, 30],
    [-8, 30],
    [-7, 7],
    [-2, 7],
    [-1, 1],
    [-0.1, 1],
    [0.1, 0],
    [7, 0],
    [7.1, -1],
  ];
  for (const [days, reminder] of cases)
    it(`${days} days: ${reminder}`, () => assert.equal(reminderOf(END, 7, at(days), at(-365)), reminder));
  it('a term is not reminded of days before it began', () => {
    assert.equal(reminderOf(END, 7, at(-30), at(-30)), null);
    assert.equal(reminderOf(END, 7, at(-7), at(-30)), 7);
    assert.equal(reminderOf(END, 7, at(-1), at(-1)), null);
  });
});
