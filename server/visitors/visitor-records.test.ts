import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { HOUR, nextDay, textOf } from '#contract/time.ts';
import { visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { restrictedVisitors } from '#contract/visitors/restricted-visitors.ts';
import { visitorRecords as routes } from '#contract/visitors/visitor-records.ts';
import { visitorSlots } from '#contract/visitors/visitor-settings.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { messages } from '#contract/messages/messages.ts';
import { person } from '#test/care.ts';
import { refusal } from '#test/harness.ts';
import { newPhone } from '#test/phones.ts';
import { no, visitorHouse, type VisitorHouse } from '#test/visitors.ts';
import { sweepVisitors } from './visitor-sweeps.ts';

let { t, tenant, chief, desk, old, clock, today, pass, run, read, book, booked, arrive, walkIn, saveSettings } = {} as VisitorHouse;
before(async () => {
  ({ t, tenant, chief, desk, old, clock, today, pass, run, read, book, booked, arrive, walkIn, saveSettings } = await visitorHouse());
});
after(() => t.close());

describe('a visit', () => {
  it('is booked, found by code and phone, let in with a badge, and out', async () => {
    assert.equal((await saveSettings()).status, 200);
    const made = await booked();
    assert.deepEqual([made.state, made.source, made.endTime, made.oldmanName], [visitorStates.booked, 2, `${today()} 16:00:00`, '王秀英']);
    for (const keyword of [made.code.toLowerCase(), made.visitorPhone, made.visitorPhone.slice(-4), '王']) {
      const { data } = await t.route(routes.find, desk, { keyword });
      assert.ok(
        data.some(({ record }: { record: { id: number } }) => record.id === made.id),
        keyword,
      );
    }
    assert.equal((await arrive(made, { temperature: 36.4 })).status, 200);
    const inHouse = await read(made.id);
    assert.deepEqual([inHouse.state, inHouse.arrivedBy, inHouse.temperature, inHouse.dueTime], [3, '李娜', 36.4, `${today()} 16:15:00`]);
    assert.match(inHouse.place, /^3号楼 3层 302/);
    const { data: inside } = await t.route(routes.inside, desk);
    assert.deepEqual(
      inside.map(({ id }: { id: number }) => id),
      [made.id],
    );
    const { id, version } = inHouse;
    assert.deepEqual(refusal(await t.route(routes.remove, chief, { id })), [409, '该访客登记在院，不能删除']);
    assert.deepEqual(refusal(await t.route(routes.leave, desk, { id, version, leaveTime: `${today()} 09:00:00` })), [
      422,
      '离院时间不能早于到访时间',
    ]);
    assert.deepEqual(refusal(await t.route(routes.leave, desk, { id, version, leaveTime: `${today()} 23:00:00` })), [
      422,
      '离院时间不能晚于现在',
    ]);
    assert.equal((await t.route(routes.leave, desk, { id, version })).status, 200);
    assert.equal((await read(id)).leftBy, '李娜');
  });

  it('is let in once, however many press at once', async () => {
    const made = await booked();
    const all = await Promise.all(Array.from({ length: 20 }, () => arrive(made)));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    assert.ok(all.some(({ msg }) => msg === '访客登记已被修改，请刷新后重试'));
    assert.equal((await read(made.id)).version, made.version + 1);
  });

  it('is changed before it, called off, and only then deleted', async () => {
    const made = await booked();
    const { id } = made;
    const { visitorName, visitorPhone, startTime } = made;
    const change = (more: object) =>
      t.route(routes.update, chief, { id, version: made.version, visitorName, visitorPhone, startTime, ...more });
    assert.deepEqual(refusal(await change({ startTime: `${nextDay(today(), -1)} 10:00:00` })), [422, '预约时间已过']);
    assert.deepEqual(refusal(await change({ endTime: `${today()} 13:00:00` })), [400, '预约离院时间应晚于到访时间']);
    assert.equal((await change({ people: 3, startTime: `${nextDay(today())} 10:00:00` })).status, 200);
    const after = await read(id);
    assert.deepEqual([after.people, after.day, after.visitorName], [3, nextDay(today()), '王强']);
    assert.deepEqual(refusal(await change({ people: 4 })), [409, '访客登记已被修改，请刷新后重试']);
    assert.deepEqual(refusal(await arrive(after)), [422, `预约的日期是${nextDay(today())}，今天不能登记到访`]);
    const { version } = after;
    assert.deepEqual(refusal(await t.route(routes.cancel, chief, { id, version, reason: '' })), [400, '请填写取消原因']);
    assert.equal((await t.route(routes.cancel, chief, { id, version, reason: '来电取消' })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.cancel, chief, { id, version: version + 1, reason: '再次' })), [
      409,
      '该访客登记已取消，不能取消',
    ]);
    assert.equal((await t.route(routes.remove, chief, { id })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.get, chief, { id })), [404, '访客登记不存在']);
  });

  it('has one booking of a phone for a resident and day, of a resident who is here', async () => {
    const visitorPhone = newPhone();
    const { code } = await booked({ visitorPhone });
    assert.deepEqual(refusal(await book({ visitorPhone })), [409, `该手机号当天已有预约，预约码${code}`]);
    const gone = await person(t, tenant, '孙离');
    await run(sql`update people set status = 4, bed_id = null where tenant_id = ${tenant} and id = ${gone}`);
    assert.deepEqual(refusal(await book({ oldmanId: gone })), [422, '该服务对象已离开机构，不能登记探访']);
    assert.deepEqual(refusal(await book({ oldmanId: 999_999_999 })), [404, '服务对象不存在']);
  });

  it('takes places of the slot it falls into', async () => {
    const slot = { weekdays: [0, 1, 2, 3, 4, 5, 6], startClock: '18:00', endClock: '20:00', capacity: 3 };
    assert.deepEqual(refusal(await t.route(visitorSlots.create, chief, { ...slot, endClock: '17:00' })), [400, '结束时间应晚于开始时间']);
    assert.equal((await t.route(visitorSlots.create, chief, slot)).status, 200);
    assert.deepEqual(refusal(await t.route(visitorSlots.create, chief, { ...slot, weekdays: [3] })), [
      422,
      '与已有时段每天 18:00–20:00重叠',
    ]);
    const at = { startTime: `${today()} 18:30:00` };
    await booked(at);
    assert.deepEqual(refusal(await book(at)), [409, '该时段只剩1个名额，请减少人数或选择其他时段']);
    await booked({ ...at, people: 1 });
    assert.deepEqual(refusal(await book({ ...at, people: 1 })), [409, '该时段已约满，请选择其他时段']);
    const { data } = await t.route(visitorSlots.page, desk);
    assert.equal((await t.route(visitorSlots.update, chief, { ...slot, id: data.records[0].id, building: '9号楼' })).status, 200);
    assert.equal((await t.route(visitorSlots.remove, chief, { id: data.records[0].id })).status, 200);
  });
});

describe('the door', () => {
  it('lets in who comes without a booking and answers', async () => {
    assert.deepEqual(refusal(await walkIn({ answers: [] })), [400, '请回答全部健康申报问题']);
    assert.deepEqual(refusal(await walkIn({ temperature: 50 })), [400, '体温应为34至43度']);
    const { data } = await walkIn({ identityNumber: '11010519491231002X' });
    const made = await read(data as number);
    assert.deepEqual([made.state, made.source, made.identityTail, made.answers], [3, 3, '002X', [{ ...no('有发热'), blocks: true }]]);
  });

  it('is closed to who is ill, unless someone with the right says why', async () => {
    const ill = { temperature: 38 };
    assert.deepEqual(refusal(await walkIn(ill)), [403, '健康申报不符合来访要求。您没有放行权限，请联系负责人']);
    assert.deepEqual(refusal(await walkIn(ill, chief)), [422, '健康申报不符合来访要求。放行需填写原因']);
    const { data } = await walkIn({ ...ill, overrideReason: '已复测' }, chief);
    const made = await read(data as number);
    assert.deepEqual([made.blocked, made.overrideReason, made.overrideBy], [true, '已复测', '张敏']);
  });

  it('warns of a restricted visitor, at the booking and when they come', async () => {
    const visitorPhone = newPhone();
    const made = await booked({ visitorPhone, visitorName: '钱江' });
    const entry = { visitorName: '钱江', visitorPhone, oldmanId: old, reason: '监护人要求', startDate: today() };
    const restrict = (more: object, as = chief) => t.route(restrictedVisitors.create, as, { ...entry, ...more });
    assert.equal((await restrict({}, desk)).status, 403);
    assert.deepEqual(refusal(await restrict({ reason: ' ' })), [400, '请填写限制原因']);
    assert.deepEqual(refusal(await restrict({ endDate: '2020-01-01' })), [400, '截止日期不能早于开始日期']);
    assert.deepEqual(refusal(await restrict({ oldmanId: null, visitorPhone: null })), [400, '限制进入全院的访客，请填写手机号或身份证号']);
    const { data: id } = await restrict({});
    const { data } = await t.route(routes.find, desk, { keyword: made.code });
    assert.equal(data[0].restriction, '监护人要求');
    assert.deepEqual(refusal(await arrive(made)), [403, '受限访客：监护人要求。您没有放行权限，请联系负责人']);
    assert.deepEqual(refusal(await arrive(made, {}, chief)), [422, '受限访客：监护人要求。放行需填写原因']);
    assert.deepEqual(refusal(await book({ visitorPhone, visitorName: '钱江', startTime: `${nextDay(today())} 10:00:00` })), [
      422,
      '受限访客：监护人要求。放行需填写原因',
    ]);
    assert.equal((await arrive(made, { overrideReason: '社工陪同' }, chief)).status, 200);
    assert.deepEqual([(await read(made.id)).restricted, (await read(made.id)).overrideBy], [true, '张敏']);
    assert.equal((await t.route(routes.page, desk, { restricted: true, keyword: visitorPhone })).data.total, 1);
    assert.equal((await t.route(restrictedVisitors.update, chief, { ...entry, id, identityNumber: '11010519491231002X' })).status, 200);
    assert.equal((await t.route(restrictedVisitors.get, desk, { id })).data.identityTail, '002X');
    assert.equal((await t.route(restrictedVisitors.remove, chief, { id })).status, 200);
  });
});

describe('what falls due', () => {
  it('is told once: who should have left, and who never came', async () => {
    const late = await booked({ visitorName: '吴晚' });
    assert.equal((await arrive(late)).status, 200);
    const missing = await booked({ visitorName: '吴未' });
    const told = async () => (await t.route(messages.page, desk, { a: 0, b: 'all', kind: 'visitor' })).data.records;
    await sweepVisitors(t.deps, clock(), 1000);
    assert.equal((await told()).length, 0);
    await pass(7 * HOUR);
    assert.ok((await sweepVisitors(t.deps, clock(), 1000)) >= 1);
    await sweepVisitors(t.deps, clock(), 1000);
    assert.equal((await told()).length, 1);
    assert.match((await told())[0].title, /访客超时未离院$/);
    const waiting = await t.route(nowRoutes.read, desk, { kind: 'visitor_overdue' });
    assert.ok(waiting.data.rows.some(({ name }: { name: string }) => name === '吴晚'));
    await pass(12 * HOUR);
    await sweepVisitors(t.deps, clock(), 1000);
    assert.equal((await read(missing.id)).state, visitorStates.missed);
    assert.deepEqual(refusal(await arrive(await read(missing.id))), [409, '该访客登记未到，不能登记到访']);
    // Who stayed over midnight is let out by hand, at the time when they left.
    const { id, version } = await read(late.id);
    const leaveTime = textOf(clock() - 10 * HOUR);
    assert.equal((await t.route(routes.leave, desk, { id, version, leaveTime })).status, 200);
    assert.equal((await read(id)).leaveTime, leaveTime);
  });
});
