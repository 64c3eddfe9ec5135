import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { carePlans } from '#contract/care/care-plans.ts';
import { careTasks as routes } from '#contract/care/care-tasks.ts';
import { taskPhases } from '#contract/care/care-tasks.rules.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { HOUR, MINUTE, dayOf, midnightOf, textOf } from '#contract/time.ts';
import { keepSignedIn, person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [nurse, carer, helper, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let [mine, others] = [0, 0];
const ten = midnightOf(Date.now(), 1) + 10 * HOUR;
let clock = ten;
const does = ['members_caretask_view', 'members_caretask_do'];

const care = (name: string, clocks: string[], more: object = {}) => ({ name, kind: 'other', mode: 'clock', clocks, ...more });

before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: does });
  helper = await t.user(tenant, { name: '赵敏', dataScope: 3, permissions: does });
  stranger = await t.user(await t.tenant());
  for (const { tenantId } of [nurse, stranger]) await keepSignedIn(t, tenantId);
  [mine, others] = [await person(t, tenant, '王秀英'), await person(t, tenant, '李建国')];
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${mine}`),
  );
  const saved = async (oldmanId: number, interventions: object[]) =>
    assert.equal((await t.route(carePlans.save, nurse, { oldmanId, interventions, startDay: dayOf(clock) } as never)).status, 200);
  clock = ten - 4 * HOUR;
  await saved(mine, [
    care('翻身', ['07:00', '09:50', '10:10', '18:00'], { two: true, kind: 'turn' }),
    care('饮水', ['10:00'], { unit: 'ml', kind: 'water' }),
    care('巡视', ['10:05', '10:06', '10:07', '10:08', '10:09']),
  ]);
  await saved(others, [care('助浴', ['09:30'], { kind: 'bath' })]);
  clock = ten;
});
after(() => t.close());

const page = async (input: object = {}, as = nurse) => (await t.route(routes.page, as, { size: 100, ...input } as never)).data.records;
const task = async (name: string, at: string) =>
  (await page()).find((one: { name: string; dueTime: string }) => one.name === name && one.dueTime.slice(11, 16) === at);
const done = (id: number, more: object = {}, as = carer, headers: Record<string, string> = {}) =>
  t.call('PUT', routes.done.path, { as, input: { id, ...more }, headers });

describe('care tasks', () => {
  it('stand in the order of what waits, each for those who reach the person', async () => {
    const rows = await page();
    const { later, due, overdue, missed } = taskPhases;
    const waits = Array.from({ length: 7 }, () => due);
    assert.deepEqual(
      rows.map(({ state }: { state: number }) => state),
      [overdue, overdue, ...waits, missed, later],
    );
    const ofDue = rows.filter(({ state }: { state: number }) => state === due).map(({ dueTime }: { dueTime: string }) => dueTime);
    assert.deepEqual(ofDue, ofDue.toSorted());
    assert.deepEqual((await t.route(routes.figures, nurse, {})).data, { total: 11, done: 0, due: 7, overdue: 2, missed: 1 });
    assert.deepEqual((await t.route(routes.figures, nurse, { shift: 'true' })).data, { total: 9, done: 0, due: 7, overdue: 2, missed: 0 });
    assert.equal((await page({ state: due, kind: 'water' })).length, 1);
    assert.equal((await page({ oldmanId: others })).length, 1);
    assert.equal((await page({ carerId: carer.userId })).length, 10);
    assert.equal((await page({ userName: '建国' })).length, 1);
    assert.equal((await page({ building: '3号楼', floor: '3' })).length, 11);
    assert.equal((await page({ building: '9号楼' })).length, 0);
    assert.equal((await page({}, carer)).length, 10);
    assert.equal((await page({}, helper)).length, 0);
    assert.equal((await page({}, stranger)).length, 0);
    assert.equal((await t.route(routes.page, null, {})).status, 401);
    const round = (await t.route(routes.round, carer, {})).data;
    assert.deepEqual([round.tasks.length, round.more], [10, false]);
    assert.ok(round.helpers.some(({ name }: { name: string }) => name === '赵敏'));
    assert.ok(!round.helpers.some(({ name }: { name: string }) => name === '王芳'));
  });

  it('are done by who may, with a second person and a value where the plan asks for them', async () => {
    const { id } = await task('翻身', '09:50');
    const looker = await t.user(nurse.tenantId, { permissions: ['members_caretask_view'] });
    await keepSignedIn(t, nurse.tenantId);
    assert.equal((await done(id, {}, looker)).status, 403);
    assert.deepEqual(refusal(await done(id, {}, stranger)), [404, '照护任务不存在']);
    assert.deepEqual(refusal(await done(id, {}, helper)), [404, '照护任务不存在']);
    assert.deepEqual(refusal(await done(id)), [422, '该任务需要两人完成，请选择另一名护理员']);
    assert.deepEqual(refusal(await done(id, { secondUserId: carer.userId })), [422, '另一名护理员不能是本人']);
    assert.deepEqual(refusal(await done(id, { secondUserId: stranger.userId })), [422, '另一名护理员不存在或已停用']);
    assert.equal((await done(id, { secondUserId: helper.userId })).status, 200);
    const row = await task('翻身', '09:50');
    assert.deepEqual([row.state, row.doneName, row.secondName], [taskPhases.done, '王芳', '赵敏']);
    const water = await task('饮水', '10:00');
    assert.deepEqual(refusal(await done(water.id)), [422, '请填写数值（ml）']);
    assert.deepEqual(refusal(await done(water.id, { value: -1 })), [400, '不能小于0']);
    assert.deepEqual(refusal(await done(water.id, { value: 1e9 })), [400, '不能大于99999']);
    assert.equal((await done(water.id, { value: 150 })).status, 200);
    assert.equal((await task('饮水', '10:00')).value, 150);
    assert.deepEqual(refusal(await done((await task('翻身', '18:00')).id, { secondUserId: helper.userId })), [
      422,
      '该任务还没有到执行时间',
    ]);
  });

  it('are done once, whoever else does them at the same moment; the others read who was first', async () => {
    const { id } = await task('巡视', '10:05');
    const twenty = await Promise.all(Array.from({ length: 20 }, (_, at) => done(id, {}, at % 2 ? carer : nurse)));
    assert.deepEqual([twenty.filter(({ status }) => status === 200).length, twenty.filter(({ status }) => status === 409).length], [1, 19]);
    const { doneName } = await task('巡视', '10:05');
    const lost = twenty.find(({ status }) => status === 409)!;
    assert.equal(lost.data.doneName, doneName);
    assert.match(String(lost.msg), new RegExp(`^${doneName}已于.+登记完成，不能重复登记完成$`));
  });

  it('are written once by a phone that sends late or twice, with when it was done and when it was heard', async () => {
    const { id } = await task('巡视', '10:06');
    clock += 2 * HOUR;
    const doneTime = textOf(ten + 10 * MINUTE);
    const key = { 'idempotency-key': 'phone-1' };
    const twice = await Promise.all([done(id, { doneTime }, carer, key), done(id, { doneTime }, carer, key)]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    );
    const row = await task('巡视', '10:06');
    assert.deepEqual([row.doneTime, row.enterTime], [doneTime, textOf(clock)]);
    assert.deepEqual(refusal(await done(id, { doneTime: textOf(ten) }, carer, key)), [422, '幂等键已用于内容不同的请求，请更换后重试']);
    assert.equal((await done((await task('巡视', '10:07')).id, { doneTime: textOf(clock + HOUR) })).msg, '执行时间不能晚于现在');
    clock = ten;
  });

  it('are not done for a reason, and taken back within a minute by who said so', async () => {
    const { id } = await task('巡视', '10:08');
    const not = (more: object) => t.route(routes.notDone, carer, { id, ...more } as never);
    assert.equal((await not({ reason: 5 })).msg, '未完成原因应为1至4的整数');
    assert.deepEqual(refusal(await not({ reason: 4 })), [422, '请说明未完成的原因']);
    assert.equal((await not({ reason: 3 })).status, 200);
    assert.equal((await task('巡视', '10:08')).state, taskPhases.notDone);
    const undo = (as: TestUser) => t.route(routes.undo, as, { id });
    assert.deepEqual(refusal(await undo(nurse)), [403, '只能由登记人本人撤销']);
    clock += 2 * MINUTE;
    assert.deepEqual(refusal(await undo(carer)), [409, '已超过可撤销的时间']);
    clock = ten;
    assert.equal((await undo(carer)).status, 200);
    assert.deepEqual(refusal(await undo(carer)), [409, '照护任务待执行，不能撤销']);
    assert.equal((await not({ reason: 1, note: '怕冷' })).status, 200);
    const late = await t.route(routes.done, carer, { id, version: 1 });
    assert.deepEqual(refusal(late), [409, '照护任务已被他人登记，请刷新后重试']);
  });

  it('that are overdue are one row of 现在, and what was missed stands in the handover', async () => {
    const now = (await t.route(nowRoutes.read, nurse, {})).data;
    const row = now.rows.find(({ kind }: { kind: string }) => kind === 'care_task');
    assert.equal(row.text, '1 项超时，3号楼 3层起');
    clock += 3 * HOUR;
    const draft = await t.route(handovers.draft, nurse, { startTime: textOf(ten - 4 * HOUR), endTime: textOf(clock) });
    const lines = draft.data.care.split('\n');
    assert.ok(lines.some((one: string) => /07:00 翻身 王秀英（.+）：漏执行$/.test(one)));
    assert.ok(lines.some((one: string) => /09:30 助浴 李建国（.+）：漏执行$/.test(one)));
    assert.ok(lines.some((one: string) => /10:08 巡视 王秀英（.+）：拒绝，怕冷$/.test(one)));
    assert.ok(!lines.some((one: string) => one.includes('09:50')));
    assert.equal((await page({ state: taskPhases.missed })).length, 5);
    // What was missed can still be said to have been done.
    const missed = await task('助浴', '09:30');
    assert.equal((await done(missed.id, { doneTime: textOf(ten) }, nurse)).status, 200);
    clock = ten;
  });
});
