import { HOUR, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { measurements } from '#contract/health/measurements.ts';
import { observations } from '#contract/health/observations.ts';
import { vitals } from '#contract/health/vitals.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { person, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { emit } from '../events.ts';

let t: Harness;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const tasks = async (oldmanId: number, input = {}) =>
  (await t.route(observations.page, nurse, { oldmanId, size: 50, ...input })).data.records;
const start = (oldmanId: number, back = 0, input = {}) =>
  t.route(observations.start, nurse, { oldmanId, kind: 1, startTime: textOf(Date.now() - back), reason: '浴室滑倒', ...input });
const full = { temperature: 36.5, heartRate: 80, breathing: 18, systolic: 130, diastolic: 80, oxygen: 97, consciousness: 0 };
const tick = (oldmanId: number, taskId: number, values: Record<string, number> = full, rest = {}) =>
  t.route(measurements.create, nurse, {
    oldmanId,
    taskId,
    time: textOf(Date.now()),
    values: Object.entries(values).map(([metric, value]) => ({ metric, value })),
    ...rest,
  });
/** A fall as the ingest tells of it. */
async function fall(oldmanId: number): Promise<number> {
  const id = await warning(t, nurse.tenantId, oldmanId, { rule: 'fall', severity: 1 });
  await t.deps.inTenant(nurse.tenantId, (tx) => emit('warning.raised', { warningId: id, severity: 1, rule: 'fall' }, tx, t.deps));
  return id;
}

describe('observation series', () => {
  it('ask for a session, the permission and a person of one’s own', async () => {
    const id = await person(t, nurse.tenantId);
    const none = await t.user(nurse.tenantId, { permissions: ['tenant_health_view'] });
    const inputs = [
      [observations.page, {}],
      [observations.start, { oldmanId: id, kind: 1, startTime: textOf(Date.now()), reason: '跌倒' }],
      [observations.end, { seriesId: 1, reason: '稳定' }],
      [observations.skip, { id: 1, version: 1, reason: '外出' }],
    ] as const;
    for (const [route, input] of inputs) {
      assert.equal((await t.route(route, null, input)).status, 401);
      assert.equal((await t.route(route, none, input)).status, 403);
    }
    for (const [at, [route, input]] of inputs.slice(1).entries())
      assert.deepEqual(refusal(await t.route(route, stranger, input)), [404, ['服务对象不存在', '观察不存在', '观察任务不存在'][at]]);
    assert.equal(
      (await t.route(observations.start, nurse, { oldmanId: id, kind: 1, startTime: textOf(Date.now()), reason: '' })).status,
      400,
    );
    assert.equal((await start(id, -HOUR)).msg, '开始时间不能晚于现在');
    assert.equal((await start(id, 73 * HOUR)).msg, '开始时间不能早于72小时前');
    assert.deepEqual(await tasks(id), []);
  });

  it('begin with full vital signs at once: a task is ticked by entering all of them, and by nothing less', async () => {
    const id = await person(t, nurse.tenantId);
    assert.equal((await start(id)).status, 200);
    assert.equal((await start(id)).msg, '已有同类观察正在进行');
    const [first, second, ...rest] = await tasks(id);
    assert.deepEqual([first.state, second.state, rest.length >= 7], [1, 0, true]);
    const part = await tick(id, first.id, { temperature: 36.5, heartRate: 80 });
    assert.deepEqual([part.status, part.msg], [422, '观察任务需要完整的生命体征，还缺少：呼吸、收缩压、舒张压、血氧、意识']);
    const other = await person(t, nurse.tenantId);
    assert.deepEqual(refusal(await tick(other, first.id)), [404, '观察任务不存在']);
    const done = await tick(id, first.id);
    assert.deepEqual([done.status, done.data.saved, done.data.orthostatic], [200, 7, null]);
    assert.deepEqual(refusal(await tick(id, first.id)), [409, '该观察任务已完成或已跳过']);
    assert.equal((await tasks(id))[0].id, second.id);
    const carer = await t.user(nurse.tenantId, { dataScope: 3 });
    assert.equal((await t.route(observations.page, carer, { oldmanId: id })).data.total, 0);
    const all = await tasks(id, { all: 'true' });
    assert.deepEqual([all[0].state, all[0].doneName], [3, '李护士']);
    const late = all.at(-1);
    assert.equal((await tick(id, late.id)).msg, '该观察任务还没有到时间');
  });

  it('tell of a pressure that falls on standing up, serious after a fall, until it no longer does', async () => {
    const measure = (oldmanId: number, systolic: number, back: number, rest = {}) =>
      t.route(measurements.create, nurse, {
        oldmanId,
        time: textOf(Date.now() - back),
        values: [
          { metric: 'systolic', value: 130 },
          { metric: 'diastolic', value: 80 },
        ],
        standing: { systolic, diastolic: 75 },
        ...rest,
      });
    const told = async (oldmanId: number) =>
      (await t.route(warnings.page, nurse, { oldmanId, rule: 'orthostatic' })).data.records.map((row: any) => [
        row.severity,
        row.warningContent,
        row.lastValue,
        row.limitValue,
        row.count,
        row.clearTime !== null,
      ]);
    const [well, fallen] = [await person(t, nurse.tenantId), await person(t, nurse.tenantId)];
    assert.equal((await measure(well, 111, 600_000)).data.orthostatic, false);
    assert.equal((await measure(well, 105, 500_000, { doubtful: true })).status, 200);
    assert.deepEqual(await told(well), []);
    assert.equal((await measure(well, 110, 400_000)).data.orthostatic, true);
    const said = ['站立后血压下降：卧位130/80，立位110/75 mmHg', '110 mmHg', '≤110 mmHg', 1];
    assert.deepEqual(await told(well), [[3, ...said, false]]);
    assert.equal((await measure(well, 125, 300_000)).data.orthostatic, false);
    assert.deepEqual(await told(well), [[3, ...said, true]]);
    // A value that was wrong takes its warning back.
    const wrong = await person(t, nurse.tenantId);
    await measure(wrong, 100, 200_000);
    const [typed] = (await t.route(vitals.page, nurse, { oldmanId: wrong, metric: 'systolic' })).data.records.filter(
      ({ value }: any) => value === 100,
    );
    assert.equal(
      (await t.route(measurements.correct, nurse, { id: -typed.id, value: 105, manner: typed.manner, reason: '看错' })).status,
      200,
    );
    assert.equal((await told(wrong))[0].at(-1), false);
    const [again] = (await t.route(vitals.page, nurse, { oldmanId: wrong, metric: 'systolic' })).data.records.filter(
      ({ value, state }: any) => value === 105 && state !== 2,
    );
    assert.equal(
      (await t.route(measurements.correct, nurse, { id: -again.id, value: 120, manner: again.manner, reason: '袖带松动' })).status,
      200,
    );
    assert.equal((await told(wrong))[0].at(-1), true);
    await fall(fallen);
    await measure(fallen, 100, 0);
    assert.deepEqual((await told(fallen))[0].slice(0, 2), [2, '站立后血压下降：卧位130/80，立位100/75 mmHg，72小时内跌倒过']);
  });

  it('ask for the pressure lying and standing, and say when it falls', async () => {
    const id = await person(t, nurse.tenantId);
    await start(id, 71 * HOUR);
    const task = (await tasks(id)).findLast(({ orthostatic, state }: any) => orthostatic && state > 0);
    assert.ok(task);
    assert.equal((await tick(id, task.id)).msg, '本次任务需要测体位性血压，请填写立位血压；不能站立时请跳过并说明原因');
    assert.match((await tick(id, task.id, full, { standing: { systolic: 80, diastolic: 90 } })).msg ?? '', /立位血压：收缩压80应高于/);
    const done = await tick(id, task.id, full, { standing: { systolic: 108, diastolic: 74 } });
    assert.deepEqual([done.status, done.data.orthostatic], [200, true]);
    const standing = (await t.route(vitals.page, nurse, { oldmanId: id, metric: 'systolic' })).data.records.map(
      ({ value, manner }: any) => [value, manner],
    );
    assert.deepEqual(standing, [
      [108, 3],
      [130, null],
    ]);
    assert.ok((await tasks(id, { overdue: 'true' })).every(({ state }: any) => state === 2));
  });

  it('pass a task over with a reason, end with a reason; the loser gets 409', async () => {
    const id = await person(t, nurse.tenantId);
    const seriesId = (await start(id, HOUR)).data;
    const [first] = await tasks(id);
    const stale = await t.route(observations.skip, nurse, { id: first.id, version: first.version + 1, reason: '外出就医' });
    assert.deepEqual(refusal(stale), [409, '该观察任务已被他人修改，请刷新后重试']);
    const skips = await Promise.all(
      [1, 2].map(() => t.route(observations.skip, nurse, { id: first.id, version: first.version, reason: '外出就医' })),
    );
    assert.deepEqual(skips.map(({ status }) => status).sort(), [200, 409]);
    assert.deepEqual(
      (await tasks(id, { all: 'true' })).slice(0, 1).map(({ state, skipReason }: any) => [state, skipReason]),
      [[4, '外出就医']],
    );
    assert.equal((await t.route(observations.end, nurse, { seriesId, reason: '转院' })).status, 200);
    assert.deepEqual(refusal(await t.route(observations.end, nurse, { seriesId, reason: '转院' })), [409, '该观察已经结束']);
    assert.deepEqual(await tasks(id), []);
  });

  it('begin by themselves with a fall, once, and end when it was none', async () => {
    const id = await person(t, nurse.tenantId);
    const warningId = await fall(id);
    assert.deepEqual(
      (await tasks(id)).slice(0, 1).map((task: any) => [task.reason, task.warningId]),
      [['跌倒预警', warningId]],
    );
    const before = (await tasks(id)).length;
    await t.deps.inTenant(nurse.tenantId, (tx) => emit('warning.raised', { warningId, severity: 1, rule: 'fall' }, tx, t.deps));
    assert.equal((await tasks(id)).length, before);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: warningId, isDisposed: 3, remark: '坐下过快' })).status, 200);
    assert.deepEqual(await tasks(id), []);
    const real = await person(t, nurse.tenantId);
    const other = await fall(real);
    await t.route(warnings.updateStatus, nurse, { id: other, isDisposed: 1, remark: '已处理' });
    assert.ok((await tasks(real)).length > 0);
  });
});
