import { it } from 'node:test';
import assert from 'node:assert/strict';
import { bytes, expiryOf, fromGigabytes, ofMost, pressureOf, toGigabytes } from './figures.ts';

it('tells storage in the unit that fits', () => {
  assert.deepEqual([0, 1023, 2048, 3_565_158, 1024 ** 3 * 1.25].map(bytes), ['0B', '1023B', '2KB', '3.4MB', '1.3GB']);
  assert.deepEqual([null, 0, 1.5].map(fromGigabytes), [null, 0, 1_610_612_736]);
  assert.equal(toGigabytes(1_610_612_736), 1.5);
});

it('warns when a limit is near', () => {
  assert.deepEqual([ofMost(1234, null), ofMost(12, 50)], ['1,234', '12 / 50']);
  assert.deepEqual(
    [pressureOf(99, null), pressureOf(89, 100), pressureOf(90, 100), pressureOf(100, 100), pressureOf(0, 0)],
    ['ok', 'ok', 'near', 'full', 'full'],
  );
});

it('tells the end of a tenant before it comes', () => {
  const now = Date.parse('2026-11-21T12:00:00+08:00');
  assert.deepEqual(expiryOf(null, now), { text: '长期有效', tone: 'ok' });
  assert.deepEqual(expiryOf('2027-03-01 00:00:00', now), { text: '2027-03-01', tone: 'ok' });
  assert.deepEqual(expiryOf('2026-12-03 13:00:00', now), { text: '还剩12天', tone: 'soon' });
  assert.deepEqual(expiryOf('2026-11-21 18:00:00', now), { text: '今天到期', tone: 'soon' });
  assert.deepEqual(expiryOf('2026-11-21 11:00:00', now), { text: '已过期1天', tone: 'over' });
  assert.deepEqual(expiryOf('2026-11-10 12:00:00', now), { text: '已过期11天', tone: 'over' });
});
