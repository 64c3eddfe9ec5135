import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Route } from '#contract/http.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Answer, type Harness, type TestUser } from '#test/harness.ts';
import { overtaken } from '#test/overtaking.ts';
import { db, type Tx } from '../db/tenant.ts';

const ORDERS = 300;
const CALLERS = 10;

let t: Harness;
let desk: TestUser;
let staff: TestUser[];
let oldmanId: number;
let projectId: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  desk = await t.user(tenant, { name: '调度' });
  staff = await Promise.all(Array.from({ length: CALLERS }, (_, index) => t.user(tenant, { name: `护工${index}`, permissions: [] })));
  oldmanId = await person(t, tenant);
  projectId = (await project(t, desk)).projectId;
});
after(() => t.close());

const make = async (user: number | null) => {
  const jobLists = [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: user }];
  return (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })).data as number;
};
const logs = async (id: number, action: string) =>
  (
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.rows(db.selectFrom('work_order_logs').select('id').where('work_order_id', '=', id).where('action', '=', action)),
    )
  ).length;

/** All at once; asserts one winner, everyone else told with the fresh row. */
async function race(id: number, calls: (() => Promise<Answer>)[]): Promise<number> {
  const answers = await Promise.all(calls.map((call) => call()));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array<number>(calls.length - 1).fill(409)]);
  for (const { status, data } of answers) if (status === 409) assert.equal(data.id, id);
  return answers.findIndex(({ status }) => status === 200);
}

describe('many callers at once', () => {
  it(`dispatch ${ORDERS} orders × ${CALLERS}: exactly one is sent, and it is the one that was told so`, async () => {
    const ids: number[] = [];
    // As many at once as a busy machine answers before the pool gives up.
    while (ids.length < ORDERS) ids.push(...(await Promise.all(Array.from({ length: 30 }, () => make(null)))));
    const one = async (id: number, round: number) => {
      const version = round % 2 ? { version: 1 } : {};
      const winner = await race(
        id,
        staff.map(
          ({ userId }) =>
            () =>
              t.route(workOrders.dispatch, desk, { id, serverUserId: userId, ...version }),
        ),
      );
      const { data } = await t.route(workOrders.get, desk, { id });
      assert.deepEqual([data.workOrder.workOrderJobs[0].serverUserId, data.workOrder.version], [staff[winner]?.userId, 2]);
      assert.equal(await logs(id, 'send'), 1);
    };
    for (let at = 0; at < ORDERS; at += 6) await Promise.all(ids.slice(at, at + 6).map((id, index) => one(id, index)));
  });

  it('start, finish, rate, cancel: each happens once', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await make(desk.userId);
      const steps: [string, Route, object][] = [
        ['start', workOrders.start, { id }],
        ['finish', workOrders.finish, { id }],
        ['comment', workOrders.score, { workOrderId: id, score: 5 }],
      ];
      for (const [action, route, input] of steps) {
        await race(
          id,
          Array.from({ length: 6 }, () => () => t.route(route, desk, { ...input })),
        );
        assert.equal(await logs(id, action), 1);
      }
      const second = await make(null);
      await race(
        second,
        Array.from({ length: 6 }, () => () => t.route(workOrders.cancel, desk, { id: second })),
      );
    }
  });

  it('the one whom another overtakes while it writes is told so', async () => {
    const id = await make(null);
    const other = (tx: Tx) =>
      tx.run(db.updateTable('work_orders').set({ version: 2 }).where('tenant_id', '=', tx.tenantId).where('id', '=', id));
    const late = await overtaken(t, desk.tenantId, other, () => t.route(workOrders.cancel, desk, { id }));
    assert.deepEqual([...refusal(late), late.data.id], [409, '工单已被他人处理，请刷新后重试', id]);
    assert.equal((await t.route(workOrders.get, desk, { id })).data.workOrder.state, 1);
  });

  it('an edit and a dispatch of what both read: one stands', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await make(null);
      const [job] = (await t.route(workOrders.get, desk, { id })).data.workOrder.workOrderJobs;
      const jobLists = [{ id: job.id, serverProjectId: projectId, serverTime: job.serverTime }];
      await race(id, [
        () => t.route(workOrders.update, desk, { id, version: 1, oldmanId, oldmanPhone: '13911112222', oldmanAddress: '乙', jobLists }),
        () => t.route(workOrders.dispatch, desk, { id, version: 1, serverUserId: staff[0]?.userId }),
      ]);
    }
  });
});
