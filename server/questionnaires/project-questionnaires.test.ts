import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { projectQuestionnaires as routes } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { project } from '#test/care.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { allowedQuestionnaires } from './project-questionnaires.ts';

let t: Harness;
let admin: TestUser;
let carer: TestUser;
let stranger: TestUser;
let projectId: number;
let first: { key: string; id: number };
let second: { key: string; id: number };
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  carer = await t.user(admin.tenantId, { permissions: [], dataScope: 3 });
  stranger = await t.user(await t.tenant());
  ({ projectId } = await project(t, admin));
  first = await questionnaire(t, admin, { name: '甲' });
  second = await questionnaire(t, admin, { name: '乙' });
});
after(() => t.close());

const bind = (as: TestUser | null, questionList: object[], more = {}) =>
  t.route(routes.bind, as, { serverProjectId: projectId, questionList, ...more });

describe('the questionnaires of a service project', () => {
  it('are bound by whoever may change the project, each once, published ones of the own institution', async () => {
    assert.equal((await bind(null, [])).status, 401);
    assert.equal((await bind(carer, [])).status, 403);
    assert.equal((await bind(stranger, [])).status, 404);
    const draft = await questionnaire(t, admin, { name: '草稿', published: false });
    const foreign = await questionnaire(t, stranger, { name: '别家' });
    for (const [list, status, message] of [
      [[{}], 400, '请选择问卷'],
      [[{ questionId: first.id }, { questionId: first.id }], 400, '问卷不能重复绑定'],
      [[{ questionId: draft.id }], 422, '问卷不存在或未发布'],
      [[{ questionId: foreign.id }], 422, '问卷不存在或未发布'],
      [Array.from({ length: 21 }, (_, at) => ({ questionId: at + 1 })), 400, '最多绑定20个问卷'],
    ] as const) {
      const answer = await bind(admin, [...list]);
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
    assert.equal((await bind(admin, [{ questionId: second.id, required: true }, { questionId: first.id }])).msg, '操作成功');
    const { data } = await t.route(routes.list, carer, { serverProjectId: projectId, tenantId: admin.tenantId });
    assert.deepEqual(data, [
      { questionId: second.id, serverProjectId: projectId, key: second.key, name: '乙', status: 2, isDefault: true, required: true },
      { questionId: first.id, serverProjectId: projectId, key: first.key, name: '甲', status: 2, isDefault: false, required: false },
    ]);
    assert.equal((await t.route(routes.list, carer, { serverProjectId: projectId, tenantId: stranger.tenantId })).status, 403);
    assert.deepEqual((await t.route(routes.list, stranger, { serverProjectId: projectId })).data, []);
  });

  it('are saved as a whole, by one who knows what was there', async () => {
    const late = await bind(admin, [], { expected: [first.id] });
    assert.deepEqual(refusal(late), [409, '服务项目的问卷已被他人修改，请刷新后重试']);
    assert.deepEqual(
      late.data.map(({ questionId }: { questionId: number }) => questionId),
      [second.id, first.id],
    );
    assert.equal((await bind(admin, [{ questionId: first.id, isDefault: true }], { expected: [first.id, second.id] })).status, 200);
    const allowed = await t.deps.inTenant(admin.tenantId, (tx) => allowedQuestionnaires(tx, [projectId, 999]));
    assert.deepEqual([...allowed], [[projectId, [{ id: first.id, key: first.key, name: '甲', isDefault: true, required: false }]]]);
  });

  it('that were stopped are asked for no more, and stay bound', async () => {
    await bind(admin, [{ questionId: first.id }, { questionId: second.id }]);
    await t.route(questionnaires.stop, admin, { key: first.key });
    const ids = async (more = {}) =>
      (await t.route(routes.list, admin, { serverProjectId: projectId, ...more })).data.map(({ questionId }: any) => questionId);
    assert.deepEqual([await ids(), await ids({ withStopped: true })], [[second.id], [first.id, second.id]]);
    assert.equal((await bind(admin, [{ questionId: first.id, required: true }, { questionId: second.id }])).status, 200);
    assert.deepEqual((await t.deps.inTenant(admin.tenantId, (tx) => allowedQuestionnaires(tx, [projectId]))).get(projectId)?.length, 1);
    await t.route(questionnaires.publish, admin, { key: first.key });
  });

  it('come first in the picker’s list, which has the published ones', async () => {
    await bind(admin, [{ questionId: first.id, isDefault: true }]);
    const { data } = await t.route(routes.page, carer, { serverProjectId: projectId, tenantId: admin.tenantId, current: 1, size: 10 });
    assert.deepEqual(
      data.records.map(({ name, bound, isDefault }: any) => [name, bound, isDefault]),
      [
        ['甲', true, true],
        ['乙', false, false],
      ],
    );
    assert.equal(data.total, 2);
    assert.equal((await t.route(routes.page, carer, { name: '甲' })).data.total, 1);
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.page, stranger, { tenantId: admin.tenantId })).status, 403);
    assert.equal((await t.route(routes.list, carer)).data.length, 2);
  });
});
