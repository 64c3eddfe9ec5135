/** JT/T 808 at the ingest process as it runs: killed between the parts of a message, and told of new settings. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { sql } from 'kysely';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
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
  t.deps.inTenant(nurse.tenantId, (tx) => tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${nurse.tenantId} and device_id = ${id}`));

const MINUTE = 60_000;
/** Forty positions of the last hours, as kept without a network; the first one is an SOS. */
function batch(now: number): string {
  const reports = Array.from({ length: 40 }, (_, n) => locationHex({ at: now - (120 + n) * MINUTE, lat: 30.25, lng: 120.15 }, n === 0 ? 1 : 0));
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
      [(await rows<{ value: number }>(id, 'latest_readings'))[0]?.value, (await rows<{ code: string }>(id, 'device_events')).map(({ code }) => code)],
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
});
