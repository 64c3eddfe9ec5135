import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { assessments as routes } from '#contract/assessments/assessments.ts';
import { gbt42195 } from '#contract/assessments/scale-gbt42195.ts';
import { braden, morse } from '#contract/assessments/scale-risks.ts';
import type { Scale } from '#contract/assessments/scale-parts.ts';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import { now as nowRoute } from '#contract/screens/now.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [nurse, second, carer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let [wang, li] = [0, 0];

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '王芳' });
  second = await t.user(tenant, { name: '赵敏' });
  carer = await t.user(tenant, { dataScope: 3, permissions: ['members_assessment_view'] });
  stranger = await t.user(await t.tenant());
  [wang, li] = [await person(t, tenant, '王秀英'), await person(t, tenant, '李建国')];
  await t.deps.inTenant(tenant, async (tx) => {
    await tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${wang}`);
    await tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${tenant}, 'care_level') returning id)
      insert into dictionary_items (tenant_id, dictionary_id, value, label)
      select ${tenant}, made.id, n::text, n::text from made, generate_series(1, 7) as n`);
    await tx.run(sql`insert into care_templates (tenant_id, name, ability, problems, goals, interventions)
      values (${tenant}, '中度照护', 2, '[]', '[]', '[]')`);
  });
});
after(() => t.close());

const today = () => dayOf(t.deps.now());
const picture = () => `/admin/sys-file/files/${randomUUID()}.png`;
const best = (scale: Scale) =>
  Object.fromEntries(scale.items.map(({ code, options }) => [code, Math.max(...options.map(({ value }) => value))]));
/** Of GB/T 42195, with 58 points: medium. */
const medium = () => ({ ...best(gbt42195), ...Object.fromEntries(gbt42195.items.slice(0, 8).map(({ code }) => [code, 0])) });
const form = (more: object = {}) => ({
  oldmanId: wang,
  scale: 'gbt42195',
  reason: 1,
  assessedDate: today(),
  site: '评估室',
  informantName: '王女士',
  informantRelation: '女儿',
  answers: medium(),
  facts: { fall: 1 },
  ...more,
});
const create = (more: object = {}, as = nurse) => t.route(routes.create, as, form(more) as never);
const read = async (id: number, as = nurse) => (await t.route(routes.get, as, { id })).data;
const sign = async (id: number, as = nurse, more: object = {}) =>
  t.route(routes.sign, as, {
    id,
    version: (await read(id)).version,
    signature: picture(),
    informantSignature: picture(),
    ...more,
  } as never);
async function complete(more: object = {}): Promise<number> {
  const { data: id } = await create(more);
  await sign(id);
  if ((await read(id)).state === 2) await sign(id, second);
  return id;
}
const ofPerson = async (oldmanId = wang) => (await t.route(routes.ofPerson, nurse, { oldmanId })).data;
const due = async (input: object = {}) =>
  (await t.route(routes.due, nurse, { size: 100, ...input })).data.records.map(({ id }: { id: number }) => id);

describe('an assessment', () => {
  it('is written by those who may, of those whom they reach, by a scale that exists', async () => {
    assert.equal((await t.route(routes.create, null, form() as never)).status, 401);
    assert.equal((await create({}, carer)).status, 403);
    assert.equal((await create({}, stranger)).status, 404);
    assert.deepEqual(refusal(await create({ scale: 'own' })), [422, '量表不存在，请重新选择']);
    assert.deepEqual(refusal(await create({ reason: 7 })), [400, '请选择评估原因']);
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`q${at}`, 0]));
    assert.deepEqual(refusal(await create({ answers: many })), [400, '项目过多']);
    assert.deepEqual(refusal(await create({ answers: { [`q${'x'.repeat(20)}`]: 1 } })), [400, '项目编号不正确']);
    assert.deepEqual(refusal(await create({ reason: 3 })), [422, '即时评估请说明原因']);
    assert.deepEqual(refusal(await create({ assessedDate: nextDay(today()) })), [422, '评估日期不能晚于今天']);
    assert.deepEqual(refusal(await create({ answers: { 'B.2.4': 4 } })), [422, '“上下楼梯”没有这个选项，请重新选择']);
    assert.deepEqual(await ofPerson(), []);
  });

  it('is a draft that changes, until it is signed by two', async () => {
    const { data: id } = await create({ answers: { 'B.1.1': 4 } });
    assert.deepEqual(refusal(await sign(id)), [422, '还有25项没有填写：修饰、洗澡、穿/脱上衣等']);
    const { oldmanId: _person, scale: _scale, ...whole } = form();
    assert.deepEqual(refusal(await t.route(routes.update, nurse, { id, version: 9, ...whole } as never)), [
      409,
      '评估已被他人修改，请刷新后重试',
    ]);
    assert.equal((await t.route(routes.update, nurse, { id, version: 1, ...whole } as never)).status, 200);
    assert.equal(
      (await t.route(routes.update, nurse, { id, version: 2, reason: 1, assessedDate: today(), note: '配合' } as never)).status,
      200,
    );
    assert.deepEqual([(await read(id)).note, (await read(id)).site], ['配合', '评估室']);
    assert.deepEqual(refusal(await sign(id, nurse, { informantSignature: null })), [422, '请信息提供者签名']);
    const races = await Promise.all([1, 2, 3].map(() => sign(id)));
    assert.equal(races.filter(({ status }) => status === 200).length, 1);
    const { state, total, level, levelName, nextDate, result, suggestedLevel } = await read(id);
    assert.deepEqual([state, total, level, levelName], [2, 58, 2, '能力中度受损（中度失能）']);
    assert.deepEqual([result.domains[0].score, result.missing, suggestedLevel], [0, undefined, null]);
    assert.equal(nextDate.slice(5), today().slice(5));
    assert.deepEqual(refusal(await t.route(routes.update, nurse, { id, ...whole } as never)), [409, '该评估待复签，不能修改']);
    assert.deepEqual(refusal(await sign(id)), [422, '两名评估员不能是同一人，请由另一名评估员签名']);
    assert.equal((await sign(id, second)).status, 200);
    const done = await read(id);
    assert.deepEqual([done.state, done.firstName, done.secondName, done.latest], [3, '王芳', '赵敏', true]);
    assert.deepEqual([done.suggestedLevel, done.templates.map(({ name }: { name: string }) => name)], [5, ['中度照护']]);
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 409);
  });

  it('changes the care level with consent, once, and never by itself', async () => {
    const id = (await ofPerson())[0].id as number;
    const levelOf = async () => (await read(id)).careLevel;
    assert.equal(await levelOf(), 2);
    const apply = async (more: object = {}, as = nurse) =>
      t.route(routes.apply, as, { id, version: (await read(id)).version, careLevel: 5, consentName: '王女士', ...more } as never);
    assert.deepEqual(refusal(await apply({ consentName: '' })), [400, '请填写同意人']);
    assert.deepEqual(refusal(await apply({ careLevel: 19 })), [422, '护理等级不存在，请重新选择']);
    assert.equal((await apply({}, carer)).status, 403);
    assert.equal((await read(id)).appliedLevel, null);
    assert.equal((await apply()).status, 200);
    assert.deepEqual([await levelOf(), (await read(id)).appliedLevel], [5, 5]);
    assert.deepEqual(refusal(await apply()), [409, '该评估的结果已采用']);
    assert.equal((await t.route(people.get, nurse, { id: wang })).data.anergy, 2);
    const [change] = (await t.route(arrangements.ofPerson, nurse, { oldmanId: wang })).data.changes;
    assert.deepEqual([change.reason, change.consentName], [`评估结果：能力中度受损（中度失能）（${today()}）`, '王女士']);
  });

  it('stays the newest of its scale until another is complete, and again when that is voided', async () => {
    const first = (await ofPerson())[0].id as number;
    const older = await complete({ assessedDate: '2024-01-05' });
    assert.deepEqual([(await read(first)).latest, (await read(older)).latest], [true, false]);
    const newer = await complete({ reason: 2 });
    assert.deepEqual([(await read(first)).latest, (await read(newer)).latest], [false, true]);
    const gone = async (note: string) => t.route(routes.void, nurse, { id: newer, version: (await read(newer)).version, note });
    assert.deepEqual(refusal(await gone('')), [422, '请填写作废原因']);
    assert.equal((await gone('录错人')).status, 200);
    assert.deepEqual([(await read(first)).latest, (await read(newer)).state, (await read(newer)).voidReason], [true, 4, '录错人']);
  });

  it('is listed, exported and deleted as a draft', async () => {
    const { data: id } = await create({ oldmanId: li, answers: {} });
    const { data } = await t.route(routes.page, nurse, { oldmanName: '李建', state: 1 });
    assert.deepEqual([data.total, data.records[0].id], [1, id]);
    assert.equal((await t.route(routes.page, carer, { oldmanId: li })).data.total, 0);
    assert.equal((await t.route(routes.get, carer, { id })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '评估不存在']);
    assert.equal((await t.route(routes.ofPerson, carer, { oldmanId: li })).status, 404);
    assert.equal((await t.route(routes.export, nurse, {})).status, 200);
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 200);
    assert.equal((await t.route(routes.get, nurse, { id })).status, 404);
  });
});

describe('what is due', () => {
  it('is named when its day comes, and who was never assessed', async () => {
    assert.deepEqual(await due({ due: 'never' }), [li]);
    assert.deepEqual([await due({ due: 'late' }), await due({ due: 'soon' })], [[], []]);
    const answers = { ...best(braden), sense: 1, moisture: 1 };
    await complete({ scale: 'braden', answers, facts: {}, assessedDate: nextDay(today(), -5) });
    assert.deepEqual(await due({ due: 'soon' }), [wang]);
    await complete({ scale: 'braden', answers, facts: {}, assessedDate: nextDay(today(), -4), oldmanId: li });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update assessments set next_on = current_date - 3 where tenant_id = ${tx.tenantId} and person_id = ${wang}
        and scale = 'braden'`),
    );
    assert.deepEqual([await due({ due: 'late' }), await due({ oldmanName: '王秀' })], [[wang], [wang]]);
    const rows = (await t.route(nowRoute.read, nurse)).data.rows.filter(({ kind }: { kind: string }) => kind === 'assessment');
    assert.deepEqual(
      rows.map(({ name, text }: { name: string; text: string }) => [name, text]),
      [['王秀英', 'Braden压力性损伤评估']],
    );
    assert.equal((await t.route(routes.due, nurse, { due: 'x' } as never)).msg, '请选择到期情况');
  });

  it('of a risk needs one signature and no other day', async () => {
    const answers = best(morse);
    const { data: id } = await create({ scale: 'morse', facts: {}, answers });
    await sign(id, nurse, { informantSignature: null });
    const { state, total, levelName, nextDate } = await read(id);
    assert.deepEqual([state, total, levelName, nextDate], [3, 125, '高风险', null]);
    const applied = await t.route(routes.apply, nurse, { id, version: 2, careLevel: 5, consentName: '王女士' } as never);
    assert.deepEqual(refusal(applied), [422, '该量表不用于确定护理等级']);
  });
});
