import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { workOrderRatings as ratings } from '#contract/work-orders/work-order-ratings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let stranger: TestUser;
let oldmanId: number;
let projectId: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  carer = await t.user(tenant, { name: '王芳', permissions: ['members_workorder_view', 'members_workorder_serve'] });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  projectId = (await project(t, desk)).projectId;
});
after(() => t.close());

async function finished(): Promise<number> {
  const jobLists = [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: carer.userId }];
  const id = (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists }))
    .data as number;
  await t.route(workOrders.start, carer, { id });
  assert.equal((await t.route(workOrders.finish, carer, { id })).status, 200);
  return id;
}
const tokenOf = async (id: number) => {
  const { data } = await t.route(ratings.link, desk, { workOrderId: id });
  assert.match(data.path, /^\/r\/\d+\.[\w-]{43}$/);
  return data.path.slice(3) as string;
};
const state = async (id: number) => (await t.route(workOrders.get, desk, { id })).data;

describe('a link to rate', () => {
  it('is made by those who reach the finished order', async () => {
    const id = await finished();
    assert.equal((await t.route(ratings.link, null, { workOrderId: id })).status, 401);
    assert.equal((await t.route(ratings.link, stranger, { workOrderId: id })).status, 404);
    const open = (
      await t.route(workOrders.create, desk, {
        oldmanId,
        oldmanPhone: '13911112222',
        oldmanAddress: '甲',
        jobLists: [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00' }],
      })
    ).data as number;
    assert.deepEqual(refusal(await t.route(ratings.link, desk, { workOrderId: open })), [422, '工单完成后才能评价']);
    assert.deepEqual(
      refusal(await t.route(ratings.link, desk, { workOrderId: id, send: true })),
      [422, '没有可接收短信的手机号，或未配置系统的公网地址'],
      'no public address is configured',
    );
  });

  it('shows what is rated without naming anybody, and rates once', async () => {
    const id = await finished();
    const token = await tokenOf(id);
    const shown = (await t.route(ratings.open, null, { token })).data;
    assert.deepEqual([shown.personName, shown.serverProjectName, shown.serverUserName, shown.score], ['王**', '助浴', '王芳', null]);
    assert.equal((await t.route(ratings.rate, null, { token, score: 6 })).status, 400);
    const all = await Promise.all(Array.from({ length: 8 }, () => t.route(ratings.rate, null, { token, score: 5, scoreContent: '很好' })));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(409)]);
    assert.equal(all.find(({ status }) => status === 409)?.msg, '您已评价，感谢您的反馈');
    assert.deepEqual(refusal(await t.route(ratings.link, desk, { workOrderId: id })), [422, '工单已评价']);
    const { workOrder, workOrderScore } = await state(id);
    assert.deepEqual([workOrder.state, workOrderScore.score, workOrderScore.status, workOrderScore.scoreContent], [7, 5, 2, '很好']);
    assert.match(workOrder.workOrderJobs[0].workOrderJobLogs.at(-1).remarks, /^服务对象 评价 5星，很好$/);
    assert.equal((await t.route(ratings.open, null, { token })).data.score, 5);
  });

  it('tells the alarm that the visit was for, in the name of the person served', async () => {
    const id = await finished();
    const token = await tokenOf(id);
    const { tenantId } = desk;
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`
        with made as (
          insert into warnings (tenant_id, rule, subject, person_id, severity, source_type, content, status, happened_at, last_at)
          values (${tenantId}, 'alarm', ${`p${oldmanId}`}, ${oldmanId}, 2, 9, '呼叫', 1, now(), now()) returning id)
        update work_orders set warning_id = (select id from made) where tenant_id = ${tenantId} and id = ${id}`),
    );
    assert.equal((await t.route(ratings.rate, null, { token, score: 4, scoreContent: '准时' })).status, 200);
    const steps = await t.deps.inTenant(tenantId, (tx) =>
      tx.rows<{ kind: string; note: string; user_id: number | null; user_name: string | null }>(sql`
        select e.kind, regexp_replace(e.note, '^GD[0-9]+', 'GD') as note, e.user_id, e.user_name from warning_events e
        join work_orders o on o.tenant_id = e.tenant_id and o.warning_id = e.warning_id where o.tenant_id = ${tenantId} and o.id = ${id}`),
    );
    assert.deepEqual(steps, [{ kind: 'order', note: 'GD 评价：4星，准时', user_id: null, user_name: '服务对象' }]);
  });

  it('is worth nothing when replaced, expired, foreign or invented', async () => {
    const id = await finished();
    const old = await tokenOf(id);
    const token = await tokenOf(id);
    const [tenant, secret] = token.split('.');
    for (const bad of [old, `${stranger.tenantId}.${secret}`, `999999999.${secret}`, `${tenant}.${'x'.repeat(43)}`]) {
      for (const answer of [await t.route(ratings.open, null, { token: bad }), await t.route(ratings.rate, null, { token: bad, score: 1 })])
        assert.deepEqual([answer.status, answer.msg], [403, '评价链接无效或已过期'], bad);
    }
    assert.equal((await t.route(ratings.open, null, { token: "1' or 1=1" })).status, 400);
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(
        sql`update work_order_rating_links set expires_at = now() - interval '1 second'
          where tenant_id = ${desk.tenantId} and work_order_id = ${id}`,
      ),
    );
    assert.equal((await t.route(ratings.rate, null, { token, score: 1 })).status, 403);
    assert.equal((await state(id)).workOrder.state, 4);
  });
});

describe('a bad rating', () => {
  it('is followed up once, by those who may', async () => {
    const id = await finished();
    assert.equal((await t.route(ratings.rate, null, { token: await tokenOf(id), score: 2, scoreContent: '迟到' })).status, 200);
    assert.equal((await t.route(ratings.followups, carer, {})).status, 403);
    assert.equal((await t.route(ratings.followups, stranger, {})).data.total, 0);
    const { records } = (await t.route(ratings.followups, desk, { status: 1, oldmanName: '王', descs: ['score'] })).data;
    const [row] = records.filter(({ workOrderId }: any) => workOrderId === id);
    assert.deepEqual([row.score, row.scoreContent, row.scoreMethod, row.serverUserName, row.status], [2, '迟到', 2, '王芳', 1]);
    const alone = (await t.route(ratings.followups, desk, { id: row.id })).data.records;
    assert.deepEqual(
      alone.map(({ id: one }: any) => one),
      [row.id],
    );
    const finish = { id: row.id, version: row.version, method: 1, result: '已致电道歉，安排专人' };
    assert.equal((await t.route(ratings.finishFollowup, desk, { ...finish, result: ' ' })).status, 400);
    assert.deepEqual(refusal(await t.route(ratings.finishFollowup, stranger, finish)), [404, '回访不存在']);
    const both = await Promise.all([t.route(ratings.finishFollowup, desk, finish), t.route(ratings.finishFollowup, desk, finish)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)?.msg, '该回访已被他人完成，请刷新后查看');
    const [done] = (await t.route(ratings.followups, desk, { status: 2 })).data.records;
    assert.deepEqual([done.result, done.doneBy, done.method], ['已致电道歉，安排专人', '调度', 1]);
    const bad = await finished();
    await t.route(workOrders.score, desk, { workOrderId: bad, score: 1 });
    const good = await finished();
    await t.route(workOrders.score, desk, { workOrderId: good, score: 3 });
    const open = (await t.route(ratings.followups, desk, { status: 1 })).data.records.map(({ workOrderId }: any) => workOrderId);
    assert.deepEqual([open.includes(bad), open.includes(good)], [true, false]);
  });
});
