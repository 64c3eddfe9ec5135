import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callInspections as routes } from '#contract/calls/call-inspections.ts';
import { callSamplePlans } from '#contract/calls/call-sample-plans.ts';
import { callSheets } from '#contract/calls/call-sheets.ts';
import { inspectionStatistics } from '#contract/calls/inspection-statistics.ts';
import type { NowKind } from '#contract/screens/now.rules.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { DAY, dayOf, isoOf, midnightOf } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { phone } from '../db/sealed-phones.ts';
import { roleDefaults } from '../system/role-defaults.ts';

let t: Harness;
let house: CallHouse;
let [chief, inspector, other]: TestUser[] = [];
let li: Seat;
const clock = Date.now();
const inspecting = roleDefaults.find(({ code }) => code === 'call_inspector')!.permissions as readonly string[];
before(async () => {
  t = await harness({ now: () => clock });
  house = await callHouse(t);
  chief = await t.user(house.tenantId);
  inspector = await t.user(house.tenantId, { permissions: [...inspecting], name: '苏质检' });
  other = await t.user(house.tenantId, { permissions: [...inspecting], name: '王质检' });
  li = await house.seat([], ['cloudcall_workbench', 'cloudcall_call_own', 'cloudcall_inspection_own', 'cloudcall_inspection_score']);
});
after(() => t.close());

const groups = [{ name: '礼仪', items: [{ key: 'a', name: '问候', points: 100 }] }];
let named = 0;
const newSheet = async (more: object = {}) =>
  (await t.route(callSheets.create, chief!, { name: `评分表${++named}`, groups, ...more })).data as number;

interface Made {
  daysAgo?: number;
  kind?: number;
  over?: boolean;
  answered?: boolean;
  keptFor?: number | null;
}
/** A call of the seat with its recording. */
async function called({ daysAgo = 60, kind = 1, over = true, answered = true, keptFor = 100 * DAY }: Made = {}): Promise<number> {
  const began = clock - daysAgo * DAY;
  const [call] = await house.run<{ id: number }>(sql`
    insert into calls (tenant_id, kind, status, phase, caller, callee, seat_id, began_at, established_at, ended_at)
    values (${house.tenantId}, ${kind}, ${over ? 2 : 1}, ${over ? 7 : 5}, ${phone('13800001111')}, '4001', ${li.id}, ${isoOf(began)},
      ${answered ? isoOf(began) : null}::timestamptz, ${over ? isoOf(began + 120_000) : null}::timestamptz) returning id`);
  if (keptFor !== null)
    await house.run(sql`
      insert into call_recordings (tenant_id, call_id, path, key_cipher, state, began_at, duration_ms, expires_at)
      values (${house.tenantId}, ${call!.id}, ${`x/${call!.id}`}, '\\x01', 2, ${isoOf(began)}, 120000, ${isoOf(clock + keptFor)})`);
  return call!.id;
}
const send = (callId: number, sheetId: number, as = inspector!) => t.route(routes.create, as, { callId, sheetId });
const asked = async (callId: number, as = inspector!) => (await t.route(routes.sending, as, { callId })).data;
const score = async (id: number, points: number, as = inspector!) => {
  const { version, serial } = (await t.route(routes.get, as, { id })).data;
  return t.route(routes.score, as, { id, version, serial, answers: [{ key: 'a', points }] });
};
const waitsFor = async (as: TestUser, kind: NowKind) => (await t.route(nowRoutes.read, as, { kind })).data.rows;
const texts = async (as: TestUser, kind: NowKind) =>
  (await waitsFor(as, kind)).map(({ name, text }: { name: string; text: string }) => `${name} ${text}`);

describe('a call that is sent to inspection by hand', () => {
  it('is scored by the sheet that was chosen, however old it is, and says who sent it', async () => {
    const [first, second] = [await newSheet(), await newSheet()];
    const callId = await called();
    const ids = async (call: number) => (await asked(call)).sheets.map(({ id }: { id: number }) => id);
    assert.deepEqual(await ids(callId), [first, second]);
    // The sheet of a plan that asks for such calls stands first.
    await t.route(callSamplePlans.create, chief!, { name: '呼入', sheetId: second, direction: 1 });
    assert.deepEqual(
      [await ids(callId), await ids(await called({ kind: 2 }))],
      [
        [second, first],
        [first, second],
      ],
    );
    const { status, data: id } = await send(callId, second);
    assert.equal(status, 200);
    const { data } = await t.route(routes.get, other!, { id });
    assert.deepEqual(
      [data.state, data.senderName, data.planName, data.sheetName, data.open],
      [1, '苏质检', null, '评分表2', ['score', 'skip']],
    );
    assert.equal((await t.route(routes.page, inspector!, { byHand: true, agentName: data.agentName })).data.total, 1);
    assert.equal((await t.route(routes.page, inspector!, { byHand: false })).data.total, 0);
  });

  it('is sent once, also by two at the same moment', async () => {
    const sheetId = await newSheet();
    const callId = await called();
    const both = await Promise.all([send(callId, sheetId), send(callId, sheetId, other)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    const again = '该通话已有质检记录（待检），同一通话只质检一次';
    assert.equal(both.find(({ status }) => status === 409)!.msg, again);
    const { refusal: why, inspectionId, sheets } = await asked(callId);
    assert.deepEqual([why, inspectionId, sheets], [again, both.find(({ status }) => status === 200)!.data, []]);
    const [{ n }] = (await house.run<{ n: number }>(
      sql`select count(*)::integer as n from call_inspections where call_id = ${callId}`,
    )) as [{ n: number }];
    assert.equal(n, 1);
  });

  it('is over, was answered, has sound, is none of one’s own, and is seen', async () => {
    const sheetId = await newSheet();
    const refused = async (call: number, as = inspector!) => {
      const answer = await send(call, sheetId, as);
      assert.equal((await asked(call, as)).refusal, answer.msg);
      return refusal(answer);
    };
    assert.deepEqual(await refused(await called({ over: false })), [422, '通话尚未结束，请在挂断后送检']);
    assert.deepEqual(await refused(await called({ answered: false })), [422, '坐席没有接听该通话，不能质检']);
    const silent = [422, '该通话没有录音或录音已到期销毁，不能质检'];
    assert.deepEqual(await refused(await called({ keptFor: null })), silent);
    assert.deepEqual(await refused(await called({ keptFor: -DAY })), silent);
    const own = await called();
    await send(own, sheetId);
    assert.deepEqual(await refused(own, li.user), [403, '不能送检本人参与的通话，请由其他质检员送检']);
    // The agent does not read that the call was drawn or sent.
    assert.equal((await asked(own, li.user)).inspectionId, null);
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await send(own, sheetId, stranger)), [404, '通话不存在']);
    const off = await newSheet({ enabled: false });
    assert.deepEqual(refusal(await send(await called(), off)), [422, '评分表不存在或已停用']);
    assert.deepEqual(refusal(await send(await called(), 0)), [400, '请选择评分表']);
  });
});

describe('inspections in 现在', () => {
  it('wait for a score, a reading and a decision, each for those who may', async () => {
    await house.run(sql`delete from call_inspections`);
    const sheetId = await newSheet({ appealDays: 3 });
    const [one, two] = [(await send(await called(), sheetId)).data, (await send(await called(), sheetId)).data] as [number, number];
    assert.deepEqual(await texts(inspector!, 'inspection'), ['通话质检 2通待评分']);
    assert.deepEqual(await texts(li.user, 'inspection'), []);
    await score(one, 60);
    assert.deepEqual(await texts(other!, 'inspection'), ['通话质检 1通待评分']);
    const [result] = await waitsFor(li.user, 'inspection_result');
    const until = dayOf(clock + 3 * DAY);
    assert.deepEqual([result.text, result.note, result.due], ['质检得分60分，不合格', `可申诉至 ${until.slice(5)}`, `${until} 23:59:59`]);
    // Reading it takes it away and changes nothing that an appeal compares.
    const read = (await t.route(routes.get, li.user, { id: one })).data;
    assert.deepEqual([read.unseen, read.appealUntil], [true, result.due]);
    assert.equal((await t.route(routes.seen, li.user, { id: one })).status, 200);
    assert.deepEqual(await waitsFor(li.user, 'inspection_result'), []);
    const seen = (await t.route(routes.get, inspector!, { id: one })).data;
    assert.deepEqual([seen.unseen, seen.seenTime !== null, seen.version], [false, true, read.version]);
    assert.equal((await t.route(routes.appeal, li.user, { id: one, version: read.version, reason: '已问候' })).status, 200);
    assert.deepEqual([await waitsFor(inspector!, 'inspection_appeal'), await waitsFor(li.user, 'inspection_appeal')], [[], []]);
    const [appeal] = await waitsFor(other!, 'inspection_appeal');
    assert.deepEqual([appeal.id, appeal.name, appeal.note], [one, read.agentName, '已问候']);
    assert.match(appeal.text, /^\d\d-\d\d \d\d:\d\d 的通话，60分$/);
    const decided = await t.route(routes.decide, other!, {
      id: one,
      version: read.version + 1,
      note: '重听',
      answers: [{ key: 'a', points: 90 }],
    });
    assert.equal(decided.status, 200);
    assert.deepEqual(await waitsFor(other!, 'inspection_appeal'), []);
    const [decision] = await waitsFor(li.user, 'inspection_result');
    assert.deepEqual([decision.text, decision.note, decision.due], ['申诉已裁定，90分，合格', null, null]);
    // Another's reading is not the agent's.
    assert.equal((await t.route(routes.seen, other!, { id: one })).status, 200);
    assert.equal((await waitsFor(li.user, 'inspection_result')).length, 1);
    assert.ok(two);
  });

  it('may be appealed against until the end of the last day', async () => {
    const id = (await send(await called(), await newSheet({ appealDays: 1 }))).data as number;
    await score(id, 50);
    const { version, open } = (await t.route(routes.get, li.user, { id })).data;
    assert.deepEqual(open, ['appeal']);
    const passed = midnightOf(clock) - 1000;
    await house.run(sql`update call_inspections set appeal_until = ${isoOf(passed)} where id = ${id}`);
    const late = await t.route(routes.appeal, li.user, { id, version, reason: '已问候' });
    assert.deepEqual(refusal(late), [409, `申诉期限已过，截止于${dayOf(passed)}`]);
    assert.deepEqual((await t.route(routes.get, li.user, { id })).data.open, []);
    const [unread] = await waitsFor(li.user, 'inspection_result');
    assert.deepEqual([unread.note, unread.due], [null, null], 'it is still to be read');
  });
});

describe('the statistics of inspections', () => {
  it('keep what was sent by hand apart from what was drawn', async () => {
    const days = { startDate: dayOf(clock - 100 * DAY), endDate: dayOf(clock) };
    const inspected = async (more: object) =>
      (await t.route(inspectionStatistics.read, inspector!, { ...days, ...more })).data.total.inspected;
    assert.deepEqual([await inspected({}), await inspected({ byHand: true }), await inspected({ byHand: false })], [2, 2, 0]);
  });
});
