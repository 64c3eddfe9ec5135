import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import type { DeviceEvent } from './events.ts';
import { removedDevices } from './removed-devices.ts';

let t: Harness;
let admin: TestUser;
let sink: ReturnType<typeof ingest>;
let filter: ReturnType<typeof removedDevices>;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  sink = ingest(t);
  filter = removedDevices(sink.directory);
  await sink.pool.query('select app.prepare_partitions()');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const accept = (device: TestDevice, ...events: DeviceEvent[]) => filter.around(sink.pipeline).accept(frame(device, ...events));
const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
/** A device that staff removed, with its former wearer. */
async function removed(): Promise<TestDevice> {
  const device = await addDevice(t, admin.tenantId);
  assert.equal((await t.route(devices.remove, admin, { id: device.deviceId })).status, 200);
  sink.directory.forget(device.tenantId, device.deviceId);
  return device;
}
interface Raised {
  rule: string;
  person_id: number | null;
  title: string | null;
  content: string;
  status: number;
}

describe('a device that was removed', () => {
  it('still reaches staff with an SOS and a fall, by name of who wore it last, and says that it was removed', async () => {
    const device = await removed();
    assert.deepEqual(await accept(device, alarm(device, 'sos'), alarm(device, 'fall')), { stored: 2 });
    const raised = await rows<Raised>(device, 'warnings');
    assert.deepEqual(raised.map(({ rule, person_id, title, content }) => [rule, person_id, title, content]).toSorted(), [
      ['fall', device.personId, '跌倒（已删除设备）', '已删除设备：检测到跌倒'],
      ['sos', device.personId, 'SOS求助（已删除设备）', '已删除设备：按下SOS求助按钮'],
    ]);
  });

  it('is answered for everything else, of which nothing is kept', async () => {
    const device = await removed();
    const { left } = filter.counts;
    assert.deepEqual(await accept(device, reading(device, 'heartRate', 190), alarm(device, 'lowBattery')), { stored: 0 });
    assert.equal(filter.counts.left, left + 2);
    assert.deepEqual(await rows(device, 'readings'), []);
    assert.deepEqual(await rows(device, 'warnings'), []);
    assert.deepEqual(await accept(device, reading(device, 'heartRate', 190), alarm(device, 'sos')), { stored: 1 });
    assert.deepEqual(await rows(device, 'readings'), []);
  });

  it('names no person when its former wearer was removed, too', async () => {
    const device = await removed();
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`update people set deleted_at = now() where tenant_id = ${admin.tenantId} and id = ${device.personId}`),
    );
    await accept(device, alarm(device, 'sos'));
    const [raised] = await rows<Raised>(device, 'warnings');
    assert.deepEqual([raised?.person_id, raised?.content], [null, '已删除设备：按下SOS求助按钮']);
  });

  it('is silent once it is cleared', async () => {
    const device = await removed();
    assert.equal((await t.route(devices.purge, admin, { id: device.deviceId })).status, 200);
    sink.directory.forget(device.tenantId, device.deviceId);
    await assert.rejects(accept(device, alarm(device, 'sos')), /removed/);
  });
});
