import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { AlarmEvent, DeviceEvent } from '#server/ingest/events.ts';
import type { TcpGateway } from '#server/ingest/tcp/gateway.ts';
import { directoryOf, eventually, memorySink, slowSink, startTestGateway } from '../../test/watch-gateway.ts';
import type { GatewayParts } from '../../test/watch-gateway.ts';
import { expandFrame, parseReplay, playReplay } from './replays.ts';
import { startWatches, watchId } from './watches.ts';
import type { Fleet, FleetOptions } from './watches.ts';

const timeout = 60_000;
const ids = [1, 2, 3].map(watchId);

async function start(
  t: TestContext,
  parts: Partial<GatewayParts>,
  options: Partial<FleetOptions> = {},
): Promise<{ gateway: TcpGateway; fleet: Fleet }> {
  const gateway = await startTestGateway({ sink: memorySink(), directory: directoryOf(ids.map((id) => [id])), ...parts });
  const fleet = startWatches({ host: '127.0.0.1', port: gateway.port, ids, rate: 0, ...options });
  t.after(async () => {
    await fleet.stop();
    await gateway.stop();
  });
  assert.ok(await fleet.connected(10_000));
  return { gateway, fleet };
}

const alarms = (events: readonly DeviceEvent[]): AlarmEvent[] => events.filter((event) => event.kind === 'alarm');

test('watches of every dialect beat, measure and raise an acknowledged SOS', { timeout }, async (t) => {
  for (const vendor of ['3G', 'SG', 'CS', 'ZJ']) {
    const sink = memorySink();
    const { fleet } = await start(t, { sink }, { vendor, rate: 400 });
    fleet.alarm(ids[0]!);
    await eventually(() => sink.frames.length > 60);
    assert.ok(await fleet.acknowledged(10_000));
    const kinds = new Set<string>(sink.events.map((event) => (event.kind === 'reading' ? event.metric : event.kind)));
    for (const kind of ['heartbeat', 'position', 'alarm', 'state', 'heartRate', 'systolic', 'oxygen', 'temperature', 'steps']) {
      assert.ok(kinds.has(kind), `${vendor} ${kind}`);
    }
    assert.deepEqual(
      alarms(sink.events).map(({ alarm }) => alarm),
      ['sos'],
    );
    const counts = await fleet.stop();
    assert.ok(counts.answers.LK! >= 3);
  }
});

test('an alarm is sent again until it is acknowledged, and is recognisable as the same one', { timeout }, async (t) => {
  const sink = slowSink();
  const { fleet } = await start(t, { sink }, { resendMs: 150 });
  fleet.alarm(ids[1]!);
  const sent = (): AlarmEvent[] => alarms(sink.waiting.flatMap(({ frame }) => frame.events));
  await eventually(() => sent().length >= 3);
  assert.equal(fleet.pending, 1);
  assert.equal(new Set(sent().map(({ deviceKey, at, bit, deviceTime }) => `${deviceKey} ${at} ${bit} ${deviceTime}`)).size, 1);
  for (const { commit } of sink.waiting) commit();
  assert.ok(await fleet.acknowledged(10_000));
  assert.equal(fleet.counts.alarmsAcknowledged, 1);
  assert.ok(fleet.counts.alarmsSentAgain >= 2);
});

test('watches come back after the gateway went away, with the alarm and the stored positions', { timeout }, async (t) => {
  const first = await startTestGateway({ sink: memorySink(), directory: directoryOf(ids.map((id) => [id])) });
  const fleet = startWatches({ host: '127.0.0.1', port: first.port, ids, rate: 60 });
  t.after(() => fleet.stop());
  assert.ok(await fleet.connected(10_000));
  await first.stop();
  fleet.alarm(ids[2]!);
  await eventually(() => fleet.counts.storedPositions > 3);
  const sink = memorySink();
  const second = await startTestGateway({ sink, directory: directoryOf(ids.map((id) => [id])), port: first.port });
  t.after(() => second.stop());
  assert.ok(await fleet.acknowledged(20_000));
  assert.equal(alarms(sink.events)[0]?.alarm, 'sos');
  await eventually(() => sink.events.some((event) => event.kind === 'position' && event.late));
});

test('chaos: frames are torn, merged, dropped and falsified, and still no alarm is lost', { timeout }, async (t) => {
  const sink = memorySink();
  const { fleet, gateway } = await start(t, { sink }, { chaos: true, rate: 600, resendMs: 250, seed: 7 });
  const raised = new Map<string, number>();
  for (let n = 0; n < 12; n++) {
    const id = ids[n % ids.length]!;
    const status = 0x10000 + n;
    raised.set(`${id} ${status & 0xffff}`, n);
    fleet.alarm(id, status);
  }
  assert.ok(await fleet.acknowledged(40_000), `${fleet.pending} alarms pending`);
  const stored = new Set<string>();
  for (const { events } of sink.frames) {
    const state = events.find((event) => event.kind === 'state');
    if (alarms(events).length > 0 && state?.kind === 'state') stored.add(`${state.deviceKey} ${state.bits}`);
  }
  for (const key of raised.keys()) assert.ok(stored.has(key), `alarm ${key} is stored`);
  assert.equal(fleet.counts.alarmsAcknowledged, 12);
  assert.ok(gateway.counts.wrongLengths > 0);
  assert.equal(gateway.counts.foreignIds, 0);
  assert.ok(Object.values(fleet.mishaps!).reduce((sum, count) => sum + count, 0) > 100);
});

test('an unregistered watch keeps trying at growing distances and hears nothing', { timeout }, async (t) => {
  const gateway = await startTestGateway({ sink: memorySink(), directory: directoryOf([]) });
  const fleet = startWatches({ host: '127.0.0.1', port: gateway.port, ids: [ids[0]!], rate: 0 });
  t.after(async () => {
    await fleet.stop();
    await gateway.stop();
  });
  await eventually(() => fleet.counts.disconnects >= 2);
  assert.deepEqual(fleet.counts.answers, {});
  assert.ok(gateway.counts.unknownIds >= 2);
});

test('the golden day', { timeout }, async (t) => {
  const sink = memorySink();
  const { fleet, gateway } = await start(t, { sink }, { resendMs: 2000 });
  const entries = parseReplay(await readFile(new URL('golden-day.replay', import.meta.url), 'utf8'));
  await playReplay(fleet, entries, 40_000);
  assert.ok(await fleet.acknowledged(20_000));
  const found = alarms(sink.events).map(({ deviceKey, alarm, bit }) => `${deviceKey.slice(-1)} ${alarm} ${bit}`);
  assert.deepEqual(new Set(found), new Set(['1 sos 16', '1 lowBattery 17', '2 removed 20', '2 fall 21', '2 fall 22']));
  assert.equal(gateway.counts.unknownCommands, 0);
  assert.equal(gateway.counts.broken + gateway.counts.garbageBytes, 0);
  const late = sink.events.filter((event) => event.kind === 'position' && event.late);
  assert.equal(late.length, 4);
  assert.ok(late.every(({ at, receivedAt }) => receivedAt - at >= 599_000));
});

test('replay files: placeholders and refusals', () => {
  const at = Date.UTC(2026, 10, 21, 8, 15, 30);
  assert.equal(expandFrame('[3G*8800000001*{len}*UD,{date},{time},A]', at), '[3G*8800000001*0012*UD,211126,081530,A]');
  assert.equal(expandFrame('[3G*8800000001*{len}*UD2,{ago:3600},V]', at), '[3G*8800000001*0013*UD2,211126,071530,V]');
  assert.equal(expandFrame('[3G*8800000001*0005*LK]', at), '[3G*8800000001*0005*LK]');
  assert.deepEqual(parseReplay('# x\n\n 5 8800000001 [b]\n0 8800000001 [a]  \r\n'), [
    { offset: 0, device: '8800000001', frame: '[a]' },
    { offset: 5, device: '8800000001', frame: '[b]' },
  ]);
  for (const bad of ['x 8800000001 [a]', '1 88 [a]', '1 8800000001']) assert.throws(() => parseReplay(bad), /line 1/);
});
