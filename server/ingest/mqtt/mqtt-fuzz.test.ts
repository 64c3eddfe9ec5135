/** 100,000 malformed packets over real sockets: nothing throws, memory stays bounded, a healthy device is served throughout. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { defaultMapping } from '#contract/devices/mapping-templates.ts';
import { passwordHash } from '#server/devices/mqtt-passwords.ts';
import type { Registered } from '#server/ingest/directory.ts';
import { PASSWORD, raw, signIn } from '#test/mqtt.ts';
import { malformedPacket } from '#test/malformed-packets.ts';
import { kept } from '#test/memory.ts';
import { memoryLog } from '#test/watch-gateway.ts';
import { connectPacket, packet, packetReader, publishPacket } from '../../../scripts/simulator/mqtt-packets.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { startMqttGateway, type MqttGateway } from './mqtt-gateway.ts';
import { packetSizes } from './packet-sizes.ts';

const FRAMES = 100_000;
const TOGETHER = 50;
const timeout = 180_000;
const known = (username: string, deviceId: number): Registered => ({
  key: `7:${deviceId}`,
  tenantId: 7,
  deviceId,
  personId: null,
  ids: [username],
  profile: { utcOffsetMinutes: null, healthReplies: false, suppressChargerSos: false, protocol: 'mqtt', kind: 'bed' },
  hub: null,
  credential: passwordHash(7, deviceId, PASSWORD),
});
const devices = new Map([known('HEALTHY-1', 1), known('HOSTILE-1', 2)].map((device) => [device.ids[0]!, device]));

let gateway: MqttGateway;
let stored = 0;
const thrown: unknown[] = [];
const note = (error: unknown) => void thrown.push(error);
before(async () => {
  process.on('unhandledRejection', note);
  gateway = await startMqttGateway({
    port: 0,
    host: '127.0.0.1',
    directory: { find: (id) => Promise.resolve(devices.get(id) ?? null), current: () => Promise.resolve(null) },
    sink: {
      accept({ events }) {
        stored += events.length;
        for (const event of events) assert.ok(Number.isFinite(event.at) && (event.kind !== 'reading' || Number.isFinite(event.value)));
        return Promise.resolve({ stored: events.length });
      },
    },
    clock: Date.now,
    log: memoryLog(),
    mappingFor: () => Promise.resolve(defaultMapping('bed')),
    limits: { unknownPerAddress: 1_000_000, strangersPerAddress: 5000, framesPerSecond: 1_000_000, burstFrames: 1_000_000 },
  });
});
after(async () => {
  await gateway?.stop();
  process.off('unhandledRejection', note);
});

describe('hostile packets', { timeout }, () => {
  it('100,000 of them hinder nobody', async () => {
    const random = createRandom(20_261_121);
    const healthy = await signIn(gateway.port, 'HEALTHY-1');
    const before = kept();
    let sent = 0;
    let answered = 0;
    const hello = connectPacket('HOSTILE-1', PASSWORD);
    async function attack(): Promise<void> {
      while (sent < FRAMES) {
        const { socket, closed } = await raw(gateway.port);
        // A third never signs in.
        const packets = sent % 3 === 0 ? [] : [hello];
        for (let n = 0; n < TOGETHER; n++) packets.push(malformedPacket('HOSTILE-1', sent++, random));
        const bytes = Buffer.concat(packets);
        const cut = random.between(1, bytes.length);
        socket.write(bytes.subarray(0, cut));
        socket.end(bytes.subarray(cut));
        await closed;
      }
    }
    let running = true;
    const checking = (async () => {
      for (let n = 0; running; n++) {
        await healthy.publishAsync(upTopic('HEALTHY-1'), JSON.stringify({ id: Date.now(), heart_rate: 60 + (n % 30), inbed: 1 }), {
          qos: 1,
        });
        answered++;
      }
    })();
    await Promise.all(Array.from({ length: 8 }, attack));
    running = false;
    await checking;
    assert.ok(sent >= FRAMES && answered > 100, `${sent} sent, ${answered} answered meanwhile`);
    assert.ok(gateway.counts.malformed + gateway.counts.socketErrors > 100 && gateway.counts.oversize > 10, JSON.stringify(gateway.counts));
    assert.deepEqual(thrown, []);
    assert.ok(healthy.connected && stored > 0);
    assert.equal(gateway.counts.waiting, 0);
    const grown = kept() - before;
    assert.ok(grown < 64, `grew by ${Math.round(grown)} MiB`);
    await healthy.endAsync();
  });

  it('a packet that says to be long is not kept: its connection ends at once', async () => {
    for (const [signedIn, length] of [
      [false, 5000],
      [true, 70_000],
      [true, 268_435_455],
    ] as const) {
      const oversize = gateway.counts.oversize;
      const { socket, received, closed } = await raw(gateway.port);
      if (signedIn) {
        socket.write(connectPacket('HOSTILE-1', PASSWORD));
        while (received().length < 4) await new Promise((resolve) => setImmediate(resolve));
      }
      socket.write(packet(signedIn ? 0x30 : 0x10, Buffer.from('abc'), length));
      await closed;
      assert.equal(gateway.counts.oversize, oversize + 1);
    }
  });

  it('split at every byte the same is acknowledged', async () => {
    const bytes = Buffer.concat([
      connectPacket('HOSTILE-1', PASSWORD),
      publishPacket(upTopic('HOSTILE-1'), '{"id":1,"heart_rate":70}', { id: 77 }),
    ]);
    for (let at = 1; at < bytes.length; at += 3) {
      const { socket, received } = await raw(gateway.port);
      socket.write(bytes.subarray(0, at));
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(bytes.subarray(at));
      const read = packetReader();
      let seen = 0;
      const types: number[] = [];
      while (types.length < 2) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        types.push(...read(received().subarray(seen)).map(({ type }) => type));
        seen = received().length;
      }
      assert.deepEqual(types, [2, 4]);
      socket.destroy();
    }
  });

  it('sizes are followed in any pieces', () => {
    const packets = [
      connectPacket('A', 'b'),
      publishPacket('t', 'x'.repeat(300)),
      packet(0xc0, Buffer.alloc(0)),
      publishPacket('t', 'y'.repeat(20_000)),
    ];
    const all = Buffer.concat(packets);
    fc.assert(
      fc.property(fc.array(fc.nat(all.length), { maxLength: 20 }), fc.integer({ min: 100, max: 30_000 }), (cuts, limit) => {
        const sizes = packetSizes(limit);
        const ends = [...cuts.toSorted((a, b) => a - b), all.length];
        let good = true;
        ends.forEach((end, n) => (good &&= sizes.take(all.subarray(n === 0 ? 0 : ends[n - 1]!, end))));
        return good === limit >= 20_005;
      }),
      { numRuns: 500 },
    );
    assert.equal(packetSizes(100).take(Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 1])), false);
  });
});
