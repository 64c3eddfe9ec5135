import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callInspections as routes } from '#contract/calls/call-inspections.ts';
import { callSamplePlans } from '#contract/calls/call-sample-plans.ts';
import { lastWeek } from '#contract/calls/call-samples.rules.ts';
import { callSheets } from '#contract/calls/call-sheets.ts';
import { inspectionStatistics } from '#contract/calls/inspection-statistics.ts';
import { DAY, dayOf, HOUR, instantOf, isoOf } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { drawSamples } from './call-sample-plans.ts';
import { phone } from '../db/sealed-phones.ts';

const verbs = (prefix: string) => ['view', 'add', 'edit', 'del'].map((verb) => `${prefix}_${verb}`);
const SEES = ['cloudcall_inspection_own', 'cloudcall_inspection_view'];
let t: Harness;
let house: CallHouse;
let chief: TestUser;
let [first, second]: TestUser[] = [];
let li: Seat;
let wang: Seat;
const now = Date.now();
const { week } = lastWeek(now);
before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t);
  chief = await t.user(house.tenantId, { permissions: [...verbs('cloudcall_callsheet'), ...verbs('cloudcall_callsampleplan')] });
  first = await t.user(house.tenantId, {
    permissions: [...SEES, 'cloudcall_inspection_score', 'cloudcall_inspection_decide'],
    name: '质检甲',
  });
  second = await t.user(house.tenantId, {
    permissions: [...SEES, 'cloudcall_inspection_score', 'cloudcall_inspection_decide', 'cloudcall_inspection_export'],
    name: '质检乙',
  });
  const rights = ['cloudcall_workbench', 'cloudcall_inspection_own', 'cloudcall_inspection_score', ...SEES];
  li = await house.seat([], ['cloudcall_workbench', 'cloudcall_inspection_own']);
  wang = await house.seat([], rights);
});
after(() => t.close());

const groups = [
  { name: '礼仪', items: [{ key: 'a', name: '问候', points: 40 }, { key: 'b', name: '倾听', points: 60 }] },
  { name: '红线', items: [{ key: 'x', name: '泄露隐私', fatal: true }] },
]; // prettier-ignore
const answers = (b = 60, hit = false) => [
  { key: 'a', points: 40 },
  { key: 'b', points: b, note: b < 60 ? '打断对方' : '' },
  { key: 'x', hit, note: hit ? '说出了住址' : '' },
];
let named = 0;
const newSheet = async () => (await t.route(callSheets.create, chief, { name: `评分表${++named}`, groups })).data as number;
const newPlan = async (more: object = {}) =>
  (await t.route(callSamplePlans.create, chief, { name: `计划${++named}`, sheetId: await newSheet(), leastSeconds: 0, ...more }))
    .data as number;

/** A call of last week that is over, with a recording. */
async function called(seat: Seat, { hours = 1, seconds = 120, keptFor = 100 * DAY, kind = 1, stars = null as number | null } = {}) {
  const began = instantOf(week) + hours * HOUR;
  const [call] = await house.run<{ id: number }>(sql`
    insert into calls (tenant_id, kind, status, phase, caller, callee, seat_id, began_at, established_at, ended_at, satisfaction)
    values (${house.tenantId}, ${kind}, 2, 7, ${phone('13800001111')}, '4001', ${seat.id}, ${isoOf(began)}, ${isoOf(began)},
      ${isoOf(began + seconds * 1000)}, ${stars}) returning id`);
  await house.run(sql`
    insert into call_recordings (tenant_id, call_id, path, key_cipher, state, began_at, duration_ms, expires_at)
    values (${house.tenantId}, ${call!.id}, ${`x/${call!.id}`}, '\\x01', 2, ${isoOf(began)}, ${seconds * 1000}, ${isoOf(now + keptFor)})`);
  return call!.id;
}
const draw = () => drawSamples(t.deps, now);
const drawnCalls = async () =>
  (await house.run<{ callId: number }>(sql`select call_id as "callId" from call_inspections order by call_id`)).map((row) => row.callId);
const clear = () =>
  house.run(sql`with plans as (delete from call_sample_plans where tenant_id = ${house.tenantId})
  update calls set began_at = began_at - interval '60 days' where tenant_id = ${house.tenantId}`);
/** The inspection of a call that is drawn alone. */
async function drawn(seat: Seat = li): Promise<{ id: number; version: number; serial: number; callId: number }> {
  await clear();
  const callId = await called(seat);
  await newPlan();
  await draw();
  const [row] = await house.run<{ id: number }>(sql`select id from call_inspections where call_id = ${callId}`);
  const { data } = await t.route(routes.get, second!, { id: row!.id });
  return { id: row!.id, version: data.version, serial: data.serial, callId };
}
const score = (one: { id: number; version: number; serial: number }, as = first!, more: object = {}) =>
  t.route(routes.score, as, { id: one.id, version: one.version, serial: one.serial, answers: answers(), ...more });
const messagesOf = async (user: TestUser) =>
  (
    await house.run<{ title: string }>(
      sql`select title from messages where recipient_id = ${user.userId} and kind = 'inspection' order by id`,
    )
  ).map(({ title }) => title);

describe('scoring sheets', () => {
  it('are refused without a hundred points, and have a version for each change of what they ask', async () => {
    const wrong = await t.route(callSheets.create, chief, {
      name: '差五分',
      groups: [{ name: '礼仪', items: [{ key: 'a', name: '问候', points: 95 }] }],
    });
    assert.deepEqual(refusal(wrong), [400, '各评分项分值合计应为100分，现为95分']);
    const id = await newSheet();
    const read = async () => (await t.route(callSheets.get, chief, { id })).data;
    const change = async (more: object) => t.route(callSheets.update, chief, { ...(await read()), ...more });
    assert.equal((await change({ remarks: '试用' })).status, 200);
    assert.deepEqual([(await read()).serial, (await read()).passPoints], [1, 80]);
    assert.equal((await change({ passPoints: 90 })).status, 200);
    assert.deepEqual([(await read()).serial, (await read()).passPoints], [2, 90]);
    assert.deepEqual(refusal(await change({ groups: [] })), [400, '请至少添加一个评分项']);
    assert.deepEqual(refusal(await t.route(callSheets.create, chief, { name: (await read()).name, groups })), [409, '已有同名的评分表']);
    const stranger = await t.user(await t.tenant(), { permissions: verbs('cloudcall_callsheet') });
    assert.equal((await t.route(callSheets.get, stranger, { id })).status, 404);
    await assert.rejects(house.run(sql`update call_sheet_versions set pass_points = 1 where sheet_id = ${id}`), /permission denied/);
    assert.equal((await t.route(callSheets.remove, chief, { id })).status, 200);
  });

  it('stay while plans use them', async () => {
    await clear();
    const sheetId = await newSheet();
    const planId = await newPlan({ sheetId });
    assert.deepEqual(refusal(await t.route(callSheets.remove, chief, { id: sheetId })), [
      422,
      '评分表已被抽检计划或质检记录使用，不能删除；不再使用请停用',
    ]);
    const off = async () =>
      t.route(callSheets.update, chief, { ...(await t.route(callSheets.get, chief, { id: sheetId })).data, enabled: false });
    assert.deepEqual(refusal(await off()), [422, '评分表正被抽检计划使用，请先停用或更换计划中的评分表']);
    const plan = (await t.route(callSamplePlans.get, chief, { id: planId })).data;
    const put = (enabled: boolean) => t.route(callSamplePlans.update, chief, { ...plan, version: undefined, enabled });
    assert.equal((await put(false)).status, 200);
    assert.equal((await off()).status, 200);
    assert.deepEqual(refusal(await put(true)), [422, '评分表不存在或已停用']);
  });
});

describe('sample plans', () => {
  it('draw what they said they would, once a week, no call twice, and only what can be heard', async () => {
    await clear();
    const calls: number[] = [];
    for (let hours = 0; hours < 8; hours += 1) calls.push(await called(hours % 2 ? li : wang, { hours }));
    const over = await called(li, { keptFor: -DAY });
    const short = await called(li, { seconds: 5 });
    const before = await drawnCalls();
    const asked = { leastSeconds: 10, way: 1, amount: 2 };
    const planId = await newPlan(asked);
    const { data: preview } = await t.route(callSamplePlans.preview, chief, { id: planId, ...asked });
    assert.deepEqual([preview.from, preview.among, preview.drawn], [week, 8, 4]);
    const bySeat = preview.seats.map((seat: { among: number; drawn: number }) => [seat.among, seat.drawn]);
    assert.equal(JSON.stringify(bySeat), '[[4,2],[4,2]]');
    assert.deepEqual(await drawnCalls(), before);
    assert.equal(await draw(), 1);
    const drawnNow = (await drawnCalls()).filter((id) => !before.includes(id));
    assert.deepEqual([drawnNow.length, drawnNow.every((id) => calls.includes(id))], [4, true]);
    assert.equal(await draw(), 0);
    const plan = (await t.route(callSamplePlans.get, chief, { id: planId })).data;
    assert.deepEqual([plan.drawnWeek, plan.drawnAmong, plan.drawnCalls], [week, 8, 4]);
    // A second plan gets the others, and of those the one that is short.
    await newPlan({ way: 2, amount: 100 });
    await draw();
    const all = (await drawnCalls()).filter((id) => !before.includes(id));
    assert.deepEqual(
      all,
      [...calls, short].toSorted((a, b) => a - b),
    );
    assert.ok(!all.includes(over));
    assert.deepEqual((await messagesOf(first!)).slice(-2), ['抽检了4通通话，等待评分', '抽检了5通通话，等待评分']);
  });

  it('narrow by seat, direction and stars', async () => {
    await clear();
    const bad = await called(li, { stars: 1 });
    const out = await called(li, { kind: 2, stars: 5 });
    const other = await called(wang, { stars: 2 });
    const among = async (more: object) =>
      (await t.route(callSamplePlans.preview, chief, { leastSeconds: 0, way: 2, amount: 100, ...more })).data.among;
    assert.ok(bad && out && other);
    assert.deepEqual(
      [
        await among({}),
        await among({ seatId: li.id }),
        await among({ direction: 2 }),
        await among({ direction: 1 }),
        await among({ ratedBadly: true }),
      ],
      [3, 2, 1, 2, 2],
    );
    assert.equal((await t.route(callSamplePlans.create, chief, { name: '无表', sheetId: 999_999 })).status, 422);
    const plan = { name: '同名', sheetId: await newSheet() };
    assert.equal((await t.route(callSamplePlans.create, chief, plan)).status, 200);
    assert.deepEqual(refusal(await t.route(callSamplePlans.create, chief, plan)), [409, '已有同名的抽检计划']);
    assert.deepEqual(refusal(await t.route(callSheets.get, chief, { id: 999_999 })), [404, '评分表不存在']);
    assert.deepEqual(refusal(await t.route(callSamplePlans.create, chief, { name: '无组', sheetId: await newSheet(), groupId: 999_999 })), [
      422,
      '技能组不存在',
    ]);
  });
});

describe('an inspection', () => {
  it('is scored by one of two at once; its agent is told and sees it only then', async () => {
    const one = await drawn();
    assert.equal((await t.route(routes.get, li.user, { id: one.id })).status, 404);
    assert.deepEqual(refusal(await score(one, first, { serial: 9 })), [409, '评分表已更新，请重新打开，按新的评分表评分']);
    assert.deepEqual(refusal(await score(one, first, { answers: answers(61) })), [422, '“倾听”应为0至60分']);
    const both = await Promise.all([score(one, first, { answers: answers(30) }), score(one, second, { answers: answers(30) })]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const { data } = await t.route(routes.get, li.user, { id: one.id });
    assert.deepEqual([data.points, data.passed, data.open, data.answers[1].note], [70, false, ['appeal'], '打断对方']);
    assert.deepEqual(await messagesOf(li.user), ['您的通话质检得分70分']);
    assert.deepEqual((await t.route(routes.page, li.user)).data.total, 1);
    const stranger = await t.user(await t.tenant(), { permissions: SEES });
    assert.equal((await t.route(routes.get, stranger, { id: one.id })).status, 404);
  });

  it('is not judged by its agent, nor by who spoke in the call', async () => {
    const own = await drawn(wang);
    const OWN = [403, '不能评本人参与的通话，请由其他质检员评分'];
    assert.deepEqual(refusal(await score(own, wang.user)), OWN);
    assert.deepEqual(refusal(await t.route(routes.skip, wang.user, { id: own.id, version: own.version, reason: '不想被评' })), OWN);
    const joined = await drawn(li);
    await house.run(sql`insert into call_legs (tenant_id, call_id, kind, seat_id, state, began_at, connected_at, ended_at)
      values (${house.tenantId}, ${joined.callId}, 1, ${wang.id}, 4, now(), now(), now())`);
    assert.deepEqual(refusal(await score(joined, wang.user)), OWN);
    assert.deepEqual((await t.route(routes.get, wang.user, { id: joined.id })).data.open, []);
  });

  it('is appealed against once by its agent and decided by a second person', async () => {
    const one = await drawn();
    await score(one, first, { answers: answers(60, true) });
    const version = one.version + 1;
    const appeal = (as: TestUser) => t.route(routes.appeal, as, { id: one.id, version, reason: '没有说出住址' });
    assert.deepEqual(refusal(await appeal(second!)), [403, '只有被评的坐席本人可以申诉']);
    const twice = await Promise.all([appeal(li.user), appeal(li.user)]);
    assert.deepEqual(twice.map(({ status }) => status).toSorted(), [200, 409]);
    const decide = (as: TestUser, more: object = {}) =>
      t.route(routes.decide, as, { id: one.id, version: version + 1, note: '重听第5秒', ...more });
    assert.deepEqual(refusal(await decide(first!)), [403, '申诉须由评分人以外的人裁定']);
    assert.equal((await decide(second!, { answers: answers(50) })).status, 200);
    const { data } = await t.route(routes.get, li.user, { id: one.id });
    assert.deepEqual([data.state, data.firstPoints, data.points, data.knockedOut, data.deciderName], [4, 0, 90, false, '质检乙']);
    assert.equal((await messagesOf(li.user)).at(-1), '质检申诉已裁定：0分改为90分');
    assert.equal((await messagesOf(first!)).at(-1), '质检申诉已裁定：0分改为90分');
    assert.ok((await messagesOf(second!)).at(-1)?.endsWith('对质检评分提出申诉'));
    const again = await t.route(routes.appeal, li.user, { id: one.id, version: data.version, reason: '再来' });
    assert.deepEqual(refusal(again), [409, '该通话的申诉已裁定，结果不再变更']);
  });

  it('is only skipped once the sound is destroyed; what was scored keeps its score', async () => {
    const scored = await drawn();
    await score(scored);
    const waits = await drawn();
    await house.run(
      sql`update call_recordings set removed_at = now(), key_cipher = null where call_id in (${scored.callId}, ${waits.callId})`,
    );
    assert.equal((await score(waits)).msg, '录音已超过保存期限，声音已销毁，不能评分；请选择免检');
    assert.equal((await t.route(routes.skip, first!, { id: waits.id, version: waits.version, reason: '录音已销毁' })).status, 200);
    const { data } = await t.route(routes.get, li.user, { id: scored.id });
    assert.deepEqual([data.points, data.soundUntil, data.answers.length], [100, null, 3]);
    assert.equal((await t.route(routes.get, li.user, { id: waits.id })).status, 404);
  });
});

describe('the statistics of inspections', () => {
  it('count by seat, group, month and item what is not skipped, and go into a file', async () => {
    await house.run(sql`update call_inspections set call_at = now() - interval '300 days' where tenant_id = ${house.tenantId}`);
    const a = await drawn();
    await score(a, first, { answers: answers(30) });
    const b = await drawn(wang);
    await score(b);
    const days = { startDate: dayOf(instantOf(week) - DAY), endDate: dayOf(now) };
    const { data } = await t.route(inspectionStatistics.read, first!, days);
    assert.deepEqual([data.total.inspected, data.total.average, data.total.passRate], [2, 85, 0.5]);
    assert.deepEqual(data.bySeat.map((row: { average: number }) => row.average).toSorted(), [100, 70]);
    assert.deepEqual(
      data.byMonth.map((row: { month: string }) => row.month),
      [week.slice(0, 7)],
    );
    assert.deepEqual(
      data.byGroup.map((row: { name: string }) => row.name),
      ['未分组'],
    );
    const lost = data.byItem.filter((row: { faults: number }) => row.faults > 0);
    assert.deepEqual([lost.length, lost[0].name, lost[0].average, lost[0].times], [1, '倾听', 30, 1]);
    assert.equal(
      (await t.route(inspectionStatistics.read, first!, { startDate: '2026-02-01', endDate: '2026-01-01' })).msg,
      '开始日期不能晚于结束日期',
    );
    assert.equal((await t.route(inspectionStatistics.read, li.user, days)).status, 403);
    const query = new URLSearchParams({ ...days, format: 'csv' });
    const address = `${t.url}${inspectionStatistics.export.path}?${query}`;
    const file = await fetch(address, { headers: { authorization: `Bearer ${second!.token}` } });
    const lines = (await file.text()).trim().split('\n');
    assert.match(lines[1]!, /合计.*全部.*2.*85.*1.*50\.0%/);
    assert.ok(lines.some((line) => line.includes('评分项') && line.includes('倾听')));
  });
});
