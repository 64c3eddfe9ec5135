import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { harness, refusal, type Harness } from '#test/harness.ts';
import { orderParts } from '#test/order-parts.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderParts>>;
before(async () => {
  t = await harness();
  its = await orderParts(t);
});
after(() => t.close());

describe('a visit', () => {
  const begun = async (...jobs: object[]) => {
    const id = await its.create(...jobs.map((one) => ({ ...one, serverUserId: its.carer.userId })));
    const answer = await t.route(workOrders.start, its.carer, { id, lng: 116.39, lat: 39.9 });
    assert.equal(answer.status, 200, String(answer.msg));
    return id;
  };
  const fill = (id: number, jobId: number) =>
    its.inTenant(async (tx) => {
      await tx.run(
        sql`insert into questionnaire_forms (tenant_id, questionnaire_id, revision, name, describe, items)
          values (${its.desk.tenantId}, ${its.record}, 1, '记录', '', '[]') on conflict do nothing`,
      );
      await tx.run(sql`insert into questionnaire_results (tenant_id, questionnaire_id, revision, serial_number, job_id, user_id,
        original_data, process_data, digest)
        values (${its.desk.tenantId}, ${its.record}, 1, ${id}, ${jobId}, ${its.carer.userId}, '{}', '{}', '\\x00')`);
    });

  it('ends only with photo, signature and required questionnaires, and then uses up what was really used', async () => {
    const id = await begun(its.job(its.bathing, { workOrderJobMaterials: [{ materialId: its.gloves, quantity: 2 }] }));
    const [one] = (await its.detail(id)).workOrderJobs;
    const [before, image, signature] = [await its.stock(its.gloves), await its.file(), await its.file()];
    const bare = await t.route(workOrders.finish, its.carer, { id });
    assert.deepEqual([bare.status, bare.msg], [422, '请先完成再签退。助浴：现场照片、服务对象签名、问卷《上门服务记录表》']);
    await fill(id, one.id);
    const proofs = { id, image, signature, signer: '王秀英', result: '皮肤完好' };
    const short = await t.route(workOrders.finish, its.carer, {
      ...proofs,
      materials: [{ jobId: one.id, materialId: its.gloves, quantity: 99 }],
    });
    assert.equal(short.status, 422);
    assert.match(String(short.msg), /手套/);
    assert.equal(
      (await t.route(workOrders.finish, its.carer, { ...proofs, materials: [{ jobId: one.id, materialId: its.soap, quantity: 1 }] })).msg,
      '耗材不在服务清单中',
    );
    const done = await t.route(workOrders.finish, its.carer, {
      ...proofs,
      materials: [{ jobId: one.id, materialId: its.gloves, quantity: 3 }],
    });
    assert.equal(done.status, 200, String(done.msg));
    assert.equal(await its.stock(its.gloves), before - 3);
    const [after] = (await its.detail(id)).workOrderJobs;
    assert.deepEqual(
      [
        after.workOrderServer.result,
        after.workOrderServer.signature,
        after.workOrderServer.signer,
        after.workOrderJobMaterials[0].quantity,
      ],
      ['皮肤完好', signature, '王秀英', 3],
    );
    assert.ok(after.projectUserVoList[0].resultId > 0);
  });

  it('ends without a signature when nobody can sign, and says why', async () => {
    const id = await begun(its.job(its.bathing));
    const [one] = (await its.detail(id)).workOrderJobs;
    await fill(id, one.id);
    const image = await its.file();
    for (const unsignedReason of [null, '', '  '])
      assert.equal((await t.route(workOrders.finish, its.carer, { id, image, unsignedReason })).msg, '请先完成再签退。助浴：服务对象签名');
    assert.equal((await t.route(workOrders.finish, its.carer, { id, image, unsignedReason: '一'.repeat(101) })).status, 400);
    const done = await t.route(workOrders.finish, its.carer, { id, image, unsignedReason: '老人右手骨折，家属不在场' });
    assert.equal(done.status, 200, String(done.msg));
    const [after] = (await its.detail(id)).workOrderJobs;
    assert.deepEqual([after.workOrderServer.signature, after.workOrderServer.unsignedReason], [null, '老人右手骨折，家属不在场']);
    assert.match(after.workOrderJobLogs.at(-1).remarks, /未签名：老人右手骨折，家属不在场/);
  });

  it('outside the fence needs a reason', async () => {
    const id = await its.create(its.job(its.plain, { serverUserId: its.carer.userId }));
    const far = { id, lng: 116.41, lat: 39.9 };
    const refused = await t.route(workOrders.start, its.carer, far);
    assert.equal(refused.status, 422);
    assert.match(String(refused.msg), /^距服务地址约1\.7公里，超出500米范围，请填写原因$/);
    assert.equal((await t.route(workOrders.start, its.carer, { ...far, reason: '老人在社区医院' })).status, 200);
    const visit = (await its.detail(id)).workOrderJobs[0].workOrderServer;
    assert.deepEqual([visit.signInReason, Math.round(visit.signInDistance / 100)], ['老人在社区医院', 17]);
    const near = await t.route(workOrderSettings.update, its.desk, {
      ...(await t.route(workOrderSettings.get, its.desk, {})).data,
      fenceMetres: 2000,
    });
    assert.equal(near.status, 200, String(near.msg));
    assert.equal((await t.route(workOrders.finish, its.carer, far)).status, 200);
    await t.route(workOrderSettings.update, its.desk, { ...(await t.route(workOrderSettings.get, its.desk, {})).data, fenceMetres: 500 });
  });

  it('done without a network counts from when it happened, within three days', async () => {
    const text = (ms: number) => new Date(t.deps.now() + 8 * 3_600_000 + ms).toISOString().slice(0, 19).replace('T', ' ');
    const hour = 3_600_000;
    const id = await its.create(its.job(its.plain, { serverUserId: its.carer.userId }));
    for (const [occurredAt, said] of [
      [text(hour), '签到签退时间不能晚于现在，请检查手机时间'],
      [text(-73 * hour), '签到签退时间超过72小时，请联系调度人员补录'],
    ] as const) {
      const answer = await t.route(workOrders.start, its.carer, { id, occurredAt });
      assert.deepEqual(refusal(answer), [422, said]);
    }
    const [came, left] = [text(-3 * hour), text(-2 * hour)];
    assert.equal((await t.route(workOrders.start, its.carer, { id, occurredAt: came })).status, 200);
    const backwards = await t.route(workOrders.finish, its.carer, { id, occurredAt: text(-4 * hour) });
    assert.deepEqual(refusal(backwards), [422, '签退时间不能早于签到时间']);
    assert.equal((await t.route(workOrders.finish, its.carer, { id, occurredAt: left })).status, 200);
    const order = await its.detail(id);
    const visit = order.workOrderJobs[0].workOrderServer;
    assert.deepEqual(
      [visit.serverStartTime, visit.serverEndTime, visit.serverTimeNum, order.startTime, order.endTime],
      [came, left, 60, came, left],
    );
    assert.ok(visit.signInReceivedAt > came);
  });
});

describe('a single job', () => {
  it('is stopped, continued and cancelled while the others go on', async () => {
    const id = await its.create(
      its.job(its.plain, { serverUserId: its.carer.userId }),
      its.job(its.plain, { serverUserId: its.carer.userId }),
    );
    const [a, b] = (await its.detail(id)).workOrderJobs;
    const stopped = () => t.route(workOrders.stop, its.desk, { id, jobId: b.id });
    assert.equal((await stopped()).status, 409, 'the specification stops what is in progress');
    await t.route(workOrders.start, its.carer, { id, jobId: a.id });
    assert.equal((await stopped()).status, 200);
    const states = async () => {
      const order = await its.detail(id);
      return [order.state, ...order.workOrderJobs.map((one: any) => one.status)];
    };
    assert.deepEqual(await states(), [3, 3, 5]);
    assert.equal((await stopped()).status, 409);
    assert.equal((await t.route(workOrders.continue, its.desk, { id, jobId: b.id })).status, 200);
    assert.deepEqual(await states(), [3, 3, 2]);
    assert.equal((await t.route(workOrders.cancel, its.desk, { id, jobId: b.id, reason: '老人不需要' })).status, 200);
    assert.deepEqual(await states(), [3, 3, 6]);
    assert.equal((await its.detail(id)).orderPrice, 30);
    assert.equal((await t.route(workOrders.cancel, its.desk, { id, jobId: 999_999_999 })).status, 404);
    assert.equal((await t.route(workOrders.cancel, its.stranger, { id, jobId: a.id })).status, 404);
    assert.equal((await t.route(workOrders.finish, its.carer, { id })).status, 200);
    assert.deepEqual(await states(), [4, 4, 6]);
  });

  it('cancelled as the last open one, the order is finished with what was done', async () => {
    const id = await its.create(
      its.job(its.plain, { serverUserId: its.carer.userId }),
      its.job(its.plain, { serverUserId: its.carer.userId }),
    );
    const [a, b] = (await its.detail(id)).workOrderJobs;
    await t.route(workOrders.start, its.carer, { id, jobId: a.id });
    await t.route(workOrders.finish, its.carer, { id, jobId: a.id });
    assert.equal((await t.route(workOrders.cancel, its.desk, { id, jobId: b.id })).status, 200);
    const order = await its.detail(id);
    assert.deepEqual([order.state, order.orderPrice], [4, 30]);
    assert.ok(order.endTime);
  });
});

describe('what a phone needs', () => {
  it('is the caller’s own jobs of a span and what she has begun, with all that belongs to them', async () => {
    const { data: before } = await t.route(ownJobs.list, its.carer, { from: '2091-03-01', to: '2091-03-31' });
    const id = await its.create(
      its.job(its.bathing, { serverTime: '2091-03-05 09:00:00', serverUserId: its.carer.userId }),
      its.job(its.plain),
    );
    const { data } = await t.route(ownJobs.list, its.carer, { from: '2091-03-01', to: '2091-03-31' });
    assert.equal(data.length, before.length + 1);
    const [one] = data.filter(({ workOrderId }: any) => workOrderId === id);
    assert.deepEqual(
      [one.place, one.oldmanName, one.job.requiresPhoto, one.job.projectUserVoList.length],
      [{ lng: 116.39, lat: 39.9 }, '王秀英', true, 1],
    );
    assert.deepEqual([one.flags, (await its.detail(id)).flags], [['跌倒高危'], ['跌倒高危']]);
    assert.ok(Math.abs(one.map.lng - one.place.lng) > 0.001, 'shifted for the map');
    assert.equal((await t.route(ownJobs.list, its.desk, { from: '2091-03-01', to: '2091-03-31' })).data.length, 0);
    assert.deepEqual(refusal(await t.route(ownJobs.list, its.carer, { from: '2091-03-01', to: '2091-05-01' })), [400, '时间范围最多31天']);
  });

  it('says a step again without doing it again', async () => {
    const id = await its.create(its.job(its.plain, { serverUserId: its.carer.userId }));
    const again = () =>
      t.call('POST', workOrders.start.path, { as: its.carer, input: { id }, headers: { 'idempotency-key': `start-${id}` } });
    assert.deepEqual([(await again()).status, (await again()).status], [200, 200]);
    assert.equal((await t.route(workOrders.start, its.carer, { id })).status, 409);
  });
});

describe('targets', () => {
  it('count from the order or before the first job, stop with it, and find what is late', async () => {
    const id = await its.create(its.job(its.plain));
    const order = await its.detail(id);
    assert.deepEqual([order.respondBy, order.completeBy, order.respondedAt], ['2090-01-01 07:00:00', '2090-01-01 13:45:00', null]);
    assert.equal((await t.route(workOrders.dispatch, its.desk, { id, serverUserId: its.carer.userId })).status, 200);
    assert.ok((await its.detail(id)).respondedAt);
    await t.route(workOrders.start, its.carer, { id });
    await t.route(workOrders.stop, its.desk, { id });
    assert.ok((await its.detail(id)).pausedAt);
    await its.inTenant((tx) =>
      tx.run(sql`update work_orders set paused_at = now() - interval '2 hours' where tenant_id = ${its.desk.tenantId} and id = ${id}`),
    );
    await t.route(workOrders.continue, its.desk, { id });
    const resumed = await its.detail(id);
    assert.deepEqual([resumed.completeBy.slice(0, 15), resumed.pausedAt], ['2090-01-01 15:4', null]);

    const late = async () => (await t.route(workOrders.page, its.desk, { late: true, size: 100 })).data.records.map((one: any) => one.id);
    assert.equal((await late()).includes(id), false);
    await its.inTenant((tx) =>
      tx.run(sql`update work_orders set complete_by = now() - interval '1 minute' where tenant_id = ${its.desk.tenantId} and id = ${id}`),
    );
    assert.ok((await late()).includes(id));
    const pausedAt = (at: string) =>
      its.inTenant((tx) =>
        tx.run(sql`update work_orders set paused_at = now() - ${at}::interval where tenant_id = ${its.desk.tenantId} and id = ${id}`),
      );
    await pausedAt('5 minutes');
    assert.equal((await late()).includes(id), false, 'the clock stood still before the target');
    await pausedAt('10 seconds');
    assert.ok((await late()).includes(id), 'it was over before the clock stood still');
  });

  it('are an institution’s to set, by those who may', async () => {
    const { data } = await t.route(workOrderSettings.get, its.desk, {});
    assert.equal((await t.route(workOrderSettings.update, its.carer, data)).status, 403);
    assert.equal((await t.route(workOrderSettings.update, its.desk, { ...data, responseMinutes: [1, 2] })).status, 400);
    const set = { ...data, responseMinutes: [60, 20, 5] };
    assert.equal((await t.route(workOrderSettings.update, its.desk, set)).status, 200);
    assert.deepEqual(
      refusal(await t.route(workOrderSettings.update, its.desk, set)),
      [409, '工单设置已被他人修改，请刷新后重试'],
      'somebody was faster',
    );
    assert.deepEqual((await t.route(workOrderSettings.get, its.desk, {})).data.responseMinutes, [60, 20, 5]);
    assert.deepEqual((await t.route(workOrderSettings.get, its.stranger, {})).data.responseMinutes, [120, 30, 10]);
  });
});
