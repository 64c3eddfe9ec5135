import { HOUR } from '#contract/time.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionEvent } from '#server/ingest/events.ts';
import { loginZone, readClock, type ClockBelief } from '#server/ingest/tcp/gt06-clock.ts';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { hex, listener, type HearOptions } from '#test/device-frames.ts';

const EAST = 480;
const now = Date.UTC(2026, 10, 21, 8, 16);

const bytes = (at: number) => {
  const date = new Date(at);
  return Buffer.from([
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ]);
};
/** A position as the device writes its time; `kept` is the mark of one kept during an outage. */
const position = (written: number, kept: boolean) =>
  encodeGt06(0x22, Buffer.concat([bytes(written), hex(`cf027ac7eb0c46584900148f01cc00287d001fb80000${kept ? '01' : '00'}`)]), 7);
const login = (zone: string) => encodeGt06(0x01, hex(`0123456789012345 3601 ${zone}`), 1);
const connected = (zone = '3201', options: Partial<HearOptions> = {}) => {
  const line = listener(gt06Protocol, { receivedAt: now, ...options });
  line.hear(login(zone));
  return { ...line, at: (frame: Buffer) => (line.hear(frame).events[0] as PositionEvent | undefined)?.at };
};

test('the login writes the zone as a decimal number, with a bit for west', () => {
  const zone = (word: string) => loginZone(hex(`01234567890123453601${word}`));
  assert.deepEqual([zone('3201'), zone('4dd8'), zone('0001'), zone('190a'), zone('2260'), zone('ffff')], [480, -765, 0, -240, 350, null]);
  assert.equal(loginZone(hex('0123456789012345')), null, 'the older login has none');
});

test('a position that was kept for two hours by a device with a local clock is stored with its time', () => {
  assert.equal(connected().at(position(now - 2 * HOUR + EAST * 60_000, true)), now - 2 * HOUR);
});

test('a position that was kept for nine hours by a device with a local clock is not eight hours wrong', () => {
  assert.equal(connected().at(position(now - 9 * HOUR + EAST * 60_000, true)), now - 9 * HOUR);
});

test('a device that says a zone and writes UTC is found out by what it sends now, and its kept positions are read the same way', () => {
  const line = connected();
  assert.equal(line.at(position(now - 5000, false)), now - 5000);
  assert.equal(line.at(position(now - 3 * HOUR, true)), now - 3 * HOUR);
});

test('a device with a local clock that has shown it is not doubted for a record of eight hours ago without a mark', () => {
  const line = connected();
  assert.equal(line.at(position(now - 5000 + EAST * 60_000, false)), now - 5000);
  assert.equal(line.at(position(now - 8 * HOUR + EAST * 60_000, false)), now - 8 * HOUR);
  assert.equal(line.at(position(now - 9 * HOUR + EAST * 60_000, true)), now - 9 * HOUR);
});

test('the clock of the profile goes before that of the login, also when it is zero', () => {
  assert.equal(connected('3201', { profile: { utcOffsetMinutes: 0 } }).at(position(now - 2 * HOUR, true)), now - 2 * HOUR);
  assert.equal(connected('3201', { profile: { utcOffsetMinutes: 120 } }).at(position(now, true)), now - 2 * HOUR);
});

test('without a zone, or in that of Greenwich, times are UTC', () => {
  for (const zone of ['0001', '']) assert.equal(connected(zone).at(position(now - 2 * HOUR, true)), now - 2 * HOUR);
});

test('what is certain is not overturned by what is not, and what is not certain gives way', () => {
  const east = EAST * 60_000;
  const read = (written: number, live: boolean, belief: ClockBelief | null, zone = EAST) => readClock(written, now, { zone, belief }, live);
  const local = { offset: EAST, certain: true };
  const utc = { offset: 0, certain: false };
  assert.deepEqual(read(now + east, true, null), { time: now, belief: local });
  assert.deepEqual(read(now, true, null), { time: now, belief: utc });
  assert.deepEqual(read(now, true, local), { time: now - east, belief: local });
  assert.deepEqual(read(now + east, true, utc), { time: now, belief: local });
  assert.deepEqual(read(now - HOUR, false, utc), { time: now - HOUR, belief: utc });
  assert.deepEqual(
    read(now + 7 * HOUR, false, utc),
    { time: now - HOUR, belief: utc },
    'the settled reading is impossible, the other is not',
  );
  // West of Greenwich the local time is the earlier one.
  assert.deepEqual(read(now, true, null, -300), { time: now, belief: { offset: 0, certain: true } });
  assert.deepEqual(read(now - 5 * HOUR, true, null, -300), { time: now, belief: { offset: -300, certain: false } });
});
