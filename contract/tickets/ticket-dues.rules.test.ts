import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, textOf } from '../time.ts';
import type { Calendar } from './service-times.rules.ts';
import { duesOf, type DueFacts } from './ticket-dues.rules.ts';

const office: Calendar = {
  hours: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '18:00' })),
  off: new Set(),
  worked: new Set(),
};
const targets = { firstMinutes: [30, 60, 120, 240], solveMinutes: [60, 240, 600, 1200], remindMinutes: 30, closeDays: 3 };
const facts = (given: Partial<DueFacts> = {}): DueFacts => ({
  state: 1,
  priority: 3,
  created: instantOf('2026-11-23 09:00'),
  answered: false,
  solved: null,
  told: 0,
  ...given,
});
const at = (now: string, given: Partial<DueFacts> = {}, pauses: { from: number; to: number | null }[] = []) => {
  const { first, solve, due, look, ...rest } = duesOf(office, targets, facts(given), pauses, instantOf(now));
  const text = (one: number | null) => (one === null ? null : textOf(one).slice(5, 16));
  return { first: text(first), solve: text(solve), due: text(due), look: text(look), ...rest };
};

describe('the due times of a ticket', () => {
  it('are those of its priority; the first answer comes first', () => {
    const { first, solve, due, look } = at('2026-11-23 09:00');
    assert.deepEqual([first, solve, due, look], ['11-23 11:00', '11-24 09:00', '11-23 11:00', '11-23 10:30']);
    assert.equal(at('2026-11-23 09:00', { priority: 1 }).due, '11-23 09:30');
  });

  it('after the first answer the solution is next', () => {
    const { first, due, look } = at('2026-11-23 10:00', { state: 2, answered: true });
    assert.deepEqual([first, due, look], [null, '11-24 09:00', '11-24 08:30']);
  });

  it('stand while it waits for the asker, and are put off by that', () => {
    assert.deepEqual(at('2026-11-23 10:00', { state: 3 }).due, null);
    const waited = [{ from: instantOf('2026-11-23 09:30'), to: instantOf('2026-11-23 12:30') }];
    assert.equal(at('2026-11-23 12:30', { state: 2 }, waited).due, '11-23 14:00');
  });
});

describe('what is told of a ticket', () => {
  it('once before it is due and once after', () => {
    assert.deepEqual(at('2026-11-23 10:30').alerts, [{ of: 'first', late: false }]);
    assert.equal(at('2026-11-23 10:30').bits, 1);
    const told = at('2026-11-23 10:40', { told: 1 });
    assert.deepEqual([told.alerts, told.look], [[], '11-23 11:00']);
    assert.deepEqual(at('2026-11-23 11:00', { told: 1 }).alerts, [{ of: 'first', late: true }]);
    assert.deepEqual(at('2026-11-23 11:10', { told: 3 }).look, '11-24 08:30');
  });

  it('that it is late, and not also that it soon will be', () => {
    const late = at('2026-11-23 11:30');
    assert.deepEqual([late.alerts, late.bits, late.look], [[{ of: 'first', late: true }], 3, '11-23 11:30']);
  });

  it('again when the time was put off', () => {
    const waited = [{ from: instantOf('2026-11-23 09:30'), to: instantOf('2026-11-23 12:30') }];
    assert.equal(at('2026-11-23 12:30', { state: 2, told: 3 }, waited).told, 0);
  });

  it('not before a target that is shorter than the reminder', () => {
    const urgent = at('2026-11-23 09:00', { priority: 1 });
    assert.deepEqual([urgent.alerts, urgent.look], [[], '11-23 09:30']);
  });
});

describe('a solved ticket', () => {
  const solved = instantOf('2026-11-23 15:00');
  it('closes by itself after its days', () => {
    const before = at('2026-11-25 15:00', { state: 4, answered: true, solved });
    assert.deepEqual([before.due, before.look, before.closes], [null, '11-26 15:00', false]);
    assert.equal(at('2026-11-26 15:00', { state: 4, answered: true, solved }).closes, true);
  });
  it('a closed one is looked at no more', () => assert.equal(at('2026-11-26 15:00', { state: 5, solved }).look, null));
});
