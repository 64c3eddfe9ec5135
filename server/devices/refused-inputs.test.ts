import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Route } from '#contract/http.ts';
import { cameras } from '#contract/devices/cameras.ts';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { deviceCommands } from '#contract/devices/device-commands.ts';
import { deviceContacts } from '#contract/devices/device-contacts.ts';
import { deviceHubs } from '#contract/devices/device-hubs.ts';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { indoorPlaces } from '#contract/devices/indoor-places.ts';
import { lockMembers } from '#contract/devices/lock-members.ts';
import { lockRecords } from '#contract/devices/lock-records.ts';
import { locks } from '#contract/devices/locks.ts';
import { Polling } from '#contract/devices/vendor-connections.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ids, long, many } from '#test/refused-inputs.ts';
import { refusesInputs } from '#test/refusing.ts';

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
});
after(() => t.close());

type Case = readonly [Route, object, string];

describe('a command is refused with what its parameters lack', () => {
  const span = { from: '08:00', to: '09:00' };
  const reminder = { time: '08:00', repeat: 'daily' };
  const number = '13812345678';
  const cases: [kind: string, parameters: object, text: string][] = [
    ['doNotDisturb', { spans: [] }, '请添加时间段'],
    ['doNotDisturb', { spans: many(5, () => span) }, '时间段最多4个'],
    ['message', { text: long(61) }, '消息最多60个字'],
    ['heartRate', {}, '请选择心率测量间隔'],
    ['heartRate', { seconds: 60 }, '心率间隔应为300至65535秒'],
    ['reminders', { items: [] }, '请添加提醒'],
    ['reminders', { items: [{ time: '08:00', repeat: 'yearly' }] }, '请选择重复方式'],
    ['pillReminders', { items: [reminder] }, '请输入提醒内容'],
    ['pillReminders', { items: [{ ...reminder, text: long(41) }] }, '提醒内容最多40个字'],
    ['whiteList', { numbers: [] }, '请添加号码'],
    ['language', { chinese: true }, '请输入时区'],
    ['language', { chinese: true, hours: 15 }, '时区应为-12至14'],
    ['phoneBook', { contacts: [] }, '请添加亲情号码'],
    ['phoneBook', { contacts: [{ name: long(17), phone: number }] }, '姓名最多16个字'],
  ];
  it('400 of each kind', async () => {
    const { data: deviceId } = await t.route(devices.create, nurse, { imei: '866100000000013', type: 'watch' });
    await refusesInputs(
      t,
      nurse,
      cases.map(([kind, parameters, text]) => [deviceCommands.send, { deviceId, kind, parameters }, text]),
    );
  });
});

describe('an integration is refused with what it lacks', () => {
  const reading = { target: 'reading', metric: 'heartRate', path: 'hr' };
  const form = (more: object) => ({ name: '平台', kind: 'webhook', mapping: { device: 'id', fields: [reading] }, ...more });
  const create = (more: object, text: string): Case => [deviceIntegrations.create, form(more), text];
  const field = (more: object, text: string) => create({ mapping: { device: 'id', fields: [{ ...reading, ...more }] } }, text);
  const mapping = (more: object, text: string) => create({ mapping: { device: 'id', fields: [reading], ...more } }, text);

  it('400 of its signature and its reply', async () => {
    const whole = { scheme: 'md5', place: { in: 'header', name: 'X' } };
    const signature = (more: object, text: string) => create({ signature: { ...whole, ...more } }, text);
    await refusesInputs(t, nurse, [
      signature({ place: { in: 'header' } }, '请填写名称'),
      signature({ place: { in: 'header', name: '名' } }, '名称应为字母、数字、横线或下划线'),
      signature({ place: { in: 'cookie', name: 'X' } }, '请选择位置'),
      signature({ scheme: 'rot13' }, '请选择签名方式'),
      signature({ windowSeconds: 1 }, '时间窗不能小于30秒'),
      signature({ windowSeconds: 601 }, '时间窗不能大于600秒'),
      signature({ networks: ['nowhere'] }, '来源地址应为IP或网段，如 203.0.113.0/24'),
      signature({ networks: many(21, () => '10.0.0.1') }, '来源地址最多20个'),
      create({ reply: { status: 500 } }, '状态码应为200至299'),
      create({ reply: { body: long(501) } }, '应答内容不能超过500个字符'),
    ]);
  });

  it('400 of what is polled', async () => {
    const whole = { url: 'https://example.com', everySeconds: 60 };
    const polling = (more: object, text: string) => create({ kind: 'poller', polling: { ...whole, ...more } }, text);
    await refusesInputs(t, nurse, [
      polling({ url: undefined }, '请填写拉取地址'),
      polling({ url: `https://example.com/${long(500)}` }, '拉取地址不能超过500个字符'),
      polling({ url: 'ftp://example.com' }, '拉取地址应以 https:// 或 http:// 开头，不含用户名'),
      polling({ everySeconds: undefined }, '请填写间隔'),
      polling({ everySeconds: 9 }, '间隔不能小于10秒'),
      polling({ everySeconds: 86_401 }, '间隔不能大于一天'),
      polling({ headers: [{ name: '名' }] }, '请求头名称不正确'),
      polling({ headers: [{ name: 'X', value: long(201) }] }, '请求头不能超过200个字符'),
      polling({ headers: [{ name: 'X', value: '值' }] }, '请求头只能含英文字符'),
      polling({ headers: many(11, (i) => ({ name: `X${i}`, value: '1' })) }, '请求头最多10个'),
      polling(
        {
          headers: [
            { name: 'X', value: '1' },
            { name: 'x', value: '2' },
          ],
        },
        '请求头“x”重复',
      ),
    ]);
  });

  it('by the form of the page when a header has no value; over the wire an empty text is none', () => {
    const { error } = Polling.safeParse({ url: 'https://example.com', everySeconds: 60, headers: [{ name: 'X', value: '' }] });
    assert.equal(error?.issues[0]?.message, '请填写请求头的值');
  });

  it('400 of what is subscribed to', async () => {
    const broker = { host: 'mqtt.example.com', port: 8883, clientId: 'us', topics: ['up/#'] };
    const subscription = (more: object, text: string) => create({ kind: 'broker', subscription: { ...broker, ...more } }, text);
    await refusesInputs(t, nurse, [
      subscription({ host: undefined }, '请填写服务器地址'),
      subscription({ host: 'mqtt://x' }, '服务器地址应为域名或IP，不含 mqtt:// 和端口'),
      subscription({ port: undefined }, '请填写端口'),
      subscription({ port: 0 }, '端口应为1至65535'),
      subscription({ username: '用户' }, '用户名只能含英文字符'),
      subscription({ clientId: undefined }, '请填写客户端编号'),
      subscription({ clientId: 'a b' }, '客户端编号应为1至64个字母、数字或 . : @ / - _'),
      subscription({ topics: ['a/#/b'] }, '主题写法不正确：+ 和 # 应独占一级，# 只能在最后'),
      subscription({ topics: many(9, (i) => `up/${i}`) }, '主题最多8个'),
      subscription({ qos: 2 }, '请选择服务质量'),
      subscription({ deviceLevel: 11 }, '主题级别应为1至10'),
    ]);
  });

  it('400 of its mapping', async () => {
    await refusesInputs(t, nurse, [
      mapping({ fields: [] }, '请至少添加一个字段'),
      mapping({ fields: many(61, () => reading) }, '字段最多60个'),
      mapping({ fields: [{ target: 'weather' }] }, '请选择记录内容'),
      mapping({ time: { path: 't', kind: 'h' } }, '请选择时间格式'),
      mapping({ time: { path: 't', kind: 'ms', utcOffsetMinutes: 1.5 } }, '时区应为整数分钟'),
      mapping({ acceptedLoss: [long(301)] }, '确认的内容过长'),
      mapping({ acceptedLoss: many(201, () => 'x') }, '一次最多确认200项'),
      field({ unit: 'furlong' }, '单位不正确'),
      field({ scale: 0 }, '倍率应大于0'),
      field({ scale: 'x' }, '倍率应为数字'),
      field({ when: many(5, () => ({ path: 'a', is: ['1'] })) }, '条件最多4个'),
      field({ when: [{ path: 'a', is: [] }] }, '请填写取值'),
      field({ when: [{ path: 'a', is: [long(61)] }] }, '取值不能超过60个字符'),
      field({ when: [{ path: 'a', is: many(41, String) }] }, '取值最多40个'),
      mapping({ fields: [{ target: 'alarm', path: 'a', codes: { 1: 'flood' } }] }, '请选择报警'),
      mapping({ fields: [{ target: 'alarm', path: 'a', codes: {} }] }, '取值对照应有1至100项'),
      mapping({ fields: [{ target: 'position', lng: 'x', lat: 'y', system: 'mars' }] }, '请选择坐标系'),
    ]);
  });

  it('400 of a secret and of a sample', async () => {
    const sample = { kind: 'webhook', mapping: form({}).mapping };
    await refusesInputs(t, nurse, [
      [deviceIntegrations.secret, { id: 1 }, '请输入密钥'],
      [deviceIntegrations.secret, { id: 1, secret: long(201) }, '密钥不能超过200个字符'],
      [deviceIntegrations.secret, { id: 1, secret: '密钥' }, '密钥只能含英文字符'],
      [deviceIntegrations.try, { ...sample, body: '' }, '请粘贴报文'],
      [deviceIntegrations.try, { ...sample, body: long(32_001) }, '报文不能超过32000个字符'],
    ]);
  });
});

describe('what belongs to a device is refused with what it lacks', () => {
  const batch = { name: '一批', typeId: 1, firstNumber: '100000', lastNumber: '100010', strategy: 1 };
  const contact = (phone: string) => ({ name: '女儿', phone });
  it('400 of each form', async () => {
    await refusesInputs(t, nurse, [
      [cameras.save, { id: 1, source: 'hls', address: 'https://example.com/a.m3u8', password: long(101) }, '密码不能超过100个字符'],
      [cameras.consent, { oldmanId: 1, saidDate: '2026-01-01' }, '请选择是否同意'],
      [deviceBatches.create, { ...batch, firstNumber: '12' }, '起始编号应为6到20位数字'],
      [deviceBatches.create, { ...batch, strategy: 9 }, '请选择登记方式'],
      [deviceBatches.enter, { ids: ids(101) }, '一次最多登记100台'],
      [deviceHubs.assign, { hubId: 1, deviceIds: ids(201) }, '一次最多200台设备'],
      [deviceProfiles.save, { id: 1, profile: { acceptedLoss: [long(301)] } }, '确认的内容过长'],
      [deviceTypes.create, { name: '型号', kind: 'watch', protocol: 'smoke' }, '请选择通信协议'],
      [deviceTypes.create, { name: '型号', kind: 'watch', fallLevels: [1] }, '请填写低、中、高三个灵敏度的数值'],
      [indoorPlaces.addBeacon, { id: 1 }, '请输入MAC地址'],
      [lockMembers.create, { deviceId: 1, startDate: '2026-01-01' }, '请选择一名员工或一名服务对象'],
      [lockRecords.create, { deviceId: 1, time: '2026-01-01 08:00:00' }, '请选择事件'],
      [locks.save, { id: 1, provider: 'ttlock', externalId: 'x' }, '锁编号应为数字'],
      [locks.save, { id: 1, provider: 'ttlock', externalId: '12' }, '请输入通通锁账号'],
      [deviceContacts.save, { id: 1, sosNumbers: [], contacts: many(11, (i) => contact(`1381234567${i % 10}`)) }, '亲情号码最多10个'],
      [deviceContacts.save, { id: 1, sosNumbers: [], contacts: [contact('13812345678'), contact('13812345678')] }, '亲情号码不能重复'],
    ]);
  });

  it('400 of a rule for an additional item of JT/T 808', async () => {
    const type = (rules: object[], text: string): Case => {
      const profile = { items: { e1: rules.map((rule) => ({ metric: 'heartRate', ...rule })) } };
      return [deviceTypes.create, { name: '型号', kind: 'watch', protocol: 'jt808', profile }, text];
    };
    await refusesInputs(t, nurse, [
      type([{ scale: 'x' }], '倍率应为数字'),
      type([{ add: 'x' }], '加数应为数字'),
      type([{ add: -1e7 }], '加数过小'),
      type([{ add: 1e7 }], '加数过大'),
      type(
        many(17, (at) => ({ at })),
        '一个附加信息项最多16条规则',
      ),
    ]);
  });
});
