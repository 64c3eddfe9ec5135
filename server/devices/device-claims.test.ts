/** Claims of device numbers: not those that others have, not many without the platform's consent. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { consents, strategies } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches as routes } from '#contract/devices/device-batches.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { imported, workbook } from '#test/workbooks.ts';
import { adopt } from './device-adoption.ts';

let t: Harness;
let one: TestUser;
let other: TestUser;
let platform: TestUser;
const types = new Map<TestUser, number>();
before(async () => {
  t = await harness();
  [one, other, platform] = [await t.user(await t.tenant()), await t.user(await t.tenant()), await t.user(PLATFORM)];
  for (const user of [one, other])
    types.set(user, (await t.route(deviceTypes.create, user, { name: '腕表', kind: 'watch', commands: [] })).data as number);
});
after(() => t?.close());

const TAKEN = [422, '号段内有编号已被登记或占用，请核对编号或联系平台管理员'];
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
let block = 0;
/** The n-th hundred thousand of numbers of its own. */
const numbers = () => `86${String(++block).padStart(8, '0')}`;
const form = (user: TestUser, start: string, count: number) => {
  const first = start.padEnd(15, '0');
  return {
    name: '采购',
    typeId: types.get(user) as number,
    strategy: strategies.create,
    firstNumber: first,
    lastNumber: String(BigInt(first) + BigInt(count - 1)),
  };
};
const claim = (user: TestUser, start: string, count = 100) => t.route(routes.create, user, form(user, start, count));
const consentOf = async (user: TestUser, id: number) => (await t.route(routes.get, user, { id })).data.consent;
const requests = async (firstNumber: string) => (await t.route(routes.requests, platform, { firstNumber })).data.records;
const told = (user: TestUser, title: string) =>
  t.deps.inTenant(user.tenantId, (tx) =>
    tx.rows<{ text: string; link: string }>(
      sql`select text, link from messages where recipient_id = ${user.userId} and title = ${title} order by id`,
    ),
  );

describe('a claim of numbers', () => {
  it('is refused where another tenant has a device or a batch, in the same words, and its own devices do not matter', async () => {
    const [foreign, bought, own] = [numbers(), numbers(), numbers()];
    await t.route(devices.create, other, { imei: `${foreign}00050`, type: 'watch' });
    assert.deepEqual(answer(await claim(one, foreign)), TAKEN);
    assert.equal((await claim(other, bought)).status, 200);
    assert.deepEqual(answer(await claim(one, bought)), TAKEN);
    await t.route(devices.create, one, { imei: `${own}00050`, type: 'watch' });
    const { data: id } = await claim(one, own);
    assert.deepEqual(
      answer(await t.route(routes.update, one, { id: id as number, ...form(one, foreign, 100) })),
      TAKEN,
      'nor moved to them',
    );
    assert.deepEqual(answer(await claim(one, own)), [422, '号段与本机构已有批次重叠']);
  });

  it('is refused where another tenant’s watch calls itself by ten digits of the range, and the other way round', async () => {
    const [long, short] = [numbers(), numbers()];
    const ten = `${long}00050`.slice(4, 14);
    await t.route(devices.create, other, { imei: ten, type: 'watch' });
    assert.deepEqual(answer(await claim(one, long)), TAKEN);
    await t.route(devices.create, other, { imei: `${short}00050`, type: 'watch' });
    const digits = `${short}00050`.slice(4, 14);
    const wanted = { ...form(one, '1', 1), firstNumber: digits, lastNumber: digits };
    assert.deepEqual(answer(await t.route(routes.create, one, wanted)), TAKEN);
  });

  it('that two make at once belongs to one of them', async () => {
    for (let n = 0; n < 3; n++) {
      const start = numbers();
      const both = await Promise.all([claim(one, start, 30), claim(other, start, 60)]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
    }
  });
});

describe('a single number', () => {
  const NUMBER_TAKEN = [422, '该设备编号已被登记，请核对编号或联系平台管理员'];
  const enter = (user: TestUser, imei: string) => t.route(devices.create, user, { imei, type: 'watch' });

  it('inside another tenant’s batch is refused, entered, changed or imported: an SOS of that watch would ring here', async () => {
    const [theirs, own] = [numbers(), numbers()];
    assert.equal((await claim(other, theirs)).status, 200);
    const inside = `${theirs}00050`;
    assert.deepEqual(answer(await enter(one, inside)), NUMBER_TAKEN);
    assert.deepEqual(answer(await enter(one, inside.slice(4, 14))), NUMBER_TAKEN, 'nor the ten digits by which its watch calls itself');
    const id = (await enter(one, `${own}00050`)).data as number;
    assert.deepEqual(answer(await t.route(devices.update, one, { id, imei: inside, type: 'watch' })), NUMBER_TAKEN);
    assert.equal((await t.route(devices.get, one, { id })).data.imei, `${own}00050`);
    const sheet = await workbook([
      ['设备编号*', '设备类别*'],
      [inside, '智能腕表'],
      [`${own}00060`, '智能腕表'],
    ]);
    const made = await imported(t, devices.import, one, sheet, 'mode=good');
    assert.deepEqual([made.good, made.bad, made.errors.map(({ reason }) => reason)], [1, 1, [NUMBER_TAKEN[1]]]);
    assert.equal((await enter(other, inside)).status, 200, 'whose batch it is may');
  });

  it('of fifteen digits is refused where the ten in its middle are another tenant’s batch', async () => {
    const imei = `${numbers()}00050`;
    const ten = imei.slice(4, 14);
    assert.equal((await t.route(routes.create, other, { ...form(other, '1', 1), firstNumber: ten, lastNumber: ten })).status, 200);
    assert.deepEqual(answer(await enter(one, imei)), NUMBER_TAKEN);
  });

  it('is free in an own batch and in one without consent, and takes nothing from the numbers that need no consent', async () => {
    const [own, waiting] = [numbers(), numbers()];
    const buyer = await t.user(await t.tenant());
    types.set(buyer, (await t.route(deviceTypes.create, buyer, { name: '腕表', kind: 'watch', commands: [] })).data as number);
    const { data: asked } = await claim(other, waiting, 1001);
    assert.equal(await consentOf(other, asked as number), consents.waiting);
    assert.equal((await enter(buyer, `${waiting}00050`)).status, 200);
    const { data: id } = await claim(buyer, own, 1000);
    assert.equal(await consentOf(buyer, id as number), consents.none);
    assert.equal((await enter(buyer, `${own}00050`)).status, 200);
  });

  it('and a batch with it, made at once, are never both there', async () => {
    for (let n = 0; n < 3; n++) {
      const start = numbers();
      const both = await Promise.all([claim(other, start, 20), enter(one, `${start}00007`)]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 422]);
    }
  });
});

describe('a large claim', () => {
  it('waits for the platform, which is told; until then no number comes by itself and none is withheld from others', async () => {
    const start = numbers();
    const { data: id } = await claim(one, start, 1001);
    assert.equal(await consentOf(one, id as number), consents.waiting);
    assert.equal(await adopt(t.deps, `${start}00007`, 'watch'), false);
    const [request] = await requests(`${start}00000`);
    assert.deepEqual([request!.count, request!.state, request!.batchName], [1001, consents.waiting, '采购']);
    const [message] = await told(platform, '设备号段待平台同意');
    assert.equal(message!.link, '/device/batch?tab=requests');
    assert.equal((await claim(other, start, 10)).status, 200, 'what nobody agreed to is no claim');
    const decided = await t.route(routes.decide, platform, { id: request!.id, agree: true });
    assert.deepEqual(answer(decided), TAKEN, 'and is checked again');
    assert.equal(await consentOf(one, id as number), consents.waiting);
  });

  it('is in force with consent, once, and its institution is told', async () => {
    const start = numbers();
    const { data: id } = await claim(one, start, 5000);
    const [request] = await requests(`${start}00000`);
    const answers = await Promise.all([1, 2].map(() => t.route(routes.decide, platform, { id: request!.id, agree: true })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await consentOf(one, id as number), consents.given);
    assert.equal((await told(one, '平台已同意设备号段')).length, 1);
    assert.equal(await adopt(t.deps, `${start}00007`, 'watch'), true);
    assert.deepEqual(answer(await claim(other, start, 10)), TAKEN);
    const { firstNumber, ...rest } = form(one, start, 5000);
    assert.equal((await t.route(routes.update, one, { id: id as number, ...rest, firstNumber, name: '改名' })).status, 200);
    assert.equal(await consentOf(one, id as number), consents.given, 'another name needs no consent');
    assert.equal((await t.route(routes.update, one, { id: id as number, ...form(one, start, 5001) })).status, 200);
    assert.equal(await consentOf(one, id as number), consents.waiting, 'other numbers do');
  });

  it('is off with a refusal, which says why; a smaller one in its place is free', async () => {
    const start = numbers();
    const { data: id } = await claim(one, start, 2000);
    const [request] = await requests(`${start}00000`);
    assert.deepEqual(answer(await t.route(routes.decide, platform, { id: request!.id, agree: false })), [400, '请填写不同意的原因']);
    assert.equal((await t.route(routes.decide, platform, { id: request!.id, agree: false, note: '请提供合同' })).status, 200);
    const { data } = await t.route(routes.get, one, { id: id as number });
    assert.deepEqual([data.consent, data.consentNote], [consents.refused, '请提供合同']);
    assert.match((await told(one, '平台未同意设备号段'))[0]!.text, /请提供合同/);
    assert.equal(await adopt(t.deps, `${start}00007`, 'watch'), false);
    assert.equal((await t.route(routes.update, one, { id: id as number, ...form(one, start, 50) })).status, 200);
    assert.equal(await consentOf(one, id as number), consents.none);
    assert.equal(await adopt(t.deps, `${start}00007`, 'watch'), true);
  });

  it('may not be made of many small ones', async () => {
    const buyer = await t.user(await t.tenant());
    types.set(buyer, (await t.route(deviceTypes.create, buyer, { name: '腕表', kind: 'watch', commands: [] })).data as number);
    const ids: number[] = [];
    for (const count of [600, 400, 1]) ids.push((await claim(buyer, numbers(), count)).data as number);
    assert.deepEqual(await Promise.all(ids.map((id) => consentOf(buyer, id))), [consents.none, consents.none, consents.waiting]);
  });

  it('is decided by the platform alone; removed, nobody is asked any more', async () => {
    const start = numbers();
    const { data: id } = await claim(one, start, 2000);
    const [request] = await requests(`${start}00000`);
    for (const user of [one, other]) {
      assert.equal((await t.route(routes.requests, user, {})).status, 403);
      assert.equal((await t.route(routes.decide, user, { id: request!.id, agree: true })).status, 403);
    }
    const looker = await t.user(PLATFORM, { permissions: ['tenant_devicebatch_view'] });
    assert.equal((await t.route(routes.decide, looker, { id: request!.id, agree: true })).status, 403);
    assert.equal((await t.route(routes.remove, one, { id: id as number })).status, 200);
    assert.deepEqual(await requests(`${start}00000`), []);
    assert.equal((await t.route(routes.decide, platform, { id: request!.id, agree: true })).status, 409);
  });

  it('has the size that the platform says', async () => {
    const set = (value: string) =>
      t.deps.inTenant(PLATFORM, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${PLATFORM}, '号段', 'DEVICE_NUMBERS_FREE', ${value})
          on conflict (tenant_id, key) do update set value = excluded.value`),
      );
    const buyer = await t.user(await t.tenant());
    types.set(buyer, (await t.route(deviceTypes.create, buyer, { name: '腕表', kind: 'watch', commands: [] })).data as number);
    await set('0');
    const { data: id } = await claim(buyer, numbers(), 1);
    assert.equal(await consentOf(buyer, id as number), consents.waiting);
    await set('9000');
    const { data: next } = await claim(buyer, numbers(), 9000);
    assert.equal(await consentOf(buyer, next as number), consents.none);
    await set('1000');
  });
});
