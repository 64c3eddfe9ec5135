import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainProfile } from '#server/ingest/events.ts';
import { createFramer, MAX_FRAME } from '#server/ingest/tcp/framer.ts';
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';
import { encodeFrame } from '#server/ingest/tcp/watch-encode.ts';
import { replyTo } from '#server/ingest/tcp/watch-replies.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { malformedFrame, network, where } from '../../../test/malformed-frames.ts';

const FRAMES = 100_000;
const now = Date.UTC(2026, 10, 21, 8, 16);
const context = { deviceKey: 'd', receivedAt: now, profile: { ...plainProfile, healthReplies: true } };

test('100,000 malformed frames, split everywhere: nothing throws, memory stays bounded, a good frame still gets through', () => {
  const random = createRandom(20_261_121);
  const counts = noFramerCounts();
  let framer = createFramer(counts);
  let events = 0;
  let overflows = 0;

  function feed(chunk: Buffer): string[] {
    const texts = [];
    for (const frame of framer.push(chunk)) {
      const decoded = decodeFrame(frame, context);
      for (const event of decoded.events) {
        assert.ok(Number.isFinite(event.at));
        if (event.kind === 'reading') assert.ok(Number.isFinite(event.value));
      }
      events += decoded.events.length;
      const reply = replyTo(frame, decoded, context.profile, now);
      if (reply !== null) assert.equal(createFramer().push(encodeFrame(frame, reply)).length, 1, 'an answer is one whole frame');
      texts.push(frame.text);
    }
    if (framer.overflow) {
      overflows++;
      framer = createFramer(counts);
    }
    return texts;
  }

  const before = process.memoryUsage().rss;
  let through = 0;
  let marks = 0;
  for (let n = 0; n < FRAMES; n++) {
    const bytes = malformedFrame(n, random);
    const mode = n % 7;
    if (mode === 0) for (const byte of bytes) feed(Buffer.from([byte]));
    else if (mode < 4) {
      const at = random.between(0, bytes.length);
      feed(bytes.subarray(0, at));
      feed(bytes.subarray(at));
    } else feed(bytes);
    if (n % 1000 !== 999) continue;
    // A voice frame of which the length was falsified may hold at most 64 KiB back; behind that everything is heard again.
    marks++;
    const mark = `VERNO,mark-${n}`;
    const heard = feed(Buffer.from(`[3G*8800000015*0000*heart,71]`.repeat(2400) + `[3G*8800000015*0000*${mark}]`));
    if (heard.includes(mark)) through++;
  }
  const grown = process.memoryUsage().rss - before;
  assert.equal(through, marks);
  assert.ok(events > FRAMES, `${events} events`);
  assert.ok(counts.frames > FRAMES / 2 && counts.garbageBytes > 0 && counts.broken > 0 && counts.wrongLengths > 0);
  assert.ok(overflows < 5);
  assert.ok(grown < 64 * MAX_FRAME, `grew by ${Math.round(grown / MAX_FRAME)} MiB`);
});

test('every single bit flip of an SOS frame: no throw, and the frames behind it are still heard', () => {
  const wire = Buffer.from(`[3G*8800000015*0000*AL,${where},00010001,${network}]`);
  const after = Buffer.from('[3G*8800000015*0000*heart,71][3G*8800000015*0000*heart,72]');
  for (let at = 0; at < wire.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const bytes = Buffer.concat([wire, after]);
      bytes[at]! ^= 1 << bit;
      const frames = createFramer().push(bytes);
      for (const frame of frames) decodeFrame(frame, context);
      assert.equal(frames.at(-1)?.text, 'heart,72', `byte ${at} bit ${bit}`);
      assert.equal(frames.at(-2)?.text, 'heart,71', `byte ${at} bit ${bit}`);
    }
  }
});
