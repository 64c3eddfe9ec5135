import { MINUTE, SECOND } from '#contract/time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { metrics, type MetricName } from '#contract/health/metrics.ts';
import { plainProfile } from './events.ts';
import { readingBands } from './reading-bands.ts';

const row = (metric: MetricName, value: number, at: number) => ({
  tenantId: 7,
  deviceId: 1,
  personId: null,
  metric: metrics[metric].number,
  value,
  at,
  receivedAt: at,
});
const bed = { ...plainProfile, kind: 'bed' };

/** When values were kept that come one by one. */
function kept(kind: typeof bed | typeof plainProfile, metric: MetricName, ...said: [at: number, value: number][]): number[] {
  const bands = readingBands();
  return said.flatMap(([at, value]) => bands.choose('7:1', kind, [row(metric, value, at)]).map(() => at));
}

describe('what is kept of readings', () => {
  it('a battery and steps when they change, and every quarter of an hour', () => {
    const said: [number, number][] = [
      [0, 80],
      [5 * MINUTE, 80],
      [10 * MINUTE, 79],
      [15 * MINUTE, 79],
      [24 * MINUTE, 79],
      [25 * MINUTE, 79],
      [30 * MINUTE, 80],
    ];
    for (const metric of ['battery', 'steps'] as const)
      assert.deepEqual(kept(plainProfile, metric, ...said), [0, 10 * MINUTE, 25 * MINUTE, 30 * MINUTE]);
  });

  it('of a belt one heart rate a minute, and each that leaves the band around it', () => {
    const said: [number, number][] = [
      [0, 70],
      [3 * SECOND, 75],
      [6 * SECOND, 76],
      [9 * SECOND, 81],
      [12 * SECOND, 82],
      [71 * SECOND, 82],
      [72 * SECOND, 82],
    ];
    assert.deepEqual(kept(bed, 'heartRate', ...said), [0, 6 * SECOND, 12 * SECOND, 72 * SECOND]);
    assert.equal(kept(plainProfile, 'heartRate', ...said).length, said.length, 'a watch measures when it is asked to: all of it counts');
    assert.equal(kept(bed, 'systolic', ...said).length, said.length);
  });

  it('whatever comes late, and the next one when one was not stored', () => {
    assert.deepEqual(kept(bed, 'heartRate', [MINUTE, 70], [30 * SECOND, 70], [31 * SECOND, 70], [70 * SECOND, 70]), [
      MINUTE,
      30 * SECOND,
      31 * SECOND,
    ]);
    const bands = readingBands();
    assert.equal(bands.choose('7:1', bed, [row('breathing', 16, 0)]).length, 1);
    bands.forget('7:1');
    assert.equal(bands.choose('7:1', bed, [row('breathing', 16, SECOND)]).length, 1);
    assert.equal(
      bands.choose('7:1', bed, [row('battery', 50, 0), row('battery', 50, SECOND), row('battery', 49, 2 * SECOND)]).length,
      2,
      'within one frame',
    );
    assert.equal(bands.counts.unchanged, 1);
    assert.equal(bands.choose('7:1', bed, [{ ...row('battery', 49, 3 * SECOND), personId: 8 }]).length, 1, 'of somebody else');
  });
});
