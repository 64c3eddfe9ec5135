import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { clockOf, DAY, dayNumberOf, dayOf, hourOf, instantOf, midnightOf, nextDay, textOf, weekdayOf, zonedOf } from './time.ts';

const NIGHT = Date.UTC(2028, 1, 28, 16, 30, 59, 999);

describe('times', () => {
  it('are written as Shanghai reads them, over midnight and the end of February', () => {
    assert.equal(textOf(NIGHT), '2028-02-29 00:30:59');
    assert.equal(textOf(NIGHT - 31 * 60_000), '2028-02-28 23:59:59');
    assert.deepEqual([dayOf(NIGHT), clockOf(NIGHT), hourOf(NIGHT), weekdayOf(NIGHT)], ['2028-02-29', '00:30', 0, 2]);
    assert.equal(zonedOf(NIGHT), '2028-02-29T00:30:59+08:00');
  });

  it('are read back, with and without seconds, and as a day', () => {
    assert.equal(instantOf('2028-02-29 00:30:59'), NIGHT - 999);
    assert.equal(instantOf('2028-02-29 00:30'), NIGHT - 59_999);
    assert.equal(instantOf('2028-02-29'), midnightOf(NIGHT));
    for (const text of ['', 'gestern', '2028-02-29 25:00:00', '2028']) assert.ok(Number.isNaN(instantOf(text)), text);
  });

  it('count days by Shanghai’s midnight', () => {
    assert.equal(dayNumberOf(NIGHT) - dayNumberOf(NIGHT - 31 * 60_000), 1);
    assert.equal(midnightOf(NIGHT, 1) - midnightOf(NIGHT), DAY);
    assert.deepEqual([nextDay('2028-02-28'), nextDay('2027-02-28'), nextDay('2028-01-01', -1)], ['2028-02-29', '2027-03-01', '2027-12-31']);
  });
});
