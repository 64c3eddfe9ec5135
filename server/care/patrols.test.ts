import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { patrols as routes } from '#contract/care/patrols.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { HOUR, MINUTE, clockOf, dayOf, instantOf, textOf } from '#contract/time.ts';
import { careHouse, type CareHouse } from '#test/care-house.ts';
import { refusal, type TestUser } from '#test/harness.ts';

let h: CareHouse;
let midnight = 0;
before(async () => {
  h = await careHouse(['members_round_view', 'members_round_do', 'members_round_export', 'shift_handover_view', 'shift_handover_add']);
  midnight = instantOf(dayOf(h.clock.now));
  h.clock.now = midnight + 8 * HOUR + 5 * MINUTE;
});
after(() => h.t.close());

const floor = { building: '3号楼', floor: '3' };
const start = (as: TestUser = h.nurse, more: object = {}, headers: Record<string, string> = {}) =>
  h.t.call('POST', routes.start.path, { as, input: { ...floor, ...more }, headers });
const finish = (id: number, more: object = {}, as: TestUser = h.nurse) =>
  h.t.route(routes.finish, as, { id, version: 1, ...more } as never);
const floors = async (as: TestUser = h.nurse) => (await h.t.route(routes.floors, as, {})).data;
const waiting = async (as: TestUser = h.nurse) => (await h.t.route(nowRoutes.read, as, { kind: 'patrol' } as never)).data.rows;

describe('a round', () => {
  it('is asked for since the first one', async () => {
    const { window, floors: all } = await floors();
    assert.equal(window?.startTime, textOf(midnight + 8 * HOUR));
    assert.deepEqual([all.length, all[0]?.people, all[0]?.done, all[0]?.missed], [1, 2, false, []]);
    assert.deepEqual(await waiting(), []);
  });

  it('begins once on a floor', async () => {
    assert.equal((await start(h.looker)).status, 403);
    assert.deepEqual(refusal(await start(h.stranger)), [404, '有服务对象的楼层不存在']);
    assert.deepEqual(refusal(await start(h.nurse, { floor: '9' })), [404, '有服务对象的楼层不存在']);
    assert.deepEqual(refusal(await start(h.nurse, { floor: '' })), [400, '请选择楼层']);
    const key = { 'idempotency-key': 'round-1' };
    const twice = await Promise.all([start(h.nurse, {}, key), start(h.nurse, {}, key)]);
    assert.equal(twice[0]!.data, twice[1]!.data);
    assert.deepEqual(refusal(await start(h.carer)), [
      409,
      `该楼层正由赵敏巡视（${clockOf(h.clock.now)}开始），请与其确认，结束或取消后再开始`,
    ]);
    assert.equal((await floors()).floors[0]?.walking?.userName, '赵敏');
  });

  it('ends with who is not simply well, by who walks, once', async () => {
    const id = (await floors()).floors[0]!.walking!.id;
    const people = (await h.t.route(routes.people, h.nurse, floor)).data as { oldmanId: number; oldmanName: string }[];
    assert.deepEqual(people.map(({ oldmanName }) => oldmanName).sort(), ['李建国', '王秀英']);
    assert.equal((await h.t.route(routes.people, h.carer, floor)).data.length, 1);
    assert.deepEqual((await h.t.route(routes.people, h.stranger, floor)).data, []);
    const mark = { oldmanId: h.wang, mark: 3, note: '要水' };
    assert.deepEqual(refusal(await finish(id, {}, h.carer)), [403, '该次巡视由赵敏进行，只能由本人结束']);
    assert.deepEqual(refusal(await finish(id, {}, h.stranger)), [404, '巡视记录不存在']);
    const many = Array.from({ length: 501 }, () => mark);
    assert.deepEqual(refusal(await finish(id, { marks: many })), [400, '最多标记500人']);
    assert.deepEqual(refusal(await finish(id, { marks: [mark, mark] })), [422, '每位服务对象只标记一次']);
    assert.deepEqual(refusal(await finish(id, { marks: [{ ...mark, note: '' }] })), [422, '请说明需要处理的情况']);
    assert.deepEqual(refusal(await finish(id, { marks: [{ ...mark, mark: 4 }] })), [400, '标记应为1至3的整数']);
    assert.deepEqual(refusal(await finish(id, { marks: [{ ...mark, oldmanId: 9_999_999 }] })), [404, '该楼层的服务对象不存在']);
    const both = await Promise.all([finish(id, { marks: [mark] }), finish(id, { marks: [mark] })]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const { data } = await h.t.route(routes.get, h.nurse, { id });
    assert.deepEqual([data.state, data.people, data.well, data.marks.length, data.marks[0]?.note], [2, 2, 1, 1, '要水']);
    assert.deepEqual(refusal(await finish(id, { version: 2 })), [409, '该次巡视已完成，不能结束']);
    assert.equal((await h.t.route(routes.get, h.stranger, { id })).status, 404);
    assert.equal((await floors()).floors[0]?.done, true);
  });

  it('shows a mark to who reaches the resident only', async () => {
    const id = (await start()).data as number;
    assert.equal((await finish(id, { marks: [{ oldmanId: h.li, mark: 2 }] })).status, 200);
    assert.equal((await h.t.route(routes.get, h.nurse, { id })).data.marks.length, 1);
    assert.deepEqual((await h.t.route(routes.get, h.carer, { id })).data.marks, []);
  });

  it('that was left open is cancelled by anybody, and counts for nothing', async () => {
    h.clock.now = midnight + 10 * HOUR + 30 * MINUTE;
    const id = (await start(h.carer)).data as number;
    const cancel = (as: TestUser = h.nurse) => h.t.route(routes.cancel, as, { id, version: 1 });
    assert.equal((await cancel(h.looker)).status, 403);
    assert.equal((await cancel()).status, 200);
    assert.equal((await cancel()).status, 409);
    assert.equal((await floors()).floors[0]?.done, false);
  });
});

describe('missing rounds', () => {
  it('wait in 现在 while they can be made, for who may see them', async () => {
    h.clock.now = midnight + 10 * HOUR + 30 * MINUTE;
    const [row] = await waiting();
    assert.deepEqual([row?.name, row?.since, row?.due], ['3号楼 3层', textOf(midnight + 10 * HOUR), textOf(midnight + 12 * HOUR)]);
    assert.deepEqual(await waiting(h.outsider), []);
    assert.deepEqual(await waiting(h.stranger), []);
    await h.run(sql`delete from parameters where tenant_id = ${h.tenantId} and key = 'PATROL_DAY_HOURS'`);
    await h.run(sql`insert into parameters (tenant_id, name, key, value) values (${h.tenantId}, '巡视', 'PATROL_DAY_HOURS', '0')`);
    assert.deepEqual(await waiting(), []);
    assert.equal((await floors()).window, null);
    await h.run(sql`update parameters set value = '2' where tenant_id = ${h.tenantId} and key = 'PATROL_DAY_HOURS'`);
  });

  it('are named by floor and span in the shift, the month and the handover', async () => {
    h.clock.now = midnight + 14 * HOUR + MINUTE;
    const names = (spans: { startTime: string }[]) => spans.map(({ startTime }) => startTime.slice(11, 16));
    assert.deepEqual(names((await floors()).floors[0]!.missed), ['10:00', '12:00']);
    const month = (await h.t.route(routes.coverage, h.nurse, { month: dayOf(midnight).slice(0, 7) })).data;
    const day = month.find(({ shift }: { shift: number }) => shift === 1);
    assert.deepEqual([day?.expected, day?.done, names(day!.missed)], [3, 1, ['10:00', '12:00']]);
    assert.deepEqual(refusal(await h.t.route(routes.coverage, h.nurse, { month: '2026-13' })), [400, '月份格式应为yyyy-MM']);
    assert.deepEqual((await h.t.route(routes.coverage, h.stranger, { month: dayOf(midnight).slice(0, 7) })).data, []);
    const span = { startTime: textOf(midnight + 8 * HOUR), endTime: textOf(midnight + 16 * HOUR - 1000) };
    const draft = (await h.t.route(handovers.draft, h.nurse, span)).data;
    const today = dayOf(midnight).slice(5);
    assert.equal(draft.patrols, `3号楼 3层：漏巡 ${today} 10:00至12:00、${today} 12:00至14:00`);
  });

  it('are listed and exported by floor and day', async () => {
    const page = (search: object, as: TestUser = h.nurse) => h.t.route(routes.page, as, search as never);
    assert.equal((await page({ ...floor, startDate: dayOf(midnight) })).data.total, 3);
    assert.equal((await page({ state: 3 })).data.total, 1);
    assert.equal((await page({}, h.stranger)).data.total, 0);
    assert.equal((await h.t.call('GET', `${routes.export.path}?format=csv`, { as: h.nurse })).status, 200);
    assert.equal((await h.t.call('GET', `${routes.export.path}?format=csv`, { as: h.looker })).status, 403);
  });
});
