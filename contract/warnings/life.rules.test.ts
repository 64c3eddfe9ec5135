import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { blindness, isTurn, lengthOf, lifeSourceNames, nextDue, type LifeWindow, type LifeSource, type Sensor } from './life.rules.ts';

// 2026-11-16 was a Monday.
const time = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
const window = (from: string, to: string, quietMinutes: number, days: number[] = []): LifeWindow => ({ days, from, to, quietMinutes });
const due = (windows: LifeWindow[], last: string) => {
  const found = nextDue(windows, time(last));
  return found && new Date(found.at + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
};

describe('the next time somebody is looked after', () => {
  const day = window('06:00', '20:00', 120);
  it('is so long after the last sign of life, inside the window only', () => {
    assert.equal(due([day], '2026-11-16 09:30'), '2026-11-16 11:30');
    // The night does not count: the window begins anew.
    assert.equal(due([day], '2026-11-16 03:00'), '2026-11-16 08:00');
    assert.equal(due([day], '2026-11-16 18:00'), '2026-11-16 20:00');
    assert.equal(due([day], '2026-11-16 18:01'), '2026-11-17 08:00');
    assert.equal(due([day], '2026-11-16 20:00'), '2026-11-17 08:00');
  });

  it('goes over midnight, by the day the window begins on', () => {
    const night = window('22:00', '06:00', 240, [7]);
    assert.equal(due([night], '2026-11-15 22:30'), '2026-11-16 02:30');
    assert.equal(due([night], '2026-11-16 01:30'), '2026-11-16 05:30');
    assert.equal(due([night], '2026-11-16 03:00'), '2026-11-23 02:00');
    assert.equal(lengthOf(night), 480);
  });

  it('is the earliest of several windows, and never without any', () => {
    assert.equal(due([day, window('09:00', '12:00', 45)], '2026-11-16 09:30'), '2026-11-16 10:15');
    assert.equal(due([], '2026-11-16 09:30'), null);
    assert.equal(due([window('09:00', '10:00', 120)], '2026-11-16 09:30'), null);
  });
});

describe('a sign of life', () => {
  it('of a device on the wall is that its surroundings turn', () =>
    assert.deepEqual(
      lifeSourceNames.filter((source) => isTurn(source)),
      ['bed', 'presence', 'door'],
    ));
});

describe('silence', () => {
  const sensor = (kind: string, extra: Partial<Sensor> = {}): Sensor => ({
    kind,
    alive: true,
    settled: true,
    emptyBed: false,
    ofRoom: false,
    ...extra,
  });
  const cases: [name: string, sensors: Sensor[], sources: LifeSource[], expected: ReturnType<typeof blindness>][] = [
    ['of a living watch says something', [sensor('watch')], ['steps'], null],
    ['of a dead one says nothing', [sensor('watch', { alive: false })], ['steps'], 'no sensor'],
    ['of nobody’s sensor says nothing', [], ['steps'], 'no sensor'],
    ['of a watch says nothing about the door', [sensor('watch'), sensor('lock', { alive: false })], ['door'], 'no sensor'],
    ['of a living bed says something while it is not empty', [sensor('watch', { alive: false }), sensor('bed')], ['steps', 'bed'], null],
    [
      'of an empty bed says nothing while the watch is dead',
      [sensor('watch', { alive: false }), sensor('bed', { emptyBed: true })],
      ['steps', 'bed'],
      'no sensor',
    ],
    ['of a new sensor is not relied on', [sensor('radar', { settled: false })], ['presence'], 'new'],
    ['of a new one beside an old one is', [sensor('radar', { settled: false }), sensor('watch')], ['presence', 'steps'], null],
    ['may be of a device of which nothing is known', [sensor('other')], ['door'], null],
    ['of the radar of a room says something', [sensor('radar', { ofRoom: true })], ['presence'], null],
    ['of the dead radar of a room says nothing', [sensor('radar', { ofRoom: true, alive: false })], ['presence'], 'no sensor'],
    [
      'of what hangs on a wall says nothing',
      [sensor('other', { ofRoom: true }), sensor('pendant', { ofRoom: true })],
      ['presence', 'door', 'button'],
      'no sensor',
    ],
    ['of a watch that lies in the room says nothing', [sensor('watch', { ofRoom: true })], ['steps', 'presence'], 'no sensor'],
    ['of a camera says nothing', [sensor('camera')], ['steps'], 'no sensor'],
    ['where only staff look needs no sensor', [], ['manual'], null],
  ];
  for (const [name, sensors, sources, expected] of cases) it(name, () => assert.equal(blindness(sensors, sources), expected));
});
