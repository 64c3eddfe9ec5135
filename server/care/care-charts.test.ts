import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { careCharts as routes } from '#contract/care/care-charts.ts';
import { careNotes } from '#contract/care/care-notes.ts';
import { DAY, HOUR, dayOf, instantOf, isoOf, nextDay, textOf } from '#contract/time.ts';
import { careHouse, type CareHouse } from '#test/care-house.ts';
import { refusal, type TestUser } from '#test/harness.ts';

let h: CareHouse;
/** Noon of today: what was before and after belongs to one day. */
let noon = 0;
before(async () => {
  h = await careHouse(['members_caretask_view', 'members_caretask_do', 'members_carechart_view', 'members_oldmanplan_edit']);
  noon = instantOf(dayOf(h.clock.now)) + 12 * HOUR;
  h.clock.now = noon;
});
after(() => h.t.close());

const note = (more: object, as = h.nurse) => h.t.route(careNotes.create, as, { oldmanId: h.wang, ...more });
const read = (kind: string, more: object = {}, as: TestUser = h.nurse) =>
  h.t.route(routes.read, as, { oldmanId: h.wang, kind, startDate: dayOf(noon), endDate: dayOf(noon), ...more } as never);

describe('notes with values', () => {
  it('say what their kind can, and nothing is kept of what it cannot', async () => {
    assert.deepEqual(refusal(await note({ kind: 'turn', values: { position: 'up' } })), [400, '选项不存在']);
    assert.deepEqual(refusal(await note({ kind: 'water', values: { bristol: 4 } })), [400, '该类别没有这些内容']);
    assert.deepEqual(refusal(await note({ kind: 'urine', values: { ml: 9000 } })), [400, '毫升数应为1至5000的整数']);
    assert.deepEqual((await read('balance')).data.entries, []);
    assert.equal((await note({ kind: 'water', values: { ml: 200 } })).status, 200);
    assert.equal((await note({ kind: 'water' })).status, 200);
    const { entries } = (await read('balance')).data;
    assert.deepEqual(
      entries.map(({ kind, values }: { kind: string; values: object }) => [kind, values]),
      [
        ['water', { ml: 200 }],
        ['water', {}],
      ],
    );
    const { records } = (await h.t.route(careNotes.page, h.nurse, { oldmanId: h.wang, kind: 'water' })).data;
    assert.ok(records.some(({ values }: { values: { ml?: number } }) => values.ml === 200));
  });
});

describe('a chart', () => {
  it('has the notes and the done tasks of its kind, and the last one before', async () => {
    const turn = (at: number, position: string) => note({ kind: 'turn', time: textOf(at), values: { position } });
    await turn(noon - 13 * HOUR, 'flat');
    await turn(noon - 2 * HOUR, 'left');
    await h.t.deps.inTenant(h.tenantId, async (tx) => {
      const made = await tx.row<{ id: number }>(sql`
        insert into care_plans (tenant_id, person_id, serial, state, starts_at, next_review_on, created_name)
        values (${h.tenantId}, ${h.wang}, 1, 2, now() - interval '2 days', current_date + 7, '赵敏') returning id`);
      const intervention = (kind: string, unit: string | null) =>
        tx.row<{ id: number }>(sql`
          insert into care_interventions (tenant_id, plan_id, name, kind, mode, every_hours, window_start, window_end, before_minutes,
            after_minutes, minutes, unit)
          values (${h.tenantId}, ${made!.id}, ${kind}, ${kind}, 'every', 3, '00:00', '00:00', 30, 30, 10, ${unit}) returning id`);
      const [turning, drinking] = [await intervention('turn', null), await intervention('water', 'ml')];
      const done = (id: number, at: number, value: number | null) =>
        tx.run(sql`
          insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at, state, done_at, entered_at, user_id,
            user_name, value)
          values (${h.tenantId}, ${id}, ${h.wang}, ${isoOf(at - HOUR)}, ${isoOf(at)}, ${isoOf(at + HOUR)}, 2, ${isoOf(at)}, ${isoOf(at)},
            ${h.carer.userId}, '王芳', ${value})`);
      await done(turning!.id, noon - HOUR, null);
      await done(drinking!.id, noon - HOUR, 150);
    });
    const chart = (await read('turn')).data;
    assert.equal(chart.turnHours, 3, 'the plan says it');
    assert.equal(chart.before, textOf(noon - 13 * HOUR));
    assert.deepEqual(
      chart.entries.map(({ source, values, userName }: { source: string; values: object; userName: string }) => [source, values, userName]),
      [
        ['note', { position: 'left' }, '赵敏'],
        ['task', {}, '王芳'],
      ],
    );
    const balance = (await read('balance')).data.entries as { source: string; values: object }[];
    assert.deepEqual(balance.find(({ source }) => source === 'task')?.values, { ml: 150 });
    assert.equal((await read('turn', { oldmanId: h.li })).data.turnHours, 2, 'the institution says it');
    await h.run(sql`delete from parameters where tenant_id = ${h.tenantId} and key = 'CARE_TURN_HOURS'`);
    await h.run(sql`insert into parameters (tenant_id, name, key, value) values (${h.tenantId}, '翻身间隔', 'CARE_TURN_HOURS', '4')`);
    assert.equal((await read('turn', { oldmanId: h.li })).data.turnHours, 4);
  });

  it('is of whom the session reaches, and of at most a month', async () => {
    assert.equal((await read('turn', {}, h.outsider)).status, 403);
    assert.deepEqual(refusal(await read('turn', {}, h.stranger)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await read('turn', { oldmanId: h.li }, h.carer)), [404, '服务对象不存在']);
    assert.equal((await read('turn', {}, h.carer)).status, 200);
    const today = dayOf(noon);
    assert.deepEqual(refusal(await read('turn', { startDate: nextDay(today) })), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(refusal(await read('turn', { startDate: dayOf(noon - 31 * DAY) })), [400, '一张记录单最多31天']);
    assert.equal((await read('turn', { startDate: dayOf(noon - 30 * DAY) })).status, 200);
    assert.deepEqual(refusal(await read('x')), [400, '请选择记录单']);
  });
});

describe('the target of a person', () => {
  const save = (more: object, as: TestUser = h.nurse) =>
    h.t.route(routes.saveTarget, as, { oldmanId: h.wang, intakeLow: 1200, intakeHigh: 2500, outputLow: 800, ...more } as never);

  it('is set by who plans care, once at a time', async () => {
    assert.equal((await save({}, h.looker)).status, 403);
    assert.deepEqual(refusal(await save({}, h.stranger)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await save({ intakeLow: 3000 })), [400, '入量下限应小于上限']);
    assert.deepEqual(refusal(await save({ outputLow: 0 })), [400, '出量下限应为1至20000的整数']);
    assert.equal((await read('balance')).data.target, null);
    const both = await Promise.all([save({}), save({})]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual((await read('balance')).data.target, { intakeLow: 1200, intakeHigh: 2500, outputLow: 800, version: 1 });
    assert.equal((await save({ version: 1, intakeHigh: null })).status, 200);
    assert.deepEqual(refusal(await save({ version: 1 })), [409, '出入量目标已被他人修改，请刷新后重试']);
    assert.equal((await read('balance')).data.target.intakeHigh, null);
  });
});
