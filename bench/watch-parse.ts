/**
 * Frames a second through framer and decoder on one core, beside a bare scan for `]` over the same bytes: the least any
 * framer can do. Runs alternate, medians are printed. Usage: node bench/watch-parse.ts [rounds]
 */
import { plainProfile } from '#server/ingest/events.ts';
import { createFramer } from '#server/ingest/tcp/framer.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';

const FRAMES = 200_000;
const CHUNK = 16_384;
const id = '8800000015';
const network = '1,0,460,0,9346,4401,130,2,home,24:69:68:5b:c2:10,-61,next,b0:95:8e:3f:77:02,-78,25.0';
const block = `211126,081530,A,30.259200,N,120.130300,E,2.50,145.0,12.0,9,96,81,3390,4,00000010,${network}`;
// A day of a watch: position, heartbeat and the measurements, in the share the simulator sends them.
const contents = [
  'LK,50,3,100',
  `UD,${block}`,
  'heart,72',
  `UD,${block}`,
  'oxygen,0,98',
  `UD,${block}`,
  'bphrt,126,78,66,,,,',
  'btemp2,1,36.5',
];

function traffic(): Buffer[] {
  const frames: string[] = [];
  for (let n = 0; n < FRAMES; n++) {
    const content = contents[n % contents.length]!;
    frames.push(`[3G*${id}*${content.length.toString(16).padStart(4, '0')}*${content}]`);
  }
  const bytes = Buffer.from(frames.join(''));
  return Array.from({ length: Math.ceil(bytes.length / CHUNK) }, (_, n) => Buffer.from(bytes.subarray(n * CHUNK, (n + 1) * CHUNK)));
}

function scan(chunks: readonly Buffer[]): number {
  let found = 0;
  for (const chunk of chunks) for (let at = chunk.indexOf(0x5d); at >= 0; at = chunk.indexOf(0x5d, at + 1)) found++;
  return found;
}

function frameOnly(chunks: readonly Buffer[]): number {
  const framer = createFramer();
  let found = 0;
  for (const chunk of chunks) found += framer.push(chunk).length;
  return found;
}

function decode(chunks: readonly Buffer[]): number {
  const framer = createFramer();
  const context = { deviceKey: id, receivedAt: Date.UTC(2026, 10, 21, 8, 16), profile: plainProfile };
  let found = 0;
  for (const chunk of chunks) {
    for (const frame of framer.push(chunk)) if (decodeFrame(frame, context).events.length > 0) found++;
  }
  return found;
}

/** Microseconds a frame; the count keeps the work from being optimised away and is checked. */
function measure(work: (chunks: readonly Buffer[]) => number, chunks: readonly Buffer[]): number {
  const start = performance.now();
  const found = work(chunks);
  const took = performance.now() - start;
  if (found !== FRAMES) throw new Error(`${work.name}: ${found} of ${FRAMES} frames`);
  return (took * 1000) / FRAMES;
}

const rounds = Number(process.argv[2] ?? 9);
const chunks = traffic();
const works = { scan, frameOnly, decode };
const times: Record<keyof typeof works, number[]> = { scan: [], frameOnly: [], decode: [] };
for (let round = 0; round <= rounds; round++) {
  for (const name of ['scan', 'frameOnly', 'decode'] as const) {
    const took = measure(works[name], chunks);
    // The first round warms the compiler up.
    if (round > 0) times[name].push(took);
  }
}
const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
const bare = median(times.scan);
console.log(`${FRAMES} frames, ${rounds} alternating rounds, median`);
for (const [name, label] of [
  ['scan', 'bare scan for ]'],
  ['frameOnly', 'framer'],
  ['decode', 'framer + decoder'],
] as const) {
  const each = median(times[name]);
  console.log(
    `${label.padEnd(18)} ${each.toFixed(3).padStart(7)} µs/frame ${Math.round(1_000_000 / each)
      .toLocaleString('en')
      .padStart(12)} frames/s   ${(each / bare).toFixed(1)} × scan`,
  );
}
