/**
 * Calls: how long after its offer a browser hears the first sound; how many recorded calls one core carries, beside a thread that only
 * passes the same packets on, and how many ticks come late, beside a clock that does nothing; and 200 calls by SIP, twenty a second, where
 * sipp is installed. These last 20 s and send no sound, so that each is asked whether it is there.
 * Usage: node bench/calls.ts [calls] [seconds] [milliseconds of a call by SIP]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { newWorker } from '../server/call-media/media-client.ts';
import { startCallMedia, type MediaStats } from '../server/call-media/media.ts';
import { ear } from '../test/call-media.ts';
import { ratio, share, table } from './harness.ts';
import { BareClock, Browsers, relayTime } from './harness-calls.ts';

const CALLS = Number(process.argv[2] ?? 15);
const SECONDS = Number(process.argv[3] ?? 20);
const SIP_MS = Number(process.argv[4] ?? 20_000);
const FIRST_SOUND_MS = 500;
const CALLS_PER_CORE = 60;
const LATE_PERCENT = 1;
const SIPP = '/usr/bin/sipp';

const folder = mkdtempSync(join(tmpdir(), 'bench-calls-'));
let worker!: Worker;
const media = startCallMedia(
  {
    publicAddresses: ['127.0.0.1'],
    rtpPorts: [20_000, 29_999],
    sip: {
      port: 0,
      address: '127.0.0.1',
      realm: 'bench',
      trunks: [{ id: 'load', host: '127.0.0.1', port: 5099, addresses: [] }],
      phones: [],
    },
    log: console as never,
  },
  (options) => (worker = newWorker(options)),
);
await media.ready();

const browsers = new Browsers();
const waits: number[] = [];
for (let leg = 0; leg < 2 * CALLS; leg += 1) {
  const legId = `leg ${leg}`;
  const wait = await browsers.join(leg, async (offer) => {
    const answer = await media.openBrowserLeg(legId, offer);
    media.play(legId, { kind: 'ringback' });
    return answer;
  });
  waits.push(wait);
}
// The first legs meet code that is not compiled yet.
const warm = waits.slice(4);
table('from the offer to the first sound', [{ legs: warm.length, p50: share(warm, 0.5), p95: share(warm, 0.95), first: waits[0] }]);

for (let call = 0; call < CALLS; call += 1) {
  const [one, two] = [`leg ${2 * call}`, `leg ${2 * call + 1}`] as const;
  const record = { path: join(folder, `${call}`), key: new Uint8Array(32), left: [one], right: [two] };
  media.setRoom(`call ${call}`, { legs: [ear(one, [two]), ear(two, [one])], record });
}
await sleep(5000);
const bare = new BareClock();
await bare.begin();
const before = { cpu: await worker.cpuUsage(), stats: await media.stats(), at: performance.now() };
await sleep(SECONDS * 1000);
const used = await worker.cpuUsage(before.cpu);
const elapsed = performance.now() - before.at;
const after = await media.stats();
const cpu = (used.user + used.system) / 1000;
const late = (stats: MediaStats) => stats.lateTicks;
const lateShare = (late(after) - late(before.stats)) / (after.ticks - before.stats.ticks);
const bareLate = await bare.end();
const relay = await relayTime(CALLS, SECONDS);
const perCore = CALLS / (cpu / elapsed);
table(`${CALLS} recorded calls for ${SECONDS} seconds`, [
  { what: 'the engine', 'processor ms': cpu, 'calls per core': perCore, 'late ticks %': lateShare * 100 },
  { what: 'the bare relay', 'processor ms': relay, 'calls per core': CALLS / (relay / (SECONDS * 1000)), 'late ticks %': null },
  { what: 'a bare clock', 'processor ms': null, 'calls per core': null, 'late ticks %': bareLate * 100 },
]);
const recorded = await Promise.all(Array.from({ length: CALLS }, (_, call) => media.closeRoom(`call ${call}`)));
const shortest = Math.min(...recorded.map((done) => done?.durationMs ?? 0));
browsers.close();
for (let leg = 0; leg < 2 * CALLS; leg += 1) media.closeLeg(`leg ${leg}`);

ratio('first sound of a browser, p95', share(warm, 0.95), '<=', FIRST_SOUND_MS, ' ms');
ratio('recorded calls per core', perCore, '>=', CALLS_PER_CORE);
// What the machine itself delays is no fault of the engine.
ratio('ticks that came late, beyond those of a bare clock', (lateShare - bareLate) * 100, '<=', LATE_PERCENT, ' %');
ratio('the shortest recording', shortest / 1000, '>=', SECONDS, ' s');

if (existsSync(SIPP)) {
  let ended = 0;
  media.on((event) => {
    if (event.type === 'phone.invited') media.answerPhone(event.legId);
    if (event.type === 'phone.answered') media.play(event.legId, { kind: 'hold-music' });
    if (event.type === 'phone.ended' && event.status === 200) ended += 1;
  });
  const { sipPort } = await media.stats();
  const args = ['-sn', 'uac', '-i', '127.0.0.1', `127.0.0.1:${sipPort}`, '-m', '200', '-r', '20', '-d', String(SIP_MS), '-aa', '-nostdin'];
  const start = { cpu: await worker.cpuUsage(), at: performance.now() };
  const [code] = (await once(spawn(SIPP, args, { stdio: 'ignore', cwd: folder }), 'exit')) as [number];
  await sleep(500);
  const { user, system } = await worker.cpuUsage(start.cpu);
  table('200 calls by SIP, 20 a second', [
    { ended, 'sipp says': code, seconds: (performance.now() - start.at) / 1000, 'processor ms': (user + system) / 1000 },
  ]);
  ratio('calls by SIP that were lost', code === 0 ? 200 - ended : 200, '<=', 0);
} else console.log('sipp is not installed: no calls by SIP');
await media.close();
rmSync(folder, { recursive: true, force: true });
process.exit(process.exitCode);
