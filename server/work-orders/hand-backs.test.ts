import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

const onSite = ['members_workorder_view', 'members_workorder_serve'];
let t: Harness;
let desk: TestUser;
let colleague: TestUser;
let carer: TestUser;
let other: TestUser;
let stranger: TestUser;
let oldmanId: number;
let projectId: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  colleague = await t.user(tenant, { name: '值班', permissions: ['members_workorder_view', 'members_workorder_dispatch'] });
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: onSite });
  other = await t.user(tenant, { name: '赵敏', dataScope: 3, permissions: onSite });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  projectId = (await project(t, desk)).projectId;
});
after(() => t.close());

const TIME = '2099-01-01 09:00:00';
const make = async (...staff: (TestUser | null)[]) => {
  const jobLists = staff.map((user) => ({ serverProjectId: projectId, serverTime: TIME, serverUserId: user?.userId ?? null }));
  return (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })).data as number;
};
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
const back = (as: TestUser | null, input: object) => t.route(workOrders.handBack, as, { reason: '孩子发烧', ...input } as never);
const listed = async () => (await t.route(workOrders.page, desk, { returned: true, size: 100 })).data.records.map(({ id }: any) => id);

describe('handing a job back', () => {
  it('needs a session, a reason, the permission and an order of the own tenant', async () => {
    const id = await make(carer);
    assert.equal((await back(null, { id })).status, 401);
    for (const reason of ['', '  ', undefined])
      assert.deepEqual([(await back(carer, { id, reason })).status, (await back(carer, { id, reason })).msg], [400, '请填写改派的原因']);
    assert.equal((await back(await t.user(desk.tenantId, { permissions: [onSite[0] as string] }), { id })).status, 403);
    assert.equal((await back(stranger, { id })).status, 404);
    assert.equal((await back(carer, { id, jobId: 999_999 })).status, 404);
    assert.equal((await back(other, { id })).status, 404, 'an order that she does not reach');
    assert.deepEqual([(await read(id)).state, (await read(id)).serverUserName], [2, '王芳']);
  });

  it('lets it wait for a dispatcher with its mark, tells them, and starts the clock again', async () => {
    const id = await make(carer, other);
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(sql`update work_orders set respond_by = now() - interval '1 hour' where tenant_id = ${tx.tenantId} and id = ${id}`),
    );
    const done = await back(carer, { id });
    assert.deepEqual([done.status, done.msg], [200, '已交还调度人员']);
    const order = await read(id);
    const [mine, hers] = order.workOrderJobs;
    assert.deepEqual([order.state, order.returned, order.respondedAt], [1, '王芳：孩子发烧', null]);
    assert.equal(order.respondBy, '2099-01-01 07:00:00', 'two hours before it, as when it was asked for');
    assert.deepEqual([mine.status, mine.serverUserId, mine.returned], [1, null, '王芳：孩子发烧']);
    assert.deepEqual([hers.status, hers.serverUserId, hers.returned], [2, other.userId, null], 'only her own');
    assert.match(mine.workOrderJobLogs.at(-1).remarks, /^王芳 要求改派 .*孩子发烧$/);
    assert.ok((await listed()).includes(id));
    const told = await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.rows<{ recipient_id: number; text: string }>(
        sql`select recipient_id, text from messages where tenant_id = ${tx.tenantId} and title = '王芳要求改派' order by 1`,
      ),
    );
    assert.deepEqual(
      told.map(({ recipient_id }) => recipient_id),
      [desk.userId, colleague.userId].toSorted((a, b) => a - b),
    );
    assert.match(told[0]?.text ?? '', /01-01 09:00。原因：孩子发烧$/);

    const board = (await t.route(boards.get, desk, { from: '2099-01-01 00:00:00', to: '2099-01-02 00:00:00' })).data;
    assert.equal(board.jobs.find((job: any) => job.id === mine.id).returned, '王芳：孩子发烧');
    const candidates = (await t.route(boards.candidates, desk, { jobId: mine.id })).data;
    assert.ok(candidates.find(({ userId }: any) => userId === carer.userId).blocks.includes('已要求改派'));

    await t.route(workOrders.dispatch, desk, { id, jobId: mine.id, serverUserId: carer.userId });
    const again = await read(id);
    assert.deepEqual([again.state, again.returned, again.workOrderJobs[0].returned], [2, null, null]);
    assert.ok(again.respondedAt !== null && !(await listed()).includes(id));
  });

  it('is hers alone, and not once she has begun unless it was paused', async () => {
    const id = await make(carer);
    const acting = await back(desk, { id });
    assert.deepEqual([acting.status, acting.msg], [409, '服务已不由您负责']);
    await t.route(workOrders.start, carer, { id });
    const begun = await back(carer, { id });
    assert.deepEqual([begun.status, begun.msg, begun.data.id], [409, '已签到的服务不能改派，请联系调度人员', id]);
    await t.route(workOrders.stop, desk, { id, reason: '外出' });
    assert.equal((await back(carer, { id })).status, 200);
    const paused = await read(id);
    assert.deepEqual(
      [paused.state, paused.returned, paused.workOrderJobs[0].serverUserId, paused.workOrderJobs[0].workOrderServer],
      [5, '王芳：孩子发烧', null, null],
    );
    await t.route(workOrders.continue, desk, { id });
    assert.equal((await read(id)).state, 1);
    for (const end of [workOrders.cancel, workOrders.remove]) await t.route(end as never, desk, { id } as never);
    const over = await make(carer);
    await t.route(workOrders.cancel, desk, { id: over });
    assert.equal((await back(carer, { id: over })).status, 409);
  });

  it('happens once under one key, and loses to a dispatcher who was faster', async () => {
    const id = await make(carer);
    const { version } = await read(id);
    const headers = { 'idempotency-key': 'return.1' };
    const body = { input: { id, reason: '孩子发烧' }, as: carer, headers };
    const twice = await Promise.all([t.call('POST', '/members/workorder/return', body), t.call('POST', '/members/workorder/return', body)]);
    assert.deepEqual(
      twice.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await read(id)).version, version + 1);
    const raced = await make(carer, carer);
    const seen = (await read(raced)).version;
    const answers = await Promise.all([
      back(carer, { id: raced, version: seen }),
      t.route(workOrders.dispatch, desk, { id: raced, serverUserId: other.userId, version: seen }),
    ]);
    const lost = answers.filter(({ status }) => status !== 200);
    assert.equal(lost.length, 1);
    // Whoever lost the order altogether does not find it any more.
    assert.ok([404, 409].includes(lost[0]?.status ?? 0));
  });
});
