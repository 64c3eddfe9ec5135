import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { homeBookings as routes } from '#contract/home-care/home-bookings.ts';
import { homeSettings } from '#contract/home-care/home-settings.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { homeHouse, VIEW, type HomeHouse } from '#test/home-care.ts';
import { refusal } from '#test/harness.ts';

let h: HomeHouse;
let areaId: number;
before(async () => {
  h = await homeHouse();
  areaId = (await h.area({ capacity: 50 })).data as number;
});
after(() => h.t.close());

const order = async (id: number) => (await h.t.route(workOrders.get, h.chief, { id })).data.workOrder;
const at = (row: { id: number; version: number }, more: object = {}) => ({ id: row.id, version: row.version, ...more });

describe('bookings of staff', () => {
  it('are confirmed into one order, which they show', async () => {
    const row = await h.booked({ note: '行动不便', others: [{ day: h.inDays(3), half: 2 }] });
    assert.deepEqual([row.state, row.areaId, row.price, row.oldmanName, row.workNo], [1, areaId, 58.5, '王秀英', null]);
    const key = 'confirm-once';
    const first = await h.confirm(row, {}, h.chief, key);
    const again = await h.confirm(row, {}, h.chief, key);
    assert.equal(first.status, 200, String(first.msg));
    assert.deepEqual(again.data, first.data);
    const now = await h.read(row.id);
    assert.deepEqual([now.state, now.workOrderId, now.workNo], [2, first.data.workOrderId, first.data.workNo]);
    assert.deepEqual([now.serverTime, now.serverUserName, now.workState], [`${row.day} 09:00:00`, '李娜', 2]);
    const made = await order(now.workOrderId);
    assert.match(made.remarks, /^居家预约[0-9A-Z]{6}：行动不便$/);
    const other = await h.confirm(row, {}, h.chief);
    assert.equal(other.status, 409);
    assert.match(other.msg as string, /不能确认|已被他人修改/);
  });

  it('of two who confirm at once one makes the order', async () => {
    const row = await h.booked({ day: h.inDays(4) });
    const answers = await Promise.all([h.confirm(row, { force: true }), h.confirm(row, { force: true })]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const orders = await h.t.deps.inTenant(h.tenant, (tx) =>
      tx.row<{ count: number }>(sql`select count(*)::integer as count from work_orders
        where tenant_id = ${h.tenant} and remarks like ${`居家预约${row.code}%`}`),
    );
    assert.equal(orders?.count, 1);
  });

  it('do not book a carer twice at a time unless forced', async () => {
    const [one, two] = [await h.booked({ day: h.inDays(5) }), await h.booked({ day: h.inDays(5) })];
    assert.equal((await h.confirm(one)).status, 200);
    const twice = await h.confirm(two);
    assert.equal(twice.status, 422);
    assert.match(twice.msg as string, /时间重叠/);
    assert.equal((await h.read(two.id)).state, 1);
    assert.equal((await h.confirm(two, { force: true })).status, 200);
  });

  it('are moved with their order, and follow an order that is moved, cancelled or finished', async () => {
    const row = await h.booked({ day: h.inDays(6) });
    await h.confirm(row);
    let now = await h.read(row.id);
    const orderId = now.workOrderId;
    const moved = await h.t.route(routes.move, h.chief, at(now, { serverTime: `${h.inDays(7)} 14:30:00` }));
    assert.equal(moved.status, 200, String(moved.msg));
    now = await h.read(row.id);
    assert.deepEqual([now.day, now.half, now.workOrderId, now.serverTime], [h.inDays(7), 2, orderId, `${h.inDays(7)} 14:30:00`]);
    // The order itself is moved to the morning.
    const { workOrderJobs, version } = await order(orderId);
    const to = { jobId: workOrderJobs[0].id, version, serverTime: `${h.inDays(7)} 08:30:00` };
    const edited = await h.t.route(boards.move, h.chief, to);
    assert.equal(edited.status, 200, String(edited.msg));
    now = await h.read(row.id);
    assert.deepEqual([now.half, now.serverTime, now.state], [1, `${h.inDays(7)} 08:30:00`, 2]);
    await h.t.route(workOrders.cancel, h.chief, { id: orderId, reason: '不需要' });
    now = await h.read(row.id);
    assert.deepEqual([now.state, now.reason, now.decidedBy], [4, '工单已取消', '工单']);
  });

  it('are finished by their order, and then neither moved nor cancelled', async () => {
    const row = await h.booked({ day: h.inDays(1) });
    await h.confirm(row);
    const { workOrderId } = await h.read(row.id);
    const visit = { id: workOrderId, lng: 116.39, lat: 39.9, address: '家中' };
    const started = await h.t.route(workOrders.start, h.carer, visit);
    assert.equal(started.status, 200, String(started.msg));
    let now = await h.read(row.id);
    const late = at(now, { reason: '临时有事' });
    assert.deepEqual(refusal(await h.t.route(routes.cancel, h.chief, late)), [422, '服务已经开始，不能取消']);
    const moving = await h.t.route(routes.move, h.chief, at(now, { serverTime: `${h.inDays(2)} 14:30:00` }));
    assert.deepEqual(refusal(moving), [422, '服务已经开始，不能改约']);
    assert.equal((await h.t.route(workOrders.finish, h.carer, visit)).status, 200);
    now = await h.read(row.id);
    assert.equal(now.state, 5);
    assert.deepEqual(refusal(await h.t.route(routes.cancel, h.chief, at(now, { reason: '晚了' }))), [409, '该预约已完成，不能取消']);
  });

  it('are cancelled with their order, or declined with a reason', async () => {
    const row = await h.booked({ day: h.inDays(8) });
    await h.confirm(row);
    const now = await h.read(row.id);
    assert.equal((await h.t.route(routes.cancel, h.chief, at(now, { reason: '住院了' }))).status, 200);
    assert.equal((await order(now.workOrderId)).state, 6);
    assert.equal((await h.read(row.id)).reason, '住院了');
    const other = await h.booked();
    assert.deepEqual(refusal(await h.t.route(routes.decline, h.chief, at(other, { reason: '' }))), [400, '请填写婉拒原因']);
    assert.equal((await h.t.route(routes.decline, h.chief, at(other, { reason: '没有人手' }))).status, 200);
    assert.deepEqual([(await h.read(other.id)).state, (await h.read(other.id)).reason], [3, '没有人手']);
    const open = await h.booked();
    assert.deepEqual(refusal(await h.t.route(routes.cancel, h.chief, at(open, { reason: '' }))), [400, '请填写取消原因']);
  });

  it('find the last place taken: one wins, staff may go beyond it with a reason', async () => {
    await h.saveArea(areaId, { capacity: 1 });
    const day = h.inDays(9);
    const answers = await Promise.all([h.book({ day }), h.book({ day })]);
    assert.deepEqual(answers.map(({ status, msg }) => [status, msg]).toSorted(), [
      [200, '已登记，等待确认'],
      [409, '该时段已约满，请选择其他时段'],
    ]);
    const beyond = await h.booked({ day, overrideReason: '独居，急需' });
    assert.deepEqual([beyond.overrideReason, beyond.overrideBy], ['独居，急需', '张敏']);
    // An order that no booking made takes a place, too.
    const other = h.inDays(10);
    const made = await h.t.route(workOrders.create, h.chief, {
      oldmanId: h.old,
      oldmanPhone: '13911112222',
      oldmanAddress: '北京市东城区景山前街4号',
      jobLists: [{ serverProjectId: h.projectId, serverTime: `${other} 15:00:00` }],
    });
    assert.equal(made.status, 200, String(made.msg));
    assert.equal((await h.book({ day: other, half: 2 })).status, 409);
    assert.equal((await h.book({ day: other, half: 1 })).status, 200);
    await h.saveArea(areaId, { capacity: 50, weekdays: [new Date(`${day}T00:00:00Z`).getUTCDay()] });
    assert.deepEqual(refusal(await h.book({ day: h.inDays(11) })), [422, '该时段不在服务时间内，如需安排请填写例外原因']);
    await h.saveArea(areaId, { weekdays: [0, 1, 2, 3, 4, 5, 6] });
  });

  it('say in Chinese what is wrong', async () => {
    const wrong: [object, number, string][] = [
      [{ oldmanId: '' }, 400, '请选择服务对象'],
      [{ oldmanId: 999_999 }, 404, '服务对象不存在'],
      [{ contactName: '' }, 400, '请输入联系人'],
      [{ address: '' }, 400, '请输入地址'],
      [{ projectIds: [] }, 400, '请选择服务项目'],
      [{ projectIds: Array.from({ length: 11 }, () => 1) }, 400, '每次最多预约10个服务项目'],
      [{ projectIds: [999_999] }, 422, '服务项目不存在或已停用'],
      [{ others: Array.from({ length: 3 }, () => ({ day: h.inDays(3), half: 1 })) }, 400, '备选时间最多2个'],
      [{ day: h.inDays(-1) }, 422, '期望日期已过'],
    ];
    for (const [more, status, msg] of wrong) assert.deepEqual(refusal(await h.book(more)), [status, msg], msg);
    const gone = await h.atHome('刘去');
    await h.t.deps.inTenant(h.tenant, (tx) => tx.run(sql`update people set status = 4, left_at = now() where id = ${gone}`));
    assert.deepEqual(refusal(await h.book({ oldmanId: gone })), [422, '该服务对象已离开机构，不能预约']);
    const row = await h.booked();
    await h.t.deps.inTenant(h.tenant, (tx) => tx.run(sql`update home_bookings set person_id = null where id = ${row.id}`));
    assert.deepEqual(refusal(await h.confirm(row)), [422, '请选择服务对象']);
    assert.equal((await h.confirm(row, { oldmanId: h.old, serverUserId: null })).status, 200);
  });

  it('are for those who may, as far as their data reaches', async () => {
    const row = await h.booked();
    const viewer = await h.t.user(h.tenant, { permissions: VIEW, dataScope: 1 });
    assert.equal((await h.confirm(row, {}, viewer)).status, 403);
    assert.equal((await h.t.route(routes.decline, viewer, at(row, { reason: '否' }))).status, 403);
    assert.equal((await h.t.route(routes.get, viewer, { id: row.id })).status, 200);
    const stranger = await h.t.user(await h.t.tenant('别家'), {});
    assert.deepEqual(refusal(await h.t.route(routes.get, stranger, { id: row.id })), [404, '居家预约不存在']);
    assert.equal((await h.t.route(routes.cancel, stranger, at(row, { reason: '否' }))).status, 404);
    const own = await h.t.user(h.tenant, { dataScope: 3 });
    assert.equal((await h.t.route(routes.get, own, { id: row.id })).status, 404);
    assert.equal((await h.confirm(row, {}, own)).status, 404);
    assert.equal((await h.t.route(routes.page, own)).data.total, 0);
    assert.equal((await h.book({}, own)).status, 404);
  });

  it('stand in the list, in the week, in a sheet and in 现在', async () => {
    const row = await h.booked({ day: h.inDays(12), contactName: '赵大海' });
    const page = async (search: object) => (await h.t.route(routes.page, h.chief, { ...search })).data.records.map(({ id }: any) => id);
    assert.deepEqual(await page({ keyword: row.code }), [row.id]);
    assert.deepEqual(await page({ keyword: '大海' }), [row.id]);
    assert.deepEqual(await page({ startDate: row.day, endDate: row.day, state: 1, areaId }), [row.id]);
    assert.ok((await page({ keyword: row.phone })).includes(row.id));
    assert.ok((await page({ keyword: row.phone.slice(-4) })).includes(row.id));
    assert.ok(!(await page({ keyword: row.phone.slice(0, 7) })).includes(row.id));
    const week = (await h.t.route(routes.week, h.chief, { from: row.day })).data;
    assert.deepEqual([week.bookings.map(({ id }: any) => id), week.cut], [[row.id], false]);
    const sheet = await h.t.call('GET', `${routes.export.path}?format=csv&keyword=${row.code}`, { as: h.chief });
    assert.match(String(sheet.msg), new RegExp(row.code));
    const found = (await h.t.route(nowRoutes.read, h.chief, { kind: 'home_booking' })).data;
    const mine = found.rows.find(({ id }: any) => id === row.id);
    assert.match(mine.text, /^\d{4}-\d\d-\d\d上午居家服务$/);
  });

  it('have settings that two do not overwrite', async () => {
    assert.deepEqual(refusal(await h.t.route(homeSettings.renew, h.chief)), [422, '请先保存居家预约设置']);
    const { data } = await h.t.route(homeSettings.get, h.chief);
    assert.equal((await h.t.route(homeSettings.update, h.chief, data)).status, 200);
    assert.deepEqual(refusal(await h.t.route(homeSettings.update, h.chief, data)), [409, '居家预约设置已被他人修改，请刷新后重试']);
    assert.deepEqual(refusal(await h.t.route(homeSettings.update, h.chief, { ...data, daysAhead: 31 })), [400, '可约天数应为1至30的整数']);
    const before = (await h.t.route(homeSettings.get, h.chief)).data;
    assert.equal((await h.t.route(homeSettings.renew, h.chief)).status, 200);
    assert.notEqual((await h.t.route(homeSettings.get, h.chief)).data.path, before.path);
    // What was typed before the address was renewed can still be saved.
    assert.equal((await h.t.route(homeSettings.update, h.chief, { ...before, daysAhead: 12 })).status, 200);
  });
});
