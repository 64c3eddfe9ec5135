import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireResults as results } from '#contract/questionnaires/questionnaire-results.ts';
import { questionnaireSettings as routes } from '#contract/questionnaires/questionnaire-settings.ts';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { instantOf, SECOND } from '#contract/time.ts';
import { projectQuestionnaires } from '#contract/questionnaires/project-questionnaires.ts';
import { job, questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

const NOON = instantOf('2026-03-10 12:00:00');
let clock = NOON;
let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
let key: string;
let id: number;
before(async () => {
  t = await harness({ now: () => clock, trustProxy: ['loopback'] });
  const tenant = await t.tenant();
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['questionnaire_project_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());
beforeEach(async () => {
  clock = NOON;
  ({ key, id } = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '意见' }] }));
});

const save = async (setting: object) => assert.equal((await t.route(routes.save, admin, { projectKey: key, ...setting })).msg, '保存成功');
let serial = 0;
const send = async (address = '203.0.113.1', more: object = {}) => {
  const input = { projectKey: key, originalData: { field101: `好${serial++}` }, ...more };
  const { status, msg } = await t.call('POST', '/questionnaire/result/create', { input, headers: { 'x-forwarded-for': address } });
  return status === 200 ? null : `${status} ${msg}`;
};
const state = async (address = '203.0.113.1', wxOpenId?: string) => {
  const input = { projectKey: key, ...(wxOpenId ? { wxOpenId } : {}) };
  const answer = await t.call('GET', '/questionnaire/setting-status', { input, headers: { 'x-forwarded-for': address } });
  assert.equal(answer.status, 200);
  return [answer.msg, answer.data === null ? null : answer.data.projectKey];
};

describe('a setting', () => {
  it('is saved, what is absent stays, and is read by staff; strangers do not see whom it tells', async () => {
    assert.equal((await t.route(routes.get, admin, { key })).data, null);
    await save({
      submitPromptText: '谢谢',
      timedCollectionBeginTime: '2026-03-01 08:00:00',
      timedCollectionEndTime: '',
      newWriteNotifyEmail: 'a@example.com;b@example.com',
      newWriteNotifyWx: 'o1',
      publicResult: true,
      timedQuantitativeQuantity: '',
    });
    const { data } = await t.route(routes.get, admin, { key });
    assert.partialDeepStrictEqual(data, {
      id,
      projectKey: key,
      submitPromptText: '谢谢',
      timedCollectionBeginTime: '2026-03-01 08:00:00',
      timedCollectionEndTime: null,
      newWriteNotifyEmail: 'a@example.com;b@example.com',
      publicResult: true,
      wxWrite: false,
      timedQuantitativeQuantity: null,
    });
    const open = await t.call('GET', `/questionnaire/user/project/setting/${key}`);
    assert.deepEqual(open.data, { ...data, newWriteNotifyEmail: null, newWriteNotifyWx: null });
    assert.deepEqual((await t.route(routes.get, stranger, { key })).data, open.data);
    await save({ shareTitle: '问卷', submitPromptText: '' });
    const { data: after } = await t.route(routes.get, admin, { key });
    assert.deepEqual(
      [after.submitPromptText, after.timedCollectionBeginTime, after.publicResult, after.shareTitle],
      [null, '2026-03-01 08:00:00', true, '问卷'],
    );
    assert.equal((await t.route(routes.get, null, { key: 'f'.repeat(32) })).data, null);
  });

  it('says what is wrong with it and is the institution’s own', async () => {
    const tried = async (setting: object, as: TestUser | null = admin) =>
      refusal(await t.route(routes.save, as, { projectKey: key, ...setting }));
    assert.deepEqual(await tried({ newWriteNotifyEmail: 'a@example.com;nobody' }), [400, '请输入正确发送的邮箱']);
    assert.deepEqual(await tried({ submitJumpUrl: 'javascript:alert(1)' }), [400, '跳转链接应以http://或https://开头']);
    assert.deepEqual(await tried({ submitPromptText: '长'.repeat(201) }), [400, '提示语长度不能超过200个字符']);
    const times = { timedCollectionBeginTime: '2026-03-02 08:00:00', timedCollectionEndTime: '2026-03-02 08:00:00' };
    assert.deepEqual(await tried(times), [400, '收集结束时间应晚于开始时间']);
    assert.equal((await tried({}, null))[0], 401);
    assert.equal((await tried({}, reader))[0], 403);
    assert.deepEqual(await tried({ shareTitle: '偷改' }, stranger), [404, '问卷不存在']);
    assert.equal((await t.route(routes.get, admin, { key })).data, null);
  });
});

describe('limits', () => {
  it('do not stand in the way when none are set', async () => {
    assert.deepEqual(await state(), [null, null]);
    await save({});
    assert.deepEqual([await state(), await send(), await send()], [[null, key], null, null]);
  });

  it('say so of what does not collect, is unknown, or belongs to an institution that is closed', async () => {
    const closed = ['项目暂时无法填写', null];
    await t.route(questionnaires.stop, admin, { key });
    assert.deepEqual([await state(), await send()], [closed, '422 项目暂时无法填写']);
    const { data, msg } = await t.route(routes.status, admin, { projectKey: key });
    assert.deepEqual([msg, data], closed);
    await t.route(questionnaires.publish, admin, { key });
    assert.deepEqual(await state(), [null, null]);
    const freeze = (status: number) =>
      t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set status = ${status} where id = ${admin.tenantId}`));
    await freeze(9);
    assert.deepEqual([await state(), await send()], [closed, '422 项目暂时无法填写']);
    await freeze(0);
    assert.equal(await send(), null);
    assert.equal((await t.route(routes.status, null, { projectKey: 'x' })).msg, '项目暂时无法填写');
  });

  it('of time let in what comes from the first to the last second', async () => {
    await save({ timedCollectionBeginTime: '2026-03-10 08:00:00', timedCollectionEndTime: '2026-03-10 20:00:00' });
    for (const [now, message] of [
      [instantOf('2026-03-10 08:00:00') - 1, '项目时间末开始。'],
      [instantOf('2026-03-10 08:00:00'), null],
      [instantOf('2026-03-10 20:00:00'), null],
      [instantOf('2026-03-10 20:00:00') + 1, '项目时间已结束。'],
    ] as const) {
      clock = now;
      assert.deepEqual([await state(), await send()], [[message, message ? null : key], message && `422 ${message}`]);
    }
  });

  it('of number hold when twenty come for the last place', async () => {
    await save({ timedQuantitativeQuantity: 2, timedEndPromptText: '名额已满' });
    assert.equal(await send(), null);
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`203.0.113.${n + 10}`)));
    assert.equal(sent.filter((one) => one === null).length, 1);
    assert.deepEqual([...new Set(sent.filter((one) => one !== null))], ['422 名额已满']);
    assert.deepEqual(await state(), ['名额已满', key]);
    assert.equal((await t.route(results.page, admin, { projectKey: key })).data.total, 2);
  });

  it('of one answer hold for each address, and of one a day until midnight in Shanghai', async () => {
    await save({ everyoneWriteOnce: true });
    assert.deepEqual([await send(), await state(), await state('203.0.113.2')], [null, ['已经填写过，无法再次填写', null], [null, key]]);
    clock += 48 * 3600 * SECOND;
    assert.equal(await send(), '422 已经填写过，无法再次填写');
    clock = NOON;
    await save({ everyoneWriteOnce: false, everyoneDayWriteOnce: true, writeOncePromptText: '每天一次' });
    clock = instantOf('2026-03-10 23:59:59');
    assert.equal(await send('203.0.113.3'), null);
    assert.equal(await send('203.0.113.3'), '422 每天一次');
    clock += SECOND;
    assert.equal(await send('203.0.113.3'), null);
    clock = NOON;
    // The same address in another questionnaire is another matter.
    ({ key } = await questionnaire(t, admin, { items: [{ type: 'INPUT', label: '意见' }] }));
    await save({ everyoneDayWriteOnce: true });
    assert.equal(await send('203.0.113.3'), null);
  });

  it('of one answer hold for each WeChat account', async () => {
    await save({ wxWriteOnce: true });
    assert.equal(await send('203.0.113.4', { wxOpenId: 'o1' }), null);
    assert.equal(await send('203.0.113.5', { wxOpenId: 'o1' }), '422 已经填写过，无法再次填写');
    assert.deepEqual(
      [await send('203.0.113.5', { wxOpenId: 'o2' }), (await state('203.0.113.9', 'o1'))[0], (await state('203.0.113.9'))[0]],
      [null, '已经填写过，无法再次填写', null],
    );
  });

  it('hold for an answer that is sent twice at once as for one', async () => {
    await save({ everyoneWriteOnce: true });
    const same = { originalData: { field101: '一样' } };
    assert.deepEqual(await Promise.all([1, 2, 3].map(() => send('203.0.113.6', same))), [null, null, null]);
    clock += 3 * SECOND;
    assert.equal(await send('203.0.113.6', same), '422 已经填写过，无法再次填写');
  });

  it('do not hold for the record of a job, which takes no place either', async () => {
    const carer = await t.user(admin.tenantId, { permissions: ['members_workorder_view', 'members_workorder_serve'] });
    const { jobId, projectId } = await job(t, admin, carer);
    await t.route(projectQuestionnaires.bind, admin, { serverProjectId: projectId, questionList: [{ questionId: id }] });
    await save({ timedCollectionEndTime: '2026-01-01 00:00:00', timedQuantitativeQuantity: 1 });
    const input = { projectKey: key, originalData: { field101: '记录' }, workOrderJobId: jobId };
    assert.equal((await t.route(results.create, carer, input)).status, 200);
    await save({ timedCollectionEndTime: '' });
    assert.equal(await send(), null);
    assert.deepEqual(
      await t.deps.inTenant(admin.tenantId, (tx) =>
        tx.rows(db.selectFrom('questionnaire_results').select('job_id').where('questionnaire_id', '=', id).orderBy('id')),
      ),
      [{ job_id: jobId }, { job_id: null }],
    );
  });
});
