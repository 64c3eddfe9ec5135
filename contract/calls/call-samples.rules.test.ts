import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import { drawnOf, drawOf, lastWeek, sampleWays } from './call-samples.rules.ts';

describe('the draw of a week', () => {
  it('is of the last week that is over, from Monday', () => {
    const of = (at: string) => lastWeek(instantOf(at));
    // 16 November 2026 is a Monday.
    const last = { week: '2026-11-09', until: '2026-11-16' };
    assert.deepEqual([of('2026-11-16 00:00:00'), of('2026-11-18 12:00:00'), of('2026-11-22 23:59:59')], [last, last, last]);
    assert.deepEqual(of('2026-11-15 23:59:59'), { week: '2026-11-02', until: '2026-11-09' });
    assert.deepEqual(of('2027-01-04 00:00:00'), { week: '2026-12-28', until: '2027-01-04' });
  });

  it('takes so many calls of each seat, or such a share, at least one', () => {
    assert.deepEqual([drawnOf({ way: sampleWays.number, amount: 3 }, 10), drawnOf({ way: sampleWays.number, amount: 3 }, 2)], [3, 2]);
    const share = (amount: number, calls: number) => drawnOf({ way: sampleWays.share, amount }, calls);
    assert.deepEqual([share(10, 100), share(10, 1), share(10, 0), share(100, 7)], [10, 1, 0, 7]);
  });

  it('is the same however the calls stand, and another one for another week or plan', () => {
    const calls = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, seatId: (at % 2) + 1 }));
    const draw = { planId: 7, week: '2026-11-09', way: sampleWays.number, amount: 5 };
    const drawn = drawOf(draw, calls);
    assert.equal(drawn.length, 10);
    assert.equal(drawn.filter((id) => calls[id - 1]?.seatId === 1).length, 5);
    assert.deepEqual(drawOf(draw, calls.toReversed()), drawn);
    assert.notDeepEqual(drawOf({ ...draw, week: '2026-11-16' }, calls), drawn);
    assert.notDeepEqual(drawOf({ ...draw, planId: 8 }, calls), drawn);
    // More of them are those and others.
    const more = drawOf({ ...draw, amount: 8 }, calls);
    assert.deepEqual(
      drawn.filter((id) => !more.includes(id)),
      [],
    );
  });

  it('favours no call: each is drawn about as often as the others', () => {
    const calls = Array.from({ length: 10 }, (_, at) => ({ id: at + 1, seatId: 1 }));
    const times = new Map<number, number>();
    for (let planId = 1; planId <= 1000; planId += 1)
      for (const id of drawOf({ planId, week: '2026-11-09', way: sampleWays.number, amount: 2 }, calls))
        times.set(id, (times.get(id) ?? 0) + 1);
    assert.equal(times.size, 10);
    for (const [id, count] of times) assert.ok(count > 120 && count < 280, `call ${id} was drawn ${count} times of about 200`);
  });
});
