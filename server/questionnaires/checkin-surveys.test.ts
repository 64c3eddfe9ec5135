import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { checkinScoreRules as rules } from '#contract/questionnaires/checkin-score-rules.ts';
import { checkinSurveys as routes } from '#contract/questionnaires/checkin-surveys.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { person } from '#test/care.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [admin, carer, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
let [wang, li] = [0, 0];
let key = '';

const scored = (label: string) => ({
  type: 'RADIO',
  label,
  expand: {
    options: [
      { label: '自理', value: 1, score: 0 },
      { label: '依赖', value: 2, score: 10 },
    ],
  },
});

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant, { name: '王芳' });
  carer = await t.user(tenant, { dataScope: 3, permissions: ['questionnaire_result_view'] });
  stranger = await t.user(await t.tenant());
  [wang, li] = [await person(t, tenant, '王秀英'), await person(t, tenant, '李建国')];
  await t.deps.inTenant(tenant, async (tx) => {
    await tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${tenant}, 'care_level') returning id)
      insert into dictionary_items (tenant_id, dictionary_id, value, label)
      select ${tenant}, made.id, n::text, n::text from made, generate_series(1, 5) as n`);
    await tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${wang}`);
  });
  key = (await questionnaire(t, admin, { name: '入住评估', items: [scored('进食'), scored('行走'), { type: 'INPUT', label: '说明' }] }))
    .key;
});
after(() => t.close());

const rule = (startScore: number, endScore: number, more: object = {}) =>
  t.route(rules.create, admin, { name: `${startScore}起`, startScore, endScore, careLevel: 1, ...more } as never);
const fill = (as: TestUser | null, personId: number, originalData: object) =>
  t.route(questionnaireResults.create, as, { projectKey: key, originalData, personId } as never);
const ofPerson = (userId: number, as = admin) => t.route(routes.ofPerson, as, { userId });

describe('rules of scores', () => {
  it('do not overlap, name a level that exists, and are found by a score', async () => {
    const own = { name: '自理', startScore: 0, endScore: 9, careLevel: 1 };
    const { data: id } = await rule(0, 9, own);
    assert.equal((await rule(10, 20, { name: '介护', careLevel: 4 })).status, 200);
    assert.deepEqual(refusal(await rule(20, 30)), [422, '与规则“介护”（10～20分）重叠，请调整分数']);
    assert.deepEqual(refusal(await rule(31, 30)), [422, '最低分不能大于最高分']);
    assert.deepEqual(refusal(await rule(40, 50, { careLevel: 9 })), [422, '护理等级不存在，请重新选择']);
    assert.deepEqual(refusal(await t.route(rules.update, admin, { id, ...own, endScore: 12 })), [
      422,
      '与规则“介护”（10～20分）重叠，请调整分数',
    ]);
    assert.equal((await t.route(rules.update, admin, { id, ...own, endScore: 8 })).status, 200);
    const names = async (score: number) => (await t.route(rules.ruleByScore, admin, { score })).data?.name ?? null;
    assert.deepEqual([await names(8), await names(9), await names(10), await names(-1)], ['自理', null, '介护', null]);
    assert.equal((await t.route(rules.page, admin)).data.total, 2);
    assert.equal((await t.route(rules.page, stranger)).data.total, 0);
    assert.equal((await t.route(rules.update, stranger, { id, ...own })).status, 404);
    assert.equal((await t.route(rules.create, carer, { name: '无权', startScore: 90, endScore: 91, careLevel: 1 })).status, 403);
    await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.run(sql`insert into checkin_score_rules (tenant_id, name, start_score, end_score, care_level)
        select ${tx.tenantId}, '多' || n, 1000 + n, 1000 + n, 1 from generate_series(1, 47) as n`),
    );
    const races = await Promise.all([1, 2, 3].map(() => rule(60, 70)));
    assert.deepEqual(races.map(({ status }) => status).toSorted(), [200, 422, 422]);
    assert.deepEqual(refusal(await rule(80, 81)), [422, '最多50条入住评分规则']);
  });
});

describe('the check-in survey', () => {
  it('is one questionnaire of the institution, or none', async () => {
    assert.equal((await t.route(routes.get, admin)).data, null);
    assert.equal((await ofPerson(wang)).data, null);
    assert.equal((await t.route(routes.set, stranger, { key })).status, 404);
    assert.equal((await t.route(routes.set, carer, { key })).status, 403);
    const empty = await questionnaire(t, admin, { name: '空', published: false, items: [] });
    assert.deepEqual(refusal(await t.route(routes.set, admin, { key: empty.key })), [422, '问卷还没有题目，不能设为入住评估问卷']);
    assert.equal((await t.route(routes.set, admin, { key })).status, 200);
    const { project, projectItems } = (await t.route(routes.get, admin)).data;
    assert.deepEqual([project.key, projectItems.length], [key, 3]);
    assert.equal((await t.route(routes.get, stranger)).data, null);
  });

  it('belongs to a person, has a score, and suggests a level', async () => {
    assert.equal((await fill(admin, wang, { field101: 2, field102: 1, field103: '左手' })).status, 200);
    const { data } = await ofPerson(wang);
    assert.deepEqual([data.personName, data.score, data.careLevel, data.rule.name, data.userName], ['王秀英', 10, 4, '介护', '王芳']);
    await fill(admin, wang, { field101: 1, field102: 1 });
    const latest = (await ofPerson(wang)).data;
    assert.deepEqual([latest.score, latest.careLevel, latest.serialNumber], [0, 1, data.serialNumber + 1]);
    assert.equal((await ofPerson(li)).data, null);
  });

  it('shows the questions as they were answered, under both spellings', async () => {
    await fill(admin, li, { field101: 2, field102: 2, field103: '需轮椅' });
    await t.route(questionnaireItems.update, admin, { projectKey: key, formItemId: 101, label: '吃饭' });
    const { data } = await t.route(routes.items, admin, { key, userId: li });
    assert.deepEqual(
      data.map(({ label, answer, score }: any) => [label, answer, score]),
      [
        ['进食', '依赖', 10],
        ['行走', '依赖', 10],
        ['说明', '需轮椅', null],
      ],
    );
    const also = await t.call('GET', `${routes.items.also[0]}?key=${key}&userId=${li}`, { as: admin });
    assert.equal((also.data as unknown[]).length, 3);
  });

  it('answers strangers nothing about a person', async () => {
    assert.equal((await t.route(routes.items, null, { key, userId: wang })).status, 401);
    assert.equal((await t.route(routes.items, stranger, { key, userId: wang })).status, 404);
    assert.equal((await t.route(routes.items, carer, { key, userId: li })).status, 404);
    assert.equal((await ofPerson(wang, carer)).status, 200);
    assert.equal((await ofPerson(wang, stranger)).status, 404);
    assert.equal((await fill(null, wang, { field101: 1 })).status, 401);
    assert.equal((await fill(carer, li, { field101: 1 })).status, 404);
    const other = await questionnaire(t, stranger, { name: '别家', items: [scored('进食')] });
    const across = await t.route(questionnaireResults.create, admin, {
      projectKey: other.key,
      originalData: { field101: 1 },
      personId: wang,
    } as never);
    assert.equal(across.status, 401);
  });

  it('is cleared again', async () => {
    assert.equal((await t.route(routes.set, admin, { key: null })).status, 200);
    assert.equal((await ofPerson(wang)).data, null);
  });
});
