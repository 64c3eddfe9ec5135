import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, type TestDevice } from '#test/ingest.ts';
import type { MessagePart } from './events.ts';
import { partStore } from './message-parts.ts';

let t: Harness;
let tenant: number;
let other: number;
before(async () => {
  t = await harness();
  [tenant, other] = [await t.tenant(), await t.tenant()];
});
after(() => t?.close());

const store = () => partStore(t.deps);
const part = (number: number, text: string, over: Partial<MessagePart> = {}): MessagePart => ({
  type: 0x0704,
  serial: 1,
  part: number,
  total: 3,
  body: Buffer.from(text),
  ...over,
});
const keep = async (device: TestDevice, one: MessagePart) => {
  const kept = await store().keep(device.known, one);
  return typeof kept === 'string' ? kept : kept.toString();
};
const count = async (device: TestDevice, as = device.tenantId) =>
  (await t.deps.inTenant(as, (tx) =>
    tx.row<{ n: number }>(sql`select count(*) as n from device_message_parts where device_id = ${device.deviceId}`),
  ))!.n;
const age = (device: TestDevice, by: string) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.run(
      sql`update device_message_parts set received_at = received_at - ${by}::interval
        where tenant_id = ${tenant} and device_id = ${device.deviceId}`,
    ),
  );

describe('parts of long messages', () => {
  it('wait for the rest in the database, in any order, and are of their tenant only', async () => {
    const device = await addDevice(t, tenant);
    assert.equal(await keep(device, part(3, 'c')), 'waiting');
    assert.equal(await keep(device, part(1, 'a')), 'waiting');
    assert.equal(await keep(device, part(1, 'a')), 'waiting', 'again, before the whole');
    assert.deepEqual([await count(device), await count(device, other)], [2, 0]);
    assert.equal(await keep(device, part(2, 'b')), 'abc');
    assert.equal(await keep(device, part(2, 'b')), 'abc', 'the whole was not stored: it is tried again');
    await store().finish(device.known, part(2, 'b'));
    assert.equal(await keep(device, part(2, 'b')), 'stored');
  });

  it('are put together by whoever takes the last one, also when two take one at once', async () => {
    for (let round = 0; round < 10; round++) {
      const device = await addDevice(t, tenant);
      const kept = await Promise.all([1, 2, 3].map((n) => keep(device, part(n, String(n)))));
      assert.deepEqual(
        kept.filter((one) => one !== 'waiting'),
        ['123'],
      );
    }
  });

  it('of a terminal that counts from the beginning again are those of another message', async () => {
    const device = await addDevice(t, tenant);
    await keep(device, part(1, 'a'));
    await keep(device, part(2, 'b'));
    for (const [number, text, expected] of [
      [1, 'A', 'waiting'],
      [2, 'B', 'waiting'],
      [3, 'C', 'ABC'],
    ] as const)
      assert.equal(await keep(device, part(number, text)), expected);
    await store().finish(device.known, part(3, 'C'));
    assert.equal(await keep(device, part(1, 'x')), 'waiting', 'also after the whole was stored');
    assert.equal(await count(device), 1);
    await age(device, '73 hours');
    assert.equal(await keep(device, part(2, 'y')), 'waiting');
    assert.equal(await count(device), 1, 'what is three days old is no part of it');
  });

  it('keep to their bounds: 32 KiB a message, four messages; one that is still coming is not given up for another', async () => {
    const device = await addDevice(t, tenant);
    assert.equal(await keep(device, part(1, 'a'.repeat(20_000))), 'waiting');
    assert.equal(await keep(device, part(2, 'b'.repeat(20_000))), 'refused');
    assert.equal(await count(device), 0);
    for (let serial = 1; serial <= 4; serial++) assert.equal(await keep(device, part(1, 'a', { serial })), 'waiting');
    await assert.rejects(keep(device, part(1, 'a', { serial: 5 })), /too many/);
    await age(device, '61 minutes');
    assert.equal(await keep(device, part(2, 'b', { serial: 4 })), 'waiting');
    assert.equal(await keep(device, part(1, 'a', { serial: 5 })), 'waiting', 'one that has been quiet gives way');
    for (const [serial, number, text] of [
      [4, 3, 'c'],
      [5, 2, 'b'],
      [5, 3, 'c'],
    ] as const)
      await keep(device, part(number, text, { serial }));
    await store().finish(device.known, part(3, 'c', { serial: 4 }));
    assert.equal(await keep(device, part(1, 'a', { serial: 6 })), 'waiting', 'one that is stored goes first');
    const serials = await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ serial: number }>(
        sql`select distinct serial from device_message_parts where tenant_id = ${tenant} and device_id = ${device.deviceId} order by 1`,
      ),
    );
    assert.equal(serials.length, 4);
    assert.ok(!serials.some(({ serial }) => serial === 4));
  });

  it('are cleared after three days, and go with their device', async () => {
    const [old, fresh] = [await addDevice(t, tenant), await addDevice(t, tenant)];
    await keep(old, part(1, 'a'));
    await keep(fresh, part(1, 'a'));
    await age(old, '73 hours');
    const { rows } = await t.deps.cleanup.query('select app.clear_message_parts(1000) as gone');
    assert.ok(rows[0].gone >= 1);
    assert.deepEqual([await count(old), await count(fresh)], [0, 1]);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`delete from devices where tenant_id = ${tenant} and id = ${fresh.deviceId}`));
    assert.equal(await count(fresh), 0);
  });
});
