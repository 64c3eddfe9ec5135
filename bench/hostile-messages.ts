/**
 * How long healthy MQTT devices wait for their acknowledgement while another process sends
 * 100,000 malformed packets to the same gateway, beside the same wait while it sends 100,000 good ones. Phases alternate, medians of the
 * rounds' p99 are compared, limit 3 times. No database: what is measured is parsing, refusing and
 * acknowledging. Usage: node bench/hostile-messages.ts [rounds]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultMapping } from '#contract/devices/mapping-templates.ts';
import { upTopic } from '#contract/devices/mqtt-topics.rules.ts';
import { passwordHash } from '#server/devices/mqtt-passwords.ts';
import type { Registered } from '#server/ingest/directory.ts';
import { startMqttGateway } from '#server/ingest/mqtt/mqtt-gateway.ts';
import { malformedPacket } from '#test/malformed-packets.ts';
import { connectPacket, packetReader, publishPacket } from '../scripts/simulator/mqtt-packets.ts';
import { createRandom } from '../scripts/simulator/random.ts';
import { median, ratio, share } from './harness.ts';

const PACKETS = 100_000;
const DEVICES = 10;
const SOCKETS = 20;
const PASSWORD = 'a password for all of them';
type Mode = 'orderly' | 'hostile';

/** The other process: some 20,000 packets a second over twenty connections, signed in again whenever one was ended. */
async function attack(port: number, mode: Mode): Promise<void> {
  const random = createRandom(20_261_121);
  const sockets: Socket[] = [];
  for (let n = 0; n < PACKETS; n++) {
    const slot = n % SOCKETS;
    const username = `ATTACKER-${slot}`;
    if (!sockets[slot] || sockets[slot].destroyed) {
      sockets[slot] = connect({ port, host: '127.0.0.1' }).on('error', () => {});
      sockets[slot].resume();
      sockets[slot].write(connectPacket(username, PASSWORD, { keepAlive: 0 }));
    }
    const good = () =>
      publishPacket(upTopic(username), JSON.stringify({ id: Date.now(), heart_rate: 70, inbed: 1 }), { id: (n % 65_535) + 1 });
    sockets[slot].write(mode === 'hostile' ? malformedPacket(username, n, random) : good());
    if (n % 200 === 199) await wait(10);
  }
  for (const socket of sockets) socket.destroy();
  process.send!('done');
}

/** Waits in ms of ten devices that publish one message after another until `over`. */
async function healthy(port: number, over: () => boolean): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: DEVICES }, async (_, device) => {
      const username = `HEALTHY-${device}`;
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      const read = packetReader();
      let heard: (error?: Error) => void = () => {};
      socket.on('data', (chunk) => void (read(chunk as Buffer).length > 0 && heard()));
      socket.on('error', () => {});
      socket.once('close', () => heard(new Error('a healthy device was cut off')));
      const next = () => new Promise<void>((resolve, reject) => (heard = (error) => (error ? reject(error) : resolve())));
      const admitted = next();
      socket.write(connectPacket(username, PASSWORD, { keepAlive: 0 }));
      await admitted;
      for (let n = 0; !over(); n++, await wait(10)) {
        const begun = performance.now();
        const answered = next();
        socket.write(
          publishPacket(upTopic(username), JSON.stringify({ id: Date.now(), heart_rate: 60 + (n % 30), inbed: 1 }), {
            id: (n % 65_535) + 1,
          }),
        );
        await answered;
        times.push(performance.now() - begun);
      }
      heard = () => {};
      socket.destroy();
    }),
  );
  return times;
}

async function main(): Promise<void> {
  const rounds = Number(process.argv[2] ?? 5);
  const names = [
    ...Array.from({ length: DEVICES }, (_, n) => `HEALTHY-${n}`),
    ...Array.from({ length: SOCKETS }, (_, n) => `ATTACKER-${n}`),
  ];
  const devices = new Map(
    names.map((name, deviceId): [string, Registered] => [
      name,
      {
        key: `7:${deviceId}`,
        tenantId: 7,
        deviceId,
        personId: null,
        ids: [name],
        profile: { utcOffsetMinutes: null, healthReplies: false, suppressChargerSos: false, protocol: 'mqtt', kind: 'bed' },
        hub: null,
        credential: passwordHash(7, deviceId, PASSWORD),
      },
    ]),
  );
  const mapping = defaultMapping('bed');
  const nothing = () => {};
  const gateway = await startMqttGateway({
    port: 0,
    host: '127.0.0.1',
    directory: { find: (id) => Promise.resolve(devices.get(id) ?? null), current: () => Promise.resolve(null) },
    sink: { accept: ({ events }) => Promise.resolve({ stored: events.length }) },
    clock: Date.now,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    mappingFor: () => Promise.resolve(mapping),
    limits: { framesPerSecond: 1_000_000, burstFrames: 1_000_000, unknownPerAddress: 1_000_000_000 },
  });
  const p99s: Record<Mode, number[]> = { orderly: [], hostile: [] };
  let samples = 0;
  for (let round = 0; round < rounds; round++) {
    for (const mode of round % 2 === 0 ? (['orderly', 'hostile'] as const) : (['hostile', 'orderly'] as const)) {
      const other = fork(import.meta.filename, ['--attack', String(gateway.port), mode]);
      let running = true;
      void once(other, 'message').then(() => (running = false));
      const times = await healthy(gateway.port, () => !running);
      samples += times.length;
      p99s[mode].push(share(times, 0.99));
      other.kill();
    }
  }
  const { malformed, socketErrors, oversize, committed } = gateway.counts;
  await gateway.stop();
  const [orderly, hostile] = [median(p99s.orderly), median(p99s.hostile)];
  console.log(
    `mqtt p99 ${orderly.toFixed(2)} ms beside good packets, ${hostile.toFixed(2)} ms beside malformed ones; ${samples} samples, ${rounds} rounds`,
  );
  console.log(`${committed} messages stored, ${malformed + socketErrors} connections ended, ${oversize} for their length`);
  ratio('p99 of healthy MQTT devices beside malformed / beside good packets', hostile / orderly, '<=', 3);
}

if (process.argv[2] === '--attack') {
  await attack(Number(process.argv[3]), process.argv[4] as Mode);
  process.exit();
} else await main();
