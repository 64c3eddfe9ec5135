import { textOf } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fullSet, isOrthostatic, observationTimes, setGap, shiftStart } from './observations.rules.ts';

const at = (text: string) => Date.parse(`${text}+08:00`);
const shown = (millis: number) => textOf(millis).slice(5, 16);

describe('after a fall', () => {
  it('at once, then every shift for 72 hours, over midnights', () => {
    const times = observationTimes(at('2026-11-30T13:10:00'));
    assert.deepEqual(
      times.map(({ at: one }) => shown(one)),
      [
        '11-30 13:10',
        '11-30 16:00',
        '12-01 00:00',
        '12-01 08:00',
        '12-01 16:00',
        '12-02 00:00',
        '12-02 08:00',
        '12-02 16:00',
        '12-03 00:00',
        '12-03 08:00',
      ],
    );
    assert.deepEqual(
      times.filter(({ orthostatic }) => orthostatic).map(({ at: one }) => shown(one)),
      ['12-01 08:00', '12-02 08:00', '12-03 08:00'],
    );
  });
  it('a shift that begins within two hours is passed over, the one exactly at the end is not', () => {
    assert.equal(shown(observationTimes(at('2026-11-30T15:00:00'))[1]?.at as number), '12-01 00:00');
    assert.equal(shown(observationTimes(at('2026-11-30T08:00:00')).at(-1)?.at as number), '12-03 08:00');
  });
  it('a shift begins at midnight, at eight and at four', () => {
    const begins = (text: string) => shown(shiftStart(at(text)));
    assert.deepEqual(['2026-11-30T00:00:00', '2026-11-30T07:59:59', '2026-11-30T08:00:00', '2026-11-30T23:59:59'].map(begins), [
      '11-30 00:00',
      '11-30 00:00',
      '11-30 08:00',
      '11-30 16:00',
    ]);
  });
  it('a set is full or says what it lacks', () => {
    assert.equal(setGap(fullSet), null);
    assert.match(setGap(['temperature', 'heartRate', 'systolic', 'diastolic', 'oxygen']) ?? '', /还缺少：呼吸、意识$/);
  });
  it('orthostatic from 20 systolic or 10 diastolic on', () => {
    const lying = { systolic: 130, diastolic: 80 };
    assert.equal(isOrthostatic(lying, { systolic: 111, diastolic: 71 }), false);
    assert.equal(isOrthostatic(lying, { systolic: 110, diastolic: 80 }), true);
    assert.equal(isOrthostatic(lying, { systolic: 130, diastolic: 70 }), true);
  });
});
