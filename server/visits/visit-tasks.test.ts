import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { now } from '#contract/screens/now.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { visitTasks as routes } from '#contract/visits/visit-tasks.ts';
import { DAY, dayOf, nextDay } from '#contract/time.ts';
import { emit } from '#server/events.ts';
import { refusal } from '#test/harness.ts';
import { ANSWERS, visitHouse, type VisitHouse } from '#test/visits.ts';
import { makeDueVisits } from './visit-making.ts';

let h: VisitHouse;
let [sun, qian] = [0, 0];
const RISK = { title: '风险隐患', value: '煤气灶老化', files: [] };

before(async () => {
  h = await visitHouse();
  sun = await h.person('孙桂兰', { flags: ['独居'], birth_date: '1950-01-01', contact_name: '孙强', contact_phone: '13911112222' });
  qian = await h.person('钱有福', { birth_date: '1930-01-01' });
  await h.person('周玉芬', { flags: ['空巢'] });
  await h.plan({ people: [{ oldmanId: sun }, { oldmanId: qian, userId: h.other.userId }] });
});
after(() => h.t.close());

const read = (id: number, as = h.head) => h.call(routes.get, as, { id });
const begin = (id: number, as = h.carer, more: object = {}) => h.t.route(routes.begin, as, { id, ...more } as never);

describe('a visit', () => {
  it('is seen only by its visitor and by users who see the person', async () => {
    assert.equal((await h.list({ mine: 'true', waiting: 'true' }, h.carer)).length, 1);
    assert.deepEqual([...new Set((await h.list({}, h.carer)).map(({ oldmanName }) => oldmanName))], ['孙桂兰']);
    assert.equal((await h.list({ waiting: 'true' }, h.nurse)).length, 2);
    assert.equal((await h.list({}, h.stranger)).length, 0);
    const own = (await h.call(routes.own, h.carer)).visits;
    assert.deepEqual([...new Set(own.map(({ oldmanName }) => oldmanName))], ['孙桂兰']);
    assert.deepEqual(
      own.map(({ dueDay }) => dueDay),
      [0, 1, 2, 3].map((days) => nextDay(h.today(), days)),
    );
    assert.deepEqual([own[0]!.contactPhone, own[0]!.items.length, own[0]!.missed], ['13911112222', 7, 0]);
    assert.deepEqual((await h.call(routes.own, h.head)).visits, []);
    const { id } = await h.dueOf(qian);
    assert.deepEqual(refusal(await begin(id)), [404, '探访任务不存在']);
    assert.deepEqual(refusal(await h.t.route(routes.get, h.stranger, { id })), [404, '探访任务不存在']);
    assert.equal((await h.record(id, h.nurse)).status, 403);
    assert.deepEqual(refusal(await h.t.route(routes.person, h.stranger, { oldmanId: sun })), [404, '服务对象不存在']);
  });

  it('begins where the visitor is, and is recorded once of two', async () => {
    const { id } = await h.dueOf(sun);
    assert.deepEqual(refusal(await begin(id, h.carer, { lng: 116.4 })), [400, '坐标不正确']);
    await h.done(begin(id, h.carer, { lng: 116.391, lat: 39.9, address: '景山前街' }));
    assert.deepEqual(refusal(await begin(id)), [409, '该探访已经开始']);
    const begun = await read(id, h.carer);
    assert.deepEqual([begun.state, begun.beginAddress, begun.beginDistance], [2, '景山前街', 85]);
    assert.deepEqual(refusal(await h.record(id, h.carer, { answers: ANSWERS.slice(1) })), [422, '请填写“身体状况”']);
    const file = '/admin/sys-file/files/3b241101-e2bb-4255-8caf-4136c566a962.png';
    assert.deepEqual(refusal(await h.record(id, h.carer, { photos: [file] })), [422, '文件不存在，请重新上传']);
    assert.equal((await read(id)).state, 2);
    const both = await Promise.all([h.record(id, h.carer, { result: 2, answers: [...ANSWERS, RISK] }), h.record(id, h.head)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.match(both.find(({ status }) => status === 409)!.msg!, /已于.*登记该探访，不能重复登记探访/);
  });

  it('keeps what was found for the next time, and becomes a ticket in one press', async () => {
    h.clock.now += DAY;
    await makeDueVisits(h.t.deps, h.clock.now, 1000);
    const { id } = await h.dueOf(sun);
    const input = { id, way: 1, result: 3, answers: [...ANSWERS, RISK] };
    const send = () => h.t.call('PUT', routes.record.path, { as: h.carer, input, headers: { 'idempotency-key': 'visit-once' } });
    assert.deepEqual([(await send()).status, (await send()).status], [200, 200]);
    assert.equal(
      (await h.rows(sql`select from visit_tasks where tenant_id = ${h.tenantId} and state = 3 and person_id = ${sun}`)).length,
      2,
    );
    const said = await h.call(routes.person, h.nurse, { oldmanId: sun });
    assert.deepEqual([said.finding, said.lastDay, said.missed, said.plans[0]!.userName], ['煤气灶老化', h.today(), 0, '周护理']);
    const next = (await h.list({ oldmanId: sun, state: 0 }))[0]!;
    assert.equal((await read(next.id)).lastFinding, '煤气灶老化');
    const ticket = await h.t.route(tickets.create, h.head, {
      title: '检修煤气灶',
      type: 4,
      text: '请上门',
      source: { kind: 'visit', id },
    } as never);
    assert.equal(ticket.status, 200, String(ticket.msg));
    assert.equal((await read(id)).ticketId, ticket.data);
    assert.equal((await read(id, h.carer)).ticketId, null);
    const none = await h.t.route(tickets.create, h.head, {
      title: '检修',
      type: 4,
      text: '请',
      source: { kind: 'visit', id: 999_999 },
    } as never);
    assert.deepEqual(refusal(none), [404, '探访任务不存在']);
  });

  it('that does not reach the person twice in a row waits for the coordinator, until that is settled', async () => {
    const waiting = async (as = h.head) =>
      (await h.call(now.read, as, { kind: 'visit_missed' } as never)).rows.map(({ text }: { text: string }) => text);
    const first = await h.dueOf(qian);
    assert.deepEqual(refusal(await h.missed(first.id, h.other, { reason: 5 })), [422, '请说明未见到人的原因']);
    await h.done(h.missed(first.id, h.other));
    assert.deepEqual(await waiting(), []);
    h.clock.now += DAY;
    await makeDueVisits(h.t.deps, h.clock.now, 1000);
    await h.done(h.missed((await h.dueOf(qian)).id, h.other, { way: 2, reason: 2 }));
    assert.deepEqual(await waiting(), ['连续2次探访未见到人']);
    const settle = (as = h.head, note = '已联系其女儿，回老家一周') => h.t.route(routes.settle, as, { oldmanId: qian, note } as never);
    assert.equal((await settle(h.other)).status, 403);
    assert.deepEqual(refusal(await settle(h.stranger)), [404, '服务对象不存在']);
    await h.done(settle());
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(refusal(await settle()), [409, '没有待处理的未见到人记录，请刷新后重试']);
  });

  it('waits in 现在 for its visitor, and is given to another one by hand', async () => {
    const own = async (as: typeof h.carer) =>
      (await h.call(now.read, as, { kind: 'visit' } as never)).rows.map(({ name }: { name: string }) => name);
    assert.deepEqual(await own(h.carer), ['孙桂兰']);
    const { id, version } = await h.dueOf(sun);
    const assign = (userId: number, as = h.head, more: object = { version }) =>
      h.t.route(routes.assign, as, { id, userId, ...more } as never);
    assert.equal((await assign(h.other.userId, h.carer)).status, 403);
    assert.deepEqual(refusal(await assign(999_999)), [422, '探访人不存在或已停用']);
    const two = await Promise.all([assign(h.other.userId), assign(h.carer.userId)]);
    assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(two.find(({ status }) => status === 409)!.msg, '探访任务已被他人登记或指派，请刷新后重试');
    await h.done(assign(h.other.userId, h.head, {}));
    assert.deepEqual(await own(h.carer), []);
    assert.deepEqual((await own(h.other)).includes('孙桂兰'), true);
  });

  it('goes to the substitute while its visitor is on leave, and comes back when that ends early', async () => {
    const tomorrow = nextDay(h.today());
    const whose = async () => (await h.list({ oldmanId: sun, startDate: tomorrow, endDate: tomorrow }))[0]!;
    const leave = async (state: number) => {
      await h.inHouse(async (tx) => {
        await tx.run(sql`insert into staff_leaves (tenant_id, id, user_id, user_name, type, starts_at, ends_at, days, reason, hand_to_id,
          hand_to_name, state, ended_at) values (${h.tenantId}, 9, ${h.carer.userId}, '周护理', '事假', ${`${tomorrow} 00:00:00`}::timestamptz,
          ${`${nextDay(tomorrow)} 00:00:00`}::timestamptz, 1, '有事', ${h.other.userId}, '吴护理', ${state}, ${state === 6 ? sql`now()` : null})
          on conflict (tenant_id, id) do update set state = 6, ended_at = now()`);
        await emit('staff-leave.changed', { leaveId: 9, userId: h.carer.userId }, tx, h.t.deps);
      });
    };
    assert.equal((await whose()).userName, '周护理');
    await leave(2);
    assert.deepEqual([(await whose()).userName, (await whose()).meantName], ['吴护理', '周护理']);
    await leave(6);
    assert.deepEqual([(await whose()).userName, (await whose()).meantName], ['周护理', null]);
  });

  it('is counted by plan, visitor and group, and shows who has no plan', async () => {
    const month = dayOf(h.clock.now).slice(0, 7);
    const counted = await h.call(routes.statistics, h.nurse, { month });
    assert.equal(
      counted.total.due,
      counted.total.onTime + counted.total.late + counted.total.notReached + counted.total.missed + counted.total.open,
    );
    assert.ok(counted.plans[0]!.due >= 1);
    assert.deepEqual(
      counted.groups.map(({ key, people, covered }) => [key, people, covered]),
      [
        ['独居', 1, 1],
        ['空巢', 1, 0],
        ['80岁以上', 1, 1],
      ],
    );
    const gaps = await h.call(routes.gaps, h.nurse, {});
    assert.deepEqual([counted.gaps, gaps.records.map(({ oldmanName }) => oldmanName)], [1, ['周玉芬']]);
    assert.equal((await h.call(routes.gaps, h.nurse, { userName: '孙' })).total, 0);
    const { status } = await h.t.call('GET', routes.export.path, { as: h.head });
    assert.equal(status, 200);
    assert.equal((await h.t.call('GET', routes.export.path, { as: h.nurse })).status, 403);
  });

  it('that was not made is overdue, made up for within a week, and then missed', async () => {
    const { id } = await h.dueOf(qian);
    h.clock.now += 4 * DAY;
    assert.equal((await read(id)).state, 5);
    const late = (await h.list({ oldmanId: sun, state: 3 }))[0]!;
    await h.done(h.record(late.id, h.head));
    assert.ok((await h.list({ oldmanId: sun, state: 4 })).some((row) => row.id === late.id));
    h.clock.now += 30 * DAY;
    const missed = (await h.list({ oldmanId: sun, state: 6 }))[0]!;
    assert.deepEqual(refusal(await h.record(missed.id, h.head)), [409, '该探访已超期7天以上，不能登记探访']);
  });
});
