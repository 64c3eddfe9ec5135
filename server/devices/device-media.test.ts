import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceMedia as routes } from '#contract/devices/device-media.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, type TestDevice } from '#test/ingest.ts';
import type { DeviceEvent, MediaEvent } from '../ingest/events.ts';
import { mediaStore } from '../ingest/media.ts';
import { canRemux } from './remux.ts';

let t: Harness;
let nurse: TestUser;
let device: TestDevice;
let own: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  device = await addDevice(t, nurse.tenantId);
  own = ingest(t);
});
after(async () => {
  await own?.close();
  await t?.close();
});

/** A second of silence: fifty frames of 12.2 kbit/s. */
const SECOND = Buffer.concat(Array.from({ length: 50 }, () => Buffer.concat([Buffer.from([0x3c]), Buffer.alloc(31)])));
const recorded = (bytes: Uint8Array, more: Partial<MediaEvent> = {}): DeviceEvent => ({
  deviceKey: device.known.key,
  at: Date.now(),
  receivedAt: Date.now(),
  clock: 'server',
  kind: 'media',
  media: 'voice',
  name: null,
  part: 1,
  total: 1,
  bytes,
  ...more,
});
const store = () => mediaStore(t.deps, own.directory);
const sink = { accept: async () => ({ stored: 0 }) };
const list = async () =>
  (await t.route(routes.page, nurse, { deviceId: device.deviceId })).data.records as {
    id: number;
    kind: number;
    parts: number;
    total: number;
    oldmanName: string;
  }[];

describe('what a watch recorded', () => {
  it('is for those who may, of their own devices', async () => {
    const stranger = await t.user(await t.tenant());
    const nobody = await t.user(nurse.tenantId, { permissions: ['tenant_device_view'] });
    const input = { deviceId: device.deviceId };
    await store()
      .around(sink)
      .accept(frame(device, recorded(Buffer.from('hello'))));
    const id = (await list())[0]!.id;
    assert.equal((await t.route(routes.page, null, input)).status, 401);
    assert.equal((await t.route(routes.page, nurse, {} as never)).status, 400);
    assert.equal((await t.route(routes.page, nobody, input)).status, 403);
    for (const status of [
      await t.route(routes.page, stranger, input),
      await t.route(routes.open, stranger, { id }),
      await t.route(routes.remove, stranger, { id }),
    ].map((one) => one.status))
      assert.equal(status, 404);
    assert.equal((await t.route(routes.remove, nurse, { id })).msg, '删除成功');
    assert.deepEqual(await list(), []);
  });

  it('is kept once, with whoever wore it, and can be listened to', async () => {
    const voices = store();
    const one = recorded(SECOND);
    await voices.around(sink).accept(frame(device, one));
    await voices.around(sink).accept(frame(device, one));
    assert.deepEqual(voices.counts, { kept: 1, repeated: 1 });
    const [row, ...more] = await list();
    assert.deepEqual([more, row!.parts, row!.total, row!.oldmanName.startsWith('老人')], [[], 1, 1, true]);
    const { data } = await t.route(routes.open, nurse, { id: row!.id });
    const bytes = Buffer.from(data.content, 'base64');
    if (canRemux()) {
      assert.equal(data.type, 'audio/wav');
      assert.deepEqual([bytes.toString('latin1', 0, 4), bytes.readUInt32LE(4), bytes.length], ['RIFF', bytes.length - 8, 44 + 16_000]);
    } else assert.deepEqual([data.type, bytes.equals(SECOND)], ['audio/amr', true]);
    await t.route(routes.remove, nurse, { id: row!.id });
  });

  it('in parts is one when all have come, in whatever order and however often, and is refused before', async () => {
    const around = store().around(sink);
    const part = (n: number) => recorded(Buffer.from(`part ${n} `), { name: '20260615090000', part: n, total: 3, media: 'photo' });
    for (const n of [2, 1, 2]) await around.accept(frame(device, part(n)));
    const [half] = await list();
    assert.deepEqual([half!.parts, half!.total], [2, 3]);
    const refusal = await t.route(routes.open, nurse, { id: half!.id });
    assert.deepEqual([refusal.status, refusal.msg], [422, '设备还没有发完：共3段，已收到2段']);
    await around.accept(frame(device, part(3)));
    const [whole, ...more] = await list();
    assert.deepEqual([more, whole!.id], [[], half!.id]);
    const { data } = await t.route(routes.open, nurse, { id: whole!.id });
    assert.deepEqual([data.type, Buffer.from(data.content, 'base64').toString()], ['image/jpeg', 'part 1 part 2 part 3 ']);
    await t.route(routes.remove, nurse, { id: whole!.id });
    assert.deepEqual(await list(), [], 'with all its parts');
  });

  it('of a removed device is not answered, and goes after a month', async () => {
    const gone = { ...device, known: { ...device.known, key: `${nurse.tenantId}:999999` } };
    await assert.rejects(
      store()
        .around(sink)
        .accept(frame(gone, recorded(SECOND))),
      /removed/,
    );
    await store()
      .around(sink)
      .accept(frame(device, recorded(SECOND)));
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update device_media set received_at = received_at - interval '31 days' where tenant_id = ${nurse.tenantId}`),
    );
    await t.deps.cleanup.query('select app.clear_device_media(1000)');
    assert.deepEqual(await list(), []);
  });
});
