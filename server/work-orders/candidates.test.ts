import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const DAY = '2099-03-02';
let t: Harness;
let [desk, stranger] = [] as unknown as [TestUser, TestUser];
let [oldmanId, projectId] = [0, 0];

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  for (const name of ['王芳', '赵敏']) await t.user(tenant, { name, permissions: ['members_workorder_view', 'members_workorder_serve'] });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  ({ projectId } = await project(t, desk));
});
after(() => t?.close());

describe('candidates', () => {
  it('are ranked for a job that is only being planned, too', async () => {
    const plan = { serverProjectId: projectId, oldmanId, serverTime: `${DAY} 08:00:00` };
    const jobLists = [{ serverProjectId: projectId, serverTime: plan.serverTime }];
    const made = await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
    const { data } = await t.route(boards.get, desk, { from: `${DAY} 00:00:00`, to: `${DAY} 23:59:59` });
    const job = data.jobs.find((one: any) => one.workOrderId === made.data);
    const [planned, written] = [plan, { jobId: job.id }].map((input) => t.route(boards.candidates, desk, input));
    assert.deepEqual((await planned!).data, (await written!).data, 'the same as once it stands');
    const part = { serverProjectId: projectId, oldmanId };
    assert.deepEqual(refusal(await t.route(boards.candidates, desk, part)), [400, '请选择服务']);
    assert.deepEqual(refusal(await t.route(boards.candidates, desk, { ...plan, oldmanId: 99_999_999 })), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await t.route(boards.candidates, desk, { ...plan, serverProjectId: 99_999_999 })), [
      422,
      '服务项目不存在或已停用',
    ]);
    assert.equal((await t.route(boards.candidates, stranger, plan)).status, 404);
  });
});
