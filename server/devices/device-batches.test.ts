import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { checkNumbers, imeiOfShort, strategies } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches as routes } from '#contract/devices/device-batches.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { adopt } from './device-adoption.ts';

let t: Harness;
let manager: TestUser;
let stranger: TestUser;
let typeId: number;
let mqttType: number;
before(async () => {
  t = await harness();
  manager = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
  const type = async (as: TestUser, input: object) =>
    (await t.route(deviceTypes.create, as, { kind: 'watch', commands: [], ...input } as never)).data as number;
  typeId = await type(manager, { name: '腕表', manufacturer: '平安' });
  mqttType = await type(manager, { name: '床带', kind: 'bed', protocol: 'mqtt' });
});
after(() => t?.close());

let block = 100;
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const range = () => {
  const start = `8650010${String(++block).padStart(4, '0')}0000`;
  return { firstNumber: start, lastNumber: start.replace(/0000$/, '0099') };
};
const form = (extra: object = {}) => ({ name: '六月批次', typeId, strategy: strategies.create, ...range(), ...extra });
const create = async (extra: object = {}) => {
  const input = form(extra);
  const { data, status, msg } = await t.route(routes.create, manager, input as never);
  assert.equal(status, 200, String(msg));
  return { id: data as number, ...input };
};
const ledger = async (imei: string) =>
  (await t.route(devices.page, manager, { imei })).data.records as { id: number; imei: string; typeName: string; enabled: boolean }[];
const waiting = async (batchId: number) =>
  (await t.route(routes.strangers, manager, { batchId })).data.records as {
    id: number;
    imei: string;
    count: number;
    refusal: string | null;
  }[];

describe('a batch of devices', () => {
  it('asks for a session, good numbers, the permission, and is nobody else’s', async () => {
    const looker = await t.user(manager.tenantId, { permissions: ['tenant_devicebatch_view'] });
    assert.equal((await t.route(routes.create, null, form())).status, 401);
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ lastNumber: '1234567' }))), [
      400,
      '起始编号和结束编号的位数应相同',
    ]);
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ firstNumber: '999999', lastNumber: '999998' }))), [
      400,
      '结束编号不能小于起始编号',
    ]);
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ firstNumber: '100000', lastNumber: '110000' }))), [
      400,
      '一个批次最多10000个编号',
    ]);
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ firstNumber: 'abc' }))), [400, '起始编号应为6到20位数字']);
    const letters = form({ firstNumber: 'ABCDEFGH', lastNumber: 'ABCDEFGZ' });
    assert.deepEqual(answer(await t.route(routes.create, manager, letters)), [400, '起始编号应为6到20位数字'], 'of one length');
    assert.equal((await t.route(routes.page, manager)).data.total, 0);
    assert.equal((await t.route(routes.create, looker, form())).status, 403);
    const { id } = await create();
    assert.equal((await t.route(routes.get, stranger, { id })).status, 404);
    assert.equal((await t.route(routes.remove, stranger, { id })).status, 404);
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ typeId: mqttType }))), [
      422,
      '该类型的设备不能按号段登记：请选择以TCP方式接入的设备类型',
    ]);
    assert.deepEqual(answer(await t.route(deviceTypes.remove, manager, { id: typeId })), [422, '该类型下还有设备批次，不能删除']);
  });

  it('shares no number with another one, whoever has that, also when two are entered at once', async () => {
    const { id, firstNumber, lastNumber } = await create();
    const own = [422, '号段与本机构已有批次重叠'];
    const overlap = [422, '号段内有编号已被登记或占用，请核对编号或联系平台管理员'];
    assert.deepEqual(answer(await t.route(routes.create, manager, form({ firstNumber: lastNumber, lastNumber }))), own);
    const foreign = (await t.route(deviceTypes.create, stranger, { name: '腕表', kind: 'watch', commands: [] })).data as number;
    assert.deepEqual(answer(await t.route(routes.create, stranger, form({ typeId: foreign, firstNumber, lastNumber }))), overlap);
    assert.equal(
      (await t.route(routes.update, manager, { id, ...form({ firstNumber, lastNumber }), name: '改名' })).status,
      200,
      'but with itself',
    );
    const both = form();
    const answers = await Promise.all([
      t.route(routes.create, manager, both),
      t.route(routes.create, stranger, { ...both, typeId: foreign }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  });
});

describe('a number that comes by itself', () => {
  it('is entered at once where its batch says so, once, with what the type knows', async () => {
    const { firstNumber, id } = await create();
    const number = firstNumber.replace(/00$/, '07');
    assert.ok((await Promise.all([adopt(t.deps, number, 'watch'), adopt(t.deps, number, 'watch')])).includes(true));
    const found = await ledger(number);
    assert.deepEqual(
      found.map(({ typeName, enabled }) => [typeName, enabled]),
      [['腕表', true]],
    );
    assert.equal((await t.route(routes.get, manager, { id })).data.deviceCount, 1);
    assert.deepEqual(await waiting(id), []);
    assert.equal(await adopt(t.deps, number, 'gt06'), false, 'the batch’s devices speak another protocol');
    assert.equal(await adopt(t.deps, '865999999999999', 'watch'), false, 'nobody bought that');
  });

  it('is known by the ten digits that a watch sends of fifteen', async () => {
    const { firstNumber } = await create();
    const short = firstNumber.slice(4, 14);
    assert.equal(await adopt(t.deps, short, 'watch'), true);
    assert.equal((await ledger(imeiOfShort('8650', short))).length, 1);
  });

  it('waits for staff where its batch says so; entered, it is off the list', async () => {
    const { id, firstNumber } = await create({ strategy: strategies.preEntered });
    const number = firstNumber.replace(/00$/, '21');
    for (let n = 0; n < 3; n++) assert.equal(await adopt(t.deps, number, 'watch'), false);
    assert.deepEqual(
      (await waiting(id)).map(({ imei, count, refusal }) => [imei, count, refusal]),
      [[number, 3, null]],
    );
    assert.deepEqual(await ledger(number), []);
    const [first] = await waiting(id);
    const ids = [first!.id];
    assert.equal((await t.route(routes.enter, null, { ids })).status, 401);
    assert.deepEqual(answer(await t.route(routes.enter, manager, { ids: [] })), [400, '请选择设备']);
    const looker = await t.user(manager.tenantId, { permissions: ['tenant_devicebatch_view'] });
    assert.equal((await t.route(routes.enter, looker, { ids })).status, 403);
    assert.equal((await t.route(routes.enter, stranger, { ids })).status, 409, 'not on their list');
    const answers = await Promise.all([t.route(routes.enter, manager, { ids }), t.route(routes.enter, manager, { ids })]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal((await ledger(number)).length, 1);
    assert.deepEqual(await waiting(id), []);
    await adopt(t.deps, firstNumber, 'watch');
    const [other] = await waiting(id);
    await t.deps.inTenant(stranger.tenantId, (tx) =>
      tx.run(sql`insert into devices (tenant_id, imei, type) values (${tx.tenantId}, ${firstNumber}, 'watch')`),
    );
    assert.deepEqual(answer(await t.route(routes.enter, manager, { ids: [other!.id] })), [
      409,
      '这些设备已在设备台账里，请从待登记设备中移除',
    ]);
    await t.deps.inTenant(stranger.tenantId, (tx) =>
      tx.run(sql`update devices set deleted_at = now() where tenant_id = ${tx.tenantId} and imei = ${firstNumber}`),
    );
    assert.equal((await t.route(routes.forget, stranger, { id: other!.id })).status, 404);
    assert.equal((await t.route(routes.forget, manager, { id: other!.id })).msg, '移除成功');
    await adopt(t.deps, firstNumber, 'watch');
    await t.route(devices.create, manager, { imei: firstNumber, type: 'watch' });
    assert.deepEqual(await waiting(id), [], 'entered by hand it is off the list as well');
  });

  it('is nothing where its batch is off, and where staff disabled the device', async () => {
    const off = await create({ strategy: strategies.off });
    assert.equal(await adopt(t.deps, off.firstNumber, 'watch'), false);
    assert.deepEqual(await waiting(off.id), []);
    const { id, firstNumber } = await create();
    await t.route(devices.create, manager, { imei: firstNumber, type: 'watch', enabled: false });
    assert.equal(await adopt(t.deps, firstNumber, 'watch'), false);
    assert.deepEqual(await waiting(id), []);
  });

  it('is not entered beyond what the institution may have: the list says why', async () => {
    const { id, firstNumber } = await create();
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set devices_most = 0 where id = ${manager.tenantId}`));
    assert.equal(await adopt(t.deps, firstNumber, 'watch'), false);
    assert.match((await waiting(id))[0]!.refusal ?? '', /设备数已达上限/);
    await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set devices_most = null where id = ${manager.tenantId}`));
  });
});

it('numbers and check digits', () => {
  assert.equal(imeiOfShort('8637', '3707805539'), '863737078055392');
  assert.equal(checkNumbers('100000', '109999'), null);
});
