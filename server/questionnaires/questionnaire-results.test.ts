import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireResults as routes } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { job, questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { resultsOfJobs } from './project-questionnaires.ts';

let t: Harness;
let admin: TestUser;
let carer: TestUser;
let other: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  const served = ['members_workorder_view', 'members_workorder_serve'];
  admin = await t.user(tenant, { name: '管理员' });
  carer = await t.user(tenant, { name: '护理员', permissions: served, dataScope: 3 });
  other = await t.user(tenant, { name: '别的护理员', permissions: served, dataScope: 3 });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const fill = (as: TestUser | null, key: string, more: Record<string, unknown> = {}) =>
  t.route(routes.create, as, {
    projectKey: key,
    originalData: { field101: `良好${serial++}`, field102: 1 },
    completeTime: '6143',
    ...more,
  });
const bind = (projectId: number, id: number) =>
  t.route(projectQuestionnaires.bind, admin, { serverProjectId: projectId, questionList: [{ questionId: id, required: true }] });
const file = (tenantId: number, size: number, extension = 'png') =>
  t.deps.inTenant(tenantId, async (tx) => {
    const name = `${randomUUID()}.${extension}`;
    const row = {
      tenant_id: tenantId,
      bucket: 'files',
      name,
      original: `a.${extension}`,
      mime: 'image/png',
      size,
      sha256: Buffer.alloc(32),
      created_by: admin.userId,
    };
    await tx.run(db.insertInto('files').values(row));
    return [{ fileName: `a.${extension}`, url: `/admin/sys-file/files/${name}` }];
  });

describe('whoever has the link', () => {
  it('answers a questionnaire that collects, in its own institution whatever tenant he names', async () => {
    const { key } = await questionnaire(t, admin, { name: '公开' });
    const input = {
      projectKey: key,
      originalData: { field101: '很好', field102: 0 },
      processData: { field102other: '一半' },
      submitUa: { ua: 'x' },
      submitOs: 'Linux',
    };
    const sent = await t.call('POST', '/questionnaire/user/project/result/create', {
      input,
      headers: { 'tenant-id': String(stranger.tenantId) },
    });
    assert.deepEqual([sent.status, sent.msg, sent.data], [200, '提交成功!', null]);
    const { data } = await t.route(routes.page, admin, { projectKey: key });
    assert.deepEqual([data.total, data.size], [1, 20]);
    const [row] = data.records;
    assert.deepEqual(row.processData, { field101: '很好', field102: '其他', field102other: '一半' });
    assert.deepEqual([row.serialNumber, row.userName, row.submitAddress, row.submitOs, row.completeTime], [1, null, '内网IP', 'Linux', 0]);
    assert.equal((await t.route(routes.page, stranger)).data.total, 0);
  });

  it('is told what is wrong, all of it, and nothing is kept', async () => {
    const { key } = await questionnaire(t, admin, { name: '挑剔' });
    const wrong = await t.route(routes.create, null, { projectKey: key, originalData: { field102: 9 } });
    assert.deepEqual([wrong.status, wrong.msg], [400, '请填写情况；是否完成的选项不存在']);
    assert.deepEqual(wrong.data, [
      { formItemId: 101, message: '请填写情况' },
      { formItemId: 102, message: '是否完成的选项不存在' },
    ]);
    assert.equal((await t.route(routes.create, null, { originalData: {} })).msg, '错误请求');
    assert.equal((await t.route(routes.page, admin, { projectKey: key })).data.total, 0);
  });

  it('cannot answer one that does not collect, nor for a job', async () => {
    const { key } = await questionnaire(t, admin, { name: '没发布', published: false });
    for (const as of [null, stranger, admin])
      assert.deepEqual([(await fill(as, key)).status, (await fill(as, key)).msg], [422, '项目暂时无法填写']);
    assert.equal((await fill(null, 'f'.repeat(32))).msg, '项目暂时无法填写');
    const open = await questionnaire(t, admin, { name: '已发布' });
    const { jobId } = await job(t, admin, carer);
    assert.equal((await fill(null, open.key, { workOrderJobId: jobId })).status, 401);
    assert.equal((await fill(stranger, open.key, { workOrderJobId: jobId })).status, 404);
  });

  it('answers once what he sends twice at once; numbers have no gap and no twin', async () => {
    const { key } = await questionnaire(t, admin, { name: '重复' });
    const same = { projectKey: key, originalData: { field101: '一样' }, completeTime: 5 };
    const twice = await Promise.all(Array.from({ length: 5 }, () => t.route(routes.create, null, same)));
    assert.ok(twice.every(({ status, data }) => status === 200 && data === null));
    await Promise.all(Array.from({ length: 8 }, () => fill(null, key)));
    const { data } = await t.route(routes.page, admin, { projectKey: key, ascs: 'serial_number' });
    assert.deepEqual(
      data.records.map(({ serialNumber }: { serialNumber: number }) => serialNumber),
      [1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  });

  it('names files of the institution only, as small and of the kind that was asked for', async () => {
    const { key } = await questionnaire(t, admin, { name: '文件' });
    const send = async (field103: unknown, as: TestUser | null = admin) =>
      (await t.route(routes.create, as, { projectKey: key, originalData: { field101: `f${serial++}`, field103 } })).msg;
    assert.equal(await send(await file(stranger.tenantId, 10)), '照片的文件不存在，请重新上传');
    assert.equal(await send(await file(admin.tenantId, 200_000)), '照片的单个文件不能超过100KB');
    assert.equal(await send(await file(admin.tenantId, 10, 'pdf')), '照片的文件类型不正确');
    // A stranger names what was uploaded for this questionnaire, however well he knows the others.
    assert.equal(await send(await file(admin.tenantId, 10), null), '照片的文件不存在，请重新上传');
    assert.equal(await send(await file(admin.tenantId, 10)), '提交成功!');
  });
});

describe('the record of a job', () => {
  it('is written by whoever does the job, once, and corrected by him until the order is over', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '上门记录' });
    const { jobId, orderId, projectId, personId } = await job(t, admin, carer);
    const find = (as: TestUser) => t.route(routes.findResult, as, { key, jobId });
    assert.deepEqual(refusal(await fill(carer, key, { workOrderJobId: jobId })), [422, '该问卷不在此服务的问卷列表中']);
    await bind(projectId, id);
    assert.deepEqual(refusal(await find(carer)), [422, '未完成的问卷不能查看']);
    const reader = await t.user(admin.tenantId, { permissions: ['members_workorder_view', 'members_workorder_serve'] });
    assert.deepEqual(refusal(await fill(reader, key, { workOrderJobId: jobId })), [403, '只有被派单的服务人员可以填写问卷']);
    assert.equal((await fill(other, key, { workOrderJobId: jobId })).status, 404);

    const { data: resultId } = await fill(carer, key, { workOrderJobId: jobId });
    assert.ok(Number.isSafeInteger(resultId));
    const { data: found } = await find(carer);
    assert.deepEqual(
      [found.id, found.personId, found.personName, found.workOrderId, found.userName, found.editable],
      [resultId, personId, '王秀英', orderId, '护理员', true],
    );
    assert.equal(found.originalData.field102, 1);
    assert.deepEqual(await t.deps.inTenant(admin.tenantId, (tx) => resultsOfJobs(tx, [jobId])), [
      { jobId, questionnaireId: id, resultId, createTime: found.createTime, abnormal: [] },
    ]);

    const again = await fill(carer, key, { workOrderJobId: jobId, version: found.version });
    assert.deepEqual([again.status, again.data], [200, resultId]);
    const late = await fill(carer, key, { workOrderJobId: jobId, version: found.version });
    assert.deepEqual([...refusal(late), late.data], [409, '问卷已被修改，请刷新后重试', { id: resultId, version: found.version + 1 }]);
    assert.equal((await fill(admin, key, { workOrderJobId: jobId })).msg, '该问卷已由他人填写，不能修改');
    const seen = (await find(admin)).data;
    assert.deepEqual([seen.editable, seen.originalData, seen.serialNumber, seen.version], [false, null, 1, 2]);
    assert.equal((await find(other)).status, 404);
    assert.deepEqual(refusal(await t.route(routes.findResult, stranger, { resultId })), [404, '问卷结果不存在']);

    await t.deps.inTenant(admin.tenantId, (tx) => tx.run(db.updateTable('work_orders').set({ status: 4 }).where('id', '=', orderId)));
    const over = await fill(carer, key, { workOrderJobId: jobId });
    assert.deepEqual([over.status, over.msg], [422, '工单已结束，问卷不能再修改']);
    assert.equal((await find(carer)).data.editable, false);
    // What it said before is in the record of changes.
    const changes = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.rows(
        db
          .selectFrom('row_changes')
          .select(['before', 'after'])
          .where('table_name', '=', 'questionnaire_results')
          .where('row_id', '=', resultId),
      ),
    );
    assert.equal(changes.length, 1);
    assert.equal((changes[0] as any).before.original_data.field101, found.originalData.field101);
  });

  it('sent again by a phone that heard no answer is the same record', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '断网' });
    const { jobId, projectId } = await job(t, admin, carer);
    await bind(projectId, id);
    const input = { projectKey: key, originalData: { field101: '同一份' }, workOrderJobId: jobId };
    const sent = await Promise.all([1, 2, 3].map(() => t.route(routes.create, carer, input)));
    assert.equal(new Set(sent.map(({ status, data }) => `${status} ${data}`)).size, 1);
    assert.equal((await t.route(routes.findResult, carer, { key, jobId })).data.version, 1);
  });

  it('may be written after the order, not after it was cancelled; by a dispatcher too; also when a planned one was stopped', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '事后' });
    const finished = await job(t, admin, carer, { status: 4 });
    await bind(finished.projectId, id);
    assert.equal((await fill(admin, key, { workOrderJobId: finished.jobId })).status, 200);
    const cancelled = await job(t, admin, carer, { status: 6 });
    await bind(cancelled.projectId, id);
    assert.equal((await fill(carer, key, { workOrderJobId: cancelled.jobId })).msg, '服务已取消，不能填写问卷');
    const planned = await job(t, admin, carer);
    await bind(planned.projectId, id);
    await t.route(questionnaires.stop, admin, { key });
    assert.equal((await fill(carer, key, { workOrderJobId: planned.jobId })).msg, '项目暂时无法填写');
    const row = {
      tenant_id: admin.tenantId,
      work_order_id: planned.orderId,
      job_id: planned.jobId,
      questionnaire_id: id,
      key,
      name: '事后',
    };
    await t.deps.inTenant(admin.tenantId, (tx) => tx.run(db.insertInto('work_order_job_questionnaires').values(row)));
    assert.equal((await fill(carer, key, { workOrderJobId: planned.jobId })).status, 200);
  });

  it('keeps the questions as they were when it was written', async () => {
    const { key, id } = await questionnaire(t, admin, { name: '旧题' });
    const { jobId, projectId } = await job(t, admin, carer);
    await bind(projectId, id);
    const { data: resultId } = await fill(carer, key, { workOrderJobId: jobId });
    await t.route(questionnaireItems.update, admin, { projectKey: key, formItemId: 101, type: 'INPUT', label: '改了' });
    await t.route(questionnaires.update, admin, { key, name: '新名' });
    const { data } = await t.route(routes.findResult, admin, { resultId });
    assert.deepEqual([data.projectName, data.projectItems[0].label], ['旧题', '情况']);
    assert.equal((await t.route(questionnaireItems.list, admin, { key })).data[0].label, '改了');
  });

  it('says in the log who wrote it', async () => {
    const { key } = await questionnaire(t, admin, { name: '日志' });
    const { data: resultId } = await fill(carer, key);
    const logs = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.rows(db.selectFrom('operation_logs').select(['username', 'title']).where('parameters', '=', `resultId=${resultId}`)),
    );
    assert.deepEqual(logs, [{ username: carer.username, title: '提交问卷' }]);
  });
});

describe('the list', () => {
  it('asks for a session and the permission, and shows the staff below the institution what they see', async () => {
    const { key } = await questionnaire(t, admin, { name: '列表' });
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.page, carer)).status, 403);
    const narrow = await t.user(admin.tenantId, { permissions: ['questionnaire_result_view'], dataScope: 3 });
    await fill(narrow, key);
    const { data: hidden } = await fill(admin, key);
    const rows = (await t.route(routes.page, narrow, { projectKey: key })).data.records;
    assert.deepEqual(rows.map(({ userName }: { userName: string }) => userName).length, 1);
    assert.equal((await t.route(routes.findResult, narrow, { resultId: hidden })).status, 404);
    assert.equal((await t.route(routes.findResult, carer, { resultId: hidden })).status, 403);
    assert.deepEqual(refusal(await t.route(routes.findResult, admin, { key })), [400, '请指定要查看的问卷']);
  });

  it('searches raw values, equal or in part', async () => {
    const { key } = await questionnaire(t, admin, { name: '查找' });
    for (const [field101, field102] of [
      ['早上好', 1],
      ['晚上100%', 2],
      ['中午', 2],
    ] as const)
      await fill(null, key, { originalData: { field101, field102 } });
    const total = async (params: object, comparisons: object = {}) => {
      const { status, data } = await t.route(routes.page, admin, {
        projectKey: key,
        extParams: JSON.stringify(params),
        extComparisons: JSON.stringify(comparisons),
      });
      return status === 200 ? data.total : status;
    };
    assert.deepEqual(
      [
        await total({ field102: 2 }, { field102: 'eq' }),
        await total({ field101: '上' }, { field101: 'like' }),
        await total({ field101: '100%' }, { field101: 'like' }),
      ],
      [2, 2, 1],
    );
    assert.deepEqual(
      [await total({ field101: '%' }, { field101: 'like' }), await total({ field101: '' }), await total({ "field1' or 1=1": 1 })],
      [1, 3, 400],
    );
    assert.equal((await t.route(routes.page, admin, { extParams: '[1' })).msg, '查询条件格式不正确');
  });
});
