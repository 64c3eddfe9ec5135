import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callJobCases, callJobs } from '#contract/calls/call-jobs.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { dayOf } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let chief: TestUser;
let seat: Seat;
let other: Seat;
let form: { key: string; id: number };
const P = 'cloudcall_cloudcallcalljob';
before(async () => {
  t = await harness();
  house = await callHouse(t);
  chief = await t.user(house.tenantId, { permissions: ['view', 'add', 'edit'].map((verb) => `${P}_${verb}`) });
  form = await questionnaire(t, await t.user(house.tenantId), { name: '满意度' });
  [seat, other] = [await house.seat(), await house.seat()];
  await house.onDuty(seat, other);
});
after(() => t.close());

const fill = (one: Seat | null, callCaseId: number, name: string, more = {}) =>
  t.route(questionnaireResults.create, one?.user ?? null, {
    projectKey: form.key,
    originalData: { field101: name },
    processData: {},
    callCaseId,
    ...more,
  });
const atHand = async (one: Seat) => (await t.route(callJobCases.atHand, one.user)).data;

describe('the questionnaire of an outbound job', () => {
  it('is filled in beside the call by the seat that has the case, and is of its person and call', async () => {
    const wrong = await t.route(callJobs.create, chief, { name: '回访', kind: 3, questionnaireId: 999_999 });
    assert.deepEqual(refusal(wrong), [422, '问卷不存在或未发布']);
    const [person] = await house.run<{ id: number }>(sql`
      insert into people (tenant_id, name, mobile, birth_date)
      values (${house.tenantId}, '王芳', ${sealed('13900000021')}, ${dayOf(Date.now())}) returning id`);
    const rule = { birthdayDays: 0 };
    const { id } = (await t.route(callJobs.create, chief, { name: '回访', kind: 3, questionnaireId: form.id, rule })).data;
    await t.route(callJobs.move, chief, { id, command: 'start' });
    assert.equal(await atHand(seat), null);
    const one = (await t.route(callJobCases.next, seat.user, { jobId: id })).data;
    assert.deepEqual([one.questionnaireKey, one.questionnaireName, one.resultId], [form.key, '满意度', null]);
    await t.route(callJobCases.dial, seat.user, { id: one.id });
    assert.equal((await house.state(seat)).call.jobCaseId, one.id);
    assert.equal((await fill(null, one.id, '满意')).status, 401);
    assert.deepEqual(refusal(await fill(other, one.id, '满意')), [409, '该名单不在您手上，请重新领取']);
    assert.deepEqual(refusal(await fill(seat, 999_999, '满意')), [404, '外呼名单不存在']);
    assert.equal((await fill(seat, one.id, '')).status, 400);
    const both = await fill(seat, one.id, '满意', { workOrderJobId: 1 });
    assert.deepEqual(refusal(both), [400, '问卷只能属于一个工单服务或一个外呼名单']);
    const result = await fill(seat, one.id, '满意');
    assert.equal(result.status, 200, String(result.msg));
    assert.equal((await fill(seat, one.id, '满意')).data, result.data);
    assert.deepEqual(refusal(await fill(seat, one.id, '不满意')), [409, '该名单的问卷已填写，请刷新后修改']);
    const found = (await t.route(questionnaireResults.findResult, seat.user, { resultId: result.data })).data;
    assert.deepEqual([found.editable, found.personId, found.version], [true, person!.id, 1]);
    assert.equal((await fill(seat, one.id, '不满意', { version: 1 })).data, result.data);
    const [row] = await house.run<{ person: number; same: boolean; said: string }>(sql`
      select r.person_id as person, c.job_case_id = r.call_case_id as same, r.original_data->>'field101' as said
      from questionnaire_results r join calls c on c.tenant_id = r.tenant_id and c.id = r.call_id
      where r.tenant_id = ${house.tenantId} and r.call_case_id = ${one.id}`);
    assert.deepEqual(row, { person: person!.id, same: true, said: '不满意' });
    assert.equal((await atHand(seat)).resultId, result.data);
    await house.act(seat, 'ReleaseCall');
    assert.equal((await t.route(callJobCases.result, seat.user, { id: one.id, result: 1 })).status, 200);
    assert.deepEqual(refusal(await fill(seat, one.id, '很好', { version: 2 })), [422, '外呼结果已登记，问卷不能再修改']);
    // Who sees the job sees what was answered; others do not.
    assert.equal((await t.route(questionnaireResults.findResult, chief, { resultId: result.data })).data.editable, false);
    assert.equal((await t.route(questionnaireResults.findResult, other.user, { resultId: result.data })).status, 403);
    assert.equal((await t.route(callJobCases.page, chief, { jobId: id })).data.records[0].resultId, result.data);
  });

  it('is that of the job, and no other; a number without a person has one as well', async () => {
    const plain = (await t.route(callJobs.create, chief, { name: '无问卷', kind: 6, numbers: '13900000022' })).data;
    await t.route(callJobs.move, chief, { id: plain.id, command: 'start' });
    const one = (await t.route(callJobCases.next, other.user, { jobId: plain.id })).data;
    assert.deepEqual(refusal(await fill(other, one.id, '满意')), [422, '该问卷不是此外呼任务的问卷']);
    await t.route(callJobs.update, chief, { id: plain.id, name: '无问卷', kind: 6, questionnaireId: form.id });
    const result = await fill(other, one.id, '满意');
    assert.equal(result.status, 200, String(result.msg));
    assert.equal((await t.route(questionnaireResults.findResult, other.user, { resultId: result.data })).data.personId, null);
  });

  it('is no survey of another seat: its call is not asked about', async () => {
    await house.act(seat, 'ReadyForService');
    await house.act(seat, 'MakeCall', { Callee: '13700000000' });
    const { jobId } = (await house.state(seat)).call;
    assert.deepEqual(refusal(await house.act(other, 'LaunchSurvey', { JobId: jobId })), [404, '该通话不是您的，不能发送评价']);
    await house.act(seat, 'ReleaseCall');
  });
});
