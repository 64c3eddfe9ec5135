import { HOUR } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { expectedLabel, graceOf, isToldOf, missingText } from './missing.rules.ts';

const at = (clock: string) => Date.parse(`${clock.replace(' ', 'T')}:00+08:00`);

describe('a value that was asked for', () => {
  it('is called by its metric, the upper pressure by both; one that is not known has no name', () => {
    assert.deepEqual(
      [1, 2, 3, 5, 6, 99].map((metric) => expectedLabel(metric)),
      ['心率', '血压', '舒张压', '体温', '血糖', ''],
    );
  });

  it('is waited for a little longer', () => {
    assert.deepEqual(
      [1, 4, 24, 48, 72, 720].map((hours) => graceOf(hours) / HOUR),
      [0.5, 0.5, 2, 4, 4, 4],
    );
  });

  const usual = { hours: 24, atNight: false, lastAt: at('2026-11-16 08:00'), waitsFrom: at('2026-11-01 00:00') };
  const cases: [name: string, of: typeof usual | (Omit<typeof usual, 'lastAt'> & { lastAt: null }), now: string, told: boolean][] = [
    ['not within its grace', usual, '2026-11-17 09:59', false],
    ['after it', usual, '2026-11-17 10:00', true],
    ['not at night', { ...usual, lastAt: at('2026-11-16 20:00') }, '2026-11-17 22:00', false],
    ['nor past midnight', { ...usual, lastAt: at('2026-11-16 20:00') }, '2026-11-18 06:59', false],
    ['but in the morning', { ...usual, lastAt: at('2026-11-16 20:00') }, '2026-11-18 07:00', true],
    [
      'at night when it is asked for at night',
      { ...usual, hours: 4, atNight: true, lastAt: at('2026-11-16 22:00') },
      '2026-11-17 02:30',
      true,
    ],
    ['never measured: from the day it was asked for', { ...usual, lastAt: null }, '2026-11-02 10:00', true],
    ['not yet when somebody has just come back', { ...usual, waitsFrom: at('2026-11-17 09:00') }, '2026-11-17 15:00', false],
  ];
  for (const [name, of, now, told] of cases) it(name, () => assert.equal(isToldOf(of, at(now)), told));

  it('is told of with its reason', () => {
    const now = at('2026-11-17 10:30');
    assert.deepEqual(missingText(5, usual, { kind: 'unmeasured' }, now), {
      title: '缺测',
      content: '体温已26小时没有测量（要求每24小时一次，最后 11-16 08:00）',
    });
    assert.deepEqual(missingText(1, usual, { kind: 'silent', device: '手表' }, now), {
      title: '设备未上报',
      content: '心率已26小时没有数据：设备「手表」离线（要求每24小时一次，最后 11-16 08:00）',
    });
    assert.match(missingText(1, usual, { kind: 'unworn', device: '手表' }, now).content, /设备「手表」在线但没有测到，可能未佩戴/);
    assert.match(
      missingText(2, { hours: 72, lastAt: null }, { kind: 'unmeasured' }, now).content,
      /^血压一直没有测量（要求每72小时一次，从未测量）$/,
    );
  });
});
