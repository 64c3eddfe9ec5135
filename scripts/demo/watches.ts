/** Demonstration mode's watches: those of every tenant, alive over TCP, with an alarm now and then. The first ten are left for `npm run simulate`. */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../server/config.ts';
import { SOS, startWatches, watchId } from '../simulator/watches.ts';
import { institutions } from './institutions.ts';
import { randomOf } from './random.ts';

const LOW_BATTERY = 0x0002_0000;
const REMOVED = 0x0010_0000;
const FIRST_ALARM_MS = 120_000;
const BETWEEN_ALARMS_MS = 15 * 60_000;

const config = readConfig();
const LEFT = 10;
const ids = institutions
  .flatMap(({ firstWatch, watches }) => Array.from({ length: watches }, (_, n) => firstWatch + n))
  .filter((n) => n > LEFT)
  .map(watchId);
const fleet = startWatches({ host: config.host, port: config.watchPort, ids, rate: 0.5 });

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => stop.abort());
// Who started us may have gone meanwhile.
if (process.connected === false) stop.abort();

const alarms = process.env.YIAN_DEMO_ALARMS !== '0';
const random = randomOf('alarms');
try {
  await wait(FIRST_ALARM_MS, null, { signal: stop.signal });
  for (;;) {
    if (alarms) fleet.alarm(random.pick(ids), [SOS, LOW_BATTERY, LOW_BATTERY, REMOVED][random.int(0, 3)]);
    await wait(BETWEEN_ALARMS_MS, null, { signal: stop.signal });
  }
} catch {
  await fleet.stop();
}
