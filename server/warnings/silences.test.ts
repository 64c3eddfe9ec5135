/** A gateway that dies is missed once, not once for every belt behind it; a belt that dies by itself is missed as any device. */
import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let clock = Date.parse('2026-11-16T08:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const alive = (device: TestDevice) =>
  sink.pipeline.accept({ ...frame(device, reading(device, 'battery', 80, clock, clock)), receivedAt: clock });

/** A gateway that nobody wears and stands nowhere, with worn belts behind it that may be silent for `minutes`. */
async function hubOf(belts: number, { minutes = 20, hubMinutes = 20 } = {}): Promise<{ hub: TestDevice; all: TestDevice[] }> {
  tenant = await t.tenant();
  const hub = await addDevice(t, tenant, { worn: false, type: 'hub' });
  const all: TestDevice[] = [];
  for (let n = 0; n < belts; n++) all.push(await addDevice(t, tenant, { type: 'bed' }));
  await t.deps.inTenant(tenant, async (tx) => {
    const type = (name: string, kind: string, silent: number) =>
      tx.row<{ id: number }>(
        sql`insert into device_types (tenant_id, name, kind, protocol, silent_minutes)
          values (${tenant}, ${name}, ${kind}, 'mqtt', ${silent}) returning id`,
      );
    const [own, their] = [await type('网关', 'hub', hubMinutes), await type('床带', 'bed', minutes)];
    await tx.run(sql`update devices set type_id = ${own!.id} where tenant_id = ${tenant} and id = ${hub.deviceId}`);
    await tx.run(sql`update devices set type_id = ${their!.id}, hub_id = ${hub.deviceId} where tenant_id = ${tenant} and type = 'bed'`);
  });
  return { hub, all };
}
/** A minute after the other; whoever speaks is heard of in each, and the gateway with it. */
async function pass(minutes: number, ...speaking: TestDevice[]): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    clock += MINUTE;
    for (const device of speaking) await alive(device);
    await sweepWarnings(t.deps);
  }
}
const warned = async () =>
  (
    await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ device: number; content: string; cleared: boolean }>(sql`
        select device_id as device, content, cleared_at is not null as cleared from warnings where tenant_id = ${tenant} order by id`),
    )
  ).map(({ device, content, cleared }) => [device, content.replace(/（最后[^）]*）/, ''), cleared]);
const silent = () =>
  t.deps.inTenant(tenant, async (tx) =>
    (await tx.rows<{ id: number }>(sql`select device_id as id from device_silences where tenant_id = ${tenant}`)).map(({ id }) => id),
  );

describe('a silent gateway', { timeout: 240_000 }, () => {
  it('is one warning with the number of its devices; all are known to be silent, and all clears when it is back', async () => {
    const { hub, all } = await hubOf(12);
    await pass(3, hub, ...all);
    await pass(23);
    assert.deepEqual(await warned(), [[hub.deviceId, '网关离线：已21分钟没有上报，其下12台设备的数据中断', false]]);
    assert.equal((await silent()).length, 13);
    await pass(60);
    assert.equal((await warned()).length, 1);
    await pass(2, hub, ...all);
    assert.deepEqual(await warned(), [[hub.deviceId, '网关离线：已21分钟没有上报，其下12台设备的数据中断', true]]);
    assert.deepEqual(await silent(), []);
  });

  it('is missed as soon as its devices are, however rarely it may speak itself', async () => {
    const { hub, all } = await hubOf(3, { minutes: 5, hubMinutes: 1440 });
    await pass(3, hub, ...all);
    await pass(12);
    assert.deepEqual(
      (await warned()).map(([device]) => device),
      [hub.deviceId],
    );
  });

  it('that comes back without one of its belts says so of that belt, after the time it may take', async () => {
    const { hub, all } = await hubOf(3);
    await pass(2, hub, ...all);
    await pass(40);
    const [lost, ...back] = all as [TestDevice, ...TestDevice[]];
    await pass(15, hub, ...back);
    assert.equal((await warned()).length, 1, 'it may still come');
    await pass(10, hub, ...back);
    assert.deepEqual(
      (await warned()).map(([device, content]) => [device, String(content).slice(0, 5)]),
      [
        [hub.deviceId, '网关离线：'],
        [lost.deviceId, '设备离线：'],
      ],
    );
  });

  it('that goes again while a belt is waited for begins the wait anew', async () => {
    const { hub, all } = await hubOf(2);
    await pass(2, hub, ...all);
    await pass(30);
    await pass(10, hub, all[1]!);
    await pass(40);
    await pass(10, hub, all[1]!);
    assert.deepEqual(
      (await warned()).filter(([device]) => device === all[0]!.deviceId),
      [],
    );
  });
});

describe('a device behind a gateway', { timeout: 240_000 }, () => {
  it('that is silent while the gateway is heard is missed by itself', async () => {
    const { hub, all } = await hubOf(3);
    await pass(2, hub, ...all);
    await pass(23, hub, all[1]!, all[2]!);
    assert.deepEqual(await warned(), [[all[0]!.deviceId, '设备离线：已21分钟没有上报', false]]);
  });

  it('is missed when its gateway was switched off here, or is no longer its own', async () => {
    const { hub, all } = await hubOf(2);
    await pass(2, hub, ...all);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update devices set enabled = false where tenant_id = ${tenant} and id = ${hub.deviceId}`),
    );
    await pass(23);
    assert.equal((await warned()).length, 2);
    const second = await hubOf(2);
    await pass(2, second.hub, ...second.all);
    await pass(23);
    assert.equal((await warned()).length, 1);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update devices set hub_id = null where tenant_id = ${tenant} and id = ${second.all[0]!.deviceId}`),
    );
    await pass(1);
    assert.deepEqual(
      (await warned()).map(([device]) => device),
      [second.hub.deviceId, second.all[0]!.deviceId],
    );
  });
});
