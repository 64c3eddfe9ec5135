import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dataScopes } from '#contract/users/roles.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { harness, type Harness } from '#test/harness.ts';
import { orderParts } from '#test/order-parts.ts';

let t: Harness;
let its: Awaited<ReturnType<typeof orderParts>>;
before(async () => {
  t = await harness();
  its = await orderParts(t);
});
after(() => t.close());

const refusedWith = async (text: RegExp, input: object) => {
  const answer = await t.route(workOrders.create, its.desk, input as never);
  assert.equal(answer.status, 422);
  assert.match(String(answer.msg), text);
};

describe('the parts of a job', () => {
  it('a new job gets what its project says; descriptive extras of a client are not read', async () => {
    const id = await its.create(
      its.job(its.bathing, {
        serverProjectName: '假',
        orderPrice: 0.01,
        serverTypeName: '假',
        status: 4,
        activeName: 'second',
        cloneServerPackageId: 9,
      }),
    );
    const order = await its.detail(id);
    const [one] = order.workOrderJobs;
    assert.deepEqual(
      [one.serverProjectName, one.orderPrice, one.status, one.activeName, order.orderPrice],
      ['助浴', 58.5, 1, 'first', 58.5],
    );
    assert.deepEqual(
      one.workOrderJobMaterials.map(({ materialName, quantity }: any) => [materialName, quantity]),
      [['手套', 1]],
    );
    assert.deepEqual(
      one.projectUserVoList.map(({ name, required, isDefault, resultId }: any) => [name, required, isDefault, resultId]),
      [['上门服务记录表', true, true, null]],
    );
    assert.deepEqual([one.requiresPhoto, one.requiresSignature, one.fenceMetres], [true, true, 500]);
  });

  it('takes files, consumables and questionnaires that are allowed, and keeps what is required', async () => {
    const url = await its.file();
    const parts = {
      workOrderJobFiles: [{ fileName: '医嘱.png', fileUrl: url }],
      workOrderJobMaterials: [{ materialId: its.soap, quantity: 0.5 }],
      projectUserVoList: [{ questionId: its.survey, userId: its.carer.userId }],
    };
    const id = await its.create(its.job(its.bathing, parts));
    const [one] = (await its.detail(id)).workOrderJobs;
    assert.deepEqual(
      [one.workOrderJobFiles[0].fileName, one.workOrderJobFiles[0].fileUrl, one.workOrderJobFiles[0].workOrderId],
      ['医嘱.png', url, id],
    );
    assert.deepEqual([one.workOrderJobMaterials[0].materialName, one.workOrderJobMaterials[0].quantity], ['沐浴露', 0.5]);
    assert.deepEqual(
      one.projectUserVoList.map(({ questionId, userId }: any) => [questionId, userId]),
      [
        [its.record, null],
        [its.survey, its.carer.userId],
      ],
    );
    // An edit without lists leaves them, one with empty lists clears what may go.
    const edit = (extra: object) =>
      t.route(workOrders.update, its.desk, { ...its.form(its.job(its.bathing, { id: one.id, ...extra })), id });
    assert.equal((await edit({})).status, 200);
    assert.equal((await its.detail(id)).workOrderJobs[0].workOrderJobFiles.length, 1);
    const [row] = (await its.detail(id)).workOrderJobs[0].workOrderJobMaterials;
    const sentBack = { id: row.id, materialName: row.materialName, workOrderId: id, workOrderJobId: one.id };
    assert.equal((await edit({ workOrderJobMaterials: [sentBack] })).status, 200);
    const [same] = (await its.detail(id)).workOrderJobs[0].workOrderJobMaterials;
    assert.deepEqual([same.materialId, same.quantity], [its.soap, 0.5], 'by name, and without a quantity the planned one stays');
    const nameless = await edit({ workOrderJobMaterials: [{ id: row.id, materialName: '' }] });
    assert.deepEqual([nameless.status, nameless.msg], [400, '请选择耗材']);
    assert.equal((await edit({ workOrderJobFiles: [], workOrderJobMaterials: [], projectUserVoList: [] })).status, 200);
    const [cleared] = (await its.detail(id)).workOrderJobs;
    assert.deepEqual(
      [cleared.workOrderJobFiles, cleared.workOrderJobMaterials, cleared.projectUserVoList.map(({ name }: any) => name)],
      [[], [], ['上门服务记录表']],
    );
  });

  it('stay the rows that they are when they are sent again; only what changes is written', async () => {
    const url = await its.file();
    const parts = {
      workOrderJobFiles: [{ fileName: '医嘱.png', fileUrl: url }],
      workOrderJobMaterials: [{ materialId: its.gloves, quantity: 2 }],
      projectUserVoList: [{ questionId: its.survey, userId: its.carer.userId }, { questionId: its.record }],
    };
    const id = await its.create(its.job(its.bathing, parts));
    const read = async () => {
      const order = await its.detail(id);
      const [one] = order.workOrderJobs;
      const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id);
      const { workOrderJobFiles: files, workOrderJobMaterials: materials, projectUserVoList: forms } = one;
      const made = await its.inTenant((tx) =>
        tx.rows<{ at: string }>(
          sql`select created_at::text as at from work_order_job_files
            where tenant_id = ${its.desk.tenantId} and job_id = ${one.id} order by id`,
        ),
      );
      return { order, one, ids: [idsOf(files), idsOf(materials), idsOf(forms)], times: made.map(({ at }) => at) };
    };
    const before = await read();
    const edit = (extra: object) =>
      t.route(workOrders.update, its.desk, { ...its.form(its.job(its.bathing, { id: before.one.id, ...extra })), id });

    assert.equal((await edit(parts)).status, 200);
    const same = await read();
    assert.deepEqual([same.ids, same.times, same.order.version], [before.ids, before.times, before.order.version], 'nothing was written');

    const other = { fileName: '皮肤.png', fileUrl: await its.file() };
    const more = {
      workOrderJobFiles: [...parts.workOrderJobFiles, other],
      workOrderJobMaterials: [{ materialId: its.gloves, quantity: 3 }, { materialId: its.soap }],
      projectUserVoList: [{ questionId: its.survey }],
    };
    assert.equal((await edit(more)).status, 200);
    const added = await read();
    assert.deepEqual(
      added.ids.map((ids) => ids[0]),
      before.ids.map((ids) => ids[0]),
    );
    assert.deepEqual([added.times[0], added.order.version], [before.times[0], before.order.version + 1]);
    assert.deepEqual(
      added.one.workOrderJobMaterials.map(({ quantity }: any) => quantity),
      [3, 1],
    );
    assert.deepEqual(
      added.one.projectUserVoList.map(({ userId }: any) => userId).toSorted(),
      [its.carer.userId, null].toSorted(),
      'whoever was named stays',
    );
    assert.equal((await edit({ ...more, workOrderJobFiles: [{ ...other, fileName: '皮肤情况.png' }] })).status, 200);
    const renamed = await read();
    assert.deepEqual([renamed.ids[0], renamed.one.workOrderJobFiles[0].fileName], [[added.ids[0]?.[1]], '皮肤情况.png']);
    // What its project allows no longer may stay on a job that has it, and is not for another one.
    const unbind = sql`delete from service_project_materials
      where tenant_id = ${its.desk.tenantId} and project_id = ${its.bathing} and material_id = ${its.soap}`;
    await its.inTenant((tx) => tx.run(unbind));
    const { workOrderJobMaterials } = more;
    assert.equal((await edit({ workOrderJobMaterials })).status, 200);
    assert.deepEqual([(await read()).ids[1], (await read()).order.version], [renamed.ids[1], renamed.order.version]);
    await refusedWith(/不在服务项目「助浴」的可用范围内/, its.form(its.job(its.bathing, { workOrderJobMaterials })));
    await its.inTenant((tx) =>
      tx.run(
        sql`insert into service_project_materials (tenant_id, project_id, material_id)
          values (${its.desk.tenantId}, ${its.bathing}, ${its.soap})`,
      ),
    );
  });

  it('shows the order to whoever is named for a questionnaire, by name, and takes nobody else’s staff', async () => {
    const permissions = ['members_workorder_view', 'members_workorder_serve'];
    const named = await t.user(its.desk.tenantId, { name: '李敏', permissions, dataScope: dataScopes.own });
    const id = await its.create(
      its.job(its.bathing, { projectUserVoList: [{ questionId: its.record, userId: named.userId }] }),
      its.job(its.plain),
    );
    const seen = (await t.route(workOrders.get, named, { id })).data.workOrder;
    assert.deepEqual([seen.workOrderJobs[0].projectUserVoList[0].userName, seen.workOrderJobs[1].projectUserVoList], ['李敏', []]);
    const { data: page } = await t.route(workOrders.page, named, { size: 100 });
    assert.deepEqual(
      page.records.map((one: any) => one.id),
      [id],
    );
    assert.equal((await t.route(workOrders.get, named, { id: await its.create(its.job(its.plain)) })).status, 404);
    const foreign = { projectUserVoList: [{ questionId: its.record, userId: its.stranger.userId }] };
    await refusedWith(/问卷填写人不存在或已停用/, its.form(its.job(its.bathing, foreign)));
    const { data: steps } = await t.route(workOrders.timeline, its.desk, { id });
    assert.equal(steps[0].note, '助浴、保洁', 'in the order of the form');
  });

  it('refuses what is not allowed, not there, or too large', async () => {
    await refusedWith(
      /^所选耗材不在服务项目「助浴」的可用范围内$/,
      its.form(its.job(its.bathing, { workOrderJobMaterials: [{ materialId: its.foreign }] })),
    );
    await refusedWith(
      /^所选问卷不在服务项目「保洁」的可用范围内$/,
      its.form(its.job(its.plain, { projectUserVoList: [{ questionId: its.survey }] })),
    );
    const big = { fileName: 'a.png', fileUrl: await its.file(4 * 1024 * 1024 + 1) };
    await refusedWith(/上传文件大小不能超过 4MB!/, its.form(its.job(its.plain, { workOrderJobFiles: [big] })));
    for (const fileUrl of ['https://evil.example/a.png', `/admin/sys-its.file/yian/${randomUUID()}.png`])
      await refusedWith(/^文件不存在，请重新上传$/, its.form(its.job(its.plain, { workOrderJobFiles: [{ fileName: 'a', fileUrl }] })));
  });
});

describe('packages', () => {
  it('cover a job: it counts 0 and takes one; cancelled, deleted or edited away it is given back', async () => {
    const packageId = await its.personPackage(its.oldmanId, its.bathing, 2);
    const id = await its.create(its.job(its.bathing, { serverPackageId: packageId }), its.job(its.plain));
    const order = await its.detail(id);
    assert.deepEqual(
      [order.orderPrice, order.workOrderJobs[0].activeName, order.workOrderJobs[0].serverPackageName, await its.used(packageId)],
      [30, 'second', '月度助浴', 1],
    );
    const second = await its.create(its.job(its.bathing, { serverPackageId: packageId }));
    assert.equal(await its.used(packageId), 2);
    await refusedWith(/已无剩余次数/, its.form(its.job(its.bathing, { serverPackageId: packageId })));
    await refusedWith(/不包含该服务项目/, its.form(its.job(its.plain, { serverPackageId: packageId })));
    await refusedWith(/不属于该服务对象/, { ...its.form(its.job(its.bathing, { serverPackageId: packageId })), oldmanId: its.neighbourId });

    assert.equal((await t.route(workOrders.remove, its.desk, { id: second })).status, 200);
    assert.equal(await its.used(packageId), 1);
    const [covered] = order.workOrderJobs;
    const edited = await t.route(workOrders.update, its.desk, {
      ...its.form(its.job(its.bathing, { id: covered.id, serverPackageId: 0 }), its.job(its.plain, { id: order.workOrderJobs[1].id })),
      id,
    });
    assert.equal(edited.status, 200, String(edited.msg));
    assert.deepEqual([(await its.detail(id)).orderPrice, await its.used(packageId)], [88.5, 0]);
    const third = await its.create(its.job(its.bathing, { serverPackageId: packageId }));
    assert.equal((await t.route(workOrders.cancel, its.desk, { id: third })).status, 200);
    assert.equal(await its.used(packageId), 0);
  });

  it('are good on the new day too when a job is moved, on the board or with many others', async () => {
    const packageId = await its.personPackage(its.oldmanId, its.bathing, 5);
    await its.inTenant((tx) =>
      tx.run(sql`update person_packages set ends_on = '2090-01-05' where tenant_id = ${its.desk.tenantId} and id = ${packageId}`),
    );
    const id = await its.create(its.job(its.bathing, { serverPackageId: packageId }));
    const { version, workOrderJobs } = await its.detail(id);
    const move = (shiftDays: number) => t.route(workOrderPlans.reschedule, its.desk, { orders: [{ id, version }], shiftDays });
    const drag = (serverTime: string) => t.route(boards.move, its.desk, { jobId: workOrderJobs[0].id, version, serverTime });
    for (const answer of [await move(10), await drag('2090-01-11 09:00:00')]) assert.equal(answer.status, 422, String(answer.msg));
    assert.equal(await its.used(packageId), 1);
    assert.equal((await move(3)).status, 200);
    assert.deepEqual([(await its.detail(id)).workOrderJobs[0].serverTime, await its.used(packageId)], ['2090-01-04 09:00:00', 1]);
  });

  it('of another person do not follow an order that changes its person', async () => {
    const packageId = await its.personPackage(its.oldmanId, its.bathing, 5);
    const id = await its.create(its.job(its.bathing, { serverPackageId: packageId }));
    const [one] = (await its.detail(id)).workOrderJobs;
    const moved = { ...its.form(its.job(its.bathing, { id: one.id })), id, oldmanId: its.neighbourId };
    assert.equal((await t.route(workOrders.update, its.desk, moved)).status, 422);
    assert.equal(await its.used(packageId), 1);
    assert.equal(
      (await t.route(workOrders.update, its.desk, { ...moved, jobLists: [its.job(its.bathing, { id: one.id, serverPackageId: 0 })] }))
        .status,
      200,
    );
    assert.equal(await its.used(packageId), 0);
  });
});
