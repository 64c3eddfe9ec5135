/** The parts of sound without a network: codec, mixing, the buffer against jitter, keys. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { heard, share, tone } from '#test/tone-meter.ts';
import { alaw, decode, FRAME, fromUlaw, QUIET, QUIET_FRAME, SAMPLE_OF_A, toUlaw } from './alaw.ts';
import { KeyReader, KeyWriter } from './dtmf.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { mix } from './mixer.ts';
import { parseRtp, rtpBytes } from './rtp-packet.ts';
import { keyTones, loopOf } from './tones.ts';

describe('A-law', () => {
  it('comes back as it was, and its errors are a 32nd of the sample or less', () => {
    for (let byte = 0; byte < 256; byte += 1) assert.equal(alaw(SAMPLE_OF_A[byte] as number), byte);
    for (let sample = -32_000; sample <= 32_000; sample += 37)
      assert.ok(Math.abs((SAMPLE_OF_A[alaw(sample)] as number) - sample) <= Math.max(16, Math.abs(sample) / 32), String(sample));
    assert.equal(alaw(0), QUIET);
    assert.equal(alaw(40_000), alaw(32_767));
    assert.equal(alaw(-40_000), alaw(-32_768));
  });
  it('becomes µ-law and comes back nearly as it was', () => {
    const sound = tone(500);
    assert.ok(share(fromUlaw(toUlaw(sound)), 500) > 0.95);
    // The known values of G.711: the loudest and the softest.
    assert.equal(toUlaw(Uint8Array.of(alaw(32_767)))[0], 0x80);
    assert.equal(fromUlaw(Uint8Array.of(0xff))[0], QUIET);
  });
});

describe('the mixer', () => {
  it('gives silence of nothing, one as it is, and of several all', () => {
    assert.equal(mix([]), QUIET_FRAME);
    const one = tone(400, 20);
    assert.equal(mix([one]), one);
    const sound = mix([tone(400, 20), tone(1200, 20)]);
    assert.deepEqual(heard(sound, [400, 800, 1200]), [400, 1200]);
  });
  it('clips what is too loud together', () => {
    const loud = new Uint8Array(FRAME).fill(alaw(30_000));
    assert.equal(mix([loud, loud])[0], alaw(32_767));
  });
});

describe('what the network does', () => {
  const voice = tone(400, 4000);
  const packet = (number: number, size = FRAME) => voice.subarray(number * size, (number + 1) * size);
  const take = (buffer: JitterBuffer) => buffer.take() ?? QUIET_FRAME;
  const samples = (frames: Uint8Array[]) => Uint8Array.from(Buffer.concat(frames));

  it('does not change the sound when packets change places, come twice or in other sizes', () => {
    for (const size of [80, 160, 240, 480]) {
      const buffer = new JitterBuffer();
      const order = Array.from({ length: Math.floor(16_000 / size) }, (_, number) => number ^ (size === 160 ? 1 : 0));
      const out: Uint8Array[] = [];
      let put = 0;
      for (let frame = 0; frame < 80; frame += 1) {
        while (put * size < (frame + 2) * FRAME) {
          const number = order[put] as number;
          buffer.put(5_000_000 + number * size, packet(number, size));
          buffer.put(5_000_000 + number * size, packet(number, size));
          put += 1;
        }
        out.push(take(buffer));
      }
      const sound = samples(out.slice(6));
      assert.ok(share(sound, 400) > 0.98, `${size}: ${share(sound, 400)}`);
      assert.equal(buffer.missing <= 3, true);
    }
  });

  it('is hidden when one packet in ten is lost', () => {
    const buffer = new JitterBuffer();
    const out: Uint8Array[] = [];
    for (let number = 0; number < 150; number += 1) {
      if (number % 10 !== 7) buffer.put(number * FRAME, packet(number));
      out.push(take(buffer));
    }
    const sound = samples(out.slice(5));
    assert.ok(share(sound, 400) > 0.9, String(share(sound, 400)));
    // Silence in the place of what was lost would leave nothing there.
    for (let frame = 5; frame < 145; frame += 1)
      assert.ok(
        decode(out[frame] as Uint8Array).some((sample) => Math.abs(sample) > 2000),
        `frame ${frame}`,
      );
    assert.ok(buffer.missing >= 13);
  });

  it('falls silent when no packet comes any more, and is heard again when they do', () => {
    const buffer = new JitterBuffer();
    const out: Uint8Array[] = [];
    for (let number = 0; number < 100; number += 1) {
      if (number < 20 || number >= 60) buffer.put(number * FRAME, packet(number));
      out.push(take(buffer));
    }
    assert.deepEqual(heard(samples(out.slice(30, 58)), [400]), []);
    assert.ok(share(samples(out.slice(70)), 400) > 0.98);
  });

  it('makes the delay longer while packets come late, and shorter again afterwards', () => {
    const buffer = new JitterBuffer();
    const lag = (number: number) => (number >= 50 && number < 150 ? 6 : 0);
    const due = new Map<number, number[]>();
    for (let number = 0; number < 2000; number += 1) {
      const at = number + lag(number);
      due.set(at, [...(due.get(at) ?? []), number]);
    }
    const missed: number[] = [];
    for (let frame = 0; frame < 2000; frame += 1) {
      for (const number of due.get(frame) ?? []) buffer.put(number * FRAME, packet(number % 150));
      const before = buffer.missing;
      take(buffer);
      if (buffer.missing > before) missed.push(frame);
    }
    // The change takes a few frames; then nothing is missing, though all packets still come late.
    assert.ok(missed.filter((frame) => frame > 75 && frame < 150).length === 0, String(missed));
    assert.ok(missed.length < 25);
    assert.ok(buffer.delayed <= 5 * FRAME, String(buffer.delayed));
  });

  it('begins anew with another count of the sender', () => {
    const buffer = new JitterBuffer();
    const out: Uint8Array[] = [];
    for (let number = 0; number < 60; number += 1) {
      buffer.put((number < 30 ? 0 : 3_000_000_000) + number * FRAME, packet(number));
      out.push(take(buffer));
    }
    assert.ok(share(samples(out.slice(36)), 400) > 0.98);
  });
});

describe('keys', () => {
  it('are read once each, and written so that they are', () => {
    const writer = new KeyWriter();
    writer.add('1x9#');
    writer.add('d');
    const reader = new KeyReader();
    const read: string[] = [];
    const kinds: boolean[] = [];
    for (let frame = 0; writer.busy; frame += 1) {
      const key = writer.next();
      if (!key) continue;
      kinds.push((key.payload[1] as number) >= 128);
      const digit = reader.read((frame - key.age) * FRAME, key.payload);
      if (digit) read.push(digit);
    }
    assert.deepEqual(read, ['1', '9', '#', 'D']);
    assert.equal(kinds.filter(Boolean).length, 12);
    assert.equal(reader.read(1, Uint8Array.of(1)), null);
    assert.equal(reader.read(2, Uint8Array.of(77, 10, 0, 160)), null);
  });
  it('are two tones for phones that take no named events', () => {
    assert.deepEqual(heard(keyTones('5').subarray(0, 800), [697, 770, 852, 1209, 1336, 1477]), [770, 1336]);
  });
});

describe('tones and music', () => {
  it('ring and are busy at 450 Hz, and the music loops without a click', () => {
    assert.ok(share(loopOf('ringback').subarray(0, 8000), 450) > 0.95);
    assert.equal(loopOf('ringback').length, 40_000);
    assert.ok(share(loopOf('busy').subarray(0, 2800), 450) > 0.95);
    const music = decode(loopOf('hold-music'));
    assert.ok(music.length >= 10 * 8000);
    assert.ok(Math.abs((music[0] as number) - (music.at(-1) as number)) < 2500);
    const peak = music.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    assert.ok(peak > 3000 && peak < 20_000, String(peak));
  });
});

describe('packets of RTP', () => {
  it('come back as they were; what is none is none', () => {
    const part = { type: 8, sequence: 65_535, timestamp: 4_294_967_295, ssrc: 7, marker: true, payload: Uint8Array.of(1, 2, 3) };
    const parsed = parseRtp(rtpBytes(part));
    assert.deepEqual({ ...parsed, payload: [...(parsed?.payload ?? [])] }, { ...part, payload: [1, 2, 3] });
    for (const bytes of [[], [0x80], Array.from({ length: 12 }, () => 0), [0x8f, 8, ...Array.from({ length: 12 }, () => 0)]])
      assert.equal(parseRtp(Buffer.from(bytes)), null);
    // With an extension, contributors and padding.
    const rich = Buffer.from([0xb1, 8, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 9, 9, 9, 9, 0, 0, 0, 1, 5, 5, 5, 5, 42, 0, 2]);
    assert.deepEqual([...(parseRtp(rich)?.payload ?? [])], [42]);
  });
});
