import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { MINUTE, instantOf, textOf } from '../time.ts';
import { nationalDays } from '../work-orders/national-holidays.ts';
import {
  dueAt,
  hoursOf,
  hoursProblem,
  lastDay,
  minutesOfDay,
  pausesOf,
  serviceMinutes,
  type Calendar,
  type Shift,
} from './service-times.rules.ts';

const week = (days: readonly number[], ...spans: readonly (readonly [string, string])[]): Shift[] =>
  days.flatMap((day) => spans.map(([from, to]) => ({ day, from, to })));
const days2026 = nationalDays(2026)!;
const of = (kind: number) => new Set(days2026.filter((one) => one.kind === kind).map(({ day }) => day));
/** 08:30–12:00, 13:30–17:30 from Monday to Friday, with the holidays of 2026. */
const office: Calendar = { hours: week([1, 2, 3, 4, 5], ['08:30', '12:00'], ['13:30', '17:30']), off: of(1), worked: of(2) };
const always: Calendar = { hours: week([1, 2, 3, 4, 5, 6, 7], ['00:00', '24:00']), off: new Set(), worked: new Set() };
const at = instantOf;
const minutes = (from: string, to: string, pauses: [string, string | null][] = [], calendar = office) =>
  serviceMinutes(
    calendar,
    at(from),
    at(to),
    pauses.map(([a, b]) => ({ from: at(a), to: b === null ? null : at(b) })),
  );
const due = (start: string, target: number, pauses: [string, string | null][] = [], calendar = office) => {
  const found = dueAt(
    calendar,
    at(start),
    target,
    pauses.map(([a, b]) => ({ from: at(a), to: b === null ? null : at(b) })),
  );
  return found === null ? null : textOf(found).slice(0, 16);
};

describe('minutes of service', () => {
  // 2026-11-23 is a Monday.
  const golden: [what: string, from: string, to: string, expected: number, pauses?: [string, string | null][]][] = [
    ['within a morning', '2026-11-23 09:00', '2026-11-23 10:30', 90],
    ['over lunch', '2026-11-23 11:30', '2026-11-23 14:00', 60],
    ['in the lunch break', '2026-11-23 12:10', '2026-11-23 13:20', 0],
    ['before and after the hours', '2026-11-23 07:00', '2026-11-23 19:00', 450],
    ['over midnight', '2026-11-23 17:00', '2026-11-24 09:00', 60],
    ['over a weekend', '2026-11-27 17:00', '2026-11-30 09:00', 60],
    ['on a Sunday', '2026-11-29 09:00', '2026-11-29 17:00', 0],
    ['over the National Day', '2026-09-30 17:00', '2026-10-08 09:00', 60],
    ['on a Saturday worked for it', '2026-10-10 08:00', '2026-10-10 18:00', 450],
    ['on a Sunday worked before it', '2026-09-20 09:00', '2026-09-20 10:00', 60],
    ['a week with a holiday', '2026-06-15 00:00', '2026-06-22 00:00', 4 * 450],
    ['backwards', '2026-11-24 09:00', '2026-11-23 09:00', 0],
    ['no time at all', '2026-11-23 09:00', '2026-11-23 09:00', 0],
    ['with a pause in it', '2026-11-23 09:00', '2026-11-23 11:00', 60, [['2026-11-23 09:30', '2026-11-23 10:30']]],
    ['with a pause that begins after the hours', '2026-11-23 17:00', '2026-11-24 10:00', 90, [['2026-11-23 20:00', '2026-11-24 09:00']]],
    ['with a pause over a weekend', '2026-11-27 17:00', '2026-11-30 09:30', 60, [['2026-11-27 17:30', '2026-11-30 09:00']]],
    [
      'with overlapping pauses',
      '2026-11-23 09:00',
      '2026-11-23 11:00',
      30,
      [
        ['2026-11-23 09:15', '2026-11-23 10:15'],
        ['2026-11-23 09:45', '2026-11-23 10:45'],
      ],
    ],
    [
      'with the same pause twice',
      '2026-11-23 09:00',
      '2026-11-23 11:00',
      60,
      [
        ['2026-11-23 09:30', '2026-11-23 10:30'],
        ['2026-11-23 09:30', '2026-11-23 10:30'],
      ],
    ],
    ['with a pause over lunch', '2026-11-23 11:00', '2026-11-23 14:30', 60, [['2026-11-23 11:30', '2026-11-23 14:00']]],
    ['with a pause longer than all', '2026-11-23 09:00', '2026-11-23 11:00', 0, [['2026-11-20 09:00', '2026-11-25 11:00']]],
    ['with a pause that lasts', '2026-11-23 09:00', '2026-11-24 11:00', 30, [['2026-11-23 09:30', null]]],
    ['with a pause backwards', '2026-11-23 09:00', '2026-11-23 11:00', 120, [['2026-11-23 10:30', '2026-11-23 10:00']]],
  ];
  for (const [what, from, to, expected, pauses] of golden) it(what, () => assert.equal(minutes(from, to, pauses), expected));

  it('around the clock', () => assert.equal(minutes('2026-11-28 22:00', '2026-11-29 02:30', [], always), 270));

  it('count each second once, however it is cut', () => {
    const [from, to] = [at('2026-09-28 07:13'), at('2026-10-12 19:41')];
    const whole = serviceMinutes(office, from, to);
    for (let cut = from; cut < to; cut += 997 * MINUTE)
      assert.equal(serviceMinutes(office, from, cut) + serviceMinutes(office, cut, to), whole);
  });
});

describe('when a target is due', () => {
  const golden: [what: string, start: string, target: number, expected: string | null, pauses?: [string, string | null][]][] = [
    ['the same morning', '2026-11-23 09:00', 30, '2026-11-23 09:30'],
    ['after lunch', '2026-11-23 11:45', 30, '2026-11-23 13:45'],
    ['exactly at lunch', '2026-11-23 11:30', 30, '2026-11-23 12:00'],
    ['from the night', '2026-11-23 02:00', 30, '2026-11-23 09:00'],
    ['over a weekend', '2026-11-27 17:15', 240, '2026-11-30 13:45'],
    ['from a Sunday', '2026-11-29 10:00', 30, '2026-11-30 09:00'],
    ['one day of service', '2026-11-23 10:00', 450, '2026-11-24 10:00'],
    ['over the Spring Festival', '2026-02-14 17:00', 60, '2026-02-24 09:00'],
    ['on a Saturday worked', '2026-10-09 17:00', 60, '2026-10-10 09:00'],
    ['after a pause', '2026-11-23 09:00', 60, '2026-11-23 14:00', [['2026-11-23 09:30', '2026-11-23 13:30']]],
    ['after a pause that begins outside the hours', '2026-11-23 17:00', 60, '2026-11-24 10:30', [['2026-11-23 18:00', '2026-11-24 10:00']]],
    ['before a pause', '2026-11-23 09:00', 30, '2026-11-23 09:30', [['2026-11-23 09:30', null]]],
    ['never while a pause lasts', '2026-11-23 09:00', 60, null, [['2026-11-23 09:30', null]]],
    ['at once', '2026-11-23 09:00', 0, '2026-11-23 09:00'],
  ];
  for (const [what, start, target, expected, pauses] of golden) it(what, () => assert.equal(due(start, target, pauses), expected));

  it('never without hours', () => assert.equal(due('2026-11-23 09:00', 1, [], { ...office, hours: [] }), null));

  it('is where so many minutes have run', () => {
    for (let start = at('2026-09-18 03:17'); start < at('2026-10-12 00:00'); start += 1777 * MINUTE)
      for (const target of [1, 30, 240, 450, 2250]) {
        const end = dueAt(office, start, target)!;
        assert.equal(serviceMinutes(office, start, end), target);
        assert.ok(serviceMinutes(office, start, end - MINUTE) < target);
      }
  });
});

describe('pauses of a history', () => {
  const history = (...states: [string, boolean][]) => pausesOf(states.map(([text, running]) => ({ at: at(text), running })));
  const shown = (pauses: ReturnType<typeof pausesOf>) =>
    pauses.map(({ from, to }) => [textOf(from).slice(11, 16), to === null ? null : textOf(to).slice(11, 16)]);

  it('begin where the clock stands and end where it runs again; what is said twice counts once', () => {
    assert.deepEqual(
      shown(history(['2026-11-23 09:00', true], ['2026-11-23 09:30', false], ['2026-11-23 09:40', false], ['2026-11-23 10:00', true])),
      [['09:30', '10:00']],
    );
  });
  it('a ticket that was solved and opened again did not wait meanwhile', () => {
    assert.deepEqual(
      shown(history(['2026-11-23 09:00', true], ['2026-11-23 09:30', false], ['2026-11-23 10:00', true], ['2026-11-23 11:00', false])),
      [
        ['09:30', '10:00'],
        ['11:00', null],
      ],
    );
  });
});

describe('days of a register', () => {
  it('of the week', () => assert.equal(lastDay(office, '2026-09-25', 7, false), '2026-10-02'));
  it('worked ones', () => assert.equal(lastDay(office, '2026-09-28', 7, true), '2026-10-13'));
  it('the day of receipt does not count', () => assert.equal(lastDay(office, '2026-11-23', 1, true), '2026-11-24'));
});

describe('hours of a week', () => {
  it('stand in their order, holidays have none', () => {
    assert.equal(hoursOf(office, '2026-11-23').length, 2);
    assert.deepEqual(hoursOf(office, '2026-10-01'), []);
  });
  it('must be hours', () => {
    assert.equal(hoursProblem(office.hours), null);
    assert.equal(hoursProblem([]), '请至少设置一个服务时段');
    assert.equal(hoursProblem(week([1], ['12:00', '08:00'])), '服务时段的结束时间应晚于开始时间');
    assert.equal(hoursProblem(week([1], ['08:00', '12:00'], ['11:00', '17:00'])), '同一天的服务时段不能重叠');
  });
  it('the minutes of a day are those of the shortest', () => {
    assert.equal(minutesOfDay([...office.hours, { day: 6, from: '09:00', to: '12:00' }]), 180);
    assert.equal(minutesOfDay([]), 0);
  });
});
