/** The ingest process as it is started, spoken to over TCP in a watch's own words. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { strategies } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceSettings } from '#contract/devices/device-settings.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices as routes } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingestProcesses } from '#test/ingest-process.ts';
import { addDevice, type TestDevice } from '#test/ingest.ts';
import { dialTerminal } from '#test/terminals.ts';
import { positionContent } from '../../scripts/simulator/frames.ts';
import { gt06Speaker } from '../../scripts/simulator/gt06-speaker.ts';
import { connect, sendFrame, type Link } from '../../scripts/simulator/link.ts';

const SOS_AND_LOW = 0x00010001;

interface Running {
  child: ChildProcess;
  watchPort: number;
  /** By protocol. */
  ports: Record<string, number>;
  healthPort: number;
}

let t: Harness;
let nurse: TestUser;
const processes = ingestProcesses();
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
});
after(async () => {
  processes.killAll();
  await t?.close();
});

async function start(watchPort = 0, extra: NodeJS.ProcessEnv = {}): Promise<Running> {
  const { child, message } = await processes.start<Omit<Running, 'child'>>(t, { WATCH_PORT: String(watchPort), ...extra });
  return { child, ...message };
}

const dial = ({ watchPort }: Pick<Running, 'watchPort'>) => connect({ host: '127.0.0.1', port: watchPort });
const sender = (device: TestDevice) => ({ vendor: '3G', id: device.imei });
const fix = (device: TestDevice, at: number, status = 0, battery = 80) => ({
  at,
  lat: 30.25,
  lng: 120.15,
  status,
  battery,
  steps: device.deviceId % 1000,
});
const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
const metric = async ({ healthPort }: Running, name: string) => {
  const text = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
};

describe('the ingest process', () => {
  it('stores a watch’s heartbeat, heart rate and SOS before it answers them, and serves its counters', async () => {
    const ingest = await start();
    const device = await addDevice(t, nurse.tenantId);
    const watch = await dial(ingest);
    sendFrame(watch, sender(device), 'LK,1200,0,77');
    assert.equal((await watch.next())?.text, 'LK');
    assert.deepEqual(
      (await rows<{ battery: number; steps: number }>(device, 'device_states')).map(({ battery, steps }) => [battery, steps]),
      [[77, 1200]],
    );
    sendFrame(watch, sender(device), 'heart,76');
    const content = positionContent('AL', fix(device, Date.now() - 2000, SOS_AND_LOW, 9));
    sendFrame(watch, sender(device), content);
    assert.equal((await watch.next())?.text, 'AL');
    const warnings = await rows<{ id: number; rule: string; count: number; longitude: number; person_id: number }>(device, 'warnings');
    assert.deepEqual(
      warnings.toSorted((a, b) => a.id - b.id).map(({ rule, count, longitude, person_id }) => [rule, count, longitude, person_id]),
      [
        ['sos', 1, 120.15, device.personId],
        ['low_battery', 1, 120.15, device.personId],
      ],
    );
    sendFrame(watch, sender(device), content);
    assert.equal((await watch.next())?.text, 'AL', 'a re-sent alarm is answered');
    assert.deepEqual(
      (await rows<{ count: number }>(device, 'warnings')).map(({ count }) => count),
      [1, 1],
      'and counted once',
    );
    assert.deepEqual((await rows<{ metric: number; value: number }>(device, 'latest_readings')).find((row) => row.metric === 1)?.value, 76);
    assert.equal((await rows(device, 'positions')).length, 1);
    assert.equal(await metric(ingest, 'yian_gateway_sessions'), 1);
    assert.ok((await metric(ingest, 'yian_pipeline_stored')) >= 4);
    assert.equal((await fetch(`http://127.0.0.1:${ingest.healthPort}/health`)).status, 200);
    const partitions = await t.deps.pool.query("select 1 from pg_inherits where inhparent = 'readings'::regclass");
    assert.ok((partitions.rowCount ?? 0) >= 9);
    ingest.child.disconnect();
    assert.deepEqual(await once(ingest.child, 'exit'), [0, null], 'it goes when its supervisor has gone');
    await watch.closed;
  });

  it('tells a watch what waited for it, and what staff ask for while it is there', async () => {
    const device = await addDevice(t, nurse.tenantId);
    const send = (kind: string, parameters = {}) => t.route(deviceCommands.send, nurse, { deviceId: device.deviceId, kind, parameters });
    assert.equal((await send('message', { text: '吃药' })).status, 200);
    const ingest = await start();
    const watch = await dial(ingest);
    sendFrame(watch, sender(device), 'LK,1,0,77');
    assert.deepEqual([(await watch.next())?.text, (await watch.next())?.text].sort(), ['LK', 'MESSAGE,5403836F']);
    await send('ring');
    assert.equal((await watch.next())?.text, 'FIND');
    sendFrame(watch, sender(device), 'FIND');
    for (let n = 0; n < 100; n++, await wait(50)) {
      const states = await rows<{ kind: string; state: number }>(device, 'device_commands');
      if (states.some(({ kind, state }) => kind === 'ring' && state === 3)) break;
    }
    assert.deepEqual(
      (await rows<{ kind: string; state: number }>(device, 'device_commands')).map(({ kind, state }) => [kind, state]).sort(),
      [
        ['message', 2],
        ['ring', 3],
      ],
    );
    ingest.child.disconnect();
    await once(ingest.child, 'exit');
  });

  it('listens for another protocol where a port is set, and counts it apart', async () => {
    const ingest = await start(0, { GT06_PORT: '0' });
    assert.deepEqual(Object.keys(ingest.ports).sort(), ['gt06', 'watch']);
    const device = await addDevice(t, nurse.tenantId);
    const terminal = await dialTerminal(ingest.ports.gt06 as number, gt06Speaker(device.imei));
    assert.equal(await terminal.login(), 'welcome');
    terminal.send(terminal.speaker.alarm('sos', { at: Date.now() - 1000, lat: 30.25, lng: 120.15 }));
    assert.equal((await terminal.next())?.kind, 'alarm');
    assert.deepEqual(
      (await rows<{ rule: string }>(device, 'warnings')).map(({ rule }) => rule),
      ['sos'],
    );
    assert.equal(await metric(ingest, 'yian_gateway_gt06_sessions'), 1);
    assert.equal(await metric(ingest, 'yian_gateway_sessions'), 0);
    ingest.child.kill('SIGTERM');
    assert.deepEqual(await once(ingest.child, 'exit'), [0, null]);
    await terminal.closed;
  });

  it('drops a watch that staff remove or disable, and refuses strangers', async () => {
    const ingest = await start();
    const device = await addDevice(t, nurse.tenantId);
    const stranger = await dial(ingest);
    sendFrame(stranger, { vendor: '3G', id: '869999999999999' }, 'LK');
    await stranger.closed;
    assert.equal(await metric(ingest, 'yian_gateway_unknown_ids'), 1);
    const watch = await dial(ingest);
    sendFrame(watch, sender(device), 'LK,1,0,50');
    assert.equal((await watch.next())?.text, 'LK');
    const { status } = await t.route(routes.update, nurse, { id: device.deviceId, imei: device.imei, type: 'watch', enabled: false });
    assert.equal(status, 200);
    await watch.closed;
    const again = await dial(ingest);
    sendFrame(again, sender(device), 'LK,2,0,50');
    assert.equal(await again.next(), null);
    ingest.child.kill('SIGTERM');
    assert.deepEqual(await once(ingest.child, 'exit'), [0, null]);
  });

  it('enters a watch of a batch by itself, hears it at once, and keeps what it says of itself', async () => {
    const typeId = (await t.route(deviceTypes.create, nurse, { name: '新腕表', kind: 'watch', commands: [] })).data as number;
    const batch = { name: '新批次', typeId, firstNumber: '865002000000000', lastNumber: '865002000000099', strategy: strategies.create };
    assert.equal((await t.route(deviceBatches.create, nurse, batch)).status, 200);
    const ingest = await start();
    const newcomer = { vendor: '3G', id: '865002000000042' };
    const watch = await dial(ingest);
    sendFrame(watch, newcomer, 'LK,1,0,61');
    assert.equal((await watch.next())?.text, 'LK');
    const [found] = (await t.route(routes.page, nurse, { imei: newcomer.id })).data.records;
    assert.deepEqual([found.typeName, found.battery], ['新腕表', 61]);
    sendFrame(watch, newcomer, 'CONFIG,TY:g36,UL:600,LS:1+8');
    sendFrame(watch, newcomer, 'LK,2,0,61');
    assert.equal((await watch.next())?.text, 'LK');
    const { data } = await t.route(deviceSettings.read, nurse, { id: found.id });
    assert.deepEqual(
      data.reports.map(({ name, value }: { name: string; value: string }) => [name, value]),
      [['CONFIG', 'TY:g36,UL:600,LS:1+8']],
    );
    const foreign = await dial(ingest);
    sendFrame(foreign, { vendor: '3G', id: '865002000000142' }, 'LK');
    await foreign.closed;
    ingest.child.kill('SIGTERM');
    assert.deepEqual(await once(ingest.child, 'exit'), [0, null]);
  });

  it('killed under load loses nothing that it answered and raises nothing twice', async () => {
    // Below the range from which the system hands out ports, so that nobody takes it while the process is down.
    const port = 20_000 + 2 * Math.floor(Math.random() * 5000);
    let ingest = await start(port);
    const watches = await Promise.all(Array.from({ length: 8 }, () => addDevice(t, nurse.tenantId)));
    const answered = new Map<TestDevice, number[]>(watches.map((device) => [device, []]));
    const base = Math.floor(Date.now() / 1000) * 1000 - 600_000;
    let done = false;
    let kills = 0;

    // As a watch does: the next frame only after the answer, the same frame again after a lost connection.
    async function speak(device: TestDevice): Promise<void> {
      let second = 0;
      let link: Link | null = null;
      while (!done || link === null) {
        link ??= await dial({ watchPort: port }).catch(() => null);
        if (!link) {
          await wait(20);
          continue;
        }
        const at = base + second * 1000;
        sendFrame(link, sender(device), positionContent('AL', fix(device, at, 0x00010000, 40 + (second % 40))));
        const frame = await link.next();
        if (frame?.text === 'AL') {
          answered.get(device)!.push(at);
          second++;
        } else {
          link.close();
          link = null;
        }
      }
      link.close();
    }
    const speakers = watches.map(speak);
    for (; kills < 6; kills++) {
      const before = [...answered.values()].reduce((sum, times) => sum + times.length, 0);
      while ([...answered.values()].reduce((sum, times) => sum + times.length, 0) < before + 40) await wait(5);
      ingest.child.kill('SIGKILL');
      await once(ingest.child, 'exit');
      ingest = await start(port);
    }
    done = true;
    await Promise.all(speakers);
    for (const [device, times] of answered) {
      const events = await t.deps.inTenant(device.tenantId, (tx) =>
        tx.rows<{ ms: number }>(
          sql`select extract(epoch from at) * 1000 as ms from device_events
            where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`,
        ),
      );
      const stored = new Set(events.map(({ ms }) => Math.round(ms)));
      assert.deepEqual(
        times.filter((at) => !stored.has(at)),
        [],
        'answered and not stored',
      );
      const [warning, ...more] = await rows<{ count: number }>(device, 'warnings');
      assert.deepEqual(more, []);
      assert.equal(warning?.count, stored.size, 'every press counted once');
      assert.equal((await rows(device, 'positions')).length, stored.size);
      const hours = await rows<{ metric: number; count: number }>(device, 'hourly_readings');
      assert.equal(
        hours.filter((row) => row.metric === 8).reduce((sum, { count }) => sum + count, 0),
        stored.size,
      );
    }
    ingest.child.kill('SIGTERM');
    await once(ingest.child, 'exit');
  });
});
