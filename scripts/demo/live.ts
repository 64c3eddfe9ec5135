/**
 * Demonstration mode's devices: those of every institution, alive through their own
 * gateways, with an alarm now and then, and what 设备模拟 asks for.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../../server/config.ts';
import { connection } from '../../server/db/pool.ts';
import { connect, target } from '../../server/dependencies.ts';
import { hearFor } from '../simulator/hearing.ts';
import { startSimulator } from '../simulator/simulator.ts';
import { badgeNumber, institutions } from './institutions.ts';
import { randomOf } from './random.ts';
import { imeiOf } from './residents.ts';

const FIRST_ALARM_MS = 120_000;
const BETWEEN_ALARMS_MS = 15 * 60_000;
const KINDS = ['sos', 'lowBattery', 'lowBattery', 'removed'] as const;

const config = readConfig();
const deps = connect({ ...config, poolSize: 2 }, 'simulator');
// Every state is to be seen: the last watch of each institution is switched off, the one
// before is nearly empty, and a badge waits for its terminal.
const last = institutions.map(({ firstWatch, watches }) => firstWatch + watches - 1);
const simulator = startSimulator({
  deps,
  host: config.host,
  ports: { watch: config.watchPort, ...config.devicePorts, ...(config.mqttPort ? { mqtt: config.mqttPort } : {}) },
  homes: new Map(institutions.map(({ id, place: [lng, lat] }) => [id, { lng, lat }])),
  resting: new Set([...last.map(imeiOf), ...institutions.map(({ id }) => badgeNumber(id, 2))]),
  batteries: new Map(last.map((n) => [imeiOf(n - 1), 12])),
});
const hearing = hearFor(simulator, deps, () => connection(target(config, deps.secrets, 'app'), 'yian simulator notices'));

const stop = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => stop.abort());
// Who started us may have gone meanwhile.
if (process.connected === false) stop.abort();

const alarms = process.env.YIAN_DEMO_ALARMS !== '0';
const random = randomOf('alarms');
try {
  await wait(FIRST_ALARM_MS, null, { signal: stop.signal });
  for (;;) {
    const worn = simulator.worn();
    if (alarms && worn.length > 0) {
      const { tenantId, id } = random.pick(worn);
      await simulator.say(tenantId, id, random.pick(KINDS));
    }
    await wait(BETWEEN_ALARMS_MS, null, { signal: stop.signal });
  }
} catch (error) {
  if (!stop.signal.aborted) throw error;
} finally {
  hearing.stop();
  await simulator.stop();
  await deps.pool.end();
  process.exit();
}
