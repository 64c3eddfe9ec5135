import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { assessments as routes } from '#contract/assessments/assessments.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { dayOf } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [nurse, viewer, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
let [wang, ability, braden, template, other, broken] = [0, 0, 0, 0, 0, 0];

const bath = { name: '助浴', kind: 'bath', mode: 'shift', clocks: [], everyHours: null, windowStart: null, windowEnd: null, weekdays: [] };
const care = (more: object) => ({
  ...bath,
  beforeMinutes: 30,
  afterMinutes: 60,
  minutes: 10,
  two: false,
  unit: null,
  instruction: '',
  ...more,
});

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '王芳' });
  viewer = await t.user(tenant, { permissions: ['members_assessment_view'] });
  stranger = await t.user(await t.tenant());
  wang = await person(t, tenant, '王秀英');
  await t.deps.inTenant(tenant, async (tx) => {
    const one = async (query: ReturnType<typeof sql>) => ((await tx.row(query)) as { id: number }).id;
    const assessed = (scale: string, level: number, name: string) =>
      one(sql`insert into assessments (tenant_id, person_id, state, scale, scale_version, reason, assessed_on, level, level_name, latest,
          completed_at, user_id, user_name)
        values (${tenant}, ${wang}, 3, ${scale}, 1, 1, current_date, ${level}, ${name}, true, now(), 1, '王芳') returning id`);
    const made = (name: string, level: number, interventions: object[]) =>
      one(sql`insert into care_templates (tenant_id, name, ability, problems, goals, interventions)
        values (${tenant}, ${name}, ${level}, ${JSON.stringify([{ category: 'living', text: '不能自理', source: '能力评估' }])}, '[]',
          ${JSON.stringify(interventions)}) returning id`);
    ability = await assessed('gbt42195', 2, '中度');
    braden = await assessed('braden', 3, '高风险');
    await assessed('mnasf', 0, '营养正常');
    template = await made('中度照护', 2, [care({}), care({ name: '翻身', kind: 'turn', minutes: 5 })]);
    other = await made('轻度照护', 1, [care({})]);
    broken = await made('有误', 2, [care({ minutes: 0 })]);
  });
});
after(() => t.close());

const take = (more: object, as = nurse) =>
  t.route(routes.plan, as, { id: ability, templateId: template, riskIds: [braden], ...more } as never);
const planOf = async (id: number) => (await t.route(carePlans.get, nurse, { id })).data;

describe('a care plan by an assessment', () => {
  it('is proposed by the level and the risks that were found', async () => {
    const { templates, risks } = (await t.route(routes.get, nurse, { id: ability })).data;
    assert.deepEqual([templates.map(({ name }: any) => name), risks.map(({ scale }: any) => scale)], [['中度照护', '有误'], ['braden']]);
  });

  it('is refused for what was not proposed, or without the right', async () => {
    assert.deepEqual(refusal(await take({ templateId: other })), [422, '该评估没有建议这个照护模板，请刷新后重试']);
    assert.deepEqual(refusal(await take({ riskIds: [ability] })), [422, '所选风险已有新的评估，请刷新后重试']);
    assert.deepEqual(refusal(await take({ id: braden })), [422, '该评估没有建议这个照护模板，请刷新后重试']);
    assert.deepEqual(refusal(await take({ templateId: broken })), [422, '照护计划所需分钟数应为1至240的整数，请在照护计划中修改']);
    assert.deepEqual(refusal(await take({ templateId: null })), [400, '请选择照护模板']);
    assert.deepEqual(refusal(await take({ riskIds: Array(21).fill(1) })), [400, '最多选择20项风险']);
    assert.equal((await take({}, viewer)).status, 403);
    assert.equal((await take({}, stranger)).status, 404);
  });

  it('is written as a draft, once', async () => {
    const { data: id } = await take({});
    const plan = await planOf(id);
    assert.deepEqual(
      [plan.state, plan.problems.map(({ text }: any) => text), plan.interventions.map(({ name }: any) => name)],
      [1, ['不能自理', 'Braden压力性损伤评估：高风险'], ['助浴', '翻身']],
    );
    assert.deepEqual(refusal(await take({ riskIds: [] })), [409, '该服务对象已有照护计划草稿，请先执行或删除草稿']);
    assert.equal((await t.route(carePlans.remove, nurse, { id })).status, 200);
  });

  it('changes the plan in force from a day on, and keeps what that says', async () => {
    const startDay = dayOf(t.deps.now());
    const own = await t.route(carePlans.save, nurse, {
      oldmanId: wang,
      interventions: [care({ name: '翻身', kind: 'turn', minutes: 20 })],
      startDay,
    } as never);
    assert.equal(own.status, 200);
    const { data: id, status } = await take({ startDay });
    assert.equal(status, 200);
    const plan = await planOf(id);
    assert.deepEqual(
      [plan.state, plan.serial, plan.interventions.map(({ name, minutes }: any) => [name, minutes])],
      [
        2,
        2,
        [
          ['翻身', 20],
          ['助浴', 10],
        ],
      ],
    );
  });
});
