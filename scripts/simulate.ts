/** `npm run simulate`: devices that talk to a running server over TCP. `--help` lists the options. */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { countLines } from './simulator/counts.ts';
import { parseReplay, playReplay } from './simulator/replays.ts';
import { shapes, type Shape } from './simulator/mqtt-speaker.ts';
import { messageSpeakers, speakers, startTerminals, terminalId } from './simulator/terminals.ts';
import { startWatches, watchId } from './simulator/watches.ts';

const help = `npm run simulate -- [options]
  --protocol P     watch (bracket watches, the default), ${Object.keys(speakers).join(', ')}, mqtt
  --host HOST      where the gateway listens (127.0.0.1)
  --port PORT      its TCP port (WATCH_PORT, or 8841; otherwise IW_PORT, GT06_PORT, JT808_PORT, EV07B_PORT or MQTT_PORT)
  --ids A,B,C      ids of registered devices: 10 or 15 digits, 12 for JT/T 808, id:password for MQTT
  --count N        or the first N simulated ids: ${watchId(1)}, ${terminalId('gt06', 1)} or ${terminalId('jt808', 1)} and following (10)
  --rate R         measurements and positions a second, over all devices (1)
  --seconds S      how long to run (60)
  --sos ID         send one SOS (of a bracket watch with low battery set too), wait for the answer, end
  --seed N         repeat a run (1)
  --shape S        of MQTT messages: ${shapes.join(', ')} (plain)
Bracket watches only:
  --vendor V       dialect: 3G, SG, CS or ZJ (3G)
  --replay FILE    play a replay file, for example scripts/simulator/golden-day.replay
  --speed N        replay N times as fast (1)
  --chaos          tear, merge, drop and falsify frames`;

function positive(text: string, name: string): number {
  const value = Number(text);
  if (!(value >= 0)) throw new Error(`--${name} must be a number`);
  return value;
}

const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '127.0.0.1' },
    protocol: { type: 'string', default: 'watch' },
    port: { type: 'string' },
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
    shape: { type: 'string', default: 'plain' },
    help: { type: 'boolean', default: false },
  },
});

type Named = keyof typeof speakers | keyof typeof messageSpeakers;
const isTerminal = (name: string): name is Named => Object.hasOwn(speakers, name) || Object.hasOwn(messageSpeakers, name);
const isShape = (name: string): name is Shape => (shapes as readonly string[]).includes(name);

/** The port that was named, or that the environment gives to the protocol. */
function portOf(protocol: string): number {
  const own = protocol === 'watch' ? process.env.WATCH_PORT || '8841' : process.env[`${protocol.split('-')[0]!.toUpperCase()}_PORT`];
  const port = values.port ?? own;
  if (!port) throw new Error(`--port is needed: ${protocol} has no port in the environment`);
  return positive(port, 'port');
}

async function run(): Promise<boolean> {
  const { protocol } = values;
  if (protocol !== 'watch' && !isTerminal(protocol))
    throw new Error(`--protocol must be watch or one of ${Object.keys(speakers).join(', ')}, mqtt`);
  const { shape } = values;
  if (!isShape(shape)) throw new Error(`--shape must be one of ${shapes.join(', ')}`);
  if (protocol === 'mqtt' && !values.ids && !values.sos)
    throw new Error('--ids is needed: every MQTT device has a password of its own (id:password,…)');
  const entries = values.replay ? parseReplay(await readFile(values.replay, 'utf8')) : [];
  const nth = (n: number) => (protocol === 'watch' ? watchId(n) : terminalId(protocol, n));
  const numbered = Array.from({ length: positive(values.count, 'count') }, (_, n) => nth(n + 1));
  const listed = values.ids?.split(',').map((id) => id.trim()) ?? numbered;
  const ids = values.sos ? [values.sos] : values.replay ? [...new Set(entries.map(({ device }) => device))] : listed;
  const quiet = Boolean(values.sos || values.replay);
  const common = {
    host: values.host,
    port: portOf(protocol),
    ids,
    rate: quiet ? 0 : positive(values.rate, 'rate'),
    seed: positive(values.seed, 'seed'),
  };
  const watches = protocol === 'watch' ? startWatches({ ...common, vendor: values.vendor, chaos: values.chaos }) : null;
  const fleet = watches ?? startTerminals({ ...common, protocol: protocol as Named, shape });
  const seconds = positive(values.seconds, 'seconds');
  if (quiet && !(await fleet.connected(15_000))) console.error('not every device could connect');
  if (values.sos) fleet.alarm(values.sos);
  else if (watches && values.replay) await playReplay(watches, entries, positive(values.speed, 'speed') || 1);
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
  if (watches?.mishaps) console.log(`chaos         ${JSON.stringify(watches.mishaps)}`);
  if (online < ids.length) console.error(`${ids.length - online} of ${ids.length} devices are not connected: are their ids registered?`);
  if (!heard) console.error(`${fleet.pending} alarms were not acknowledged`);
  return heard && counts.connects > 0;
}

if (values.help) console.log(help);
else if (!(await run())) process.exitCode = 1;
