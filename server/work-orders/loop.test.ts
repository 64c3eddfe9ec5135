import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { connection } from '../db/pool.ts';
import { db } from '../db/tenant.ts';
import { CHANNEL } from '../events.ts';

let t: Harness;
let nurse: TestUser;
let carer: TestUser;
let stranger: TestUser;
let listener: Client;
const notices: { k: string; p: Record<string, unknown> }[] = [];
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: ['members_workorder_view', 'members_workorder_serve'] });
  stranger = await t.user(await t.tenant());
  await project(t, nurse, { type: '应急', name: 'SOS上门', price: 30, sos: true });
  listener = new Client(connection(t.target('app'), 'listener'));
  await listener.connect();
  await listener.query(`listen ${CHANNEL}`);
  listener.on('notification', ({ payload }) => void notices.push(JSON.parse(payload as string)));
});
after(async () => {
  await listener.end();
  await t.close();
});

const statusOf = async (id: number) => {
  const detail = (await t.route(workOrders.get, nurse, { id })).data.workOrder;
  const [row] = (await t.route(workOrders.page, nurse, { workNo: detail.workNo })).data.records;
  return [row.status, row.state, detail.status, detail.workOrderJobs[0].status];
};

describe('from an alarm to a rated order', () => {
  it('goes step by step, every step visible in both statuses, the timeline and the alarm', async () => {
    const alarm = await warning(t, nurse.tenantId, await person(t, nurse.tenantId));
    await t.route(warnings.acknowledge, nurse, { id: alarm });
    const handled = await t.route(warnings.updateStatus, nurse, { id: alarm, processMode: 2, isDisposed: 2, remark: '马上去' });
    const id = handled.data.workOrderId as number;
    assert.deepEqual(await statusOf(id), [1, 1, 4, 1]);
    assert.equal((await t.route(workOrders.get, carer, { id })).status, 404, 'not hers yet');

    const sent = await t.route(workOrders.dispatch, nurse, {
      id,
      serverUserId: carer.userId,
      serverUserName: '假名',
      serverUserPhone: '1',
    });
    assert.deepEqual([sent.status, sent.msg], [200, '派单成功']);
    assert.deepEqual(await statusOf(id), [2, 2, 0, 2]);
    const assigned = (await t.route(workOrders.get, carer, { id })).data.workOrder;
    assert.deepEqual([assigned.workOrderJobs[0].serverUserName, assigned.workOrderJobs[0].serverUserPhone], ['王芳', '13800000000']);

    const photo = `/admin/sys-file/yian/${randomUUID()}.jpg`;
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`insert into files (tenant_id, bucket, name, original, mime, size, sha256, created_by)
        values (${nurse.tenantId}, 'yian', ${photo.split('/').at(-1)}, '门口.jpg', 'image/jpeg', 1000, '\\x00', ${carer.userId})`),
    );
    const came = await t.route(workOrders.start, carer, { id, address: '北京市东城区', lng: 116.39, lat: 39.9, image: photo });
    assert.deepEqual([came.status, came.msg], [200, '签到成功']);
    assert.deepEqual(await statusOf(id), [3, 3, 1, 3]);
    const left = await t.route(workOrders.finish, carer, { id, address: '北京市东城区' });
    assert.deepEqual([left.status, left.msg], [200, '签退成功']);
    assert.deepEqual(await statusOf(id), [4, 4, 2, 4]);
    assert.equal((await t.route(warnings.get, nurse, { id: alarm })).data.isDisposed, 1, 'the finished visit closes the alarm');

    const rated = await t.route(workOrders.score, nurse, { workOrderId: id, score: 5, method: 2, scoreContent: '很及时' });
    assert.deepEqual([rated.status, rated.msg], [200, '操作成功']);
    assert.deepEqual(await statusOf(id), [6, 7, 2, 4]);

    const { data } = await t.route(workOrders.get, nurse, { id });
    assert.deepEqual([data.workOrderScore.score, data.workOrderScore.status, data.workOrderScore.scoreContent], [5, 2, '很及时']);
    const [visit] = data.workOrderServer;
    assert.deepEqual(
      [visit.signInAddress, visit.signInImg, visit.signOutAddress, visit.serverUserName],
      ['北京市东城区', photo, '北京市东城区', '王芳'],
    );
    assert.ok(visit.serverTimeNum >= 0 && Number.isInteger(visit.serverTimeNum));
    assert.deepEqual(
      data.workOrder.workOrderJobs[0].workOrderJobLogs.map((log: any) => log.remarks.split(' ').slice(0, 2).join(' ')),
      ['李护士 生成工单', '李护士 派给王芳', '王芳 签到', '王芳 签退', '李护士 评价'],
    );

    const steps = [
      ['raised', '预警产生', null],
      ['acknowledged', '确认收到', '李护士'],
      ['handled', '处理预警', '李护士'],
      ['draft', '生成工单', '李护士'],
      ['send', '派单', '李护士'],
      ['start', '签到', '王芳'],
      ['finish', '签退', '王芳'],
      ['handled', '处理预警', '王芳'],
      ['comment', '评价', '李护士'],
    ];
    const told = (lines: any[]) => lines.map(({ kind, title, userName }) => [kind, title, userName]);
    assert.deepEqual(told((await t.route(workOrders.timeline, nurse, { id })).data), steps);
    const line = (await t.route(warnings.timeline, nurse, { id: alarm })).data;
    assert.deepEqual(told(line), steps);
    assert.deepEqual(
      line.map(({ time }: any) => time),
      line.map(({ time }: any) => time).toSorted(),
    );

    // The alarm's own, append-only record tells the same without the order's log.
    const own = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows(db.selectFrom('warning_events').select('note').where('warning_id', '=', alarm).where('kind', '=', 'order').orderBy('id')),
    );
    const number = data.workOrder.workNo;
    assert.deepEqual(
      own.map(({ note }) => note),
      [
        `${number} 生成工单：SOS上门`,
        `${number} 派单：SOS上门派给王芳`,
        `${number} 签到：SOS上门，北京市东城区`,
        `${number} 签退：SOS上门，北京市东城区`,
        `${number} 评价：5星，很及时`,
      ],
    );
    const task = notices.filter(({ k }) => k === 'task.assigned').map(({ p }) => p);
    assert.deepEqual(task, [{ userId: carer.userId, username: carer.username, task: `工单${number}（SOS上门）` }]);
    assert.ok(notices.filter(({ k, p }) => k === 'work-order.changed' && p.workOrderId === id).length >= 5);
    for (const route of [workOrders.get, workOrders.timeline]) assert.equal((await t.route(route, stranger, { id })).status, 404);
    assert.equal((await t.route(workOrders.page, stranger)).data.total, 0);
  });

  it('gives begun minutes in full', async () => {
    const alarm = await warning(t, nurse.tenantId, await person(t, nurse.tenantId));
    const id = (await t.route(warnings.updateStatus, nurse, { id: alarm, processMode: 2 })).data.workOrderId;
    await t.route(workOrders.dispatch, nurse, { id, serverUserId: carer.userId });
    await t.route(workOrders.start, carer, { id });
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(
        db
          .updateTable('work_order_jobs')
          .set({ check_in_at: sql`now() - interval '61 minutes 1 second'` as never })
          .where('work_order_id', '=', id),
      ),
    );
    await t.route(workOrders.finish, carer, { id });
    assert.equal((await t.route(workOrders.get, nurse, { id })).data.workOrderServer[0].serverTimeNum, 62);
    const steps = (await t.route(warnings.timeline, nurse, { id: alarm })).data.map(({ kind }: any) => kind);
    assert.deepEqual(steps, ['raised', 'handled', 'draft', 'send', 'start', 'finish', 'handled']);
  });

  it('leaves a cancelled visit’s alarm in progress, to be sent for again', async () => {
    const alarm = await warning(t, nurse.tenantId, await person(t, nurse.tenantId));
    const first = (await t.route(warnings.updateStatus, nurse, { id: alarm, processMode: 2, isDisposed: 2 })).data.workOrderId;
    assert.equal((await t.route(workOrders.remove, nurse, { id: first })).msg, '由预警产生的工单不能删除，请取消工单');
    assert.equal((await t.route(workOrders.cancel, nurse, { id: first, reason: '派错院区' })).msg, '取消成功');
    const open = (await t.route(warnings.get, nurse, { id: alarm })).data;
    assert.deepEqual([open.isDisposed, open.workOrderId], [2, null]);
    const second = (await t.route(warnings.updateStatus, nurse, { id: alarm, processMode: 2, isDisposed: 2, version: open.version })).data
      .workOrderId;
    assert.notEqual(second, first);
    const kinds = (await t.route(warnings.timeline, nurse, { id: alarm })).data.map(({ kind }: any) => kind);
    assert.deepEqual(kinds.toSorted(), ['again', 'cancel', 'draft', 'draft', 'handled', 'handled', 'raised']);
  });
});
