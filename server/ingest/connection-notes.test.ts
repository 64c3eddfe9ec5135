/** What staff are told of a device's connections, on sockets and a real database. */
import { DAY } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { connectionNotes, noteTexts } from '#contract/devices/device-connections.rules.ts';
import { deviceConnections } from '#contract/devices/device-connections.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest } from '#test/ingest.ts';
import { dialTerminal, type TerminalLink } from '#test/terminals.ts';
import { eventually } from '#test/watch-gateway.ts';
import { gt06Speaker } from '../../scripts/simulator/gt06-speaker.ts';
import { connectionLedger } from './connection-notes.ts';
import { gatewayLimits } from './tcp/gateway-limits.ts';
import { startTcpGateways, type TcpGateways } from './tcp/gateways.ts';

const ELSEWHERE = '127.0.0.2';
let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
let looker: TestUser;
let sink: ReturnType<typeof ingest>;
let ledger: ReturnType<typeof connectionLedger>;
let gateways: TcpGateways;
let typeId: number;
let now = Date.now();
const type = { name: '定位卡', kind: 'pendant', protocol: 'gt06', commands: [] };
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  looker = await t.user(nurse.tenantId, { permissions: ['tenant_device_view'] });
  typeId = (await t.route(deviceTypes.create, nurse, type)).data as number;
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  ledger = connectionLedger({ ...t.deps, now: () => now });
  gateways = await startTcpGateways(
    { gt06: 0 },
    { host: '127.0.0.1', directory: sink.directory, sink: sink.pipeline, clock: Date.now, log: t.deps.log, note: ledger.note },
    Buffer.from('x'),
  );
});
after(async () => {
  await gateways?.stop();
  await sink?.close();
  await t?.close();
});

let serial = 0;
async function add() {
  const imei = String(863_799_000_000_000 + ++serial * 10);
  return { imei, id: (await t.route(devices.create, nurse, { imei, type: 'pendant', typeId })).data as number };
}
async function come(imei: string, from?: string) {
  const link = await dialTerminal(gateways.ports.gt06 as number, gt06Speaker(imei), from);
  return { link, ended: await link.login() };
}
async function beat(link: TerminalLink) {
  link.send(link.speaker.heartbeat({ battery: 60 }));
  await link.next();
}
const notes = async (id: number) => (await t.route(deviceConnections.notes, nurse, { id })).data;
const told = (user: TestUser, title: string) =>
  t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.rows<{ text: string; link: string }>(sql`select text, link from messages where recipient_id = ${user.userId} and title = ${title}`),
  );

describe('a number that two use', { timeout: 240_000 }, () => {
  it('is shown on the page of the device with both addresses, and told once a day to who may edit devices', async () => {
    const { id, imei } = await add();
    const [own, other] = [await come(imei), await come(imei, ELSEWHERE)];
    for (let n = 0; n < 3; n++) {
      for (const { link } of [own, other]) await beat(link);
      now += 61_000;
    }
    await ledger.rest();
    const [note, ...more] = await notes(id);
    assert.deepEqual(more, []);
    assert.deepEqual([note!.kind, note!.address, note!.otherAddress, note!.current], [connectionNotes.twice, '127.0.0.1', ELSEWHERE, true]);
    const title = noteTexts(note!).title;
    assert.equal(title, '该编号正从两个地址使用');
    const [message, ...again] = await told(nurse, title);
    assert.deepEqual(again, []);
    assert.ok(message!.text.includes(imei) && message!.text.includes(ELSEWHERE), message!.text);
    assert.equal(message!.link, `/device/detail?id=${id}`);
    assert.deepEqual(await told(looker, title), [], 'who may only look cannot mend it');
    assert.equal((await t.route(deviceConnections.notes, looker, { id })).data.length, 1);
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update device_connection_notes set told_at = told_at - interval '1 day' where device_id = ${id}`),
    );
    now += DAY;
    for (const { link } of [own, other, own]) await beat(link);
    await ledger.rest();
    assert.equal((await told(nurse, title)).length, 2);
    for (const { link } of [own, other]) link.close();
  });

  it('is nobody else’s to see, and forgotten with the number', async () => {
    const { id, imei } = await add();
    const [own, other] = [await come(imei), await come(imei, ELSEWHERE)];
    for (const { link } of [own, other, own]) await beat(link);
    await ledger.rest();
    assert.equal((await notes(id)).length, 1);
    assert.equal((await t.route(deviceConnections.notes, stranger, { id })).status, 404);
    assert.equal((await t.route(deviceConnections.notes, null, { id })).status, 401);
    assert.equal((await t.route(devices.update, nurse, { id, imei: `${imei.slice(0, -1)}7`, type: 'pendant', typeId })).status, 200);
    assert.deepEqual(await notes(id), []);
    for (const { link } of [own, other]) link.close();
  });

  it('is said to have been used so when that is over, and not any more after a week', async () => {
    const { id, imei } = await add();
    const [own, other] = [await come(imei), await come(imei, ELSEWHERE)];
    for (const { link } of [own, other, own]) await beat(link);
    await ledger.rest();
    const age = (days: number) =>
      t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.run(sql`update device_connection_notes set last_at = now() - make_interval(days => ${days}) where device_id = ${id}`),
      );
    await age(1);
    const [note] = await notes(id);
    assert.deepEqual([note!.current, noteTexts(note!).title], [false, '该编号曾从两个地址使用']);
    await age(8);
    assert.deepEqual(await notes(id), []);
    for (const { link } of [own, other]) link.close();
  });
});

describe('a device that connects again and again', { timeout: 240_000 }, () => {
  it('is shown on its page, and told to who may edit devices: its commands wait, its reports do not', async () => {
    const { id, imei } = await add();
    const key = `${nurse.tenantId}:${id}`;
    for (let n = 0; n < gatewayLimits.takeovers; n++) {
      const { link } = await come(imei);
      link.close();
      await eventually(() => !gateways.online(key));
    }
    await ledger.rest();
    assert.deepEqual(await notes(id), [], 'so often is not too often');
    const { link, ended } = await come(imei, ELSEWHERE);
    assert.equal(ended, 'welcome');
    await ledger.rest();
    const [note, ...more] = await notes(id);
    assert.deepEqual(more, []);
    assert.deepEqual([note!.kind, note!.address, note!.otherAddress, note!.current], [connectionNotes.restless, ELSEWHERE, null, true]);
    const { title, text } = noteTexts(note!);
    assert.equal(title, '该设备正频繁断开重连，指令暂缓下发');
    const [message, ...again] = await told(nurse, title);
    assert.deepEqual(again, []);
    assert.ok(message!.text.includes(imei) && message!.text.includes(text), message!.text);
    assert.equal(message!.link, `/device/detail?id=${id}`);
    assert.deepEqual(await told(looker, title), []);
    await beat(link);
    link.close();
  });
});

describe('networks of a type', { timeout: 240_000 }, () => {
  it('are addresses or networks of either family, said clearly when they are none', async () => {
    const save = (networks: unknown) => t.route(deviceTypes.update, nurse, { ...type, id: typeId, profile: { networks } } as never);
    for (const wrong of [['10.0.0.0/33'], ['十号网'], ['10.0.0'], ['2001:db8::/129'], 'abc']) {
      const { status, msg } = await save(wrong);
      assert.deepEqual([status, msg], [400, '允许的网络应为IP地址或网段，如 10.20.0.0/16 或 2001:db8::/32']);
    }
    assert.deepEqual((await save(Array.from({ length: 33 }, (_, n) => `10.0.0.${n}`))).msg, '允许的网络最多32个');
    assert.deepEqual((await t.route(deviceTypes.get, nurse, { id: typeId })).data.profile, {}, 'nothing was changed');
  });

  it('keep a device out from elsewhere, which is counted, shown and told, and let it in again from inside', async () => {
    const { id, imei } = await add();
    const allow = async (networks: string[]) => {
      assert.equal((await t.route(deviceTypes.update, nurse, { ...type, id: typeId, profile: { networks } })).status, 200);
      sink.directory.clear();
    };
    await allow(['10.0.0.0/8', '2001:db8::/32', `${ELSEWHERE}/32`]);
    assert.equal((await come(imei)).ended, null);
    await ledger.rest();
    assert.equal((gateways.counts().gateway_gt06 as { foreignNetworks: number }).foreignNetworks, 1);
    const [note] = await notes(id);
    assert.deepEqual([note!.kind, note!.address, note!.otherAddress], [connectionNotes.outside, '127.0.0.1', null]);
    assert.equal((await told(nurse, noteTexts(note!).title)).length, 1);
    const inside = await come(imei, ELSEWHERE);
    assert.equal(inside.ended, 'welcome', 'a refusal is not remembered against the device itself');
    inside.link.close();
    await allow([]);
    const open = await come(imei);
    assert.equal(open.ended, 'welcome');
    open.link.close();
  });
});
