/** A device that is made to speak, on a real socket: what the gateway understands of it. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { TcpGateway } from '#server/ingest/tcp/gateway.ts';
import { directoryOf, eventually, memorySink, startTestGateway } from '../../test/watch-gateway.ts';
import { bracketSpeaker } from './bracket-speaker.ts';
import { noSimulatorCounts } from './counts.ts';
import { isAbed } from './hours.ts';
import { mqttSpeaker } from './mqtt-speaker.ts';
import { packetReader } from './mqtt-packets.ts';
import { createRandom } from './random.ts';
import { sayOn } from './sayings.ts';
import { createTerminal, type Terminal } from './terminal.ts';
import { watchId } from './watches.ts';

const timeout = 30_000;
const home = { lat: 30.2592, lng: 120.1303 };

async function start(t: TestContext): Promise<{ gateway: TcpGateway; terminal: Terminal; sink: ReturnType<typeof memorySink> }> {
  const sink = memorySink();
  const gateway = await startTestGateway({ sink, directory: directoryOf([[watchId(1)]]) });
  const terminal = createTerminal({
    host: '127.0.0.1',
    port: gateway.port,
    speaker: bracketSpeaker(watchId(1)),
    home,
    random: createRandom(1),
    counts: noSimulatorCounts(),
    heartbeatMs: 60_000,
    resendMs: 10_000,
  });
  const timer = setInterval(() => terminal.tick(performance.now()), 20);
  t.after(async () => {
    clearInterval(timer);
    await terminal.stop();
    await gateway.stop();
  });
  await eventually(() => terminal.online);
  return { gateway, terminal, sink };
}

const { signal } = new AbortController();
const saying = { values: {}, signal };

test('a bracket watch is understood, whatever it is made to say', { timeout }, async (t) => {
  const { terminal, sink, gateway } = await start(t);
  for (const kind of ['sos', 'fall', 'removed', 'lowBattery'] as const) assert.equal(await sayOn(terminal, kind, saying), null, kind);
  const alarms = sink.events.flatMap((event) => (event.kind === 'alarm' ? [event.alarm] : []));
  assert.deepEqual(alarms, ['sos', 'fall', 'removed', 'lowBattery']);
  const told = { heartRate: 138, systolic: 150, diastolic: 95, oxygen: 91, temperature: 38.2 };
  assert.equal(await sayOn(terminal, 'measure', { ...saying, values: told }), null);
  const read = () =>
    Object.fromEntries(
      sink.events.flatMap((event) => (event.kind === 'reading' && event.metric in told ? [[event.metric, event.value]] : [])),
    );
  await eventually(() => Object.keys(read()).length === 5);
  assert.deepEqual(read(), told);
  assert.ok(sink.events.some((event) => event.kind === 'reading' && event.metric === 'battery' && event.value === 8));
  assert.equal(gateway.counts.unknownCommands + gateway.counts.broken, 0);
});

test('a device does what it is told, and says where it is when it is looked for', { timeout }, async (t) => {
  const { terminal, sink, gateway } = await start(t);
  terminal.report();
  await eventually(() => sink.events.some(({ kind }) => kind === 'position'));
  const before = sink.events.filter(({ kind }) => kind === 'position').length;
  const key = sink.events[0]!.deviceKey;
  assert.ok(gateway.send(key, 'CR'));
  await eventually(() => sink.events.filter(({ kind }) => kind === 'position').length > before);
  assert.ok(sink.events.some((event) => event.kind === 'reply' && event.command === 'CR'));
});

test('a device that rests is away until it is switched on, fully charged', { timeout }, async (t) => {
  const { terminal, gateway, sink } = await start(t);
  assert.equal(await sayOn(terminal, 'offline', saying), null);
  await eventually(() => !terminal.online && gateway.counts.open === 0);
  assert.equal(await sayOn(terminal, 'sos', saying), '设备已断线，请先恢复');
  assert.equal(terminal.pending, 0);
  assert.equal(await sayOn(terminal, 'online', saying), null);
  assert.equal(await sayOn(terminal, 'sos', saying), null);
  const levels = sink.events.flatMap((event) => (event.kind === 'reading' && event.metric === 'battery' ? [event.value] : []));
  assert.equal(levels.at(-1), 96);
});

test('a gateway speaks for the belts behind it, each on its own topic, or for one of them', () => {
  const said = (bytes: Buffer[]) =>
    packetReader()(Buffer.concat(bytes)).map(({ content }) => {
      const length = content.readUInt16BE(0);
      const { mac, inbed, heart_rate: pulse } = JSON.parse(content.subarray(4 + length).toString());
      return [content.subarray(2, 2 + length).toString(), mac, inbed, pulse];
    });
  const hub = mqttSpeaker('HUB1:secret', { shape: 'hub', behind: () => ['BELT1', 'BELT2'] });
  assert.deepEqual(said(hub.vitals({ heartRate: 61, inBed: false }, Date.now())), [
    ['devices/HUB1/up/BELT1', 'BELT1', 0, 0],
    ['devices/HUB1/up/BELT2', 'BELT2', 0, 0],
  ]);
  assert.deepEqual(said(hub.vitals({ heartRate: 61 }, Date.now(), 'BELT2')), [['devices/HUB1/up/BELT2', 'BELT2', 1, 61]]);
});

test('beds are lain in at night and after lunch', () => {
  const at = (clock: string) => isAbed(Date.parse(`2026-11-22T${clock}:00+08:00`));
  assert.deepEqual(['20:59', '21:00', '03:00', '06:29', '06:30', '12:29', '12:30', '13:59', '14:00'].map(at), [
    false,
    true,
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});
