import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instantOf } from '../time.ts';
import { hoursText, inTurn, isOpen, nextSeat, type FreeSeat } from './call-queues.rules.ts';
import { decideDuty, mayDial, NOT_ONLINE, type DutyCommand } from './seat-commands.rules.ts';

const seat = (seatId: number, more: Partial<FreeSeat> = {}): FreeSeat => ({
  seatId,
  level: 5,
  idleSince: 100,
  callsToday: 0,
  lastRang: 0,
  ...more,
});

describe('who is next', () => {
  it('nextSeat: by each strategy, and never a seat that let it ring', () => {
    const free = [
      seat(1, { idleSince: 50, callsToday: 9, lastRang: 3, level: 1 }),
      seat(2, { idleSince: 60, callsToday: 1, lastRang: 4, level: 2 }),
      seat(3, { idleSince: 70, callsToday: 2, lastRang: 1, level: 9 }),
    ];
    assert.deepEqual(
      [1, 2, 3, 4].map((strategy) => nextSeat(strategy, free, [])),
      [1, 3, 2, 3],
    );
    assert.deepEqual(
      [1, 2, 3, 4].map((strategy) => nextSeat(strategy, free, [1, 2, 3])),
      [null, null, null, null],
    );
    assert.equal(nextSeat(1, free, [1]), 2);
  });

  it('inTurn: calls for help, then who came back, then VIP, then by waiting', () => {
    const waiting = [
      { id: 1, priority: 5, queuedAt: 10 },
      { id: 2, priority: 5, queuedAt: 5 },
      { id: 3, priority: 3, queuedAt: 50 },
      { id: 4, priority: 1, queuedAt: 90 },
    ];
    assert.deepEqual(
      inTurn(waiting).map(({ id }) => id),
      [4, 3, 2, 1],
    );
  });

  it('isOpen: hours, nights, days off, and weekend days that are worked', () => {
    const work = { hours: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }], holidays: false };
    const none = new Map<string, number>();
    const on = (text: string, opening = work, calendar: ReadonlyMap<string, number> = none) => isOpen(opening, calendar, instantOf(text));
    assert.deepEqual([on('2026-11-27 08:00:00'), on('2026-11-27 18:00:00'), on('2026-11-28 09:00:00')], [true, false, false]);
    assert.equal(on('2026-11-27 09:00:00', work, new Map([['2026-11-27', 1]])), false);
    assert.equal(on('2026-11-28 09:00:00', work, new Map([['2026-11-28', 2]])), true);
    assert.equal(on('2026-11-27 09:00:00', { ...work, holidays: true }, new Map([['2026-11-27', 1]])), true);
    assert.equal(on('2026-11-27 03:00:00', { hours: [], holidays: true }), true);
    const night = { hours: [{ days: [5], from: '20:00', to: '08:00' }], holidays: true };
    assert.deepEqual(
      [on('2026-11-27 23:00:00', night), on('2026-11-28 07:59:00', night), on('2026-11-28 20:00:00', night)],
      [true, true, false],
    );
    const sunday = { hours: [{ days: [7], from: '20:00', to: '08:00' }], holidays: true };
    assert.deepEqual(
      [on('2026-11-29 21:00:00', sunday), on('2026-11-30 07:00:00', sunday), on('2026-11-28 21:00:00', sunday)],
      [true, true, false],
    );
    const daily = { hours: [{ days: [], from: '08:00', to: '12:00' }], holidays: true };
    assert.deepEqual(
      [on('2026-11-29 09:00:00', daily), on('2026-11-29 13:00:00', daily), hoursText(daily.hours)],
      [true, false, '每天 08:00至12:00'],
    );
    assert.equal(hoursText(work.hours.map((one) => ({ ...one, days: [1, 2] }))), '周一、周二 08:00至18:00');
  });

  it('decideDuty, mayDial: on duty, ready, on a break; nothing of it in a call', () => {
    const commands: DutyCommand[] = [
      { action: 'sign-in' },
      { action: 'ready' },
      { action: 'break', code: 'Meal' },
      { action: 'break', code: 'Sleep' },
      { action: 'sign-out' },
    ];
    const table = [1, 2, 3, 5, 9].map((state) =>
      commands.map((command) => {
        const result = decideDuty({ seatId: 1, state, breakCode: '', callId: state === 9 ? 4 : null, dueAt: null }, command);
        return 'next' in result ? `${result.next.state}${result.next.breakCode}` : result.status;
      }),
    );
    assert.deepEqual(table, [
      ['2Warm-up', 409, 409, 409, '1'],
      ['2', '3', '2Meal', 422, '1'],
      ['3', '3', '2Meal', 422, '1'],
      ['5', '3', '2Meal', 422, '1'],
      ['9', 409, 409, 409, 409],
    ]);
    assert.equal(mayDial({ state: 1, callId: null })?.refusal, NOT_ONLINE);
    assert.equal(NOT_ONLINE, 'cloud call not online, please go online before dialing');
    assert.equal(mayDial({ state: 9, callId: 4 })?.status, 409);
    assert.equal(mayDial({ state: 3, callId: null }), null);
  });
});
