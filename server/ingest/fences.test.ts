import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, frame, ingest, noPlace, warningsOf, type TestDevice } from '#test/ingest.ts';
import type { DeviceEvent } from './events.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let clock = Date.parse('2026-11-16T10:00:00+08:00');
const asked: string[] = [];
const quickFixes = (key: string) => void asked.push(key);
before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant();
  sink = ingest(t, { quickFixes });
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const MINUTE = 60_000;
const send = (device: TestDevice, ...events: DeviceEvent[]) => sink.pipeline.accept({ ...frame(device, ...events), receivedAt: clock });
const warned = (device: TestDevice) => warningsOf<any>(t, device);

describe('a fence', () => {
  const HOME = { lng: 116.39, lat: 39.9 };
  const place = (metres: number) => ({ ...noPlace, fix: true, lng: HOME.lng, lat: HOME.lat + metres / 111_195 });
  const fix = (device: TestDevice, metres: number, when: number, satellite = true): DeviceEvent => ({
    deviceKey: device.known.key,
    at: when,
    receivedAt: clock,
    clock: 'device',
    kind: 'position',
    late: false,
    place: { ...place(metres), fix: satellite },
  });
  async function walk(device: TestDevice, ...metres: number[]) {
    for (const distance of metres) {
      clock += MINUTE;
      await send(device, fix(device, distance, clock));
    }
  }
  async function fence(device: TestDevice, of: 'person' | 'device' = 'person') {
    await t.deps.inTenant(tenant, async (tx) => {
      const made = await tx.row<{ id: number }>(
        sql`insert into fences (tenant_id, name, purpose, shape, longitude, latitude, radius)
          values (${tenant}, '院区', 1, 1, ${HOME.lng}, ${HOME.lat}, 200) returning id`,
      );
      await tx.run(sql`insert into fence_subjects (tenant_id, fence_id, person_id, device_id)
        values (${tenant}, ${made!.id}, ${of === 'person' ? device.personId : null}, ${of === 'device' ? device.deviceId : null})`);
    });
    sink.pipeline.memory.heard({ t: tenant, k: 'fence.changed', p: {} });
  }

  it('that is left raises once, asks for more fixes at the first doubt, and clears on return', async () => {
    const device = await addDevice(t, tenant);
    await fence(device);
    await walk(device, 0, 10, 400);
    assert.ok(asked.includes(device.known.key));
    assert.deepEqual(await warned(device), []);
    await walk(device, 420, 440);
    const [warning] = await warned(device);
    assert.deepEqual([warning.rule, warning.severity, warning.count, warning.content], ['left_fence', 2, 1, '离开电子围栏「院区」']);
    await walk(device, 0, 0);
    assert.ok((await warned(device))[0].cleared_at);
    const before = sink.pipeline.counts.rules.submitted;
    await walk(device, 0, 5, 10);
    assert.equal(sink.pipeline.counts.rules.submitted, before);
  });

  it('survives a restart between two fixes, and does not count a fix twice', async () => {
    const device = await addDevice(t, tenant);
    await fence(device, 'device');
    await walk(device, 0, 10, 400);
    const other = ingest(t);
    await other.pipeline.accept({ ...frame(device, fix(device, 400, clock)), receivedAt: clock });
    assert.deepEqual(await warned(device), []);
    clock += MINUTE;
    await other.pipeline.accept({ ...frame(device, fix(device, 420, clock)), receivedAt: clock });
    await other.close();
    assert.deepEqual(
      (await warned(device)).map(({ count }) => count),
      [1],
    );
  });

  it('is not judged by late fixes, nor by those without satellites', async () => {
    const device = await addDevice(t, tenant);
    await fence(device);
    await walk(device, 0, 10);
    clock += 40 * MINUTE;
    await send(device, fix(device, 500, clock - 20 * MINUTE), fix(device, 500, clock - 18 * MINUTE), fix(device, 500, clock - 16 * MINUTE));
    for (let count = 0; count < 3; count++) {
      clock += MINUTE;
      await send(device, fix(device, 500, clock, false));
    }
    assert.deepEqual(await warned(device), []);
  });

  it('raises nothing for a person on leave, and does once they are back', async () => {
    const device = await addDevice(t, tenant);
    await fence(device);
    const status = (value: number) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.run(sql`update people set status = ${value} where tenant_id = ${tenant} and id = ${device.personId}`),
      );
    await walk(device, 0, 10);
    await status(2);
    await walk(device, 400, 420, 440);
    assert.deepEqual(await warned(device), []);
    await status(1);
    await walk(device, 460, 480);
    assert.equal((await warned(device)).length, 1);
  });
});
