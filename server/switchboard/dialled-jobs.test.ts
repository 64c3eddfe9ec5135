/** Jobs that dial by themselves: what a media that has no sound is told, and what its events make of cases. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { callMenus } from '#contract/calls/call-menus.ts';
import { textOf } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { callMedia, type FakeMedia, settle as settled } from '#test/fake-call-media.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { clockOf } from '../calls/call-clock.ts';
import { dialJobs, dialTenant } from '../calls/call-job-dialling.ts';
import { runSwitchboard } from './running.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let chief: TestUser;
let group: number;
let menuId: number;
let media: FakeMedia;
let running: ReturnType<typeof runSwitchboard>;
let now = Date.now();
const P = 'cloudcall_cloudcallcalljob';
const begin = async () => {
  media = callMedia();
  running = runSwitchboard({ deps: t.deps, media, announcement: null }, { lookMs: 1_000_000, compareMs: 1_000_000 });
  await running.started;
};
before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t, { provider: 2, recorded: false });
  group = await house.group('回访');
  chief = await t.user(house.tenantId, { permissions: ['view', 'add', 'edit'].map((verb) => `${P}_${verb}`) });
  const [menu] = await house.run<{ id: number }>(sql`
    insert into call_menus (tenant_id, name, tree) values (${house.tenantId}, '停水通知', ${JSON.stringify({
      greeting: '明天上午停水，知道了请按1，转人工请按2',
      soundId: null,
      keys: [
        { key: '1', name: '确认', action: { to: 'hangup' } },
        { key: '2', name: '转人工', action: { to: 'group', groupId: group } },
      ],
      seconds: 5,
      repeats: 1,
      otherwise: { to: 'hangup' },
    })}) returning id`);
  menuId = menu!.id;
  const numbers = JSON.stringify([{ number: '4001', name: '热线', groupId: group, menuId: null }]);
  await house.run(sql`update call_services set numbers = ${numbers} where tenant_id = ${house.tenantId} returning id`);
  await begin();
});
after(async () => {
  await running.stop();
  await t.close();
});

const settle = () => settled(running.board, house.tenantId);
const tick = async () => {
  await clockOf(t.deps, house.tenantId);
  const begun = await dialTenant(t.deps, house.tenantId);
  await settle();
  return begun;
};
const job = async (numbers: string, more: Record<string, unknown> = {}): Promise<number> => {
  const form = { name: '自动回访', kind: 3, groupId: group, dialling: 2, mostAttempts: 2, pauseMinutes: 5, numbers, ...more };
  const made = await t.route(callJobs.create, chief, form);
  assert.equal(made.status, 200, String(made.msg));
  await t.route(callJobs.move, chief, { id: made.data.id, command: 'start' });
  return made.data.id;
};
const cases = async (id: number) =>
  (await t.route(callJobCases.page, chief, { jobId: id })).data.records
    .map(({ mobile, state, attempts, result }: any) => [mobile, state, attempts, result])
    .toSorted();
const end = (id: number) => t.route(callJobs.move, chief, { id, command: 'finish' });
const lastLeg = () => [...media.dialled].at(-1)!;
const ready = async (...seats: Seat[]) => {
  for (const one of seats) await house.act(one, 'ReadyForService');
};

describe('a job that dials by itself', () => {
  it('gives a ready seat the next case, writes down what was not answered, and goes on after the time for notes', async () => {
    const seat = await house.seat([group]);
    const stranger = await house.seat();
    const id = await job('13800000001\n13800000002');
    assert.equal(await tick(), 0);
    await house.onDuty(seat, stranger);
    assert.equal(await tick(), 1);
    const [leg, call] = lastLeg();
    assert.equal(call.uri, 'sip:13800000001@calls');
    assert.equal((await house.state(seat)).state, 8);
    assert.equal((await house.state(stranger)).state, 3);
    assert.equal((await t.route(callJobCases.atHand, seat.user)).data.mobile, '13800000001');
    // One call for one seat.
    assert.equal(await tick(), 0);
    media.happen({ type: 'phone.ended', legId: leg, status: 486, byUs: false });
    await settle();
    assert.deepEqual(await cases(id), [
      ['13800000001', 1, 1, 3],
      ['13800000002', 1, 0, null],
    ]);
    // The time after a call is not over; a break is no readiness either.
    assert.equal(await tick(), 0);
    await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    now += 16_000;
    await house.run(sql`update call_presences set seen_at = to_timestamp(${now / 1000}) where tenant_id = ${house.tenantId}`);
    assert.equal(await tick(), 0);
    await ready(seat);
    assert.equal(await tick(), 1);
    const [second, other] = lastLeg();
    assert.equal(other.uri, 'sip:13800000002@calls');
    media.happen({ type: 'phone.answered', legId: second });
    await settle();
    await house.act(seat, 'ReleaseCall');
    await ready(seat);
    // Who was spoken with: the seat says what came of it, before the next one.
    now += 6 * 60_000;
    await house.run(sql`update call_presences set seen_at = to_timestamp(${now / 1000}) where tenant_id = ${house.tenantId}`);
    assert.equal(await tick(), 0);
    const held = (await t.route(callJobCases.atHand, seat.user)).data;
    assert.equal((await t.route(callJobCases.result, seat.user, { id: held.id, result: 1 })).status, 200);
    assert.equal(await tick(), 1);
    const [third] = lastLeg();
    media.happen({ type: 'phone.ended', legId: third, status: 480, byUs: false });
    await settle();
    assert.deepEqual(await cases(id), [
      ['13800000001', 4, 2, 2],
      ['13800000002', 3, 1, 1],
    ]);
    assert.equal((await t.route(callJobs.get, chief, { id })).data.state, 4);
  });

  it('gives a case to one of twenty seats, and twenty cases to twenty', async () => {
    const seats: Seat[] = [];
    for (let at = 0; at < 20; at++) seats.push(await house.seat([group]));
    await house.onDuty(...seats);
    const one = await job('13800000010');
    const begun = await Promise.all([dialTenant(t.deps, house.tenantId), dialTenant(t.deps, house.tenantId), dialJobs(t.deps)]);
    assert.equal(
      begun.reduce((sum, n) => sum + n),
      1,
    );
    const many = await job(Array.from({ length: 19 }, (_, at) => `138000001${String(at).padStart(2, '0')}`).join('\n'));
    await Promise.all([dialTenant(t.deps, house.tenantId), dialTenant(t.deps, house.tenantId)]);
    const [row] = await house.run<{ calls: number; cases: number; seats: number }>(sql`
      select count(*)::integer as calls, count(distinct job_case_id)::integer as cases, count(distinct seat_id)::integer as seats
      from calls where tenant_id = ${house.tenantId} and status < 2`);
    assert.deepEqual(row, { calls: 20, cases: 20, seats: 20 });
    // The process of the calls is killed: what was ringing is due again, as if it had not been tried.
    await running.stop();
    await begin();
    assert.deepEqual([...new Set((await cases(many)).map(([, state, attempts]: any) => `${state}.${attempts}`))], ['1.0']);
    assert.deepEqual(await cases(one), [['13800000010', 1, 0, null]]);
    await Promise.all([end(one), end(many)]);
    for (const seat of seats) await house.act(seat, 'SignOutGroup');
  });

  it('dials nothing outside its hours or while it is paused; a number that cannot be dialled holds up none', async () => {
    const seat = await house.seat([group]);
    await house.onDuty(seat);
    const from = textOf(now + 3 * 3600_000).slice(11, 16);
    const to = textOf(now + 4 * 3600_000).slice(11, 16);
    const closed = await job('13800000020', { hours: [{ days: [], from, to }] });
    assert.equal(await tick(), 0);
    const open = await job('13800000019\n13800000021');
    await house.run(sql`update call_job_cases set mobile = '12' where tenant_id = ${house.tenantId} and mobile = ${sealed('13800000019')}`);
    await t.route(callJobs.move, chief, { id: open, command: 'pause' });
    assert.equal(await tick(), 0);
    await t.route(callJobs.move, chief, { id: open, command: 'start' });
    assert.equal(await tick(), 0);
    assert.deepEqual((await cases(open))[0], ['12', 4, 0, 4]);
    assert.equal(await tick(), 1);
    assert.equal(lastLeg()[1].uri, 'sip:13800000021@calls');
    await Promise.all([end(closed), end(open)]);
  });
});

describe('a job that plays a notice', () => {
  it('needs a menu and a telephone line before it starts', async () => {
    const none = await t.route(callJobs.create, chief, { name: '停水通知', kind: 6, dialling: 3, numbers: '13800000030' });
    assert.deepEqual(refusal(none), [422, '请为语音通知选择语音菜单']);
    const { id } = (await t.route(callJobs.create, chief, { name: '停水通知', kind: 6, dialling: 3, menuId, numbers: '13800000030' })).data;
    const carriedBy = (provider: number) =>
      house.run(sql`update call_services set provider = ${provider} where tenant_id = ${house.tenantId} returning id`);
    await carriedBy(1);
    assert.equal((await t.route(callJobs.get, chief, { id })).data.noLine, true);
    const why = [422, '未开通电话线路，语音通知不能拨打，请先在“呼叫服务”启用SIP中继'];
    assert.deepEqual(refusal(await t.route(callJobs.move, chief, { id, command: 'start' })), why);
    await carriedBy(2);
    const usable = (enabled: boolean) =>
      house.run(sql`update call_menus set enabled = ${enabled} where tenant_id = ${house.tenantId} returning id`);
    await usable(false);
    const stopped = [422, '语音通知的语音菜单已停用，请先启用或更换'];
    assert.deepEqual(refusal(await t.route(callJobs.move, chief, { id, command: 'start' })), stopped);
    await usable(true);
    const keeper = await t.user(house.tenantId, { permissions: ['cloudcall_callmenu_del'] });
    const used = [422, '语音菜单正被外呼任务“停水通知”使用，不能删除，请先在那里更换，或停用菜单'];
    assert.deepEqual(refusal(await t.route(callMenus.remove, keeper, { id: menuId })), used);
    const strange = await t.route(callJobs.update, chief, { id, name: '停水通知', kind: 6, menuId: 999_999 });
    assert.deepEqual(refusal(strange), [422, '语音菜单不存在']);
    assert.equal((await t.route(callJobs.move, chief, { id, command: 'start' })).status, 200);
    await end(id);
  });

  it('dials as many as it has lines, plays, says it again without a key, and writes down the key', async () => {
    const id = await job('13800000031\n13800000032\n13800000033', { dialling: 3, menuId, groupId: null, lines: 2 });
    media.dialled.clear();
    await dialJobs(t.deps);
    await settle();
    assert.deepEqual(
      [...media.dialled.values()].map(({ uri, from }) => [uri, from]),
      [
        ['sip:13800000031@calls', '4001'],
        ['sip:13800000032@calls', '4001'],
      ],
    );
    const [first, second] = [...media.dialled.keys()] as [string, string];
    media.happen({ type: 'phone.answered', legId: first });
    await settle();
    assert.deepEqual(media.playOf(first), { kind: 'beep' });
    media.happen({ type: 'leg.dtmf', legId: first, digit: '1' });
    await settle();
    assert.ok(media.closed.has(first));
    assert.deepEqual((await cases(id))[0], ['13800000031', 3, 1, 1]);
    media.happen({ type: 'phone.answered', legId: second });
    await settle();
    // Said again once, then it is over: nothing was confirmed, so it comes again after the pause.
    now += 6000;
    await clockOf(t.deps, house.tenantId);
    await settle();
    assert.ok(!media.closed.has(second));
    now += 6000;
    await clockOf(t.deps, house.tenantId);
    await settle();
    assert.ok(media.closed.has(second));
    assert.deepEqual((await cases(id))[1], ['13800000032', 1, 1, 7]);
    // The third asks for a person: a seat of the group speaks with it.
    const seat = await house.seat([group]);
    await house.onDuty(seat);
    await dialJobs(t.deps);
    await settle();
    const [third, call] = lastLeg();
    assert.equal(call.uri, 'sip:13800000033@calls');
    media.happen({ type: 'phone.answered', legId: third });
    await settle();
    media.happen({ type: 'leg.dtmf', legId: third, digit: '2' });
    await settle();
    assert.equal((await house.state(seat)).state, 6);
    await house.act(seat, 'AnswerCall');
    await settle();
    await house.act(seat, 'ReleaseCall');
    await settle();
    const { data } = await t.route(callJobs.results, chief, { id });
    assert.deepEqual(data, {
      results: [
        { result: 1, cases: 2 },
        { result: 7, cases: 1 },
      ],
      keys: [
        { key: '1', name: '确认', cases: 1 },
        { key: '2', name: '转人工', cases: 1 },
      ],
    });
    await end(id);
  });
});
