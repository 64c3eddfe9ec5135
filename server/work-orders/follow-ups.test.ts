import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let stranger: TestUser;
let oldmanId: number;
let projectId: number;
let wound: { key: string; id: number };
before(async () => {
  t = await harness();
  desk = await t.user(await t.tenant(), { name: '调度' });
  carer = await t.user(desk.tenantId, { name: '王芳', permissions: ['members_workorder_view', 'members_workorder_serve'] });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, desk.tenantId);
  ({ projectId } = await project(t, desk));
  const options = [
    { label: '干燥', value: 1 },
    { label: '红肿', value: 2, abnormal: true },
  ];
  wound = await questionnaire(t, desk, { name: '伤口观察', items: [{ type: 'RADIO', label: '伤口', expand: { options } }] });
  await t.route(projectQuestionnaires.bind, desk, {
    serverProjectId: projectId,
    questionList: [{ questionId: wound.id, isDefault: true }],
  });
});
after(() => t.close());

const form = (more: object = {}) => ({
  oldmanId,
  oldmanPhone: '13911112222',
  oldmanAddress: '甲',
  jobLists: [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: carer.userId }],
  ...more,
});
const make = async (more: object = {}) => (await t.route(workOrders.create, desk, form(more))).data as number;
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data;
const answer = async (id: number, value: number) => {
  const [job] = (await read(id)).workOrder.workOrderJobs;
  const said = { projectKey: wound.key, originalData: { field101: value }, processData: {}, workOrderJobId: job.id };
  const result = await t.route(questionnaireResults.create, carer, said);
  assert.equal(result.status, 200, String(result.msg));
};
const told = async () =>
  (
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.rows<{ text: string }>(
        sql`delete from messages where tenant_id = ${tx.tenantId} and recipient_id = ${desk.userId} and title = '服务中发现异常' returning text`,
      ),
    )
  ).map(({ text }) => text);
const found = async (id: number) => (await read(id)).workOrder.workOrderJobs[0].projectUserVoList[0].abnormal;

describe('what a questionnaire finds', () => {
  it('stands on the order and is told to dispatchers, once for each thing found', async () => {
    const id = await make();
    await answer(id, 1);
    assert.deepEqual([await found(id), await told()], [[], []]);
    await answer(id, 2);
    const { workNo } = (await read(id)).workOrder;
    assert.deepEqual([await found(id), await told()], [['伤口：红肿'], [`王秀英《伤口观察》伤口：红肿（${workNo}）`]]);
    await answer(id, 2);
    assert.deepEqual(await told(), []);
    await answer(id, 1);
    assert.deepEqual([await found(id), await told()], [[], []]);
  });

  it('leads to one order, however many dispatchers press', async () => {
    const id = await make();
    await answer(id, 2);
    const other = await person(t, desk.tenantId, '李建国');
    const foreign = await t.route(workOrders.create, desk, form({ followsId: id, oldmanId: other }));
    assert.deepEqual([foreign.status, foreign.msg], [422, '原工单属于其他服务对象']);
    const theirs = await person(t, stranger.tenantId);
    const their = (await project(t, stranger)).projectId;
    const jobLists = [{ serverProjectId: their, serverTime: '2099-01-01 09:00:00' }];
    assert.equal((await t.route(workOrders.create, stranger, form({ followsId: id, oldmanId: theirs, jobLists }))).status, 404);
    const answers = await Promise.all(Array.from({ length: 4 }, () => t.route(workOrders.create, desk, form({ followsId: id }))));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.msg, '已有跟进此工单的工单，请刷新后查看');
    const next = answers.find(({ status }) => status === 200)?.data as number;
    const [before, after] = [await read(id), await read(next)];
    assert.deepEqual([before.followedBy.id, before.follows, after.follows.id, after.followedBy], [next, null, id, null]);
    // A cancelled one stands no longer.
    await t.route(workOrders.cancel, desk, { id: next });
    assert.equal((await read(id)).followedBy, null);
    assert.equal((await t.route(workOrders.create, desk, form({ followsId: id }))).status, 200);
  });
});
