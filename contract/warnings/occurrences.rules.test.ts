/** What an occurrence makes of the open warning, case by case and for every mixture. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { occur, SECONDS_APART, type Occurred, type OpenWarning } from './occurrences.rules.ts';
import { ruleNames } from './warnings.rules.ts';

const NOW = Date.parse('2026-11-16T03:00:00+08:00');
const MINUTE = 60_000;
const open = (more: Partial<OpenWarning> = {}): OpenWarning => ({
  severity: 1,
  lastAt: NOW - MINUTE,
  acknowledgedAt: null,
  clearedAt: null,
  ...more,
});
const press = (more: Partial<Occurred> = {}): Occurred => ({ rule: 'sos', at: NOW, severity: 1, judged: false, ...more });

describe('an occurrence', () => {
  it('shortly after the last one is the same: it is counted, and what staff confirmed stays', () => {
    assert.deepEqual(occur(open({ acknowledgedAt: NOW - MINUTE }), press(), NOW), {
      severity: 1,
      graver: false,
      another: false,
      anew: false,
      asks: false,
      newest: true,
    });
  });

  it('is another when more than the time of its rule has passed since the last one', () => {
    for (const rule of ruleNames) {
      const apart = SECONDS_APART[rule];
      const after = (ms: number) => occur(open({ lastAt: NOW - ms, severity: 4 }), press({ rule, severity: 4 }), NOW).another;
      assert.equal(after(365 * 86_400_000), apart !== undefined, rule);
      if (apart) assert.deepEqual([after(apart * 1000), after(apart * 1000 + 1)], [false, true], rule);
    }
  });

  it('of SOS is another two minutes after it was confirmed, however often it was pressed meanwhile; of a fall it is not', () => {
    const confirmed = (ms: number) => open({ acknowledgedAt: NOW - ms });
    assert.equal(occur(confirmed(120_000), press(), NOW).another, false);
    assert.equal(occur(confirmed(120_001), press(), NOW).another, true);
    assert.equal(occur(confirmed(120_001), press({ rule: 'fall' }), NOW).another, false);
    assert.equal(occur(confirmed(120_001), press({ at: NOW - 2 * MINUTE }), NOW).another, false, 'sent late, from before the last press');
  });

  it('asks those who had confirmed or saw it cleared, and those who knew it as less grave; one that waits is not put off', () => {
    const later = { lastAt: NOW - 10 * MINUTE };
    assert.deepEqual(pick(occur(open(later), press(), NOW)), [true, false]);
    assert.deepEqual(pick(occur(open({ ...later, acknowledgedAt: NOW - MINUTE }), press(), NOW)), [true, true]);
    assert.deepEqual(pick(occur(open({ clearedAt: NOW - 1000 }), press(), NOW)), [true, true]);
    assert.deepEqual(pick(occur(open({ severity: 3 }), press({ rule: 'removed', severity: 1 }), NOW)), [true, true]);
  });

  it('has the severity that was judged, up or down; a rule’s own makes it graver and never milder', () => {
    const severity = (was: number, is: number, judged: boolean) =>
      occur(open({ severity: was }), press({ rule: 'heart_rate', severity: is, judged }), NOW).severity;
    assert.deepEqual([severity(2, 3, true), severity(2, 3, false), severity(3, 2, true), severity(3, 2, false)], [3, 2, 2, 2]);
  });

  it('from before the last one changes neither place nor words', () => {
    assert.equal(occur(open({ lastAt: NOW }), press({ at: NOW - 1 }), NOW).newest, false);
    assert.equal(occur(open({ lastAt: NOW }), press({ at: NOW }), NOW).newest, true);
  });

  it('never leaves a graver or another emergency confirmed, in any mixture', () => {
    const times = [null, NOW - 1, NOW - 119_000, NOW - 3 * MINUTE, NOW - 2 * 3_600_000];
    for (const rule of ruleNames)
      for (const acknowledgedAt of times)
        for (const clearedAt of times)
          for (const lastAt of [NOW + 1, NOW, NOW - MINUTE, NOW - 3 * MINUTE, NOW - 2 * 3_600_000])
            for (const severity of [1, 2, 3, 4])
              for (const is of [1, 2, 3, 4])
                for (const judged of [true, false]) {
                  const before = open({ severity, lastAt, acknowledgedAt, clearedAt });
                  const change = occur(before, press({ rule, severity: is, judged }), NOW);
                  if (change.graver || change.another || clearedAt !== null) assert.ok(change.anew);
                  if (change.anew && acknowledgedAt !== null) assert.ok(change.asks);
                  if (change.asks) assert.ok(change.anew);
                  assert.ok(judged || change.severity <= severity);
                }
  });
});

const pick = ({ anew, asks }: { anew: boolean; asks: boolean }) => [anew, asks];
