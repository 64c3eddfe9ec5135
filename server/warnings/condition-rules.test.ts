import { MINUTE, dayOf, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { measurements } from '#contract/health/measurements.ts';
import { conditionRules } from '#contract/warnings/condition-rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, type TestDevice } from '#test/ingest.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let chief: TestUser;
let sink: ReturnType<typeof ingest>;
// A Monday.
let clock = Date.parse('2026-11-16T10:00:00+08:00');
before(async () => {
  t = await harness({ now: () => clock });
});
after(async () => {
  await sink?.close();
  await t?.close();
});

/** A tenant of its own for every story: rules are for everybody in it. */
async function begin(at = '2026-11-16T10:00:00+08:00') {
  clock = Date.parse(at);
  chief = await t.user(await t.tenant(), { name: '护士长' });
  await sink?.close();
  sink = ingest(t);
}
const tell = (k: 'condition.changed', ruleId: number) => sink.pipeline.memory.heard({ t: chief.tenantId, k, p: { ruleId } } as never);
const over = (metric: string, value: number, extra: object = {}) => ({ kind: 'value', metric, compare: 'above', value, ...extra });
const bySituation = (situation: string, extra: object = {}) => ({ kind: 'situation', situation, ...extra });
const form = (conditions: object[], extra: object = {}) => ({
  name: `规则${Math.random().toString(36).slice(2, 8)}`,
  severity: 2,
  groups: [{ every: true, conditions }],
  content: '{姓名}：{条件}',
  ...extra,
});
async function rule(conditions: object[], extra: object = {}): Promise<number> {
  const { data, status, msg } = await t.route(conditionRules.create, chief, form(conditions, extra));
  assert.equal(status, 200, msg ?? '');
  tell('condition.changed', data);
  return data;
}
async function say(device: TestDevice, metric: Parameters<typeof reading>[1], value: number, minutes = 1) {
  clock += minutes * MINUTE;
  await sink.pipeline.accept({ ...frame(device, reading(device, metric, value, clock, clock)), receivedAt: clock });
}
const pass = async (minutes: number) => {
  clock += minutes * MINUTE;
  await sweepWarnings(t.deps);
};
const warned = (device: TestDevice) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<any>(sql`select id, rule, title, severity, status, count, content, cleared_at is not null as cleared from warnings
      where tenant_id = ${device.tenantId} and person_id = ${device.personId} and rule = 'condition' order by id`),
  );
const brief = async (device: TestDevice) => (await warned(device)).map((row) => [row.count, row.cleared]);

describe('rules of the institution', () => {
  it('are made by those who may, and make sense', async () => {
    await begin();
    const reader = await t.user(chief.tenantId, { permissions: ['warning_condition_view'] });
    const input = form([over('heartRate', 110)]);
    assert.equal((await t.route(conditionRules.create, null, input)).status, 401);
    assert.equal((await t.route(conditionRules.create, chief, { ...input, groups: [] })).msg, '请至少添加一个条件');
    assert.equal((await t.route(conditionRules.create, chief, { ...input, name: '' })).status, 400);
    assert.equal((await t.route(conditionRules.create, reader, input)).status, 403);
    const { data: id } = await t.route(conditionRules.create, chief, input);
    const stranger = await t.user(await t.tenant());
    for (const route of [conditionRules.get, conditionRules.remove]) assert.equal((await t.route(route, stranger, { id })).status, 404);
    assert.equal((await t.route(conditionRules.update, stranger, { ...input, id })).status, 404);
    const { data } = await t.route(conditionRules.get, reader, { id });
    assert.deepEqual([data.groups[0].conditions[0].value, data.validMinutes, data.active, data.scopeNames], [110, 60, 0, []]);
    assert.equal((await t.route(conditionRules.create, chief, input)).msg, '已有同名的条件规则');
    assert.equal((await t.route(conditionRules.create, chief, form([over('heartRate', 400)]))).status, 422);
    assert.equal((await t.route(conditionRules.create, chief, form([over('heartRate', 110)], { scope: 3 }))).msg, '请选择服务对象');
    assert.equal((await t.route(conditionRules.create, chief, form([over('heartRate', 110)], { scope: 2 }))).msg, '请选择部门');
    assert.equal(
      (await t.route(conditionRules.create, chief, form([over('heartRate', 110)], { scope: 2, scopeIds: [9] }))).msg,
      '部门不存在',
    );
    const foreign = await addDevice(t, stranger.tenantId);
    assert.equal(
      (await t.route(conditionRules.create, chief, form([over('heartRate', 110)], { scope: 3, scopeIds: [foreign.personId] }))).msg,
      '服务对象不存在',
    );
    assert.equal((await t.route(conditionRules.update, chief, { ...input, id, version: data.version })).status, 200);
    assert.equal((await t.route(conditionRules.update, chief, { ...input, id, version: data.version })).status, 409);
    assert.equal((await t.route(conditionRules.remove, chief, { id })).status, 200);
  });

  it('cost nothing where there are none, and nothing while nothing turns', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    await say(device, 'steps', 100);
    const none = sink.pipeline.counts.rules.submitted;
    await say(device, 'steps', 90_000);
    assert.equal(sink.pipeline.counts.rules.submitted, none);
    await rule([over('steps', 50_000)]);
    for (const steps of [100, 200, 300]) await say(device, 'steps', steps);
    assert.equal(sink.pipeline.counts.rules.submitted, none);
    await say(device, 'steps', 60_000);
    assert.equal(sink.pipeline.counts.rules.submitted, none + 1);
    await say(device, 'steps', 60_001);
    assert.equal(sink.pipeline.counts.rules.submitted, none + 1);
  });

  it('warn before the reading is acknowledged, once, with their own words, and end by themselves', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    const id = await rule([over('heartRate', 110, { needed: 2, windowSize: 3 })], { name: '心率偏快', severity: 1 });
    await say(device, 'heartRate', 115);
    assert.deepEqual(await warned(device), []);
    await say(device, 'heartRate', 116);
    const [one] = await warned(device);
    assert.deepEqual([one.rule, one.title, one.severity, one.count], ['condition', '心率偏快', 1, 1]);
    assert.match(one.content, /^老人\d+：心率 116次\/分（高于110次\/分，最近3次中2次）$/);
    const { data } = await t.route(warnings.get, chief, { id: one.id });
    assert.deepEqual([data.warningText, data.sourceType], ['心率偏快', 5]);
    assert.equal((await t.route(conditionRules.get, chief, { id })).data.active, 1);
    const today = dayOf(Date.now());
    const { byRule } = (await t.route(warningStatistics.read, chief, { startTime: today, endTime: today })).data;
    assert.deepEqual(
      byRule.map(({ label, total }: any) => [label, total]),
      [['条件规则：心率偏快', 1]],
    );
    for (let at = 0; at < 6; at++) await say(device, 'heartRate', 117);
    assert.deepEqual(await brief(device), [[1, false]]);
    // Told again after half an hour.
    for (let at = 0; at < 6; at++) await say(device, 'heartRate', 117, 5);
    assert.deepEqual(await brief(device), [[2, false]]);
    await say(device, 'heartRate', 80);
    await say(device, 'heartRate', 80);
    assert.deepEqual(await brief(device), [[2, true]]);
  });

  it('count one warning however many frames come together, through two processes', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    await rule([over('heartRate', 110)]);
    const other = ingest(t);
    const send = (index: number) =>
      (index % 2 ? sink : other).pipeline.accept({
        ...frame(device, reading(device, 'heartRate', 120, clock - index, clock)),
        receivedAt: clock,
      });
    await Promise.all(Array.from({ length: 100 }, (_, index) => send(index)));
    await other.close();
    assert.deepEqual(await brief(device), [[1, false]]);
  });

  it('with a duration warn when it is over although nothing comes, also after a restart', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    await rule([over('heartRate', 110, { minutes: 30 })]);
    await say(device, 'heartRate', 120);
    await sink.close();
    sink = ingest(t);
    await pass(29);
    assert.deepEqual(await brief(device), []);
    await pass(1);
    assert.deepEqual(await brief(device), [[1, false]]);
    // Two processes that look at the same moment tell once.
    await Promise.all([sweepWarnings(t.deps), sweepWarnings(t.deps)]);
    assert.deepEqual(await brief(device), [[1, false]]);
    await say(device, 'heartRate', 80);
    assert.deepEqual(await brief(device), [[1, true]]);
  });

  it('join what a device and a nurse measured', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    await rule([over('heartRate', 100), over('temperature', 38)]);
    await say(device, 'heartRate', 105);
    assert.deepEqual(await warned(device), []);
    clock += MINUTE;
    const entered = await t.route(measurements.create, chief, {
      oldmanId: device.personId,
      time: textOf(clock),
      values: [{ metric: 'temperature', value: 38.4 }],
    });
    assert.equal(entered.status, 200);
    assert.match((await warned(device))[0].content, /心率 105次\/分（高于100次\/分），体温 38.4℃（高于38℃）$/);
    // The nurse typed the wrong number: nothing speaks for it any more.
    const { id } = (await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.row<{ id: number }>(sql`select id from measurements where tenant_id = ${chief.tenantId}`),
    )) as { id: number };
    assert.equal((await t.route(measurements.correct, chief, { id, value: 36.6, reason: '录错' })).status, 200);
    assert.deepEqual(await brief(device), [[1, true]]);
  });

  it('are for whom they are said to be', async () => {
    await begin();
    const [one, other] = [await addDevice(t, chief.tenantId), await addDevice(t, chief.tenantId)];
    await rule([over('heartRate', 110)], { scope: 3, scopeIds: [one.personId] });
    for (const device of [one, other]) await say(device, 'heartRate', 120);
    assert.deepEqual([(await warned(one)).length, (await warned(other)).length], [1, 0]);
  });

  it('say nothing of who is away, and do once they are back', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    const status = (number: number) =>
      t.deps.inTenant(chief.tenantId, (tx) =>
        tx.run(sql`update people set status = ${number} where tenant_id = ${chief.tenantId} and id = ${device.personId}`),
      );
    await rule([over('heartRate', 110)]);
    await status(2);
    await say(device, 'heartRate', 120);
    await pass(10);
    assert.deepEqual(await warned(device), []);
    await status(1);
    await pass(10);
    assert.deepEqual(await brief(device), [[1, false]]);
  });

  it('keep their hours over midnight', async () => {
    await begin('2026-11-16T21:40:00+08:00');
    const device = await addDevice(t, chief.tenantId);
    await rule([over('heartRate', 110)], { windows: [{ days: [1], from: '22:00', to: '06:00' }], validMinutes: 60 });
    await say(device, 'heartRate', 120);
    assert.deepEqual(await warned(device), []);
    await pass(18);
    assert.deepEqual(await warned(device), []);
    await pass(2);
    assert.deepEqual(await brief(device), [[1, false]]);
    await say(device, 'heartRate', 80);
    // Early on Tuesday is still Monday's night; Tuesday's evening is not.
    clock = Date.parse('2026-11-17T05:00:00+08:00');
    await say(device, 'heartRate', 120);
    assert.deepEqual(await brief(device), [[2, false]]);
    await say(device, 'heartRate', 80);
    clock = Date.parse('2026-11-17T23:00:00+08:00');
    chief = await t.user(chief.tenantId);
    await say(device, 'heartRate', 120);
    assert.deepEqual(await brief(device), [[2, true]]);
  });

  it('know of devices that fall silent, before and after they are made', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    await say(device, 'battery', 80);
    await pass(30);
    const id = await rule([bySituation('offline', { minutes: 60 })]);
    assert.deepEqual(await warned(device), []);
    await pass(60);
    assert.deepEqual(await brief(device), [[1, false]]);
    await say(device, 'battery', 80);
    await pass(1);
    assert.deepEqual(await brief(device), [[1, true]]);
    await pass(30);
    await pass(60);
    assert.deepEqual(await brief(device), [[2, false]]);
    // Changed, it begins anew; removed, it has nothing to say.
    chief = await t.user(chief.tenantId);
    assert.equal((await t.route(conditionRules.remove, chief, { id })).status, 200);
    assert.deepEqual(await brief(device), [[2, true]]);
  });

  it('can be tried on what was measured in the last seven days', async () => {
    await begin();
    const device = await addDevice(t, chief.tenantId);
    for (const value of [70, 120, 121, 70, 125, 70]) await say(device, 'heartRate', value, 30);
    const input = { groups: [{ every: true, conditions: [over('heartRate', 110)] }] };
    const reader = await t.user(chief.tenantId, { permissions: ['warning_condition_view'] });
    const { data } = await t.route(conditionRules.trial, reader, input);
    assert.deepEqual([data.count, data.people, data.total, data.calculated, data.values], [2, 1, 1, 1, 6]);
    assert.deepEqual(
      data.days.filter(({ count }: any) => count > 0),
      [{ day: '2026-11-16', count: 2 }],
    );
    assert.deepEqual(data.top[0].count, 2);
    const slow = { groups: [{ every: true, conditions: [over('heartRate', 110, { minutes: 31 })] }] };
    assert.equal((await t.route(conditionRules.trial, reader, slow)).data.count, 1);
    const unset = await t.route(conditionRules.trial, reader, { groups: [{ every: true, conditions: [bySituation('')] }] });
    assert.deepEqual([unset.status, unset.msg], [422, '请选择状态']);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(conditionRules.trial, stranger, input)).data.values, 0);
    assert.equal((await t.route(conditionRules.trial, null, input)).status, 401);
    assert.deepEqual(await warned(device), []);
  });
});
