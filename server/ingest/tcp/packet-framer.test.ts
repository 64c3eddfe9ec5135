import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvFramer, encodeEv, EV_LARGEST } from '#server/ingest/tcp/ev07b-frames.ts';
import { createGt06Framer, encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';

test('a falsified length does not hold back the good packets behind it', () => {
  const framer = createGt06Framer(noFramerCounts());
  const sos = encodeGt06(0x16, Buffer.alloc(32, 1), 9);
  assert.deepEqual(framer.push(Buffer.from([0x79, 0x79, 0x0f, 0x00, 0x94])), []);
  assert.deepEqual(
    framer.push(sos).map(({ type, serial }) => [type, serial]),
    [[0x16, 9]],
  );
});

test('a packet above the limit is noise, and nothing is held of it', () => {
  const counts = noFramerCounts();
  const framer = createEvFramer(counts, 64);
  const good = encodeEv(Buffer.from([3, 1, 0x12]), 5);
  assert.equal(framer.push(Buffer.concat([encodeEv(Buffer.alloc(200, 1), 4), good])).length, 1);
  assert.ok(counts.garbageBytes >= 200);
});

test('bytes made to be checked again and again end the connection', () => {
  const framer = createEvFramer(noFramerCounts());
  // Every fourth byte begins a packet of eight thousand bytes with a wrong checksum.
  const hostile = Buffer.alloc(EV_LARGEST * 4);
  for (let at = 0; at < hostile.length; at += 4) hostile.writeUInt32BE(0xab00401f, at);
  assert.deepEqual(framer.push(hostile), []);
  assert.equal(framer.overflow, true);
  assert.deepEqual(framer.push(encodeEv(Buffer.from([3, 1, 0x12]), 5)), []);
});

test('slow noise does not', () => {
  const framer = createEvFramer(noFramerCounts());
  const good = encodeEv(Buffer.from([3, 1, 0x12]), 5);
  for (let n = 0; n < 2000; n++) framer.push(Buffer.from([0xab, n & 0xff, n & 0x0f, 0, 1, 2, 3, 4, 5, 6]));
  for (let n = 0; n < 2000; n++) for (const byte of good) framer.push(Buffer.from([byte]));
  assert.equal(framer.overflow, false);
  assert.equal(framer.push(good).length, 1);
});
