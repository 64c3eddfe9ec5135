import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canonical, timeOf } from './units.rules.ts';

describe('units', () => {
  const cases: [value: number, unit: Parameters<typeof canonical>[1], becomes: number][] = [
    [17.1, 'kPa', 128.2605],
    [10.5, 'kPa', 78.7565],
    [99.5, '℉', 37.5],
    [98.6, '℉', 37],
    [100, 'mg/dL', 5.5507],
    [5.6, 'mmol/L', 5.6],
    [72, undefined, 72],
  ];
  for (const [value, unit, becomes] of cases)
    it(`${value} ${unit ?? ''} is ${becomes}`, () => assert.equal(canonical(value, unit), becomes));

  const at = Date.UTC(2026, 10, 21, 0, 15, 30);
  const times: [value: unknown, kind: 'ms' | 's' | 'text', offset: number | undefined, becomes: number | null][] = [
    [at, 'ms', undefined, at],
    [String(at), 'ms', undefined, at],
    [at / 1000, 's', undefined, at],
    ['2026-11-21 08:15:30', 'text', undefined, at],
    ['2026/11/21 08:15:30', 'text', 480, at],
    ['20261121081530', 'text', 480, at],
    ['2026-11-21T00:15:30Z', 'text', 480, at],
    ['2026-11-21T00:15:30.250Z', 'text', undefined, at + 250],
    ['2026-11-21T02:15:30+02:00', 'text', 480, at],
    ['2026-11-21T02:15:30+0200', 'text', 480, at],
    ['2026-11-21 00:15:30', 'text', 0, at],
    ['2026-02-30 08:15:30', 'text', 480, null],
    ['yesterday', 'text', 480, null],
    [at, 's', undefined, null],
    [-1, 'ms', undefined, null],
    [0, 'ms', undefined, null],
    [null, 'ms', undefined, null],
    [{ at }, 'ms', undefined, null],
    ['Infinity', 's', undefined, null],
  ];
  for (const [value, kind, offset, becomes] of times)
    it(`${JSON.stringify(value)} as ${kind} is ${becomes === null ? 'no time' : new Date(becomes).toISOString()}`, () =>
      assert.equal(timeOf(value, kind, offset), becomes));
});
