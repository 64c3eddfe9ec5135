import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { hex, listener } from '#test/device-frames.ts';
import { addDevice, alarm, frame, ingest, noPlace, position, reading, type TestDevice } from '#test/ingest.ts';
import type { AccessPoint, DeviceEvent, Place } from './events.ts';
import { heardAt } from './surroundings.ts';
import { encodeEv } from './tcp/ev07b-frames.ts';
import { ev07bProtocol } from './tcp/ev07b-protocol.ts';
import { encodeGt06 } from './tcp/gt06-frames.ts';
import { gt06Protocol } from './tcp/gt06-protocol.ts';
import { iwProtocol } from './tcp/iw-protocol.ts';
import { watchProtocol } from './tcp/watch-protocol.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
});
after(async () => {
  await sink?.close();
  await t?.close();
});

interface Kept {
  at: string;
  person_id: number | null;
  fix: boolean;
  cells: { lac: number; cid: number }[];
  access_points: AccessPoint[];
}

const accept = (device: TestDevice, ...events: DeviceEvent[]) => sink.pipeline.accept(frame(device, ...events));
const kept = (device: TestDevice, reader = device.tenantId) =>
  t.deps.inTenant(reader, (tx) => tx.row<Kept>(sql`select * from device_surroundings where device_id = ${device.deviceId}`));
const heard = (accessPoints: Place['accessPoints'], cells: Place['cells'] = [], fix = false): Place => ({
  ...noPlace,
  fix,
  cells,
  accessPoints,
});
const at = (device: TestDevice, place: Place, when: number, late = false): DeviceEvent => ({
  ...(position(device, 0, 0, place.fix, when, late) as Extract<DeviceEvent, { kind: 'position' }>),
  place,
});
const near = { mac: '24:69:68:5b:c2:10', rssi: -61 };
const far = { mac: 'b0:95:8e:3f:77:02', rssi: -78 };
const cell = { mcc: 460, mnc: 0, lac: 9346, cid: 4401, rssi: -90 };
const NOW = Date.now();

describe('what is heard around a device', () => {
  const digits = new Date(NOW).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  const [year, month, day, clock] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4, 6), digits.slice(6)];
  const watch = `UD,${day}${month}${year},${clock},V,30.259200,N,120.1303000,E,2.50,145.0,12.0,0,96,81,3390,4,00000010,1,0,460,0,9346,4401,130,2,home,24:69:68:5b:c2:10,-61,next,b0:95:8e:3f:77:02,-78,25.0`;
  const bytes = digits
    .match(/../g)!
    .map((two) => Number(two).toString(16).padStart(2, '0'))
    .join('');
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32LE(Math.floor(NOW / 1000));
  const frames = {
    watch: () =>
      listener(watchProtocol, { receivedAt: NOW }).hear(
        Buffer.from(`[3G*8800000001*${watch.length.toString(16).padStart(4, '0')}*${watch}]`, 'latin1'),
      ),
    iw: () =>
      listener(iwProtocol, { receivedAt: NOW }).hear(
        Buffer.from(
          `IWAP01${year}${month}${day}V2232.9806N11404.9355E000.1${clock}323.8706000908000102,460,0,9346,4401,HOME|24-69-68-5B-C2-10|61&NEXT|B0-95-8E-3F-77-02|78#`,
          'latin1',
        ),
      ),
    gt06: () =>
      listener(gt06Protocol, { receivedAt: NOW }).hear(
        encodeGt06(0x2c, hex(`${bytes}01cc0024821131003c${'000000000000'.repeat(6)}ff02${'2469685bc2103d'}${'b0958e3f77024e'}`), 7),
      ),
    ev07b: () =>
      listener(ev07bProtocol, { receivedAt: NOW }).hear(
        encodeEv(
          hex(
            `01 1001${Buffer.from('863921031000015').toString('hex')} 0924${seconds.toString('hex')}01000050 0f22c32469685bc210b2b0958e3f7702 0921cc0100a6822431110000`,
          ),
          9,
          true,
        ),
      ),
  };
  for (const [protocol, hear] of Object.entries(frames)) {
    it(`is kept of a report without a fix that comes by ${protocol}, for its own tenant alone`, async () => {
      const device = await addDevice(t, tenant);
      const { events } = hear();
      await sink.pipeline.accept({ device: device.known, protocol: 'watch', receivedAt: NOW, events });
      const row = await kept(device);
      assert.deepEqual(
        row?.access_points.map(({ mac, rssi }) => [mac, rssi]),
        [
          [near.mac, -61],
          [far.mac, -78],
        ],
      );
      assert.deepEqual([row?.fix, row?.person_id, (row?.cells.length ?? 0) > 0], [false, device.personId, true]);
      assert.equal(await kept(device, await t.tenant()), undefined);
    });
  }

  it('is the newest, whatever comes after it, and of who wore the device then', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, at(device, heard([near]), NOW));
    await accept(device, at(device, heard([far]), NOW - 60_000));
    assert.deepEqual((await kept(device))?.access_points, [near]);
    await Promise.all([1, 2, 3].map((n) => accept(device, at(device, heard([{ ...far, rssi: -50 - n }]), NOW + n * 1000))));
    assert.deepEqual((await kept(device))?.access_points, [{ ...far, rssi: -53 }]);
  });

  it('is not touched by a report that heard nothing, nor by cells beside a fix', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, at(device, heard([near], [cell]), NOW));
    await accept(device, at(device, heard([]), NOW + 1000), reading(device, 'heartRate', 70, NOW + 1000));
    await accept(device, at(device, { ...heard([], [cell], true), lng: 120.1, lat: 30.2 }, NOW + 2000));
    assert.deepEqual((await kept(device))?.access_points, [near]);
    await accept(device, at(device, { ...heard([far], [cell], true), lng: 120.1, lat: 30.2 }, NOW + 3000));
    const row = await kept(device);
    assert.deepEqual([row?.access_points, row?.fix], [[far], true]);
  });

  it('is kept with the alarm that it came with, also when another event of the frame says it', async () => {
    const device = await addDevice(t, tenant);
    const surroundings = async (code: string) =>
      (
        await t.deps.inTenant(tenant, (tx) =>
          tx.row<{ surroundings: { accessPoints: unknown } | null }>(
            sql`select surroundings from device_events where device_id = ${device.deviceId} and code = ${code}`,
          ),
        )
      )?.surroundings;
    await accept(device, alarm(device, 'sos', { at: NOW, place: heard([near], [cell]) }));
    assert.deepEqual(await surroundings('sos'), { cells: [cell], accessPoints: [near] });
    await accept(device, alarm(device, 'fall', { at: NOW }), at(device, heard([far]), NOW));
    assert.deepEqual((await surroundings('fall'))?.accessPoints, [far]);
    await accept(device, alarm(device, 'removed', { at: NOW }));
    assert.equal(await surroundings('removed'), null);
    // The newer report moves on; what the alarm heard stays.
    await accept(device, at(device, heard([far]), NOW + 60_000));
    assert.deepEqual((await surroundings('sos'))?.accessPoints, [near]);
  });

  it('is the strongest of each address, at most thirty, and no strength that cannot be', () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ mac: `24:69:68:5b:c2:${n.toString(16).padStart(2, '0')}`, rssi: -40 - n }));
    const points = heardAt(heard([...many, { mac: many[39]!.mac, rssi: -30 }, { mac: many[38]!.mac, rssi: 12 }]))!.accessPoints;
    assert.deepEqual([points.length, points[0]], [30, { mac: many[39]!.mac, rssi: -30 }]);
    assert.deepEqual(heardAt(heard([{ mac: near.mac, rssi: 0 }])), { cells: [], accessPoints: [{ mac: near.mac, rssi: null }] });
    assert.equal(heardAt(heard([])), null);
  });
});
