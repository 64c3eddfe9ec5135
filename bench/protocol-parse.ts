/**
 * Frames a second through framer, decoder and answer of every TCP protocol on one core, beside a bare copy of the same bytes: the least any
 * of them can do. Runs alternate, medians are printed. Usage: node bench/protocol-parse.ts [rounds]
 */
import { plainProfile } from '#server/ingest/events.ts';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { iwProtocol } from '#server/ingest/tcp/iw-protocol.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import { noFramerCounts, type TcpProtocol, type WireFrame } from '#server/ingest/tcp/protocol.ts';
import { watchProtocol } from '#server/ingest/tcp/watch-protocol.ts';
import { bracketFrame, positionContent } from '../scripts/simulator/frames.ts';
import { speakers, terminalId } from '../scripts/simulator/terminals.ts';

const FRAMES = 100_000;
const CHUNK = 16_384;
const now = Date.now();
const fix = { at: now - 5000, lat: 30.2592, lng: 120.1303, battery: 66 };
const values = { heartRate: 72, systolic: 126, diastolic: 78, oxygen: 97, temperature: 36.5, glucose: 5.6, steps: 3400, battery: 66 };
const watch = (content: string) => bracketFrame({ vendor: '3G', id: '8800000001' }, content);

interface Subject {
  name: string;
  protocol: TcpProtocol<WireFrame, unknown>;
  chunks: Buffer[];
}

function subject(name: string, protocol: unknown, samples: readonly Buffer[]): Subject {
  const bytes = Buffer.concat(Array.from({ length: FRAMES }, (_, n) => samples[n % samples.length]!));
  const chunks = Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, n) => Buffer.from(bytes.subarray(n * CHUNK, (n + 1) * CHUNK)));
  return { name, protocol: protocol as Subject['protocol'], chunks };
}

function spoken(name: keyof typeof speakers): Buffer[] {
  const speaker = speakers[name](terminalId(name, 1));
  return [speaker.heartbeat(values), speaker.position(fix), ...speaker.vitals(values, fix.at), speaker.position(fix)];
}

const subjects = [
  subject(
    'watch',
    watchProtocol,
    ['LK,50,3,100', positionContent('UD', fix), 'bphrt,126,78,66,,,,', positionContent('UD', fix)].map(watch),
  ),
  subject('iw', iwProtocol, spoken('iw')),
  subject('gt06', gt06Protocol, spoken('gt06')),
  subject('jt808', jt808Protocol(Buffer.from('x')), spoken('jt808')),
  subject('ev07b', ev07bProtocol, spoken('ev07b')),
];

function copy({ chunks }: Subject): number {
  let total = 0;
  for (const chunk of chunks) total += Buffer.from(chunk).length;
  return total > 0 ? FRAMES : 0;
}

function speak({ protocol, chunks }: Subject): number {
  const profile = { ...plainProfile, authentication: false };
  const framer = protocol.framer(noFramerCounts(), protocol.largestFrame);
  const memory = protocol.remember();
  let heard = 0;
  for (const chunk of chunks) {
    for (const frame of framer.push(chunk)) {
      const decoded = protocol.decode(frame, { deviceKey: '1:1', receivedAt: now, profile }, memory);
      protocol.reply(frame, decoded, { deviceKey: '1:1', profile, now }, memory);
      if (decoded.events.length > 0) heard++;
    }
  }
  return heard;
}

/** Microseconds a frame; the count keeps the work from being optimised away and is checked. */
function measure(work: (one: Subject) => number, one: Subject): number {
  const start = performance.now();
  const heard = work(one);
  const took = performance.now() - start;
  if (heard !== FRAMES) throw new Error(`${one.name} ${work.name}: ${heard} of ${FRAMES} frames`);
  return (took * 1000) / FRAMES;
}

const rounds = Number(process.argv[2] ?? 7);
const times = new Map(subjects.map(({ name }) => [name, { copy: [] as number[], speak: [] as number[] }]));
for (let round = 0; round <= rounds; round++) {
  for (const one of subjects) {
    const took = { copy: measure(copy, one), speak: measure(speak, one) };
    // The first round warms the compiler up.
    if (round === 0) continue;
    times.get(one.name)!.copy.push(took.copy);
    times.get(one.name)!.speak.push(took.speak);
  }
}
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;
console.log(`${FRAMES} frames of each protocol, ${rounds} alternating rounds, median`);
for (const [name, { copy: bare, speak: whole }] of times) {
  const each = median(whole);
  console.log(
    `${name.padEnd(8)} ${each.toFixed(2).padStart(6)} µs/frame ${Math.round(1_000_000 / each).toLocaleString('en')} frames/s; bare copy ${median(bare).toFixed(3)} µs`,
  );
}
