import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callJobCases, callJobs, MOST_CASES } from '#contract/calls/call-jobs.ts';
import { DAY, dayOf, instantOf, textOf } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { fillCallJobs } from './call-jobs.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let chief: TestUser;
let now = Date.now();
const P = 'cloudcall_cloudcallcalljob';
before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t);
  chief = await t.user(house.tenantId, { permissions: ['view', 'add', 'edit', 'del'].map((verb) => `${P}_${verb}`) });
});
after(() => t.close());

const job = async (more: Record<string, unknown> = {}) =>
  (await t.route(callJobs.create, chief, { name: '回访', kind: 3, numbers: '13800000001', ...more })).data;
const move = (id: number, command: string) => t.route(callJobs.move, chief, { id, command });
const next = (seat: Seat, jobId?: number) => t.route(callJobCases.next, seat.user, jobId ? { jobId } : {});
const person = async (name: string, mobile: string, birth: string): Promise<number> => {
  const [row] = await house.run<{ id: number }>(sql`insert into people (tenant_id, name, mobile, birth_date)
    values (${house.tenantId}, ${name}, ${sealed(mobile)}, ${birth}) returning id`);
  return row!.id;
};

describe('outbound jobs', () => {
  it('take pasted numbers, say what is doubled, blocked or no number, and start only with a list', async () => {
    await house.run(
      sql`insert into call_customers (tenant_id, name, mobile, level) values (${house.tenantId}, '骚扰', ${sealed('13800000009')}, 2)`,
    );
    const made = await job({ numbers: '13800000001 王芳\n李强，13800000002\n13800000001\n无号码\n13800000009' });
    assert.deepEqual([made.added, made.doubled, made.blocked, made.wrong], [2, 1, 1, ['无号码']]);
    const again = (await t.route(callJobs.add, chief, { id: made.id, numbers: '13800000002\n13800000003' })).data;
    assert.deepEqual([again.added, again.doubled], [1, 1]);
    const empty = await job({ numbers: '' });
    assert.deepEqual([(await move(empty.id, 'start')).status, (await move(empty.id, 'pause')).status], [422, 409]);
    assert.equal((await t.route(callJobs.page, chief)).data.total, 2);
    assert.equal((await t.route(callJobs.remove, chief, { id: empty.id })).status, 200);
    const other = await t.user(await t.tenant(), { permissions: [`${P}_view`] });
    assert.equal((await t.route(callJobs.get, other, { id: made.id })).status, 404);
  });

  it('give the last case to one of twenty seats', async () => {
    const { id } = await job();
    await move(id, 'start');
    const seats: Seat[] = [];
    for (let at = 0; at < 20; at++) seats.push(await house.seat());
    assert.deepEqual(refusal(await next(seats[0] as Seat, id)), [422, '请先置为空闲，再领取外呼名单']);
    await house.onDuty(...seats);
    const taken = await Promise.all(seats.map((seat) => next(seat, id)));
    assert.deepEqual([...new Set(taken.map(({ status }) => status))], [200]);
    assert.equal(taken.filter(({ data }) => data !== null).length, 1);
    const winner = taken.findIndex(({ data }) => data !== null);
    const caseId = taken[winner]!.data.id;
    const loser = seats[winner === 0 ? 1 : 0] as Seat;
    assert.equal((await t.route(callJobCases.result, loser.user, { id: caseId, result: 1 })).status, 409);
    assert.deepEqual(refusal(await t.route(callJobCases.skip, loser.user, { id: 999_999, note: '换人' })), [404, '外呼名单不存在']);
    assert.deepEqual(refusal(await t.route(callJobs.remove, chief, { id })), [422, '任务正在进行，请先暂停或结束再删除']);
    assert.equal((await next(seats[winner] as Seat)).data.id, caseId);
    assert.equal((await t.route(callJobCases.result, seats[winner]!.user, { id: caseId, result: 1 })).status, 200);
    assert.equal((await t.route(callJobs.get, chief, { id })).data.state, 4);
    assert.deepEqual(refusal(await t.route(callJobs.add, chief, { id, numbers: '13800000002' })), [422, '任务已结束，不能添加名单']);
    const kept = await t.route(callJobs.update, chief, { id, name: '回访', kind: 3 });
    assert.deepEqual(refusal(kept), [422, '任务已结束，不能修改']);
  });

  it('come again after the pause, within hours, as often as the job says; the call is counted', async () => {
    const seat = await house.seat();
    await house.onDuty(seat);
    const { id } = await job({ mostAttempts: 2, pauseMinutes: 5, numbers: '13800000077' });
    await move(id, 'start');
    const one = (await next(seat, id)).data;
    const called = await t.route(callJobCases.dial, seat.user, { id: one.id });
    assert.equal(called.status, 200, String(called.msg));
    assert.equal((await house.state(seat)).call.callee, '13800000077');
    await house.act(seat, 'ReleaseCall');
    await t.route(callJobCases.result, seat.user, { id: one.id, result: 2 });
    await house.onDuty(seat);
    assert.equal((await next(seat, id)).data, null);
    now += 6 * 60_000;
    await house.onDuty(seat);
    assert.equal((await next(seat, id)).data.attempts, 1);
    assert.equal((await t.route(callJobCases.result, seat.user, { id: one.id, result: 5, again: '2001-01-01 00:00:00' })).status, 200);
    assert.deepEqual(
      (await t.route(callJobCases.page, chief, { jobId: id })).data.records.map(({ state }: any) => state),
      [4],
    );
    assert.deepEqual(refusal(await t.route(callJobs.remove, chief, { id })), [422, '任务已有通话记录，不能删除']);
    const months = (await t.route(callJobs.statistics, chief)).data;
    assert.equal(months.length, 6);
    assert.deepEqual(months[5], { month: textOf(now).slice(0, 7), cases: 1, connected: 0, rate: 0, averageSeconds: 0 });
    assert.deepEqual(months[0].cases, 0);
  });

  it('are dialled in the cloud while Aliyun carries the calls, by a seat that has an account there', async () => {
    const seat = await house.seat();
    await house.onDuty(seat);
    const { id } = await job({ numbers: '13800000088' });
    await move(id, 'start');
    const one = (await next(seat, id)).data;
    const carriedBy = (provider: number) =>
      house.run(sql`update call_services set provider = ${provider} where tenant_id = ${house.tenantId} returning id`);
    await carriedBy(3);
    const why = [422, '您的坐席没有填写阿里云坐席账号，请联系管理员'];
    assert.deepEqual(refusal(await t.route(callJobCases.dial, seat.user, { id: one.id })), why);
    await carriedBy(1);
    assert.equal((await house.state(seat)).call, null);
    assert.equal((await t.route(callJobCases.dial, seat.user, { id: one.id })).status, 200);
    await house.act(seat, 'ReleaseCall');
    await t.route(callJobCases.skip, seat.user, { id: one.id, note: '停了' });
  });

  it('are closed outside their hours', async () => {
    const seat = await house.seat();
    await house.onDuty(seat);
    const from = textOf(now + 3 * 3600_000).slice(11, 16);
    const to = textOf(now + 4 * 3600_000).slice(11, 16);
    const { id } = await job({ numbers: '13800000055', hours: [{ days: [], from, to }] });
    await move(id, 'start');
    assert.equal((await next(seat, id)).data, null);
    // A job that was paused, or whose hours were changed, while a case is at hand.
    const open = await job({ numbers: '13800000056' });
    await move(open.id, 'start');
    const one = (await next(seat, open.id)).data;
    await t.route(callJobs.update, chief, { id: open.id, name: '回访', kind: 3, hours: [{ days: [], from, to }] });
    assert.deepEqual(refusal(await t.route(callJobCases.dial, seat.user, { id: one.id })), [422, '现在不在任务的拨打时段内']);
    await move(open.id, 'pause');
    assert.deepEqual(refusal(await t.route(callJobCases.dial, seat.user, { id: one.id })), [422, '任务没有在进行，不能拨打']);
    await t.route(callJobCases.skip, seat.user, { id: one.id, note: '停了' });
  });

  it('refuse lists that are too long, rules that say nothing, and rules for the whole house of who sees a part', async () => {
    const numbers = (n: number) => Array.from({ length: n }, (_, at) => `1390${String(at).padStart(7, '0')}`).join('\n');
    const long = await t.route(callJobs.create, chief, { name: '长', kind: 3, numbers: numbers(MOST_CASES + 1) });
    assert.deepEqual(refusal(long), [422, '一个任务最多5000个名单，请缩小条件或分成多个任务']);
    const none = await t.route(callJobs.automatic, chief, { name: '空', kind: 1, rule: {} });
    assert.deepEqual(refusal(none), [422, '请至少选择一个名单条件']);
    const part = await t.user(house.tenantId, { permissions: [`${P}_add`], dataScope: 2 });
    assert.deepEqual(refusal(await t.route(callJobs.automatic, part, { name: '部分', kind: 1, rule: { birthdayDays: 0 } })), [
      403,
      '自动任务面向全机构，您的数据范围不含全机构，请由管理员创建',
    ]);
    assert.deepEqual(refusal(await move(1, 'sing')), [400, '不支持的操作']);
  });

  it('that are automatic are filled each day by the clock, once, without people who were removed', async () => {
    const today = dayOf(now);
    const tomorrow = dayOf(now + DAY);
    await person('寿星', '13900000001', `1940${today.slice(4)}`);
    await person('明寿', '13900000002', `1941${tomorrow.slice(4)}`);
    const gone = await person('已删', '13900000003', `1942${tomorrow.slice(4)}`);
    const made = await t.route(callJobs.automatic, chief, { name: '生日祝福', kind: 1, rule: { birthdayDays: 0 } });
    assert.equal(made.data.added, 1, String(made.msg));
    assert.equal((await t.route(callJobs.automatic, chief, { name: '全部', kind: 1, rule: {} })).status, 422);
    await house.run(sql`update people set deleted_at = now() where tenant_id = ${house.tenantId} and id = ${gone}`);
    assert.equal(await fillCallJobs(t.deps, now), 0);
    assert.equal(await fillCallJobs(t.deps, now + DAY), 1);
    assert.equal(await fillCallJobs(t.deps, now + DAY), 0);
  });

  it('that are automatic find people over the end of a month, say whom beforehand, and call no one twice within the days', async () => {
    now = instantOf('2026-02-28 10:00:00');
    const daily = (rule: object, more = {}) => t.route(callJobs.automatic, chief, { name: '每日', kind: 2, rule, ...more });
    const on = (jobId: number) =>
      house
        .run<{ mobile: string }>(sql`select mobile from call_job_cases where job_id = ${jobId} order by id`)
        .then((rows) => rows.map(({ mobile }) => mobile));
    const leap = await person('闰日', '13900000041', '1940-02-29');
    const march = await person('三月', '13900000042', '1940-03-01');
    const preview = await t.route(callJobs.preview, chief, { rule: { birthdayDays: 0 } });
    assert.deepEqual(preview.data, { total: 1, blocked: 0, people: [{ oldmanId: leap, name: '闰日', mobile: '13900000041' }] });
    assert.deepEqual(refusal(await t.route(callJobs.preview, chief, { rule: {} })), [422, '请至少选择一个名单条件']);
    const birthdays = (await daily({ birthdayDays: 0 })).data.id;
    assert.equal((await t.route(callJobs.get, chief, { id: birthdays })).data.nextFill, '2026-03-01 00:00:00');
    await house.run(sql`
      insert into outings (tenant_id, kind, state, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at,
        left_at, left_by, returned_at, returned_by)
      values (${house.tenantId}, 2, 3, ${march}, '三月', '王芳', ${sealed('13900000099')}, '市一医院', '2026-02-20 08:00+08', '2026-02-27 08:00+08',
        '2026-02-20 08:00+08', '护士', '2026-02-27 23:30+08', '护士') returning id`);
    const returned = (await daily({ returnedDays: 1 })).data;
    assert.equal(returned.added, 1);
    await house.run(sql`
      insert into person_accounts (tenant_id, id, cash_fen, grant_fen) values (${house.tenantId}, ${leap}, 500, 0) returning id`);
    const poor = (await daily({ balanceBelow: 10 }, { againDays: 3 })).data.id;
    assert.equal((await t.route(callJobs.preview, chief, { id: poor, rule: { balanceBelow: 10 } })).data.total, 0);
    await house.run(sql`update call_job_cases set state = 3, ended_at = created_at where job_id = ${poor} returning id`);
    for (let day = 1; day <= 4; day++) assert.ok((await fillCallJobs(t.deps, (now += DAY))) >= 3);
    // Who was born on the first of March on that day; the one of the 29th of February not again.
    assert.deepEqual(await on(birthdays), ['13900000041', '13900000042']);
    assert.deepEqual(await on(returned.id), ['13900000042']);
    // The balance is low each day; after three days the person is called again.
    assert.deepEqual(await on(poor), ['13900000041', '13900000041']);
    assert.equal((await t.route(callJobs.update, chief, { id: poor, name: '每日', kind: 2, rule: { balanceBelow: 4 } })).status, 200);
    const plain = await job({ numbers: '13900000043' });
    const none = await t.route(callJobs.update, chief, { id: plain.id, name: '回访', kind: 3, rule: { birthdayDays: 0 } });
    assert.deepEqual(refusal(none), [422, '只有自动任务有名单条件']);
  });

  it('have lists that are opened again, given to seats, and taken along; the figures name kinds, results and seats', async () => {
    const [seat, other] = [await house.seat(), await house.seat()];
    await house.onDuty(seat, other);
    const numbers = '13800000091\n13800000092\n13800000093\n13800000094';
    const { id } = await job({ numbers });
    await move(id, 'start');
    const rows = (await t.route(callJobCases.page, chief, { jobId: id })).data.records;
    const ids: number[] = rows.map((row: { id: number }) => row.id);
    const assign = (seatIds: number[]) => t.route(callJobCases.assign, chief, { jobId: id, ids, seatIds });
    assert.deepEqual(refusal(await assign([999_999])), [404, '坐席不存在']);
    assert.equal((await assign([seat.id])).data, 4);
    // What is for one seat another is not given.
    assert.equal((await next(other, id)).data, null);
    assert.equal((await assign([other.id, seat.id])).data, 4);
    const mine = (await next(seat, id)).data;
    assert.ok(mine.forSeatName);
    await t.route(callJobCases.result, seat.user, { id: mine.id, result: 4 });
    assert.equal((await assign([])).data, 3);
    const figures = (await t.route(callJobs.figures, chief)).data;
    assert.ok(figures.byResult.some((row: { result: number }) => row.result === 4));
    const reopen = (more: object) => t.route(callJobCases.reopen, chief, { jobId: id, ids, ...more });
    assert.deepEqual(refusal(await reopen({ jobId: 999_999 })), [404, '外呼任务不存在']);
    assert.deepEqual(refusal(await reopen({ ids: [] })), [400, '请至少选择一个名单']);
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    assert.deepEqual(refusal(await reopen({ ids: many })), [400, '一次最多500个名单']);
    assert.deepEqual(refusal(await assign(many.slice(0, 51))), [400, '最多50个坐席']);
    assert.equal((await t.route(callJobCases.page, chief, { jobId: id, result: 4 })).data.total, 1);
    assert.equal((await reopen({})).data, 1);
    assert.equal((await reopen({})).data, 0);
    assert.equal((await t.route(callJobCases.page, chief, { jobId: id, state: 1 })).data.total, 4);
    await move(id, 'finish');
    await house.run(sql`update call_job_cases set state = 4 where job_id = ${id} and id = ${mine.id} returning id`);
    assert.equal((await reopen({})).data, 1);
    assert.equal((await t.route(callJobs.get, chief, { id })).data.state, 3);
    const group = await house.group('专席');
    await t.route(callJobs.update, chief, { id, name: '回访', kind: 3, groupId: group });
    assert.deepEqual(refusal(await assign([seat.id])), [422, '坐席不在任务的技能组中']);
    const exporter = await t.user(house.tenantId, { permissions: [`${P}_export`] });
    const sheet = (as: TestUser) => t.route(callJobCases.export, as, { jobId: id, format: 'csv' });
    assert.deepEqual([(await sheet(exporter)).status, (await sheet(chief)).status], [200, 403]);
    await move(id, 'cancel');
    assert.deepEqual(refusal(await reopen({})), [422, '任务已取消，不能重新打开名单']);
  });
});
