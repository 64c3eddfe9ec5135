import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { now } from '#contract/screens/now.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { visitTasks as routes } from '#contract/visits/visit-tasks.ts';
import { DAY, nextDay } from '#contract/time.ts';
import { refusal } from '#test/harness.ts';
import { project } from '#test/care.ts';
import { visitHouse, type VisitHouse } from '#test/visits.ts';
import { makeDueVisits } from './visit-making.ts';

let h: VisitHouse;
let sun = 0;
before(async () => {
  h = await visitHouse();
  sun = await h.person('孙桂兰', { mobile: '13911112222' });
  await h.plan({
    frequency: 2,
    weekdays: [new Date(h.clock.now + 8 * 3_600_000).getUTCDay()],
    daysAllowed: 1,
    people: [{ oldmanId: sun }],
  });
});
after(() => h.t.close());

const move = (id: number, more: object = {}, as = h.carer) =>
  h.t.route(routes.move, as, { id, day: nextDay(h.today(), 2), clock: '09:30', reason: '去医院检查', ...more } as never);
const told = (userId: number) =>
  h.rows(sql`select title, text, link from messages where recipient_id = ${userId} and title like '探访改期%'`);
const missedNow = async (as = h.head) => (await h.call(now.read, as, { kind: 'visit_lost' } as never)).rows;

describe('a visit that is moved', () => {
  it('goes to another day and time with a reason, and is not made again on its own day', async () => {
    const { id } = await h.dueOf(sun);
    assert.deepEqual(refusal(await move(id, { reason: '' })), [400, '请填写改期原因']);
    assert.deepEqual(refusal(await move(id, { clock: '9点' })), [400, '时间格式应为HH:mm']);
    assert.deepEqual(refusal(await move(id, { day: nextDay(h.today(), 7) })), [409, '该服务对象当天已有同一计划的探访，请选择其他日期']);
    assert.deepEqual(refusal(await move(id, { userId: h.other.userId })), [403, '只有负责指派的员工可以更换探访人']);
    assert.equal((await move(id, {}, h.nurse)).status, 403);
    await h.done(move(id));
    await makeDueVisits(h.t.deps, h.clock.now, 1000);
    const visits = await h.list({ oldmanId: sun, startDate: h.today(), endDate: nextDay(h.today(), 3) });
    assert.deepEqual(
      visits.map(({ id: its, dueDay, dueClock, closeDay, movedDay, movedBy, moveReason }) => [
        its,
        dueDay,
        dueClock,
        closeDay,
        movedDay,
        movedBy,
        moveReason,
      ]),
      [[id, nextDay(h.today(), 2), '09:30', nextDay(h.today(), 3), h.today(), '周护理', '去医院检查']],
    );
    const [message] = await told(h.head.userId);
    assert.equal(message!.title, '探访改期：孙桂兰');
    assert.match(message!.text, / → .* 09:30，周护理改期：去医院检查$/);
    assert.equal(message!.link, `/management/visittask/index?id=${id}`);
  });

  it('may go to another visitor, and both are told; of two moves one wins', async () => {
    const [row] = await h.list({ oldmanId: sun, startDate: nextDay(h.today(), 2), endDate: nextDay(h.today(), 2) });
    const { id, version } = row!;
    const other = { version, day: nextDay(h.today(), 3), userId: h.other.userId };
    const both = await Promise.all([move(id, other, h.head), move(id, { version, day: nextDay(h.today(), 4) }, h.head)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const after = await h.call(routes.get, h.head, { id });
    if (after.userId !== h.other.userId) await h.done(move(id, { userId: h.other.userId }, h.head));
    assert.equal((await h.call(routes.get, h.other, { id })).userName, '吴护理');
    assert.ok((await told(h.other.userId)).length > 0 && (await told(h.carer.userId)).length > 0);
  });

  it('that nobody made is named to who assigns, and can be made up for', async () => {
    const [row] = await h.list({ oldmanId: sun, state: 0, startDate: h.today(), endDate: nextDay(h.today(), 5) });
    h.clock.now += 15 * DAY;
    const [lost] = await missedNow();
    assert.equal(lost!.name, '孙桂兰');
    assert.match(lost!.text, /^\d\d-\d\d 的探访没有完成，探访人吴护理$/);
    assert.deepEqual(await missedNow(h.carer), []);
    await h.done(move(row!.id, { day: h.today(), clock: null }, h.head));
    assert.ok(!(await missedNow()).some(({ id }: { id: number }) => id === row!.id));
    await h.done(h.record(row!.id, h.other));
    assert.deepEqual(await missedNow(), [], 'the person was visited since');
  });

  it('gets the order that was made of what it found, once', async () => {
    const [row] = await h.list({ oldmanId: sun, state: 4 });
    const { projectId } = await project(h.t, h.head);
    const order = (oldmanId: number) =>
      h.call(workOrders.create, h.head, {
        downName: '院长',
        oldmanId,
        oldmanPhone: '13911112222',
        oldmanAddress: '景山前街4号',
        lng: 116.4,
        lat: 39.9,
        jobLists: [{ serverProjectId: projectId, serverTime: `${nextDay(h.today(), 1)} 09:00:00`, serverUserId: null, remarks: null }],
      });
    const id = (await order(sun)) as number;
    await makeDueVisits(h.t.deps, h.clock.now, 1000);
    const [later] = await h.list({ oldmanId: sun, state: 0 });
    const early = await h.t.route(routes.ordered, h.head, { id: later!.id, workOrderId: id });
    assert.deepEqual(refusal(early), [422, '探访登记后才能转为工单']);
    const note = (workOrderId: number) => h.t.route(routes.ordered, h.head, { id: row!.id, workOrderId });
    assert.deepEqual(refusal(await note((await order(await h.person('钱有福'))) as number)), [422, '工单属于其他服务对象']);
    await h.done(note(id));
    await h.done(note(id));
    assert.equal((await h.call(routes.get, h.head, { id: row!.id })).workOrderId, id);
    assert.deepEqual(refusal(await note((await order(sun)) as number)), [409, '该探访已转为工单，请刷新后查看']);
  });
});
