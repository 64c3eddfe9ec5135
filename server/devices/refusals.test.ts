import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceCredentials } from '#contract/devices/device-credentials.ts';
import { deviceHubs } from '#contract/devices/device-hubs.ts';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { addedIn, refuses, runIn, type Statement } from '#test/refusing.ts';

let t: Harness;
let chief: TestUser;
const NONE = 987_654;
const run = (statement: Statement) => runIn(t, chief.tenantId, statement);
const added = (statement: Statement) => addedIn(t, chief.tenantId, statement);
let serial = 0;
const watch = async () => {
  const imei = `8663${String(++serial).padStart(10, '0')}3`;
  return (await t.route(devices.create, chief, { imei, type: 'watch' })).data as number;
};
const behind = async (kind: string, protocol: 'mqtt' | 'http' = 'mqtt') =>
  (await addOfType(t, chief.tenantId, await addType(t, chief.tenantId, protocol, { kind }), { kind, password: false })).deviceId;
const off = (id: number) => run(sql`update devices set enabled = false where tenant_id = ${chief.tenantId} and id = ${id}`);

before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant());
});
after(() => t.close());

describe('a device is refused', () => {
  it('422 in a room that is not there', async () => {
    const form = { imei: '866399999999993', type: 'watch', roomId: NONE };
    await refuses(t, chief, devices.create, form, [422, '房间不存在']);
  });

  it('422 as a gateway while it is behind one, and as none while others are behind it', async () => {
    const [hub, belt] = [await behind('hub'), await behind('bed')];
    await t.route(deviceHubs.assign, chief, { hubId: hub, deviceIds: [belt] });
    const form = async (id: number, type: string) => ({ id, imei: (await t.route(devices.get, chief, { id })).data.imei, type });
    await refuses(t, chief, devices.update, await form(belt, 'hub'), [422, '该设备在另一个网关下，请先移出，再改为网关']);
    await refuses(t, chief, devices.update, await form(hub, 'bed'), [422, '网关下还有设备，请先在网关的“下属设备”里移出']);
  });
});

describe('a gateway is refused', () => {
  it('what does not belong behind it', async () => {
    const [hub, belt, http] = [await behind('hub'), await behind('bed'), await behind('bed', 'http')];
    await refuses(t, chief, deviceHubs.assign, { hubId: belt, deviceIds: [http] }, [422, '该设备不是网关']);
    const wrong = /^设备DEV-.+不能分配：只能分配通信协议为MQTT、还没有所属网关的设备$/;
    await refuses(t, chief, deviceHubs.assign, { hubId: hub, deviceIds: [http] }, [422, wrong]);
    await refuses(t, chief, deviceHubs.release, { hubId: hub, deviceIds: [belt] }, [409, '这些设备已不在该网关下，请刷新']);
  });
});

describe('a command is refused', () => {
  it('422 to a device that is switched off, or has too many waiting', async () => {
    const [id, stopped] = [await watch(), await watch()];
    await off(stopped);
    await refuses(t, chief, deviceCommands.send, { deviceId: stopped, kind: 'ring', parameters: {} }, [422, '设备已停用，不能下发指令']);
    await run(sql`insert into device_commands (tenant_id, device_id, kind, parameters, expires_at)
      select ${chief.tenantId}, ${id}, 'message', '{"text": "x"}', now() + interval '1 day' from generate_series(1, 50)`);
    await refuses(t, chief, deviceCommands.send, { deviceId: id, kind: 'ring', parameters: {} }, [
      422,
      /^该设备已有\d+条指令等待发送，请先取消或等待设备上线$/,
    ]);
  });

  it('422 when what was sent once is no command any more', async () => {
    const old = await added(sql`insert into device_commands (tenant_id, device_id, kind, parameters, expires_at, state)
      values (${chief.tenantId}, ${await watch()}, 'message', '{"words": "x"}', now(), 5) returning id`);
    await refuses(t, chief, deviceCommands.again, { id: old }, [422, '这条指令的参数已不适用，请重新填写后下发']);
  });
});

describe('a password of a device is refused', () => {
  it('when the device is off, of another protocol, or has none', async () => {
    const [bed, plain] = [await behind('bed'), await watch()];
    await refuses(t, chief, deviceCredentials.revoke, { id: bed }, [409, '该设备没有接入密码']);
    await refuses(t, chief, deviceCredentials.issue, { id: plain }, [422, '该设备的类型不是MQTT接入，请先在设备类型里选择通信协议']);
    await off(bed);
    await refuses(t, chief, deviceCredentials.issue, { id: bed }, [422, '设备已停用，不能生成接入密码']);
  });
});

describe('numbers that wait to be entered', () => {
  it('are refused once they are gone or known', async () => {
    await refuses(t, chief, deviceBatches.enter, { ids: [NONE] }, [409, '这些设备已登记或已移除，请刷新']);
    await refuses(t, chief, deviceBatches.forget, { id: NONE }, [404, '待登记设备不存在']);
    await refuses(t, await t.user(1), deviceBatches.decide, { id: NONE, agree: true }, [409, '该申请已处理或已撤回，请刷新']);
  });
});

describe('an integration is refused', () => {
  const { mapping } = mappingTemplates.pushed;
  const form = (more: object = {}) => ({ name: `接入${++serial}`, kind: 'webhook', mapping, ...more });
  const polling = { url: 'https://example.com', everySeconds: 60 };
  const subscription = { host: 'mqtt.example.com', port: 8883, clientId: 'us', topics: ['up/#'] };

  it('400 when what its kind needs is missing, or another kind’s is there', async () => {
    for (const [more, text] of [
      [{ mapping: { ...mapping, device: undefined } }, '请填写设备编号的路径，否则不知道数据是哪台设备的'],
      [{ polling }, '只有定时拉取可以填写拉取地址'],
      [{ kind: 'poller' }, '请填写拉取地址和间隔'],
      [{ subscription }, '只有订阅可以填写厂商服务器'],
      [{ kind: 'broker' }, '请填写厂商的MQTT服务器和主题'],
    ] as const)
      await refuses(t, chief, deviceIntegrations.create, form(more), [400, text]);
  });

  it('when its name is taken, it becomes another kind, or a type of devices uses it', async () => {
    const first = form();
    const { data: id } = await t.route(deviceIntegrations.create, chief, first);
    await refuses(t, chief, deviceIntegrations.create, form({ name: first.name }), [409, '已有同名的数据接入']);
    await refuses(t, chief, deviceIntegrations.update, { ...form({ kind: 'poller', polling }), id }, [
      422,
      '接入方式不能修改，请新增一个数据接入',
    ]);
    const { data: pulled } = await t.route(deviceIntegrations.create, chief, form({ kind: 'poller', polling }));
    await refuses(t, chief, deviceIntegrations.address, { id: pulled }, [422, '只有厂商推送需要推送地址']);
    const type = { name: '型号', kind: 'bed', protocol: 'mqtt', integrationId: id };
    await refuses(t, chief, deviceTypes.create, type, [422, '数据接入的方式与通信协议不一致']);
    await refuses(t, chief, deviceTypes.create, { ...type, integrationId: NONE }, [422, '数据接入不存在']);
    await addType(t, chief.tenantId, 'http', { integrationId: id });
    await refuses(t, chief, deviceIntegrations.remove, { id }, [422, '还有设备类型使用该数据接入，不能删除']);
  });
});

describe('settings of one device are refused', () => {
  it('409 when another person changed it, or its registration is closed already', async () => {
    const typeId = await added(
      sql`insert into device_types (tenant_id, name, kind, protocol) values (${chief.tenantId}, '终端', 'watch', 'jt808') returning id`,
    );
    const id = (await t.route(devices.create, chief, { imei: '013800138000', type: 'watch', typeId })).data as number;
    await refuses(t, chief, deviceProfiles.save, { id, profile: {}, version: 99 }, [409, '设备已被他人修改，请刷新后重试']);
    await t.route(deviceProfiles.close, chief, { id });
    await refuses(t, chief, deviceProfiles.close, { id }, [409, '注册已经关闭']);
  });
});

describe('a place indoors is refused', () => {
  it('404 when it, its signal or its survey is not there, 422 above the most signals', async () => {
    const mac = 'aa:bb:cc:00:00:01';
    await refuses(t, chief, indoorPlaces.addBeacon, { id: NONE, mac }, [404, '室内位置不存在']);
    await refuses(t, chief, indoorPlaces.teaching, { id: NONE }, [404, '采集不存在']);
    const id = await added(sql`insert into indoor_places (tenant_id, building, floor, name)
      values (${chief.tenantId}, '1号楼', '1', '大厅') returning id`);
    await refuses(t, chief, indoorPlaces.removePoint, { id, mac }, [404, '信号不存在']);
    await run(sql`insert into indoor_points (tenant_id, place_id, mac, beacon, installed, samples)
      select ${chief.tenantId}, ${id}, 'aa:bb:cc:01:01:' || lpad(to_hex(n), 2, '0'), false, false, 1
      from generate_series(1, 150) n`);
    await refuses(t, chief, indoorPlaces.addBeacon, { id, mac }, [422, /^一个位置最多\d+个信号$/]);
  });
});
