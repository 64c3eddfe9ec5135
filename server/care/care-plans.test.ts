import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { carePlans as routes } from '#contract/care/care-plans.ts';
import { careTemplates } from '#contract/care/care-templates.ts';
import { planStates } from '#contract/care/care-plan-commands.rules.ts';
import { people } from '#contract/elderly/people.ts';
import { DAY, HOUR, clockOf, dayOf, midnightOf, nextDay } from '#contract/time.ts';
import { keepSignedIn, person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { addDefaultTemplates, templateDefaults } from './template-defaults.ts';
import { expandCare } from './task-expansion.ts';

let t: Harness;
let [nurse, carer, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
let clock = midnightOf(Date.now(), 1) + 10 * HOUR;

before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  carer = await t.user(tenant, {
    name: '王芳',
    dataScope: 3,
    permissions: ['members_oldmanplan_view', 'members_caretask_view', 'members_caretask_do'],
  });
  stranger = await t.user(await t.tenant());
  for (const { tenantId } of [nurse, stranger]) await keepSignedIn(t, tenantId);
});
after(() => t.close());

const today = () => dayOf(clock);
const care = (clocks: string[], more: object = {}) => ({ name: '翻身', kind: 'turn', mode: 'clock', clocks, ...more });
const form = (oldmanId: number, more: object = {}) =>
  ({
    oldmanId,
    problems: [{ category: 'skin', text: '压力性损伤风险高', source: '能力评估' }],
    goals: [{ text: '皮肤完好', measure: '无新发压力性损伤', until: null }],
    interventions: [care(['08:00', '12:00', '20:00'])],
    ...more,
  }) as never;
const save = (oldmanId: number, more: object = {}, as = nurse) => t.route(routes.save, as, form(oldmanId, more));
const saved = async (oldmanId: number, more: object = {}): Promise<number> => {
  const made = await save(oldmanId, more);
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
};
const read = async (id: number, as = nurse) => (await t.route(routes.get, as, { id })).data;
const old = (name?: string) => person(t, nurse.tenantId, name);
const tasksOf = async (personId: number): Promise<[string, number][]> =>
  (
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ at: string; state: number }>(sql`
        select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as at, state from care_tasks
        where tenant_id = ${tx.tenantId} and person_id = ${personId} order by due_at`),
    )
  ).map(({ at, state }) => [at, state]);
const clocksOf = async (personId: number) => (await tasksOf(personId)).map(([at]) => at);
const on = (ahead: number, ...clocks: string[]) => clocks.map((at) => `${nextDay(today(), ahead)} ${at}`);

describe('care plans', () => {
  it('are written by who may, of people whom they reach, and seen by those of the institution', async () => {
    const id = await old();
    assert.equal((await t.route(routes.save, null, form(id))).status, 401);
    assert.equal((await save(id, {}, carer)).status, 403);
    assert.deepEqual(refusal(await save(id, {}, stranger)), [404, '服务对象不存在']);
    const editor = await t.user(nurse.tenantId, { permissions: ['members_oldmanplan_edit', 'members_oldmanplan_view'] });
    await keepSignedIn(t, nurse.tenantId);
    assert.equal((await save(id, {}, editor)).status, 403);
    const plan = await saved(id);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id: plan })), [404, '照护计划不存在']);
    // Not the carer's person.
    assert.equal((await t.route(routes.get, carer, { id: plan })).status, 404);
    const row = await read(plan);
    assert.deepEqual([row.state, row.serial, row.nextReviewDay, row.interventions.length], [1, 1, nextDay(today(), 28), 1]);
    assert.deepEqual(await clocksOf(id), []);
    const listed = (await t.route(routes.page, nurse, { oldmanId: id })).data.records;
    assert.deepEqual(
      listed.map((one: { id: number }) => one.id),
      [plan],
    );
  });

  it('are refused whole', async () => {
    const id = await old();
    const refused = async (more: object, text: string) => assert.equal((await save(id, more)).msg, text);
    await refused({ interventions: [care(['08:00']), care([])] }, '翻身：请填写执行时刻');
    await refused({ interventions: [care(['08:00', '08:00'])] }, '翻身：执行时刻不能重复');
    await refused({ interventions: [care(['25:00'])] }, '时间格式应为HH:mm');
    await refused({ interventions: [care([], { mode: 'every' })] }, '翻身：请填写间隔小时数');
    await refused({ interventions: [care([], { mode: 'every', everyHours: 2, windowStart: '06:00' })] }, '翻身：请填写开始和结束时刻');
    await refused({ interventions: [care(['08:00'], { weekdays: [1, 1] })] }, '翻身：星期不能重复');
    await refused({ problems: [{ category: 'x', text: 'a' }] }, '请选择问题类别');
    await refused({ interventions: [], startDay: today() }, '执行的照护计划至少需要一项照护措施');
    await refused({ startDay: nextDay(today(), -1) }, '开始日期不能早于今天');
    await refused({ startDay: nextDay(today(), 91) }, '开始日期最晚为90天后');
    await refused({ nextReviewDay: today() }, '下次复核日期应晚于今天');
    await refused({ nextReviewDay: nextDay(today(), 400) }, '下次复核日期最晚为366天后');
    await refused({ consentName: '王强' }, '知情同意人和同意日期请一起填写');
    await refused({ consentName: '王强', consentDay: nextDay(today(), 1) }, '同意日期不能晚于今天');
    await refused({ interventions: Array.from({ length: 41 }, () => care(['08:00'])) }, '最多40项');
    assert.deepEqual((await t.route(routes.page, nurse, { oldmanId: id })).data.records, []);
  });

  it('begin at once, and end where the next version begins', async () => {
    const id = await old();
    const first = await saved(id, { startDay: today() });
    assert.deepEqual(await clocksOf(id), [...on(0, '12:00', '20:00'), ...on(1, '08:00', '12:00', '20:00')]);
    assert.deepEqual(refusal(await save(id)), [409, '该服务对象已有执行中的照护计划，请打开该计划修改']);
    clock += 5 * HOUR;
    const before = await read(first);
    const stale = await save(id, { id: first, version: before.version - 1, startDay: today() });
    assert.deepEqual(refusal(stale), [409, '照护计划已被修改，请刷新后重试']);
    const other = await old('李建国');
    assert.equal((await save(other, { id: first, version: before.version })).msg, '照护计划不能改给其他服务对象');
    const second = await saved(id, {
      id: first,
      version: before.version,
      startDay: today(),
      interventions: [care([], { mode: 'every', everyHours: 6, windowStart: '00:00', windowEnd: '00:00' })],
    });
    // What was due before stays with the first version.
    assert.deepEqual(await clocksOf(id), [...on(0, '12:00', '18:00'), ...on(1, '00:00', '06:00', '12:00', '18:00')]);
    const [was, is] = [await read(first), await read(second)];
    assert.deepEqual([was.state, was.endReason, is.state, is.serial], [planStates.stopped, '由第2版替代', planStates.running, 2]);
    assert.deepEqual(
      is.versions.map((one: { serial: number }) => one.serial),
      [2, 1],
    );
    assert.equal(was.interventions[0].clocks.length, 3);
    assert.deepEqual(refusal(await save(id, { id: first, version: was.version })), [409, '照护计划已停止，不能修改']);
    assert.deepEqual(refusal(await t.route(routes.remove, nurse, { id: second })), [409, '照护计划执行中，不能删除']);
    clock -= 5 * HOUR;
  });

  it('begin on a day to come; the one before goes on where that one is stopped', async () => {
    const id = await old();
    const first = await saved(id, { startDay: today() });
    const draft = await saved(id, { id: first, interventions: [care(['06:00'])] });
    assert.equal((await read(first)).state, planStates.running);
    assert.deepEqual(refusal(await save(id, { id: first })), [409, '该服务对象已有照护计划草稿，请先执行或删除草稿']);
    assert.equal((await t.route(routes.start, nurse, { id: draft, startDay: nextDay(today(), 1) })).status, 200);
    assert.deepEqual(await clocksOf(id), [...on(0, '12:00', '20:00'), ...on(1, '06:00')]);
    assert.match(
      String((await t.route(routes.stop, nurse, { id: first, reason: '转院' })).msg),
      /^该版本将于.+由新版本替代，请停止新版本$/,
    );
    const third = await saved(id, { id: draft });
    assert.match(
      String((await t.route(routes.start, nurse, { id: third, startDay: today() })).msg),
      /^第2版将于.+开始执行，请先停止该版本$/,
    );
    assert.equal((await t.route(routes.remove, nurse, { id: third })).status, 200);
    assert.equal((await t.route(routes.stop, nurse, { id: draft, reason: '' })).msg, '请填写停止原因');
    assert.equal((await t.route(routes.stop, nurse, { id: draft, reason: '不需要' })).status, 200);
    assert.deepEqual(await clocksOf(id), [...on(0, '12:00', '20:00'), ...on(1, '08:00', '12:00', '20:00')]);
    assert.equal((await read(first)).endTime, null);
    assert.equal((await t.route(routes.stop, nurse, { id: first, reason: '转院' })).status, 200);
    assert.deepEqual(await clocksOf(id), []);
    assert.deepEqual(refusal(await t.route(routes.stop, nurse, { id: first, reason: '转院' })), [409, '照护计划已停止，不能停止']);
  });

  it('have one version in force, also when several are saved or started at once', async () => {
    const id = await old();
    const made = await Promise.all(Array.from({ length: 10 }, () => save(id, { startDay: today() })));
    assert.equal(made.filter(({ status }) => status === 200).length, 1);
    assert.ok(made.every(({ status }) => status === 200 || status === 409));
    const other = await old();
    const draft = await saved(other);
    const started = await Promise.all(Array.from({ length: 10 }, () => t.route(routes.start, nurse, { id: draft, startDay: today() })));
    assert.deepEqual(started.map(({ status }) => status).sort(), [200, ...Array.from({ length: 9 }, () => 409)]);
    assert.equal((await clocksOf(other)).length, 5);
    const empty = await saved(await old(), { interventions: [] });
    assert.deepEqual(refusal(await t.route(routes.start, nurse, { id: empty, startDay: today() })), [
      422,
      '照护计划还没有照护措施，不能执行',
    ]);
  });

  it('are reviewed, and agreed to by the family', async () => {
    const id = await old();
    const plan = await saved(id, { startDay: today() });
    const due = async () => (await t.route(routes.page, nurse, { oldmanId: id, review: 'true' })).data.total;
    assert.equal(await due(), 0);
    clock += 28 * DAY;
    assert.equal(await due(), 1);
    assert.equal((await t.route(routes.review, carer, { id: plan, outcome: 1 })).status, 403);
    assert.equal((await t.route(routes.review, nurse, { id: plan, outcome: 4 })).msg, '复核结论应为1至3的整数');
    assert.equal((await t.route(routes.review, nurse, { id: plan, outcome: 2, note: '夜间翻身改为3小时' })).status, 200);
    assert.equal(await due(), 0);
    const { reviews, nextReviewDay, version } = await read(plan);
    assert.deepEqual([reviews[0].note, reviews[0].userName, nextReviewDay], ['夜间翻身改为3小时', '李护士', nextDay(today(), 28)]);
    const agree = (more: object) =>
      t.route(routes.consent, nurse, { id: plan, version, consentName: '王强', consentDay: today(), ...more });
    assert.equal((await agree({ consentName: ' ' })).msg, '请填写同意人');
    assert.equal((await agree({ consentDay: nextDay(today(), 1) })).msg, '同意日期不能晚于今天');
    assert.equal((await agree({ version: version - 1 })).status, 409);
    assert.equal((await agree({})).status, 200);
    assert.equal((await read(plan)).consentName, '王强');
    clock -= 28 * DAY;
  });

  it('have no tasks while the person is away, and have them again', async () => {
    const id = await old();
    await saved(id, { startDay: today() });
    const set = async (status: number) => {
      const { version, userName } = (await t.route(people.get, nurse, { id })).data;
      const changed = await t.route(people.update, nurse, { id, version, userName, status });
      assert.equal(changed.status, 200, String(changed.msg));
    };
    clock += 3 * HOUR;
    await set(3);
    // What was due before stays as it is.
    assert.deepEqual(await clocksOf(id), on(0, '12:00'));
    await expandCare(t.deps, clock, 1000);
    assert.deepEqual(await clocksOf(id), on(0, '12:00'));
    await set(1);
    assert.deepEqual(await clocksOf(id), [...on(0, '12:00', '20:00'), ...on(1, '08:00', '12:00', '20:00')]);
    clock -= 3 * HOUR;
  });

  it('are expanded by the clock, once however often that runs', async () => {
    const id = await old();
    const plan = await saved(id, { startDay: today() });
    clock += DAY;
    await Promise.all([expandCare(t.deps, clock, 1000), expandCare(t.deps, clock, 1000)]);
    assert.equal(await expandCare(t.deps, clock, 1000), 0);
    const all = await clocksOf(id);
    assert.deepEqual([all.length, new Set(all).size], [8, 8]);
    const draft = await saved(id, { id: plan });
    assert.equal((await t.route(routes.start, nurse, { id: draft, startDay: nextDay(today(), 2) })).status, 200);
    clock += 2 * DAY;
    await expandCare(t.deps, clock, 1000);
    assert.deepEqual([(await read(plan)).state, (await read(draft)).state], [planStates.stopped, planStates.running]);
    assert.equal(clockOf(clock), '10:00');
    clock -= 3 * DAY;
  });
});

describe('templates of care', () => {
  it('are there from the beginning as proposals, and belong to the institution', async () => {
    await t.deps.inTenant(nurse.tenantId, addDefaultTemplates);
    await t.deps.inTenant(nurse.tenantId, addDefaultTemplates);
    const { records } = (await t.route(careTemplates.page, nurse, { size: 50 })).data;
    assert.equal(records.length, templateDefaults.length);
    assert.ok(records.every((one: { verified: boolean }) => !one.verified));
    const severe = records.find(({ anergy }: { anergy: number }) => anergy === 3);
    const turn = severe.interventions.find(({ kind }: { kind: string }) => kind === 'turn');
    assert.deepEqual([turn.everyHours, turn.two], [2, true]);
    // Each can be saved as a plan.
    for (const { problems, goals, interventions } of records)
      await saved(await old(), { problems, goals, interventions, startDay: today() });
    const { id, version, name } = severe;
    const foreign = await t.route(careTemplates.update, stranger, { id, version, name, verified: true });
    assert.equal(foreign.status, 404, String(foreign.msg));
    assert.equal((await t.route(careTemplates.update, carer, { id, version, name, verified: true })).status, 403);
    assert.equal((await t.route(careTemplates.update, nurse, { id, version, name, verified: true })).status, 200);
    assert.equal((await t.route(careTemplates.get, nurse, { id })).data.interventions.length, severe.interventions.length);
    assert.equal((await t.route(careTemplates.update, nurse, { id, version, name, verified: false })).status, 409);
    assert.equal((await t.route(careTemplates.create, nurse, { name: severe.name })).msg, '已有同名的照护模板');
    assert.equal((await t.route(careTemplates.create, nurse, { name: '夜间', interventions: [care([])] })).msg, '翻身：请填写执行时刻');
    const made = await t.route(careTemplates.create, nurse, { name: '夜间', interventions: [care(['22:00'])] });
    assert.equal(made.status, 200);
    assert.equal((await t.route(careTemplates.remove, nurse, { id: made.data })).status, 200);
  });
});
