import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { sql } from 'kysely';
import { dayOf, nextDay } from '#contract/time.ts';
import { messages } from '#contract/messages/messages.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { restrictedVisitors } from '#contract/visitors/restricted-visitors.ts';
import { visitorBookings as routes } from '#contract/visitors/visitor-bookings.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorSettings, visitorSlots } from '#contract/visitors/visitor-settings.ts';
import { askCaptcha } from '#server/users/captchas.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { textJobs } from '#server/messages/text-messages.ts';
import { person } from '#test/care.ts';
import { db } from '#server/db/tenant.ts';
import { identityColumns } from '#test/identities.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, newPhone, sentCode, smsTo } from '#test/phones.ts';

const NEUTRAL = [422, '预约信息无法核对，请检查后重试或联系机构'];
const NOT_FOUND = [404, '没有找到预约，请核对预约码和手机号'];

let t: Harness;
let tenant: number;
let chief: TestUser;
let admin: Client;
let old: number;
let token: string;
let slotId: number;
let room: string;
const tomorrow = () => nextDay(dayOf(Date.now()));
before(async () => {
  t = await harness({ rateFactor: 50 });
  admin = new Client(t.target('superuser'));
  await admin.connect();
  tenant = await t.tenant('平安颐养院');
  chief = await t.user(tenant, { name: '张敏', dataScope: 1 });
  old = await person(t, tenant, '王秀英');
  room = (await t.deps.inTenant(tenant, (tx) => tx.row<{ name: string }>(sql`select name from rooms where tenant_id = ${tenant}`)))!.name;
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(
      db
        .updateTable('people')
        .set(identityColumns(t, tenant, '11010519491231002X'))
        .where('tenant_id', '=', tenant),
    ),
  );
  await save({ publicBooking: true });
  const slot = { weekdays: [0, 1, 2, 3, 4, 5, 6], startClock: '00:00', endClock: '23:59', capacity: 30 };
  slotId = (await t.route(visitorSlots.create, chief, slot)).data as number;
  token = (await t.route(visitorSettings.get, chief)).data.path.slice('/visit/'.length);
});
after(async () => {
  await admin.end();
  await t.close();
});
beforeEach(() => admin.query('delete from code_sends; delete from login_failures'));

async function save(more: object) {
  const { data } = await t.route(visitorSettings.get, chief);
  const saved = await t.route(visitorSettings.update, chief, {
    ...data,
    questions: [{ text: '有发热', blocks: true }],
    ...more,
    version: data.version,
  });
  assert.equal(saved.status, 200, String(saved.msg));
}
const answers = [{ text: '有发热', answer: false }];
async function book(more: Record<string, unknown> = {}, phone = newPhone()) {
  const smsCode = (more.smsCode as string | undefined) ?? (await codeFor(t, 'visit', phone));
  return t.route(routes.book, null, {
    token,
    day: tomorrow(),
    slotId,
    phone,
    smsCode,
    visitorName: '王强',
    oldmanName: '王秀英',
    proof: '002x',
    relation: 2,
    people: 2,
    answers,
    ...more,
  });
}
/** That a text was sent; those of one moment come in any order. */
async function heard(phone: string, text: RegExp): Promise<void> {
  await runJobs(t.deps, textJobs);
  assert.ok(
    smsTo(t, phone).some((one) => text.test(one)),
    smsTo(t, phone).join(),
  );
}
const freeOf = async () =>
  (await t.route(routes.page, null, { token })).data.days.find(({ day }: { day: string }) => day === tomorrow()).slots[0].free as number;

describe('the booking page', () => {
  it('says when one may come, and nothing of who lives there', async () => {
    const { data } = await t.route(routes.page, null, { token });
    assert.deepEqual([data.tenantName, data.days.length, data.questions], ['平安颐养院', 8, [{ text: '有发热' }]]);
    assert.equal(JSON.stringify(data).includes('王秀英'), false);
    await save({ closedDays: [tomorrow()] });
    assert.deepEqual((await t.route(routes.page, null, { token })).data.days[1].slots, []);
    assert.deepEqual(refusal(await book()), [422, '该时段不开放探访，请选择其他时段']);
    await save({ closedDays: [] });
  });

  it('opens by its own address only', async () => {
    const none = [403, '预约链接无效或已停用'];
    const invented = `${tenant}.${'a'.repeat(32)}`;
    assert.deepEqual(refusal(await t.route(routes.page, null, { token: invented })), none);
    assert.deepEqual(refusal(await t.route(routes.page, null, { token: `999999999.${'a'.repeat(32)}` })), none);
    assert.deepEqual(refusal(await t.route(routes.page, null, { token: 'x' })), [400, '预约链接无效或已停用']);
    assert.deepEqual(refusal(await t.route(routes.find, null, { token: invented, code: 'ABC234', phone: newPhone() })), none);
    await save({ publicBooking: false });
    assert.deepEqual(refusal(await t.route(routes.page, null, { token })), none);
    await save({ publicBooking: true });
    assert.equal((await t.route(visitorSettings.renew, chief)).status, 200);
    assert.deepEqual(refusal(await t.route(routes.page, null, { token })), none);
    token = (await t.route(visitorSettings.get, chief)).data.path.slice('/visit/'.length);
  });

  it('sends its code after a captcha', async () => {
    const phone = newPhone();
    const { randomStr, answer } = await captcha();
    assert.equal((await t.route(registrations.sendCode, null, { purpose: 'visit', login: '123', randomStr, code: answer })).status, 400);
    const again = await captcha();
    assert.equal(
      (await t.route(registrations.sendCode, null, { purpose: 'visit', login: phone, randomStr: again.randomStr, code: again.answer }))
        .status,
      200,
    );
    assert.match(await sentCode(t, phone), /^\d{6}$/);
  });
});

async function captcha(): Promise<{ randomStr: string; answer: string }> {
  const randomStr = `c${Math.random()}`;
  await askCaptcha(t.deps, randomStr, () => ({ text: '1+1=', answer: 2 }));
  return { randomStr, answer: '2' };
}

describe('a booking of family', () => {
  it('proves the phone and the resident, and gets a code by text', async () => {
    const phone = newPhone();
    const before = await freeOf();
    assert.deepEqual(refusal(await book({ smsCode: '000000' }, phone)), [428, '验证码不合法']);
    const made = await book({}, phone);
    assert.deepEqual([made.status, made.data.state, made.data.oldmanName, made.data.people], [200, 2, '王秀英', 2]);
    assert.equal(await freeOf(), before - 2);
    await heard(phone, new RegExp(`来访预约成功.*预约码${made.data.code}`));
    assert.equal((await book({ proof: room }, newPhone())).status, 200);
  });

  it('hears the same of a wrong name, a wrong proof and a visit that is not allowed; only the desk is told why', async () => {
    const phone = newPhone();
    assert.deepEqual(refusal(await book({ oldmanName: '王秀' })), NEUTRAL);
    assert.deepEqual(refusal(await book({ proof: '1234' })), NEUTRAL);
    const entry = { visitorName: '赵强', visitorPhone: phone, oldmanId: old, reason: '监护人要求', startDate: dayOf(Date.now()) };
    const { data: id } = await t.route(restrictedVisitors.create, chief, entry);
    assert.deepEqual(refusal(await book({ visitorName: '赵强' }, phone)), NEUTRAL);
    const told = (await t.route(messages.page, chief, { a: 0, b: 'all', kind: 'visitor' })).data.records;
    assert.match(told[0].text, /赵强.*王秀英，已拦截。限制原因：监护人要求/);
    await t.route(restrictedVisitors.remove, chief, { id });
  });

  it('is stopped when it guesses', async () => {
    const phone = newPhone();
    const statuses = [];
    const smsCode = await codeFor(t, 'visit', phone);
    for (let tried = 0; tried < 12; tried++) statuses.push((await book({ proof: String(1000 + tried), smsCode }, phone)).status);
    assert.equal(statuses[0], 422);
    assert.equal(statuses.at(-1), 429);
    const last = await book({ smsCode }, phone);
    assert.deepEqual(refusal(last), [429, '尝试次数过多，请稍后再试']);
  });

  it('keeps the code for another try of what can be mended', async () => {
    const phone = newPhone();
    const smsCode = await codeFor(t, 'visit', phone);
    assert.deepEqual(refusal(await book({ smsCode, answers: [] }, phone)), [400, '请回答全部健康申报问题']);
    assert.deepEqual(refusal(await book({ smsCode, answers: [{ text: '有发热', answer: true }] }, phone)), [
      422,
      '根据健康申报，暂时不能来访，请与机构联系',
    ]);
    assert.deepEqual(refusal(await book({ smsCode, people: 9 }, phone)), [400, '每次预约最多4人']);
    assert.deepEqual(refusal(await book({ smsCode, day: nextDay(tomorrow(), 30) }, phone)), [422, '只能预约今天起7天内的日期']);
    assert.equal((await book({ smsCode }, phone)).status, 200);
    const next = async (more: number) => {
      await admin.query('delete from code_sends');
      return book({ day: nextDay(tomorrow(), more) }, phone);
    };
    for (let more = 1; more < 5; more++) assert.equal((await next(more)).status, 200);
    assert.deepEqual(refusal(await next(5)), [422, '该手机号已有5个未到访的预约，请先取消']);
  });

  it('never takes a place twice: of 30 at once as many win as there are places', async () => {
    const capacity = 30 - (await freeOf()) + 7;
    const slot = { weekdays: [0, 1, 2, 3, 4, 5, 6], startClock: '00:00', endClock: '23:59', capacity };
    assert.equal((await t.route(visitorSlots.update, chief, { ...slot, id: slotId })).status, 200);
    const phones = Array.from({ length: 30 }, newPhone);
    const codes: string[] = [];
    for (const phone of phones) codes.push(await codeFor(t, 'visit', phone));
    const all = await Promise.all(phones.map((phone, at) => book({ people: 1, smsCode: codes[at] }, phone)));
    assert.equal(all.filter(({ status }) => status === 200).length, 7);
    assert.ok(all.filter(({ status }) => status !== 200).every(({ msg }) => msg === '该时段已约满，请选择其他时段'));
    assert.equal(await freeOf(), 0);
    assert.equal((await t.route(visitorSlots.update, chief, { ...slot, capacity: 400, id: slotId })).status, 200);
  });

  it('is for a slot that receives the resident’s building', async () => {
    const slot = { weekdays: [0, 1, 2, 3, 4, 5, 6], startClock: '00:00', endClock: '23:59', capacity: 400 };
    await t.route(visitorSlots.update, chief, { ...slot, id: slotId, building: '8号楼' });
    assert.deepEqual(refusal(await book()), [422, '该时段不接待探访对象所在楼栋，请选择其他时段']);
    await t.route(visitorSlots.update, chief, { ...slot, id: slotId, building: null });
  });

  it('is looked up, moved and cancelled with code and phone', async () => {
    const phone = newPhone();
    const { code } = (await book({}, phone)).data;
    const own = { token, code, phone };
    assert.deepEqual(refusal(await t.route(routes.find, null, { ...own, phone: newPhone() })), NOT_FOUND);
    assert.deepEqual(refusal(await t.route(routes.find, null, { ...own, code: '??' })), [400, '预约码应为6位字母和数字']);
    assert.equal((await t.route(routes.find, null, { ...own, code: code.toLowerCase() })).data.people, 2);
    const moved = await t.route(routes.change, null, { ...own, day: nextDay(tomorrow()), slotId, people: 3 });
    assert.deepEqual([moved.data.day, moved.data.people], [nextDay(tomorrow()), 3]);
    assert.equal((await t.route(routes.cancel, null, own)).status, 200);
    assert.deepEqual(refusal(await t.route(routes.cancel, null, own)), [409, '该访客登记已取消，不能取消']);
    assert.equal((await t.route(routes.find, null, own)).data.state, 5);
  });

  it('waits for approval where that is asked, and hears of it by text', async () => {
    await save({ approval: true });
    const phone = newPhone();
    const { data } = await book({}, phone);
    assert.equal(data.state, 1);
    const waiting = (await t.route(nowRoutes.read, chief, { kind: 'visitor_pending' })).data.rows;
    assert.equal(waiting.length, 1);
    const id = waiting[0].id as number;
    const { version } = (await t.route(visitorRecords.get, chief, { id })).data;
    const all = await Promise.all(Array.from({ length: 20 }, () => t.route(visitorRecords.approve, chief, { id, version })));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    await heard(phone, new RegExp(`已通过，预约码${data.code}`));
    // Another time is another decision.
    assert.equal(
      (await t.route(routes.change, null, { token, code: data.code, phone, day: nextDay(tomorrow()), slotId, people: 1 })).data.state,
      1,
    );
    const refused = { id, version: version + 2, reason: '当日消杀' };
    assert.equal((await t.route(visitorRecords.refuse, chief, refused)).status, 200);
    await heard(phone, /未通过：当日消杀/);
    await save({ approval: false });
  });
});
