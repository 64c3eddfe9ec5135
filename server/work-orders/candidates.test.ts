import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

const DAY = '2099-03-02';
let t: Harness;
let tenant: number;
let [desk, wang, zhao, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let [oldmanId, projectId] = [0, 0];

before(async () => {
  t = await harness();
  tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  const onSite = ['members_workorder_view', 'members_workorder_serve'];
  wang = await t.user(tenant, { name: '王芳', permissions: onSite });
  zhao = await t.user(tenant, { name: '赵敏', permissions: onSite });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  ({ projectId } = await project(t, desk));
});
after(() => t?.close());

/** A new order with a service at each of these times of the day; its id. */
async function make(times: string[], user: TestUser | null = null, day = DAY): Promise<number> {
  const serverUserId = user?.userId ?? null;
  const jobLists = times.map((time) => ({ serverProjectId: projectId, serverTime: `${day} ${time}:00`, serverUserId }));
  const made = await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
  assert.equal(made.status, 200, made.msg ?? '');
  return made.data as number;
}
const rank = (input: Record<string, unknown>, as = desk) => t.route(boards.candidates, as, input);
const names = ({ data }: Awaited<ReturnType<typeof rank>>) => data.map(({ name }: { name: string }) => name);
const of = ({ data }: Awaited<ReturnType<typeof rank>>, { userId }: TestUser) => data.find((one: any) => one.userId === userId);

describe('candidates', () => {
  it('are ranked for a job that is only being planned, too', async () => {
    const plan = { serverProjectId: projectId, oldmanId, serverTime: `${DAY} 08:00:00` };
    const made = await make(['08:00']);
    const { data } = await t.route(boards.get, desk, { from: `${DAY} 00:00:00`, to: `${DAY} 23:59:59` });
    const job = data.jobs.find((one: any) => one.workOrderId === made);
    const [planned, written] = [plan, { jobId: job.id }].map((input) => rank(input));
    assert.deepEqual((await planned!).data, (await written!).data, 'the same as once it stands');
    for (const part of [{ serverProjectId: projectId, oldmanId }, { oldmanId }, { serverTime: plan.serverTime }])
      assert.deepEqual(refusal(await rank(part)), [400, '请选择服务']);
    assert.deepEqual(refusal(await rank({ ...plan, oldmanId: 99_999_999 })), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await rank({ ...plan, serverProjectId: 99_999_999 })), [422, '服务项目不存在或已停用']);
    assert.equal((await rank(plan, stranger)).status, 404);
  });

  it('are known before the project is: by duty, place and work', async () => {
    const busy = await make(['08:30'], wang);
    const found = await rank({ oldmanId, serverTime: `${DAY} 08:00:00` });
    assert.equal(found.status, 200);
    const skill = of(found, zhao).parts.find(({ key }: any) => key === 'skill');
    assert.deepEqual([skill.why, skill.word], ['还没有选择服务项目，不作区分', '']);
    assert.deepEqual(of(found, wang).blocks, ['时间重叠'], 'an hour is reckoned with');
    await t.route(workOrders.cancel, desk, { id: busy });
  });

  it('of several orders are judged for all of their open jobs, and say how many of them are forbidden', async () => {
    const [one, two] = [await make(['09:00', '11:00']), await make(['14:00'])];
    const busy = await make(['11:15'], wang);
    const both = { workOrderIds: [one, two] };
    const found = await rank(both);
    assert.deepEqual([of(found, wang).blocks, of(found, zhao).blocks], [['时间重叠（1 项）'], []]);
    assert.ok(names(found).indexOf('赵敏') < names(found).indexOf('王芳'));
    const why = of(found, wang).parts.find(({ key }: any) => key === 'overlap').why;
    assert.match(why, /^11:00 王秀英：与 11:15–12:00 王秀英·助浴 时间重叠$/);
    const moved = await rank({ ...both, shiftDays: 1 });
    assert.deepEqual(of(moved, wang).blocks, [], 'as they would be after 批量改期');
    const together = await rank({ ...both, time: '16:00' });
    assert.deepEqual(of(together, zhao).blocks, ['时间重叠'], 'all three at once are too much for anybody');
    for (const id of [one, two, busy]) await t.route(workOrders.cancel, desk, { id });
    assert.deepEqual(refusal(await rank(both)), [404, '服务不存在'], 'nothing is left to be sent');
    assert.equal((await rank({ workOrderIds: [busy] }, stranger)).status, 404);
    assert.equal((await rank({ ...both, shiftDays: 400 })).status, 400);
  });

  it('of orders far apart are judged for those of the first month', async () => {
    const [near, far] = [await make(['09:00']), await make(['09:00'], null, '2099-09-01')];
    const busy = await make(['09:15'], wang, '2099-09-01');
    assert.deepEqual(of(await rank({ workOrderIds: [near, far] }), wang).blocks, []);
    assert.deepEqual(of(await rank({ workOrderIds: [far] }), wang).blocks, ['时间重叠']);
    for (const id of [near, far, busy]) await t.route(workOrders.cancel, desk, { id });
  });

  it('are for who sees orders and chooses carers, without the board and the list of accounts', async () => {
    const id = await make(['10:00']);
    const busy = await make(['10:30'], wang);
    const rights = ['members_workorder_dispatch', 'members_workorder_add', 'members_workorder_edit', 'members_workorder_plan'];
    for (const right of rights) {
      const someone = await t.user(tenant, { permissions: ['members_workorder_view', right] });
      const found = await rank({ workOrderIds: [id] }, someone);
      assert.deepEqual([found.status, of(found, wang).blocks], [200, ['时间重叠']], right);
      assert.equal(Object.keys(of(found, wang)).join(), 'userId,name,departmentName,score,parts,blocks', 'names and words, nothing else');
    }
    for (const permissions of [['members_workorder_view'], rights, ['members_workorder_view', 'members_workorder_serve']])
      assert.equal((await rank({ workOrderIds: [id] }, await t.user(tenant, { permissions }))).status, 403, permissions.join());
    for (const one of [id, busy]) await t.route(workOrders.cancel, desk, { id: one });
  });

  it('do not name the orders that a department does not see', async () => {
    const department = await t.deps.inTenant(tenant, (tx) =>
      tx.row(db.insertInto('departments').values({ tenant_id: tenant, name: '护理一部' }).returning('id')),
    );
    const its = { departmentId: department!.id, dataScope: 2 };
    const permissions = ['members_workorder_view', 'members_workorder_dispatch'];
    const narrow = await t.user(tenant, { ...its, name: '组长', permissions: [...permissions, 'members_workorder_add'] });
    const carer = await t.user(tenant, { ...its, name: '孙丽', permissions: ['members_workorder_serve'] });
    const own = await make(['10:00'], narrow);
    const other = await make(['10:30'], carer);
    assert.equal((await rank({ workOrderIds: [other] }, narrow)).status, 404);
    const found = await rank({ workOrderIds: [own, other] }, narrow);
    assert.ok(names(found).includes('孙丽') && !names(found).includes('王芳'), 'her department');
    const why = of(found, carer).parts.find(({ key }: any) => key === 'overlap').why;
    assert.equal(why, '与 10:30–11:15 其他工单 时间重叠', 'of the two orders her own is judged, the other one has no name');
    for (const id of [own, other]) await t.route(workOrders.cancel, desk, { id });
  });
});
