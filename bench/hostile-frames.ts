/**
 * How long healthy devices wait for their answer while another process sends 100,000
 * malformed frames to the same gateway, beside the same wait while it sends 100,000 good ones: for every TCP protocol, phases alternate,
 * medians of the rounds' p99 are compared, limit 3 times. No database:
 * what is measured is framing, refusing and answering. Usage: node bench/hostile-frames.ts [rounds] [protocol]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { plainProfile, type EventSink } from '#server/ingest/events.ts';
import { startTcpGateways, type TcpProtocolName } from '#server/ingest/tcp/gateways.ts';
import { broken } from '#test/device-frames.ts';
import { malformedFrame } from '#test/malformed-frames.ts';
import { dialTerminal } from '#test/terminals.ts';
import { directoryOf } from '#test/watch-gateway.ts';
import { bracketFrame } from '../scripts/simulator/frames.ts';
import { connect as connectWatch } from '../scripts/simulator/link.ts';
import { createRandom } from '../scripts/simulator/random.ts';
import { speakers, terminalId } from '../scripts/simulator/terminals.ts';

const HOSTILE = 100_000;
const DEVICES = 10;
const SAMPLES = 2000;
const LIMIT = 3;
const names = ['watch', 'iw', 'gt06', 'jt808', 'ev07b'] as const satisfies TcpProtocolName[];
type Name = (typeof names)[number];
type Mode = 'orderly' | 'hostile';
const fix = () => ({ at: Date.now() - 2000, lat: 30.2592, lng: 120.1303 });
const nothing = () => {};
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
/** Far from the attacker's number: a flipped bit must not make him one of the healthy. */
const ATTACKER = 777_777;
const idOf = (name: Name, n: number) => (name === 'watch' ? String(9_123_456_000 + n) : terminalId(name, n));

/** The other process: some 20,000 frames a second over twenty connections of one registered number. */
async function attack(name: Name, port: number, mode: Mode): Promise<void> {
  const random = createRandom(20_261_121);
  const speaker = name === 'watch' ? null : speakers[name](idOf(name, ATTACKER));
  const samples = speaker
    ? [speaker.hello(), speaker.heartbeat({ battery: 50 }), speaker.position(fix()), speaker.alarm('sos', fix())]
    : [];
  const good = samples.length
    ? samples
    : [bracketFrame({ vendor: '3G', id: '8800000015' }, 'LK,1,0,50'), bracketFrame({ vendor: '3G', id: '8800000015' }, 'heart,72')];
  const malformed = (n: number) => (samples.length ? broken(samples[n % samples.length]!, n, random) : malformedFrame(n, random));
  const sockets: Socket[] = [];
  for (let n = 0; n < HOSTILE; n++) {
    const slot = n % 20;
    if (!sockets[slot] || sockets[slot].destroyed) {
      sockets[slot] = connect({ port, host: '127.0.0.1' }).on('error', () => {});
      sockets[slot].resume();
      if (samples[0]) sockets[slot].write(samples[0]);
    }
    sockets[slot].write(mode === 'hostile' ? malformed(n) : good[n % good.length]!);
    if (n % 200 === 199) await wait(10);
  }
  for (const socket of sockets) socket.destroy();
  process.send?.('done');
}

/** Answer times in ms of alarms that ten devices send one after another. */
async function healthy(name: Name, port: number, samples: number): Promise<number[]> {
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: DEVICES }, async (_, n) => {
      const each = samples / DEVICES;
      if (name === 'watch') {
        const link = await connectWatch({ port, host: '127.0.0.1' });
        for (let turn = 0; turn < each; turn++, await wait(10)) {
          const start = performance.now();
          link.write(bracketFrame({ vendor: '3G', id: idOf(name, n) }, 'LK,1,0,50'));
          if (!(await link.next())) throw new Error(`${name}: a healthy device was dropped`);
          times.push(performance.now() - start);
        }
        link.close();
        return;
      }
      const link = await dialTerminal(port, speakers[name](idOf(name, n)));
      if ((await link.login()) !== 'welcome') throw new Error(`${name}: a healthy device was refused`);
      for (let turn = 0; turn < each; turn++, await wait(10)) {
        const bytes = link.speaker.alarm('sos', fix());
        const start = performance.now();
        link.send(bytes);
        if (!(await link.next())) throw new Error(`${name}: a healthy device was dropped`);
        times.push(performance.now() - start);
      }
      link.close();
    }),
  );
  return times;
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** MiB in use after a collection. */
function heap(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
}

const quantile = (times: readonly number[], share: number) => times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)]!;
const median = (values: readonly number[]) => quantile(values, 0.5);

async function measure(name: Name, rounds: number): Promise<boolean> {
  const sink: EventSink = { accept: ({ events }) => Promise.resolve({ stored: events.length }) };
  const ids = [...Array.from({ length: DEVICES }, (_, n) => [idOf(name, n)]), [idOf(name, ATTACKER)], ['8800000015']];
  const directory = directoryOf(ids, plainProfile);
  const limits = { unknownPerAddress: 1_000_000_000 };
  const gateways = await startTcpGateways(
    { [name]: 0 },
    { host: '127.0.0.1', directory, sink, clock: Date.now, log: silent, limits },
    Buffer.from('x'),
  );
  const port = gateways.ports[name]!;
  const p99s: Record<Mode, number[]> = { orderly: [], hostile: [] };
  await healthy(name, port, SAMPLES / 4);
  const before = heap();
  for (let round = 0; round < rounds; round++) {
    for (const mode of ['orderly', 'hostile'] as const) {
      const other = fork(import.meta.filename, ['--attack', name, String(port), mode]);
      await once(other, 'message');
      const over = once(other, 'message');
      const times: number[] = [];
      let running = true;
      void over.then(() => (running = false));
      while (running) times.push(...(await healthy(name, port, SAMPLES / 10)));
      p99s[mode].push(quantile(times, 0.99));
    }
  }
  const grown = heap() - before;
  const counts = Object.values(gateways.counts())[0] as Record<string, number>;
  await gateways.stop();
  const [orderly, hostile] = [median(p99s.orderly), median(p99s.hostile)];
  const ratio = hostile / orderly;
  console.log(
    `${name.padEnd(6)} p99 ${orderly.toFixed(2)} ms beside good frames, ${hostile.toFixed(2)} ms beside malformed ones: ${ratio.toFixed(2)} × (limit ${LIMIT}); ` +
      `${counts.frames} frames, ${counts.broken} broken, ${counts.garbageBytes} bytes of noise, heap ${grown.toFixed(1)} MiB more`,
  );
  return ratio <= LIMIT;
}

if (process.argv[2] === '--attack') {
  process.send?.('ready');
  await attack(process.argv[3] as Name, Number(process.argv[4]), process.argv[5] as Mode);
  process.exit();
}
const rounds = Number(process.argv[2] ?? 5);
let held = true;
for (const name of names.filter((one) => !process.argv[3] || process.argv[3] === one)) held = (await measure(name, rounds)) && held;
if (!held) process.exitCode = 1;
