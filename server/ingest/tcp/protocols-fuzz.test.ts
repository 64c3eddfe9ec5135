/** 100,000 malformed frames for each protocol: nothing throws, memory stays bounded, good frames are still heard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { iwProtocol } from '#server/ingest/tcp/iw-protocol.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import type { TcpProtocol, WireFrame } from '#server/ingest/tcp/protocol.ts';
import { broken, listener } from '#test/device-frames.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { speakers, terminalId } from '../../../scripts/simulator/terminals.ts';

const FRAMES = 100_000;
const timeout = 120_000;
const now = Date.UTC(2026, 10, 21, 8, 16);
/** The bytes of a vital sign, read as everything that staff can make of an item. */
const profile = {
  authentication: false,
  items: {
    e1: [
      { metric: 'heartRate' as const },
      { metric: 'systolic' as const, at: 1, bytes: 4 },
      { kind: 'alarm' as const, alarm: 'removed' as const, at: 1, bytes: 2, bit: 3 },
      { kind: 'wifi' as const, counted: true, extra: 1 },
      { kind: 'cells' as const, network: 'once' as const, cellBytes: 8 },
    ],
    30: [{ kind: 'beacons' as const, rssiFirst: true }],
  },
};
const modules: Record<keyof typeof speakers, TcpProtocol<WireFrame, unknown>> = {
  iw: iwProtocol as TcpProtocol<WireFrame, unknown>,
  gt06: gt06Protocol as TcpProtocol<WireFrame, unknown>,
  ev07b: ev07bProtocol as TcpProtocol<WireFrame, unknown>,
  jt808: jt808Protocol(Buffer.from('x')) as TcpProtocol<WireFrame, unknown>,
  'jt808-2019': jt808Protocol(Buffer.from('x')) as TcpProtocol<WireFrame, unknown>,
};

function samplesOf(name: keyof typeof speakers): Buffer[] {
  const speaker = speakers[name](terminalId(name, 1));
  const fix = { at: now - 5000, lat: 30.2592, lng: 120.1303, battery: 66 };
  const values = { heartRate: 72, systolic: 126, diastolic: 78, oxygen: 97, temperature: 36.5, glucose: 5.6, steps: 3400, battery: 66 };
  return [
    speaker.hello(),
    speaker.heartbeat(values),
    speaker.position(fix),
    speaker.position(fix, true),
    ...speaker.vitals(values, now - 5000),
    speaker.alarm('sos', fix),
    speaker.alarm('fall', fix),
    speaker.alarm('lowBattery', fix),
  ];
}

for (const [name, protocol] of Object.entries(modules) as [keyof typeof speakers, TcpProtocol<WireFrame, unknown>][]) {
  const samples = samplesOf(name);
  const whole = listener(protocol, { receivedAt: now, profile }).hear(Buffer.concat(samples));
  const plain = JSON.stringify(whole.events);

  test(`${name}: 100,000 malformed frames`, { timeout }, () => {
    const random = createRandom(20_261_121);
    const heard = listener(protocol, { receivedAt: now, profile });
    const before = process.memoryUsage().rss;
    let events = 0;
    let through = 0;
    let marks = 0;
    function feed(bytes: Buffer): number {
      const { decoded } = heard.hear(bytes);
      for (const { events: some } of decoded) {
        events += some.length;
        for (const event of some) {
          assert.ok(Number.isFinite(event.at));
          if (event.kind === 'reading') assert.ok(Number.isFinite(event.value));
        }
      }
      return decoded.length;
    }
    for (let n = 0; n < FRAMES; n++) {
      const bytes = broken(samples[n % samples.length]!, n, random);
      if (n % 7 === 0) for (const byte of bytes) feed(Buffer.from([byte]));
      else if (n % 7 < 4) {
        const at = random.between(0, bytes.length);
        feed(bytes.subarray(0, at));
        feed(bytes.subarray(at));
      } else feed(bytes);
      if (n % 1000 !== 999) continue;
      // Behind whatever a falsified length holds back, good frames are heard again: at least the later half of them.
      marks++;
      const copies = Math.ceil((protocol.largestFrame * 2) / samples[2]!.length);
      if (feed(Buffer.concat(Array.from({ length: copies }, () => samples[2]!))) >= copies / 2) through++;
    }
    assert.equal(heard.framer.overflow, false);
    assert.equal(through, marks);
    assert.ok(events > FRAMES / 4, `${events} events`);
    assert.ok(heard.counts.frames > FRAMES / 4 && heard.counts.garbageBytes > 0 && heard.counts.broken > 0, JSON.stringify(heard.counts));
    const grown = (process.memoryUsage().rss - before) / 1024 / 1024;
    assert.ok(grown < 96, `grew by ${Math.round(grown)} MiB`);
  });

  test(`${name}: split at every byte, and in any pieces, the same is heard`, { timeout }, () => {
    const bytes = Buffer.concat(samples);
    const inPieces = (cuts: readonly number[]): string => {
      const heard = listener(protocol, { receivedAt: now, profile });
      const ends = [...cuts.toSorted((a, b) => a - b), bytes.length];
      return JSON.stringify(ends.flatMap((end, n) => heard.hear(bytes.subarray(n === 0 ? 0 : ends[n - 1]!, end)).events));
    };
    for (let at = 0; at <= bytes.length; at++) assert.equal(inPieces([at]), plain, `cut at ${at}`);
    assert.equal(inPieces(Array.from(bytes, (_, n) => n)), plain);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => inPieces(cuts) === plain),
      { numRuns: 200 },
    );
  });

  test(`${name}: every single bit flip of an SOS: no throw, and the frames behind it are still heard`, { timeout }, () => {
    const alarm = samples.at(-3)!;
    const after = Array.from({ length: 3 }, () => samples[2]!);
    for (let at = 0; at < alarm.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const bytes = Buffer.concat([alarm, ...after]);
        bytes[at]! ^= 1 << bit;
        const heard = listener(protocol, { receivedAt: now, profile });
        heard.hear(bytes);
        // A falsified length may hold one packet back until more has come.
        const last = heard.hear(
          Buffer.concat(Array.from({ length: Math.ceil((protocol.largestFrame * 2) / samples[2]!.length) }, () => samples[2]!)),
        );
        assert.ok(last.decoded.length > 0 && last.events.some(({ kind }) => kind === 'position'), `byte ${at} bit ${bit}`);
      }
    }
  });

  test(`${name}: noise`, { timeout }, () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 8 }), (pieces) => {
        const heard = listener(protocol, { receivedAt: now, profile });
        for (const piece of pieces) heard.hear(Buffer.from(piece));
        return true;
      }),
      { numRuns: 500 },
    );
  });
}
