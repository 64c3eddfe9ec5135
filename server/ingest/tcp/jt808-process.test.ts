/** JT/T 808 at the ingest process as it runs: killed between the parts of a message, and told of new settings. */
import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { sql } from 'kysely';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { lastSeen } from '#contract/devices/last-seen.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { roomPlace } from '#test/indoor.ts';
import { ingestProcesses } from '#test/ingest-process.ts';
import { freePorts } from '#test/processes.ts';
import { dialTerminal } from '#test/terminals.ts';
import { jt808Speaker, locationHex } from '../../../scripts/simulator/jt808-speaker.ts';

let t: Harness;
let nurse: TestUser;
let port: number;
let typeId: number;
let number = 13_900_000_000;
const processes = ingestProcesses();
const type = { name: '定位工牌', kind: 'pendant', protocol: 'jt808', commands: [] };
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  port = await freePorts(1);
  typeId = (await t.route(deviceTypes.create, nurse, type)).data as number;
});
after(async () => {
  processes.killAll();
  await t?.close();
});

const start = async () => (await processes.start(t, { JT808_PORT: String(port) })).child;

async function register(): Promise<{ id: number; imei: string }> {
  const imei = String(++number);
  return { id: (await t.route(devices.create, nurse, { imei, type: 'pendant', typeId })).data as number, imei };
}

async function connect(imei: string) {
  const link = await dialTerminal(port, jt808Speaker(imei));
  assert.equal(await link.login(), 'welcome');
  return link;
}

const rows = <T>(id: number, table: string) =>
  t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${nurse.tenantId} and device_id = ${id}`),
  );

/** A warning of a device, with where it was raised and where the device is now, as staff read it. */
async function warned(deviceId: number) {
  const raised = await t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.rows<{ id: number; rule: string; count: number }>(
      sql`select id, rule, count from warnings where tenant_id = ${nurse.tenantId} and device_id = ${deviceId} order by id`,
    ),
  );
  return Promise.all(
    raised.map(async ({ id, rule, count }) => [rule, count, (await t.route(lastSeen.warning, nurse, { id })).data.atAlarm?.text ?? null]),
  );
}

/** Forty positions of the last hours, as kept without a network; the first one is an SOS. */
function batch(now: number): string {
  const reports = Array.from({ length: 40 }, (_, n) =>
    locationHex({ at: now - (120 + n) * MINUTE, lat: 30.25, lng: 120.15 }, n === 0 ? 1 : 0),
  );
  return `002801${reports.map((one) => (one.length / 2).toString(16).padStart(4, '0') + one).join('')}`;
}

describe('the ingest process and JT/T 808', { timeout: 120_000 }, () => {
  it('puts a message together whose parts came before and after it was killed', async () => {
    let child = await start();
    const { id, imei } = await register();
    const before = await connect(imei);
    const parts = before.speaker.inParts(0x0704, batch(Math.floor(Date.now() / 1000) * 1000), 600);
    assert.equal(parts.length, 3);
    for (const one of parts.slice(0, 2)) {
      before.send(one);
      assert.equal((await before.next())?.kind, 'data', 'a part that is kept is answered');
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual([(await rows(id, 'positions')).length, (await rows(id, 'device_message_parts')).length], [0, 2]);
    child = await start();
    const after = await connect(imei);
    after.send(parts[2]!);
    assert.equal((await after.next())?.kind, 'data');
    assert.equal((await rows(id, 'positions')).length, 40);
    const codes = () => rows<{ code: string }>(id, 'device_events').then((events) => events.map(({ code }) => code));
    assert.deepEqual(await codes(), ['sos']);
    // The answer was lost: the terminal sends its last part, or all of them, again.
    for (const one of [parts[2]!, ...parts]) {
      after.send(one);
      assert.equal((await after.next())?.kind, 'data');
    }
    assert.deepEqual([(await rows(id, 'positions')).length, await codes()], [40, ['sos']]);
    after.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('reads what staff have set since, without a restart: for all devices of a type, and for one', async () => {
    const child = await start();
    const { id, imei } = await register();
    let link = await connect(imei);
    const fix = () => ({ at: Math.floor(Date.now() / 1000) * 1000 - 1000, lat: 30.25, lng: 120.15 });
    const say = async (alarm = 0) => {
      link.send(link.speaker.raw(0x0200, locationHex(fix(), alarm, { heartRate: 71 })));
      assert.equal((await link.next())?.kind, 'data');
    };
    await say(1 << 3);
    assert.deepEqual([(await rows(id, 'latest_readings')).length, (await rows(id, 'device_events')).length], [0, 0]);
    const profile = { items: { e1: [{ metric: 'heartRate' }] }, alarms: { 3: 'fall' } };
    assert.equal((await t.route(deviceTypes.update, nurse, { ...type, id: typeId, profile })).status, 200);
    await link.closed;
    link = await connect(imei);
    await say(1 << 3);
    assert.deepEqual(
      [
        (await rows<{ value: number }>(id, 'latest_readings'))[0]?.value,
        (await rows<{ code: string }>(id, 'device_events')).map(({ code }) => code),
      ],
      [71, ['fall']],
    );
    assert.equal((await t.route(deviceProfiles.save, nurse, { id, profile: { alarms: { 3: 'removed' } } })).status, 200);
    await link.closed;
    link = await connect(imei);
    await say(1 << 3);
    assert.deepEqual((await rows<{ code: string }>(id, 'device_events')).map(({ code }) => code).sort(), ['fall', 'removed']);
    // Who may register is no reason to cut off who is there.
    assert.equal((await t.route(deviceProfiles.close, nurse, { id })).status, 200);
    await say();
    link.close();
    const late = await dialTerminal(port, jt808Speaker(imei));
    assert.equal(await late.login(), 'refused');
    late.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  it('raises what a vendor says in an item that staff explained, and places the wearer by what it hears', async () => {
    const profile = {
      items: {
        e5: [
          { kind: 'alarm', alarm: 'sos', bit: 0 },
          { kind: 'alarm', alarm: 'fall', bit: 1 },
        ],
        e6: [{ kind: 'wifi', at: 1, counted: true }],
        e8: [{ kind: 'cells', cellBytes: 2 }],
      },
    };
    const made = await t.route(deviceTypes.create, nurse, { ...type, name: '厂商工牌', profile });
    assert.equal(made.status, 200, made.msg ?? '');
    const place = await roomPlace(t, nurse, '301');
    assert.equal((await t.route(indoorPlaces.addBeacon, nurse, { id: place, mac: '246968000001' })).status, 200);
    const child = await start();
    const imei = String(++number);
    const { data: id } = await t.route(devices.create, nurse, { imei, type: 'pendant', typeId: made.data as number });
    const link = await connect(imei);
    let at = Math.floor(Date.now() / 1000) * 1000 - 60_000;
    const say = async (items: string) => {
      link.send(link.speaker.raw(0x0200, locationHex({ at: (at += 1000), lat: 30.25, lng: 120.15, fix: false }, 0) + items));
      assert.equal((await link.next())?.kind, 'data');
    };
    const heard = 'e609ff01246968000001ce e808 01cc0025351026 47'.replaceAll(' ', '');
    for (const cut of ['e500', 'e60aff0224696800000 1ce00'.replaceAll(' ', ''), 'e60400', 'e80701cc0025351026']) await say(cut);
    assert.deepEqual([await warned(id), await rows(id, 'device_surroundings')], [[], []], 'too short says nothing');
    await say(`${heard}e50102`);
    assert.deepEqual(await warned(id), [['fall', 1, '1号楼 3层 301附近']]);
    await say(`e50103${heard}`);
    assert.deepEqual(await warned(id), [
      ['fall', 2, '1号楼 3层 301附近'],
      ['sos', 1, '1号楼 3层 301附近'],
    ]);
    const [around] = await rows<{ cells: object[] }>(id, 'device_surroundings');
    assert.deepEqual(around?.cells, [{ mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 }]);
    assert.equal((await t.route(lastSeen.device, nurse, { id })).data?.text, '1号楼 3层 301附近');
    // What nothing reads is kept for staff: one sample, however often it changes, until a rule reads it.
    for (const value of ['4e', '4f']) await say(`ea01${value}`);
    const unread = async () =>
      (await t.route(deviceProfiles.unread, nurse, { typeId: made.data as number })).data.map(({ item, value, devices: many }: any) => [
        item,
        value,
        many,
      ]);
    assert.deepEqual(await unread(), [['ea', '4e', 1]]);
    assert.equal((await t.route(deviceProfiles.save, nurse, { id, profile: { items: { ea: [{ metric: 'battery' }] } } })).status, 200);
    assert.deepEqual(await unread(), []);
    link.close();
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
