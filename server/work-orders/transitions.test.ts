import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Route } from '#contract/http.ts';
import { canDo, type Action } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let other: TestUser;
let stranger: TestUser;
let oldmanId: number;
let projectId: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  const onSite = ['members_workorder_view', 'members_workorder_serve'];
  desk = await t.user(tenant, { name: '调度' });
  carer = await t.user(tenant, { name: '王芳', permissions: onSite });
  other = await t.user(tenant, { name: '赵敏', permissions: onSite });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  projectId = (await project(t, desk)).projectId;
});
after(() => t.close());

const make = async (...staff: (TestUser | null)[]) => {
  const jobLists = staff.map((user) => ({
    serverProjectId: projectId,
    serverTime: '2099-01-01 09:00:00',
    serverUserId: user?.userId ?? null,
  }));
  return (await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })).data as number;
};
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
const states = async (id: number) => {
  const order = await read(id);
  return [order.state, ...order.workOrderJobs.map((job: any) => job.status)];
};
const good = async (route: Route, as: TestUser, input: Record<string, unknown>) => {
  const answer = await t.route(route, as, input);
  assert.equal(answer.status, 200, `${route.path}: ${answer.msg}`);
};

const begin = {
  send: workOrders.dispatch,
  start: workOrders.start,
  finish: workOrders.finish,
  stop: workOrders.stop,
  continue: workOrders.continue,
  cancel: workOrders.cancel,
} as const;
const input = (id: number) => ({ id, serverUserId: carer.userId });
/** Brings a new order into each status. */
const into: Record<number, () => Promise<number>> = {
  1: () => make(null),
  2: () => make(carer),
  3: async () => {
    const id = await make(carer);
    await good(workOrders.start, carer, { id });
    return id;
  },
  4: async () => {
    const id = await (into[3] as () => Promise<number>)();
    await good(workOrders.finish, carer, { id });
    return id;
  },
  5: async () => {
    const id = await (into[3] as () => Promise<number>)();
    await good(workOrders.stop, desk, { id });
    return id;
  },
  6: async () => {
    const id = await make(null);
    await good(workOrders.cancel, desk, { id });
    return id;
  },
  7: async () => {
    const id = await (into[4] as () => Promise<number>)();
    await good(workOrders.score, desk, { workOrderId: id, score: 4 });
    return id;
  },
};

describe('every action in every status', () => {
  for (const status of [1, 2, 3, 4, 5, 6, 7]) {
    for (const [action, route] of Object.entries(begin) as [Action, Route][]) {
      // Starting twice is stopped by the job, not by the order: the next job of an order in progress may start.
      const allowed = canDo(action, status) && !(action === 'start' && status === 3);
      it(`${action} is ${allowed ? 'done' : 'refused'} in ${status}`, async () => {
        const id = await (into[status] as () => Promise<number>)();
        const before = await read(id);
        assert.equal(before.state, status);
        const own = Object.keys(route.input.safeParse(input(id)).success ? input(id) : { id });
        const answer = await t.route(route, action === 'start' || action === 'finish' ? carer : desk, {
          ...Object.fromEntries(Object.entries(input(id)).filter(([name]) => own.includes(name))),
          ...(action === 'send' ? { version: before.version } : {}),
        });
        if (allowed) assert.equal(answer.status, 200, answer.msg ?? '');
        else {
          assert.equal(answer.status, 409);
          assert.deepEqual([answer.data.id, answer.data.state, answer.data.version], [id, status, before.version]);
          assert.deepEqual(await read(id), before);
        }
      });
    }
    it(`comment is ${canDo('comment', status) ? 'done' : 'refused'} in ${status}`, async () => {
      const id = await (into[status] as () => Promise<number>)();
      assert.equal((await t.route(workOrders.score, desk, { workOrderId: id, score: 5 })).status, canDo('comment', status) ? 200 : 409);
    });
  }
});

describe('who may', () => {
  it('needs a session, the permission and an order of the own tenant', async () => {
    const id = await make(carer);
    const none = await t.user(desk.tenantId, { permissions: [] });
    for (const route of Object.values(begin)) {
      const all = route === workOrders.dispatch ? { id, serverUserId: carer.userId } : { id };
      assert.equal((await t.route(route, null, all)).status, 401);
      assert.equal((await t.route(route, none, all)).status, 403);
      const foreign = await t.route(route, stranger, route === workOrders.dispatch ? { id, serverUserId: stranger.userId } : { id });
      assert.deepEqual([foreign.status, foreign.msg], [404, '工单不存在'], route.path);
    }
    assert.equal((await t.route(workOrders.score, none, { workOrderId: id, score: 5 })).status, 403);
    assert.equal((await t.route(workOrders.score, desk, { workOrderId: id, score: 6 })).status, 400);
    assert.equal((await t.route(workOrders.start, carer, { id, lng: 200, lat: 0 })).msg, '坐标不正确');
    assert.equal((await t.route(workOrders.start, carer, { id, lng: 116 })).msg, '坐标不正确');
  });

  it('sends active colleagues only', async () => {
    const id = await make(null);
    const left = await t.user(desk.tenantId, { name: '已离职' });
    await t.deps.inTenant(desk.tenantId, (tx) => tx.run(db.updateTable('users').set({ status: 9 }).where('id', '=', left.userId)));
    for (const serverUserId of [left.userId, stranger.userId, 99999999]) {
      const answer = await t.route(workOrders.dispatch, desk, { id, serverUserId });
      assert.deepEqual([answer.status, answer.msg], [422, '服务人员不存在或已停用']);
    }
    assert.equal((await t.route(workOrders.dispatch, desk, { id })).msg, '请选择服务人员');
    assert.equal((await t.route(workOrders.dispatch, desk, { id, serverUserId: carer.userId, jobId: 99999999 })).msg, '服务不存在');
    assert.deepEqual(await states(id), [1, 1]);
  });

  it('lets only the person sent, or who dispatches, check in and out', async () => {
    const id = await make(carer);
    const wrong = await t.route(workOrders.start, other, { id });
    assert.deepEqual([wrong.status, wrong.msg], [403, '只有被派单的服务人员可以签到']);
    await good(workOrders.start, carer, { id });
    assert.equal((await t.route(workOrders.finish, other, { id })).status, 403);
    await good(workOrders.finish, desk, { id });
    assert.deepEqual(await states(id), [4, 4]);
  });
});

describe('an order of several jobs', () => {
  it('moves with them', async () => {
    const id = await make(null, null);
    const [first, second] = (await read(id)).workOrderJobs.map((job: any) => job.id);
    await good(workOrders.dispatch, desk, { id, jobId: first, serverUserId: carer.userId });
    assert.deepEqual(await states(id), [1, 2, 1]);
    assert.equal((await t.route(workOrders.start, carer, { id })).status, 409);
    await good(workOrders.dispatch, desk, { id, jobId: second, serverUserId: other.userId });
    assert.deepEqual(await states(id), [2, 2, 2]);
    await good(workOrders.start, carer, { id });
    assert.deepEqual(await states(id), [3, 3, 2]);
    await good(workOrders.finish, carer, { id });
    assert.deepEqual(await states(id), [3, 4, 2]);
    await good(workOrders.start, other, { id });
    await good(workOrders.finish, other, { id });
    assert.deepEqual(await states(id), [4, 4, 4]);
    const log = (await t.route(workOrders.timeline, desk, { id })).data.map(({ kind, userName }: any) => [kind, userName]);
    assert.deepEqual(log, [
      ['create', '调度'],
      ['send', '调度'],
      ['send', '调度'],
      ['start', '王芳'],
      ['finish', '王芳'],
      ['start', '赵敏'],
      ['finish', '赵敏'],
    ]);
  });

  it('pauses and continues where it was; another person starts anew', async () => {
    const id = await make(carer, carer);
    const [first] = (await read(id)).workOrderJobs.map((job: any) => job.id);
    await good(workOrders.start, carer, { id, jobId: first });
    await good(workOrders.stop, desk, { id, reason: '老人外出' });
    assert.deepEqual(await states(id), [5, 5, 5]);
    assert.equal((await read(id)).status, 4);
    await good(workOrders.continue, desk, { id });
    assert.deepEqual(await states(id), [3, 3, 2]);
    await good(workOrders.stop, desk, { id });
    await good(workOrders.dispatch, desk, { id, serverUserId: other.userId });
    assert.deepEqual(await states(id), [2, 2, 2]);
    assert.deepEqual(
      (await read(id)).workOrderJobs.map((job: any) => [job.serverUserName, job.workOrderServer]),
      [
        ['赵敏', null],
        ['赵敏', null],
      ],
    );
    const notes = (await t.route(workOrders.timeline, desk, { id })).data.map(({ note }: any) => note);
    assert.ok(notes.includes('老人外出') && notes.includes('助浴派给赵敏，原为王芳'));
  });

  it('cancels what is not finished, and only the rest still costs', async () => {
    const id = await make(carer, carer);
    const [first] = (await read(id)).workOrderJobs.map((job: any) => job.id);
    await good(workOrders.start, carer, { id, jobId: first });
    await good(workOrders.finish, carer, { id, jobId: first });
    assert.equal((await read(id)).orderPrice, 117);
    await good(workOrders.cancel, desk, { id });
    assert.deepEqual(await states(id), [6, 4, 6]);
    const order = await read(id);
    assert.deepEqual([order.orderPrice, order.status], [58.5, 3]);
    assert.ok(order.startTime && order.endTime);
  });
});

describe('sending somebody', () => {
  it('happens once per idempotency key', async () => {
    const id = await make(null);
    const send = () =>
      t.call('POST', '/members/workorder/dispatch', {
        as: desk,
        input: { id, serverUserId: carer.userId },
        headers: { 'idempotency-key': `send-${id}` },
      });
    const answers = await Promise.all([send(), send(), send()]);
    assert.deepEqual(
      answers.map(({ status, data }) => [status, data]),
      Array.from({ length: 3 }, () => [200, true]),
    );
    assert.equal((await read(id)).version, 2);
  });
});

describe('sending somebody else', () => {
  it('needs the version just read, or some time', async () => {
    const id = await make(null);
    await good(workOrders.dispatch, desk, { id, serverUserId: carer.userId });
    const early = await t.route(workOrders.dispatch, desk, { id, serverUserId: other.userId });
    assert.deepEqual([early.status, early.msg, early.data.serverUserName], [409, '工单刚刚已派出，如需改派请刷新后重试', '王芳']);
    await good(workOrders.dispatch, desk, { id, serverUserId: other.userId, version: early.data.version });
    await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.run(
        db
          .updateTable('work_orders')
          .set({ updated_at: sql`now() - interval '1 minute'` as never })
          .where('id', '=', id),
      ),
    );
    await good(workOrders.dispatch, desk, { id, serverUserId: carer.userId });
    assert.equal((await read(id)).workOrderJobs[0].serverUserName, '王芳');
  });
});

describe('deleting an order', () => {
  it('takes jobs and log with it, only while nobody was sent', async () => {
    const id = await make(null);
    assert.equal((await t.route(workOrders.remove, null, { id })).status, 401);
    assert.equal((await t.route(workOrders.remove, carer, { id })).status, 403);
    assert.equal((await t.route(workOrders.remove, stranger, { id })).status, 404);
    const gone = await t.route(workOrders.remove, desk, { id });
    assert.deepEqual([gone.status, gone.msg], [200, '删除成功']);
    assert.equal((await t.route(workOrders.get, desk, { id })).status, 404);
    const left = await t.deps.inTenant(desk.tenantId, (tx) =>
      tx.rows(db.selectFrom('work_order_logs').select('id').where('work_order_id', '=', id)),
    );
    assert.deepEqual(left, []);
    const late = await t.route(workOrders.remove, desk, { id: await make(carer) });
    assert.deepEqual([late.status, late.msg], [409, '工单已派单，不能删除工单']);
  });
});
