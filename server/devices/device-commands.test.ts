import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceBindings } from '#contract/devices/device-bindings.ts';
import { deviceCommands as routes } from '#contract/devices/device-commands.ts';
import { deviceContacts } from '#contract/devices/device-contacts.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { commandDesk } from '../ingest/commands.ts';
import type { DeviceEvent, FrameEvents } from '../ingest/events.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

let serial = 0;
const add = async (input: object = {}) =>
  (await t.route(devices.create, nurse, { imei: `8661${String(++serial).padStart(10, '0')}3`, type: 'watch', ...input })).data as number;
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const send = (deviceId: number, kind: string, parameters: object = {}, as = nurse) =>
  t.route(routes.send, as, { deviceId, kind, parameters });
const list = async (deviceId: number) =>
  (await t.route(routes.page, nurse, { deviceId })).data.records as { id: number; kind: string; state: number; answer: string | null }[];
const states = async (deviceId: number) => (await list(deviceId)).map(({ kind, state }) => `${kind} ${state}`);

/** A desk whose devices are those of `here`, and what it sent. */
function gateway(here: Set<string>) {
  const sent: string[] = [];
  const desk = commandDesk({
    deps: t.deps,
    send(key, content) {
      if (!here.has(key)) return false;
      sent.push(content);
      return { index: null };
    },
  });
  return { desk, sent };
}
const key = (deviceId: number) => `${nurse.tenantId}:${deviceId}`;
const frame = (deviceId: number, events: object[]): FrameEvents => ({
  device: {
    key: key(deviceId),
    tenantId: nurse.tenantId,
    ids: [],
    profile: { utcOffsetMinutes: 0, healthReplies: false, suppressChargerSos: false },
  },
  protocol: 'watch',
  receivedAt: Date.now(),
  events: events.map(
    (event) => ({ deviceKey: key(deviceId), at: Date.now(), receivedAt: Date.now(), clock: 'server', ...event }) as DeviceEvent,
  ),
});
const accepting = { accept: async () => ({ stored: 0 }) };
const settled = async (deviceId: number, expected: string[]) => {
  for (let n = 0; n < 100 && String(await states(deviceId)) !== String(expected); n++)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(await states(deviceId), expected);
};

describe('a command', () => {
  it('asks for a session, the permission, good parameters and a device of one’s own', async () => {
    const id = await add();
    const looker = await t.user(nurse.tenantId, { permissions: ['tenant_device_view'] });
    assert.equal((await t.route(routes.send, null, { deviceId: id, kind: 'ring' })).status, 401);
    assert.equal((await send(id, 'ring', {}, looker)).status, 403);
    assert.equal((await send(id, 'ring', {}, stranger)).status, 404);
    assert.equal((await t.route(routes.page, stranger, { deviceId: id })).status, 404);
    assert.deepEqual(answer(await send(id, 'explode')), [400, '请选择指令']);
    assert.deepEqual(answer(await send(id, 'message', { text: '' })), [400, '请输入消息']);
    assert.deepEqual(answer(await send(id, 'uploadInterval', { seconds: 5 })), [400, '上传间隔（秒）应为10至60000的整数']);
    assert.deepEqual(answer(await send(id, 'sosNumbers', { numbers: ['1,2'] })), [400, '电话号码应为3至20位数字']);
    assert.deepEqual(await states(id), []);
  });

  it('is of what the device’s type can be told', async () => {
    const typeId = (await t.route(deviceTypes.create, nurse, { name: '简表', kind: 'watch', commands: ['locate', 'fallSensitivity'] }))
      .data as number;
    const id = await add({ typeId });
    assert.deepEqual((await t.route(routes.kinds, nurse, { id })).data, ['locate']);
    assert.deepEqual(answer(await send(id, 'ring')), [422, '该设备不支持“响铃寻找”']);
    assert.deepEqual((await t.route(routes.kinds, nurse, { id: await add({ type: 'bed' }) })).data, []);
    await t.route(deviceTypes.update, nurse, {
      id: typeId,
      name: '简表',
      kind: 'watch',
      commands: ['fallSensitivity'],
      fallLevels: [1, 3, 5],
    });
    assert.equal((await send(id, 'fallSensitivity', { level: 3 })).status, 200);
    const { desk, sent } = gateway(new Set([key(id)]));
    await desk.look();
    assert.deepEqual(sent, ['LSSET,5+8']);
  });

  it('goes in the words of its model, and is confirmed by them', async () => {
    const model = {
      name: '合并设置',
      kind: 'watch',
      protocol: 'watch',
      commands: ['sosNumbers'],
      profile: { words: { sosTogether: true } },
    };
    const typeId = (await t.route(deviceTypes.create, nurse, model)).data as number;
    assert.deepEqual((await t.route(deviceTypes.get, nurse, { id: typeId })).data.profile, { words: { sosTogether: true } });
    const id = await add({ typeId });
    await send(id, 'sosNumbers', { numbers: ['13911112222', '120'] });
    const { desk, sent } = gateway(new Set([key(id)]));
    await desk.look();
    assert.deepEqual(sent, ['SOS,13911112222,120,']);
    await desk.around(accepting).accept(frame(id, [{ kind: 'reply', command: 'SOS', values: [], index: null }]));
    assert.deepEqual(await states(id), ['sosNumbers 3']);
    // What another protocol has no use for is not kept.
    assert.equal((await t.route(deviceTypes.update, nurse, { ...model, id: typeId, protocol: 'iw' })).status, 200);
    assert.deepEqual((await t.route(deviceTypes.get, nurse, { id: typeId })).data.profile, {});
  });

  it('waits for the device, goes with its first frame, and is confirmed by its answer', async () => {
    const id = await add();
    const here = new Set<string>();
    const { desk, sent } = gateway(here);
    await send(id, 'ring');
    await send(id, 'message', { text: '吃药' });
    await desk.queued(nurse.tenantId, id);
    assert.deepEqual([sent, await states(id)], [[], ['message 1', 'ring 1']]);
    here.add(key(id));
    const sink = desk.around(accepting);
    await sink.accept(frame(id, [{ kind: 'heartbeat' }]));
    await settled(id, ['message 2', 'ring 2']);
    assert.deepEqual(sent, ['FIND', 'MESSAGE,5403836F']);
    await sink.accept(frame(id, [{ kind: 'reply', command: 'FIND', values: ['1'], index: null }]));
    assert.deepEqual(await states(id), ['message 2', 'ring 3']);
    assert.equal((await list(id)).at(-1)?.answer, '1');
    await sink.accept(frame(id, [{ kind: 'reply', command: 'FIND', values: [], index: null }]));
    assert.deepEqual(await states(id), ['message 2', 'ring 3'], 'an answer to nothing');
  });

  it('is sent by one of two gateways only', async () => {
    const id = await add();
    await send(id, 'locate');
    const here = new Set([key(id)]);
    const gateways = [gateway(here), gateway(here)];
    await Promise.all(gateways.map(({ desk }) => desk.queued(nurse.tenantId, id)));
    assert.equal(gateways.flatMap(({ sent }) => sent).length, 1);
  });

  it('that is a setting is sent again, three times at most, until the device confirms it; anything else is sent once', async () => {
    const id = await add();
    const { desk, sent } = gateway(new Set([key(id)]));
    const sink = desk.around(accepting);
    const later = () =>
      t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.run(
          sql`update device_commands set sent_at = sent_at - interval '2 minutes'
            where tenant_id = ${nurse.tenantId} and device_id = ${id} and state = 2`,
        ),
      );
    await send(id, 'uploadInterval', { seconds: 60 });
    await send(id, 'message', { text: '吃药' });
    for (let n = 0; n < 5; n++) {
      await desk.queued(nurse.tenantId, id);
      await desk.queued(nurse.tenantId, id);
      await later();
    }
    assert.deepEqual(sent, ['UPLOAD,60', 'MESSAGE,5403836F', 'UPLOAD,60', 'UPLOAD,60']);
    assert.deepEqual([desk.counts.sent, desk.counts.repeated], [4, 2]);
    await sink.accept(frame(id, [{ kind: 'reply', command: 'UPLOAD', values: [], index: null }]));
    assert.deepEqual(await states(id), ['message 2', 'uploadInterval 3']);
    await send(id, 'uploadInterval', { seconds: 300 });
    await desk.queued(nurse.tenantId, id);
    await later();
    await send(id, 'uploadInterval', { seconds: 600 });
    await desk.queued(nurse.tenantId, id);
    assert.deepEqual(sent.slice(4), ['UPLOAD,300', 'UPLOAD,600'], 'the older one is not said again after the newer one');
    assert.deepEqual((await states(id)).slice(0, 2), ['uploadInterval 2', 'uploadInterval 5']);
  });

  it('waits for the device also across a restart: settings that were not confirmed are looked for', async () => {
    const id = await add();
    await send(id, 'removalAlarm', { on: true });
    const before = gateway(new Set([key(id)]));
    await before.desk.queued(nurse.tenantId, id);
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(
        sql`update device_commands set sent_at = sent_at - interval '2 minutes' where tenant_id = ${nurse.tenantId} and device_id = ${id}`,
      ),
    );
    const restarted = gateway(new Set([key(id)]));
    await restarted.desk.look();
    assert.deepEqual(restarted.sent, ['REMOVE,1']);
  });

  it('is said once more as it was', async () => {
    const typeId = (
      await t.route(deviceTypes.create, nurse, { name: '再表', kind: 'watch', commands: ['fallSensitivity'], fallLevels: [1, 3, 5] })
    ).data as number;
    const id = await add({ typeId });
    const first = (await send(id, 'fallSensitivity', { level: 3 })).data as number;
    assert.equal((await t.route(routes.again, null, { id: first })).status, 401);
    const looker = await t.user(nurse.tenantId, { permissions: ['tenant_device_view'] });
    assert.equal((await t.route(routes.again, looker, { id: first })).status, 403);
    assert.equal((await t.route(routes.again, stranger, { id: first })).status, 404);
    assert.equal((await t.route(routes.again, nurse, { id: first })).msg, '指令已下发');
    assert.deepEqual(await states(id), ['fallSensitivity 1', 'fallSensitivity 5']);
    const { desk, sent } = gateway(new Set([key(id)]));
    await desk.queued(nurse.tenantId, id);
    assert.deepEqual(sent, ['LSSET,5+8']);
  });

  it('replaces one of its kind that still waits, is cancelled only before it is sent, and expires', async () => {
    const id = await add();
    await send(id, 'uploadInterval', { seconds: 60 });
    const { data } = await send(id, 'uploadInterval', { seconds: 600 });
    assert.deepEqual(await states(id), ['uploadInterval 1', 'uploadInterval 5']);
    assert.equal((await t.route(routes.cancel, stranger, { id: data })).status, 404);
    assert.equal((await t.route(routes.cancel, nurse, { id: data })).msg, '取消成功');
    assert.deepEqual(answer(await t.route(routes.cancel, nurse, { id: data })), [409, '指令已发送，不能取消']);
    await send(id, 'ring');
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(
        sql`update device_commands set expires_at = now() - interval '1 second'
          where tenant_id = ${nurse.tenantId} and device_id = ${id} and state = 1`,
      ),
    );
    assert.equal((await states(id))[0], 'ring 6');
    const { desk, sent } = gateway(new Set([key(id)]));
    await desk.queued(nurse.tenantId, id);
    assert.deepEqual(sent, []);
  });
});

describe('contacts', () => {
  it('are kept and told to the device; nothing is told that did not change', async () => {
    const id = await add();
    const save = (sosNumbers: string[], contacts: Record<string, unknown>[]) =>
      t.route(deviceContacts.save, nurse, { id, sosNumbers, contacts });
    assert.deepEqual(answer(await save(['13911112222', '13911112222'], [])), [400, 'SOS号码不能重复']);
    assert.equal((await t.route(deviceContacts.save, stranger, { id, sosNumbers: [], contacts: [] })).status, 404);
    const saved = await save(['13911112222', '057188886666'], [{ name: '女儿', phone: '13922223333' }]);
    assert.deepEqual([saved.status, saved.data.commandIds.length], [200, 2]);
    assert.deepEqual((await save(['13911112222', '057188886666'], [{ name: '女儿', phone: '13922223333' }])).data.commandIds, []);
    const { data } = await t.route(deviceContacts.get, nurse, { id });
    assert.deepEqual(data, { sosNumbers: ['13911112222', '057188886666'], contacts: [{ name: '女儿', phone: '13922223333' }] });
    const { desk, sent } = gateway(new Set([key(id)]));
    await desk.queued(nurse.tenantId, id);
    assert.deepEqual(sent, ['SOS1,13911112222', 'SOS2,057188886666', 'SOS3,', 'PHB,13922223333,5973513F']);
  });
});

describe('where a device belongs', () => {
  it('is written down by itself, whoever changes it', async () => {
    const [one, two] = [await person(t, nurse.tenantId, '王秀英'), await person(t, nurse.tenantId, '李国强')];
    const id = await add({ oldmanId: one });
    const { data } = await t.route(devices.get, nurse, { id });
    const rename = await t.route(devices.update, nurse, { id, imei: data.imei, type: 'watch', name: '改名' });
    assert.equal(rename.status, 200);
    await t.route(devices.update, nurse, { id, imei: data.imei, type: 'watch', oldmanId: two });
    await t.route(devices.update, nurse, { id, imei: data.imei, type: 'watch', oldmanId: null });
    const read = async (input: Record<string, unknown>, as = nurse) => (await t.route(deviceBindings.page, as, input)).data;
    const { records } = await read({ deviceId: id });
    assert.deepEqual(
      records.map((row: { oldmanName: string; releaseTime: string | null }) => [row.oldmanName, row.releaseTime !== null]),
      [
        ['李国强', true],
        ['王秀英', true],
      ],
    );
    assert.equal((await read({ oldmanId: two })).total, 1);
    assert.deepEqual(answer(await t.route(deviceBindings.page, nurse, {})), [400, '请选择设备或服务对象']);
    assert.equal((await t.route(deviceBindings.page, stranger, { deviceId: id })).status, 404);
  });
});
