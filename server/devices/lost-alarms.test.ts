import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { lostByMapping, lostByProfile, SWITCHED_OFF } from '#contract/devices/lost-alarms.rules.ts';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { readVendorItems } from '#server/ingest/tcp/jt808-vendor-items.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t?.close());

const E7 = '附加信息e7的SOS求助：平台自带的规则不再读它，这里的规则没有把它的三个按键都报为SOS求助';
const FALL = '报警位29的跌倒：不报警';
const silent = { e7: [{ metric: 'heartRate' as const }] };
const keys = [1, 2, 3].map((bit) => ({ kind: 'alarm' as const, alarm: 'sos' as const, bytes: 2, bit }));
let serial = 13_500_000_000;
const typeOf = (more: object) =>
  t.route(deviceTypes.create, nurse, { name: `类型${++serial}`, kind: 'pendant', protocol: 'jt808', ...more });
const deviceOf = async (typeId: number) =>
  (await t.route(devices.create, nurse, { imei: String(++serial), type: 'pendant', typeId })).data as number;
const unraised = async (as = nurse) =>
  (await t.route(warningPolicies.unraised, as, {})).data as { at: string; id: number; devices: number; lost: string[] }[];

describe('what a setting keeps from being raised', () => {
  it('is what the gateway raises without it: the keys of item e7, and no other item', () => {
    const sosOf = (id: number, value: Uint8Array) =>
      [...readVendorItems([{ id, value }]).alarms.values()].some((alarm) => alarm === 'sos' || alarm === 'fall');
    const pressed = (bit: number) => Uint8Array.from({ length: 8 }, (_, at) => (at === 1 - Math.floor(bit / 8) ? 1 << (bit % 8) : 0));
    assert.deepEqual(
      Array.from({ length: 16 }, (_, bit) => bit).filter((bit) => sosOf(0xe7, pressed(bit))),
      [1, 2, 3],
    );
    for (let id = 0; id < 256; id++)
      for (const length of [1, 2, 4, 6, 8, 10, 12])
        if (id !== 0xe7) assert.equal(sosOf(id, new Uint8Array(length).fill(255)), false, `item ${id} raises`);
  });

  it('is said of codes, of item e7 unless all three keys raise, and of the charger', () => {
    const lost = (more: object) => lostByProfile({ protocol: 'jt808', ...more });
    assert.deepEqual(lost({}), []);
    assert.deepEqual(lost({ items: silent }), [E7]);
    assert.deepEqual(lost({ items: { e7: keys.slice(0, 2) } }), [E7]);
    assert.deepEqual(lost({ items: { e7: keys } }), []);
    assert.deepEqual(lost({ items: { e8: silent.e7 } }), []);
    assert.deepEqual(lost({ alarms: { 29: 'none', 30: 'fall', 7: 'none' } }), [FALL]);
    assert.deepEqual(lost({ alarms: { 0: 'lowBattery' } }), ['报警位0的SOS求助：只报“低电量”']);
    assert.deepEqual(lostByProfile({ protocol: 'watch', suppressChargerSos: true }), ['离开充电器后10秒内的SOS求助：只记录，不报警']);
  });

  it('is said of the values of a mapping, until they are raised again', () => {
    const fields = (codes: Record<string, 'sos' | 'fall' | 'none'>, when?: { path: string; is: string[] }[]) => ({
      fields: [{ target: 'alarm' as const, path: 'alarm', codes, otherwise: 'none' as const, when }],
    });
    const [all, less] = [fields({ 1: 'sos', 2: 'fall' }), fields({ 1: 'sos', 2: 'none' })];
    assert.deepEqual(lostByMapping(all, all), []);
    assert.deepEqual(lostByMapping(all, less), ['alarm取值“2”的跌倒']);
    assert.deepEqual(lostByMapping(less, less, ['alarm取值“2”的跌倒']), ['alarm取值“2”的跌倒'], 'it was accepted, and holds');
    assert.deepEqual(lostByMapping(less, all, ['alarm取值“2”的跌倒']), []);
    const when = [{ path: 'kind', is: ['a'] }];
    assert.deepEqual(lostByMapping(all, fields({ 1: 'sos', 2: 'fall' }, when)).length, 2, 'a condition that was not there');
    assert.deepEqual(lostByMapping(fields({ 1: 'sos', 2: 'fall' }, when), all), []);
  });
});

describe('a type of devices', () => {
  it('is not saved with the loss of a call for help that is not confirmed; confirmed, it is shown and recorded until it is taken back', async () => {
    const refused = await typeOf({ profile: { items: silent } });
    assert.deepEqual([refused.status, refused.data], [422, { lost: [E7], devices: 0 }]);
    const id = (await typeOf({})).data as number;
    await deviceOf(id);
    await deviceOf(id);
    const { version } = (await t.route(deviceTypes.get, nurse, { id })).data;
    const change = (profile: object) =>
      t.route(deviceTypes.update, nurse, { id, kind: 'pendant', protocol: 'jt808', name: `类型${id}`, profile });
    const asked = await change({ items: silent, alarms: { 29: 'none' } });
    assert.deepEqual([asked.status, asked.data], [422, { lost: [FALL, E7], devices: 2 }]);
    assert.match(asked.msg ?? '', /^保存后不再报出以下求助，涉及2台设备，请逐项确认：/);
    assert.equal((await change({ items: silent, alarms: { 29: 'none' }, acceptedLoss: [E7] })).status, 422, 'half of it');
    assert.equal((await t.route(deviceTypes.get, nurse, { id })).data.version, version, 'nothing has changed');
    assert.equal((await change({ items: silent, alarms: { 29: 'none' }, acceptedLoss: [E7, FALL] })).status, 200);
    assert.deepEqual(
      (await unraised()).filter((one) => one.id === id),
      [{ at: 'type', id, name: `类型${id}`, devices: 2, lost: [FALL, E7] }],
    );
    assert.deepEqual(await unraised(stranger), []);
    const recorded = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.row<{ lost: string[] }>(sql`select after -> 'profile' -> 'acceptedLoss' as lost from row_changes
        where tenant_id = ${nurse.tenantId} and table_name = 'device_types' and row_id = ${id} order by id desc limit 1`),
    );
    assert.deepEqual(recorded?.lost, [FALL, E7]);
    // What holds already is not asked again, and goes when it is taken back.
    assert.equal((await change({ items: silent, alarms: { 29: 'none' } })).status, 200);
    assert.equal((await change({ alarms: {} })).status, 200);
    assert.deepEqual(
      (await unraised()).filter((one) => one.id === id),
      [],
    );
    assert.equal((await t.route(deviceTypes.get, nurse, { id })).data.profile.acceptedLoss, undefined);
  });

  it('of watches filters no SOS off the charger by a change that leaves the profile out', async () => {
    const made = await t.route(deviceTypes.create, nurse, { name: '充电腕表', kind: 'watch', protocol: 'watch' });
    const filter = { id: made.data, kind: 'watch', protocol: 'watch', name: '充电腕表', suppressChargerSos: true };
    assert.equal((await t.route(deviceTypes.update, nurse, filter)).status, 422);
    const accepted = { profile: { acceptedLoss: ['离开充电器后10秒内的SOS求助：只记录，不报警'] } };
    assert.equal((await t.route(deviceTypes.update, nurse, { ...filter, ...accepted })).status, 200);
  });
});

describe('a device of its own settings', () => {
  it('loses nothing more than its type without a word', async () => {
    const typeId = (await typeOf({ profile: { alarms: { 29: 'none' }, acceptedLoss: [FALL] } })).data as number;
    const id = await deviceOf(typeId);
    const save = (profile: object) => t.route(deviceProfiles.save, nurse, { id, profile });
    assert.deepEqual((await t.route(deviceProfiles.get, nurse, { id })).data.lost, [FALL]);
    assert.equal((await save({ alarms: { 7: 'none' } })).status, 200, 'a battery is no call for help');
    const asked = await save({ items: silent });
    assert.deepEqual([asked.status, asked.data], [422, { lost: [E7], devices: 1 }]);
    assert.equal((await save({ items: silent, acceptedLoss: [E7] })).status, 200);
    assert.deepEqual((await t.route(deviceProfiles.get, nurse, { id })).data.lost, [FALL, E7]);
    const found = (await unraised()).find((one) => one.at === 'device' && one.id === id);
    assert.deepEqual(found?.lost, [E7], 'what its type says is said there');
    assert.equal((await save({ alarms: { 29: 'fall' } })).status, 200);
    assert.deepEqual((await t.route(deviceProfiles.get, nurse, { id })).data.lost, []);
  });
});

describe('an integration', () => {
  const mapping = (codes: object) => ({ device: 'id', fields: [{ target: 'alarm', path: 'alarm', codes }] });

  it('stops raising a value, and is switched off, only when that was confirmed', async () => {
    const form = { name: '呼叫平台', kind: 'webhook', mapping: mapping({ 1: 'sos', 2: 'fall' }) };
    const id = (await t.route(deviceIntegrations.create, nurse, form)).data as number;
    const lost = 'alarm取值“2”的跌倒';
    const change = (more: object) => t.route(deviceIntegrations.update, nurse, { ...form, id, ...more });
    const asked = await change({ mapping: mapping({ 1: 'sos', 2: 'none' }) });
    assert.deepEqual([asked.status, asked.data], [422, { lost: [lost], devices: 0 }]);
    assert.equal((await change({ mapping: { ...mapping({ 1: 'sos', 2: 'none' }), acceptedLoss: [lost] } })).status, 200);
    assert.deepEqual((await unraised()).find((one) => one.at === 'integration' && one.id === id)?.lost, [lost]);
    assert.equal((await change({ mapping: mapping({ 1: 'sos', 2: 'none', 3: 'other' }) })).status, 200, 'it holds on');
    assert.deepEqual((await unraised()).find((one) => one.at === 'integration')?.lost, [lost]);
    assert.equal((await change({})).status, 200);
    assert.deepEqual((await unraised()).find((one) => one.at === 'integration') ?? null, null, 'raised again');
    const off = await change({ enabled: false });
    assert.deepEqual([off.status, off.data?.lost], [422, [SWITCHED_OFF]]);
    assert.equal((await change({ enabled: false, mapping: { ...form.mapping, acceptedLoss: [SWITCHED_OFF] } })).status, 200);
    assert.deepEqual((await unraised()).find((one) => one.id === id)?.lost, [SWITCHED_OFF]);
    // Switched off before confirmations existed, as the demonstration's are: nothing was confirmed, and it is said all the same.
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update device_integrations set mapping = mapping - 'acceptedLoss' where id = ${id}`),
    );
    assert.deepEqual((await unraised()).find((one) => one.id === id)?.lost, [SWITCHED_OFF]);
    assert.equal((await change({ enabled: true })).status, 200);
    assert.deepEqual(
      (await unraised()).filter((one) => one.id === id),
      [],
    );
  });

  it('in place of the format of MQTT devices raises their calls for help, or that is confirmed', async () => {
    const made = await t.route(deviceIntegrations.create, nurse, {
      name: '只有心率',
      kind: 'mqtt',
      mapping: { fields: [{ target: 'reading', metric: 'heartRate', path: 'hr' }] },
    });
    const type = { kind: 'watch', protocol: 'mqtt', integrationId: made.data };
    const asked = await typeOf(type);
    assert.deepEqual(asked.data?.lost, ['SOS求助：所选的数据接入没有任何取值会报出', '跌倒：所选的数据接入没有任何取值会报出']);
    const id = (await typeOf({ ...type, profile: { acceptedLoss: asked.data.lost } })).data as number;
    assert.equal((await unraised()).find((one) => one.at === 'type' && one.id === id)?.lost.length, 2);
  });
});
