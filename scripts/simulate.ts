/** `npm run simulate`: watches that talk to a running server over TCP. `--help` lists the options. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countLines } from './simulator/counts.ts';
import { parseReplay, playReplay } from './simulator/replays.ts';
import { startWatches, watchId } from './simulator/watches.ts';

const help = `npm run simulate -- [options]
  --host HOST      where the gateway listens (127.0.0.1)
  --port PORT      its TCP port (WATCH_PORT, or 8841)
  --ids A,B,C      ids of registered watches, 10 or 15 digits
  --count N        or the first N simulated ids, ${watchId(1)} and following (10)
  --rate R         measurements and positions a second, over all watches (1)
  --seconds S      how long to run (60)
  --vendor V       dialect: 3G, SG, CS or ZJ (3G)
  --sos ID         send one SOS (low battery set too), wait for the answer, end
  --replay FILE    play a replay file, for example scripts/simulator/golden-day.replay
  --speed N        replay N times as fast (1)
  --chaos          tear, merge, drop and falsify frames
  --seed N         repeat a run (1)`;

function positive(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new Error(`--${name} must be a number`);
  return value;
}

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: process.env.WATCH_PORT || '8841' },
    ids: { type: 'string' },
    count: { type: 'string', default: '10' },
    rate: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    vendor: { type: 'string', default: '3G' },
    sos: { type: 'string' },
    replay: { type: 'string' },
    speed: { type: 'string', default: '1' },
    chaos: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

async function run(): Promise<boolean> {
  const entries = values.replay ? parseReplay(await readFile(values.replay, 'utf8')) : [];
  const numbered = Array.from({ length: positive(values.count, 'count') }, (_, n) => watchId(n + 1));
  const listed = values.ids?.split(',').map((id) => id.trim()) ?? numbered;
  const ids = values.sos ? [values.sos] : values.replay ? [...new Set(entries.map(({ device }) => device))] : listed;
  const quiet = Boolean(values.sos || values.replay);
  const fleet = startWatches({
    host: values.host,
    port: positive(values.port, 'port'),
    ids,
    rate: quiet ? 0 : positive(values.rate, 'rate'),
    vendor: values.vendor,
    chaos: values.chaos,
    seed: positive(values.seed, 'seed'),
  });
  const seconds = positive(values.seconds, 'seconds');
  if (quiet && !(await fleet.connected(15_000))) console.error('not every watch could connect');
  if (values.sos) fleet.alarm(values.sos);
  else if (values.replay) await playReplay(fleet, entries, positive(values.speed, 'speed') || 1);
  else {
    const stop = new AbortController();
    process.once('SIGINT', () => stop.abort());
    await wait(seconds * 1000, null, { signal: stop.signal }).catch(() => null);
  }
  const heard = await fleet.acknowledged(30_000);
  const online = fleet.online;
  // The answers to the last frames are still on their way.
  await wait(300);
  const counts = await fleet.stop();
  for (const line of countLines(counts)) console.log(line);
  if (fleet.mishaps) console.log(`chaos         ${JSON.stringify(fleet.mishaps)}`);
  if (online < ids.length) console.error(`${ids.length - online} of ${ids.length} watches are not connected: are their ids registered?`);
  if (!heard) console.error(`${fleet.pending} alarms were not acknowledged`);
  return heard && counts.connects > 0;
}

if (values.help) console.log(help);
else if (!(await run())) process.exitCode = 1;
