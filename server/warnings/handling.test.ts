import { MINUTE, SECOND } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { warningStatistics } from '#contract/warnings/warning-statistics.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addDevice } from '#test/ingest.ts';
import { raiseWarning } from './raise.ts';
import { sweepWarnings } from './sweeps.ts';

let t: Harness;
let nurse: TestUser;
let colleague: TestUser;
let carer: TestUser;
let clock = Date.parse('2026-11-16T10:00:00+08:00');

before(async () => {
  t = await harness({ now: () => clock });
  const tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士' });
  colleague = await t.user(tenant, { name: '张护士' });
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: ['members_workorder_view', 'members_workorder_serve'] });
  const steps = [{ delay: 0, to: [{ kind: 'user', id: nurse.userId, address: null }], channels: ['popup'] }];
  assert.equal((await t.route(warningPolicies.create, nurse, { name: '默认', steps })).status, 200);
});
after(() => t?.close());

/** Somebody with a watch, and what she does with it. */
async function wearer(rule: 'sos' | 'fall' | 'removed' = 'sos') {
  const { deviceId } = await addDevice(t, nurse.tenantId);
  const press = async () => {
    const raised = await t.deps.inTenant(nurse.tenantId, (tx) =>
      raiseWarning(tx, t.deps, { rule, deviceId, code: rule, at: clock, late: false, place: null }),
    );
    return raised!.warningId;
  };
  return { press, id: await press() };
}

const read = async (id: number) => (await t.route(warnings.get, nurse, { id })).data;
const set = (id: number, input: object, as = nurse) => t.route(warnings.updateStatus, as, { id, ...input });
const timeline = async (id: number, kind: string) =>
  (await t.route(warnings.timeline, nurse, { id })).data.filter((step: any) => step.kind === kind).map(({ note }: any) => note);
const told = (id: number) =>
  t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.rows<{ title: string }>(sql`select title from messages where tenant_id = ${nurse.tenantId} and recipient_id = ${nurse.userId}
      and link = ${`/warning/warning/index?id=${id}`} order by id`),
  );
const pass = async (ms: number) => {
  clock += ms;
  await sweepWarnings(t.deps);
};
/** A visit with a carer on the way; gives its order. */
async function sent(id: number): Promise<number> {
  const { data } = await set(id, { processMode: 2, isDisposed: 2, remark: '呼叫无应答' });
  assert.equal((await t.route(workOrders.dispatch, nurse, { id: data.workOrderId, serverUserId: carer.userId })).status, 200);
  return data.workOrderId;
}
const served = async (id: number, result: string | null = '老人坐在床边，已扶稳，无外伤') => {
  assert.equal((await t.route(workOrders.start, carer, { id })).status, 200);
  return t.route(workOrders.finish, carer, { id, result });
};

describe('an SOS or a fall', () => {
  it('is not closed with nothing written, by whichever status, and the refusal changes nothing', async () => {
    for (const rule of ['sos', 'fall'] as const) {
      const { id } = await wearer(rule);
      for (const input of [
        {},
        { isDisposed: 0 },
        { isDisposed: 1, remark: '  ' },
        { isDisposed: 3 },
        { processMode: 2, isDisposed: 4, remark: '' },
      ]) {
        const answer = await set(id, input);
        assert.equal(answer.status, 422, JSON.stringify(input));
        assert.match(answer.msg ?? '', /^SOS求助和跌倒(须填写处理结果后才能关闭|设为(误触发|测试)须填写原因)$/);
      }
      const still = await read(id);
      assert.deepEqual([still.isDisposed, still.version, still.acknowledgeTime], [0, 1, null]);
      assert.equal((await set(id, { isDisposed: 3, remark: '误触按钮，已确认老人安全' })).status, 200);
    }
  });

  it('stays in progress when a client closes it together with sending somebody, and the answer says so', async () => {
    const { id } = await wearer();
    const { status, data } = await set(id, { processMode: 2, isDisposed: 1, remark: '已派人' });
    assert.deepEqual([status, data.isDisposed, data.notice], [200, 2, '上门服务尚未完成，预警保持处理中；护理员签退后自动转为已处理']);
    const open = await read(id);
    assert.deepEqual([open.isDisposed, open.workOrderId, open.workOrderState], [disposals.inProgress, data.workOrderId, 1]);
    assert.deepEqual(await timeline(id, 'handled'), ['上门处理 · 处理中 · 已派人']);
    const again = await set(id, { processMode: 2, isDisposed: 1, remark: '已派人' }, colleague);
    assert.deepEqual([again.status, again.msg], [409, '该预警已由李护士设为处理中'], 'the second of two who know nothing of each other');
  });

  it('becomes handled when the carer checks out, with what she found', async () => {
    const { id } = await wearer('fall');
    const order = await sent(id);
    assert.equal((await served(order)).status, 200);
    const closed = await read(id);
    assert.deepEqual([closed.isDisposed, closed.remark], [disposals.handled, '呼叫无应答']);
    const [, last] = await timeline(id, 'handled');
    assert.match(last, /^上门服务已完成（工单GD\d+），结果：老人坐在床边，已扶稳，无外伤；预警自动转为已处理$/);
  });

  it('is closed by a person with a written result while somebody is on the way', async () => {
    const { id } = await wearer();
    const order = await sent(id);
    const { version } = await read(id);
    assert.equal((await set(id, { processMode: 1, isDisposed: 1, version })).status, 422);
    assert.equal((await set(id, { processMode: 1, isDisposed: 1, remark: '家属已到场，老人无恙', version })).status, 200);
    assert.equal((await served(order)).status, 200);
    assert.equal((await timeline(id, 'handled')).length, 2, 'the later visit changes nothing');
  });

  it('that was pressed again after somebody was sent is not closed by that visit, and another visit can be sent', async () => {
    const { id, press } = await wearer();
    const order = await sent(id);
    clock += 10 * MINUTE;
    assert.equal(await press(), id);
    assert.equal((await t.route(warnings.acknowledge, nurse, { id })).status, 200);
    await served(order);
    const open = await read(id);
    assert.equal(open.isDisposed, disposals.inProgress);
    assert.match((await timeline(id, 'visit'))[0], /结果：老人坐在床边，已扶稳，无外伤；派单后又触发过预警，未自动关闭，请了解情况后处理$/);
    await pass(181 * SECOND);
    assert.equal((await read(id)).askReason, '上门服务已完成，预警尚未关闭');
    const second = await set(id, { processMode: 2, isDisposed: 2, version: open.version });
    assert.notEqual(second.data.workOrderId, order, 'the visit that is over goes nowhere');
    assert.equal(
      (await t.route(workOrders.dispatch, nurse, { id: second.data.workOrderId, serverUserId: carer.userId, force: true })).status,
      200,
    );
    await served(second.data.workOrderId, null);
    assert.equal((await read(id)).isDisposed, disposals.handled);
  });

  it('is never lost between a check-out and the next press', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, press } = await wearer();
      const order = await sent(id);
      assert.equal((await t.route(workOrders.start, carer, { id: order })).status, 200);
      clock += 10 * MINUTE;
      const [left, next] = await Promise.all([t.route(workOrders.finish, carer, { id: order }), press()]);
      assert.equal(left.status, 200);
      const [first, open] = [await read(id), await read(next)];
      assert.ok([disposals.open, disposals.inProgress].includes(open.isDisposed), 'the press is open');
      assert.equal(open.acknowledgeTime, null);
      assert.equal(first.isDisposed, next === id ? disposals.inProgress : disposals.handled);
    }
  });

  it('is decided once by a person who closes it and a carer who checks out at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await wearer();
      const order = await sent(id);
      assert.equal((await t.route(workOrders.start, carer, { id: order })).status, 200);
      const { version } = await read(id);
      const [closed, left] = await Promise.all([
        set(id, { isDisposed: 1, remark: '老人无恙', version }),
        t.route(workOrders.finish, carer, { id: order }),
      ]);
      assert.equal(left.status, 200);
      assert.ok(closed.status === 200 || closed.status === 409, String(closed.status));
      assert.equal((await read(id)).isDisposed, disposals.handled);
      assert.equal((await timeline(id, 'handled')).length, 2, 'sending somebody, and one end');
    }
  });
});

describe('statistics', () => {
  it('count an alarm as closed when it is, not when somebody is sent', async () => {
    const chief = await t.user(await t.tenant());
    const first = await warning(t, chief.tenantId, await person(t, chief.tenantId));
    const today = (days: number) => new Date(Date.now() + days * 24 * 60 * MINUTE).toISOString().slice(0, 10);
    const closed = async () => (await t.route(warningStatistics.read, chief, { startTime: today(-1), endTime: today(1) })).data;
    assert.equal((await t.route(warnings.updateStatus, chief, { id: first, processMode: 2, isDisposed: 1, remark: '已派人' })).status, 200);
    const going = await closed();
    assert.deepEqual([going.inProgress, going.handled, going.clear.count], [1, 0, 0]);
    assert.equal((await t.route(warnings.updateStatus, chief, { id: first, isDisposed: 1, remark: '老人无恙', version: 2 })).status, 200);
    const over = await closed();
    assert.deepEqual([over.inProgress, over.handled, over.clear.count], [0, 1, 1]);
  });
});

describe('an alarm that was left alone', () => {
  it('asks again when its order was drafted and nobody was sent, in these words, until somebody is', async () => {
    const { id } = await wearer();
    await pass(0);
    const { data } = await set(id, { processMode: 2, isDisposed: 1, remark: '已派人' });
    await pass(59 * SECOND);
    assert.notEqual((await read(id)).acknowledgeTime, null);
    const before = (await told(id)).length;
    await pass(2 * SECOND);
    const loud = await read(id);
    assert.deepEqual(
      [loud.isDisposed, loud.acknowledgeTime, loud.askReason, loud.workOrderState],
      [disposals.inProgress, null, '已起草工单，尚未派单', 1],
    );
    const messages = await told(id);
    assert.equal(messages.length, before + 1, 'the escalation goes on');
    assert.match(messages.at(-1)?.title ?? '', /^【紧急】老人\d+ SOS求助，已起草工单，尚未派单$/);
    assert.deepEqual(await timeline(id, 'again'), ['已起草工单，尚未派单']);
    assert.equal(
      (await t.route(workOrders.dispatch, nurse, { id: data.workOrderId, serverUserId: carer.userId, force: true })).status,
      200,
    );
    const quiet = await read(id);
    assert.equal(quiet.acknowledgeName, '李护士', 'who sends somebody has answered');
    await pass(599 * SECOND);
    assert.notEqual((await read(id)).acknowledgeTime, null);
    await pass(2 * SECOND);
    assert.equal((await read(id)).askReason, '已派单，护理员尚未签到');
    assert.equal((await t.route(workOrders.start, carer, { id: data.workOrderId })).status, 200);
    assert.equal((await read(id)).acknowledgeName, '王芳', 'so has who goes');
    assert.equal((await t.route(workOrders.finish, carer, { id: data.workOrderId })).status, 200);
    assert.equal((await read(id)).isDisposed, disposals.handled, 'asking again is no other press');
    await pass(61 * MINUTE);
    assert.equal((await timeline(id, 'again')).length, 2);
  });

  it('asks again at once when its visit is cancelled, handed back or paused', async () => {
    const ways = {
      '上门工单已取消，请重新安排': (id: number) => t.route(workOrders.cancel, nurse, { id, reason: '派错院区' }),
      '上门人员已退回，尚未重新派单': (id: number) => t.route(workOrders.handBack, carer, { id, reason: '正在照护他人' }),
      上门工单已暂停: async (id: number) => {
        await t.route(workOrders.start, carer, { id });
        return t.route(workOrders.stop, nurse, { id, reason: '等待家属' });
      },
    };
    for (const [why, way] of Object.entries(ways)) {
      const { id } = await wearer();
      const order = await sent(id);
      await pass(0);
      const before = (await told(id)).length;
      const answer = await way(order);
      assert.equal(answer.status, 200, `${why} ${answer.msg}`);
      const { isDisposed, acknowledgeTime, askReason } = await read(id);
      assert.deepEqual([isDisposed, acknowledgeTime, askReason], [disposals.inProgress, null, why]);
      await pass(0);
      assert.equal((await told(id)).length, before + 1, why);
    }
  });

  it('asks again when somebody confirmed it and nobody decided, but not while somebody telephones', async () => {
    const { id } = await wearer();
    assert.equal((await t.route(warnings.acknowledge, nurse, { id })).status, 200);
    const call = (await t.route(warningRecords.startCall, nurse, { warningId: id, phone: '13911112222', contact: '王秀英' })).data;
    await pass(181 * SECOND);
    assert.equal((await read(id)).acknowledgeName, '李护士');
    assert.equal((await t.route(warningRecords.endCall, nurse, { id: call, outcome: 1 })).status, 200);
    await pass(61 * SECOND);
    assert.equal((await read(id)).askReason, '已确认收到，尚未处理');
    // Pressing again asks for itself.
    assert.equal((await t.route(warnings.acknowledge, colleague, { id })).status, 200);
    assert.equal((await set(id, { isDisposed: 2 }, colleague)).status, 200);
    assert.equal((await read(id)).askReason, null);
    await pass(61 * MINUTE);
    assert.equal((await read(id)).askReason, '一直处理中，尚无结果');
  });

  it('waits as long as the institution says', async () => {
    const put = (value: string) =>
      t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${nurse.tenantId}, '再次提醒', 'UNDECIDED_SECONDS', ${value})
          on conflict (tenant_id, key) do update set value = excluded.value`),
      );
    for (const [value, seconds] of [
      ['600', 600],
      ['0', 30],
      ['abc', 180],
    ] as const) {
      assert.equal(await put(value), 1);
      const { id } = await wearer();
      await t.route(warnings.acknowledge, nurse, { id });
      await pass((seconds - 1) * SECOND);
      assert.equal((await read(id)).askReason, null, value);
      await pass(2 * SECOND);
      assert.equal((await read(id)).askReason, '已确认收到，尚未处理', value);
    }
  });

  it('of an ordinary kind sleeps once it was confirmed, and is closed as the specification says', async () => {
    const { id } = await wearer('removed');
    await t.route(warnings.acknowledge, nurse, { id });
    await pass(90 * MINUTE);
    assert.equal((await read(id)).askReason, null);
    const { data } = await set(id, { processMode: 2 });
    assert.deepEqual([data.isDisposed, data.notice], [1, null]);
    assert.ok(data.workOrderId > 0);
    assert.equal((await read(id)).isDisposed, disposals.handled);
  });
});
