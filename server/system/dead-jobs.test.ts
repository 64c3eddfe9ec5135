import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deadJobs } from '#contract/system/dead-jobs.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { runJobs } from '#server/jobs/runner.ts';
import { smsLater, textJobs } from '#server/messages/text-messages.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { newPhone } from '#test/phones.ts';
import { smsGateway } from '#test/sms-gateway.ts';

let t: Harness;
let chief: TestUser;
let gateway: Awaited<ReturnType<typeof smsGateway>>;
before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant(), { name: '院长' });
  gateway = await smsGateway();
});
after(async () => {
  gateway?.close();
  await t?.close();
});

/** A text that the gateway refuses: its job is dead. Gives its row and the number. */
async function dead(): Promise<{ id: number; phone: string }> {
  const phone = newPhone();
  gateway.refusing.add(phone);
  await t.deps.inTenant(chief.tenantId, (tx) => smsLater({ tx, deps: t.deps }, phone, '您好'));
  assert.equal((await runJobs(gateway.through(t.deps), textJobs)).dead, 1);
  const { records } = (await t.route(deadJobs.page, chief, { size: 1 })).data;
  return { id: records[0].id, phone };
}
const row = async (id: number) =>
  (await t.route(deadJobs.page, chief, { size: 100 })).data.records.find((one: { id: number }) => one.id === id);
const timesOf = (phone: string) => gateway.heard.filter((one) => one === phone).length;

describe('a job that used up its attempts', () => {
  it('is shown with its reason and without its words to those of its tenant who may see it', async () => {
    const { id, phone } = await dead();
    const { createTime, deadTime, ...shown } = await row(id);
    assert.deepEqual(shown, {
      id,
      kind: 'sms',
      attempts: 1,
      error: '短信网关没有接收：应答 400',
      state: 1,
      reason: null,
      decidedBy: null,
      decidedTime: null,
    });
    assert.ok(createTime <= deadTime);
    const answer = await t.route(deadJobs.page, chief, {});
    assert.ok(!JSON.stringify(answer).includes(phone));
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(deadJobs.page, stranger, {})).data.total, 0);
    const nurse = await t.user(chief.tenantId, { permissions: ['members_oldman_view'] });
    const reader = await t.user(chief.tenantId, { permissions: ['sys_deadjob_view'] });
    assert.deepEqual(
      [
        (await t.route(deadJobs.page, null, {})).status,
        (await t.route(deadJobs.page, nurse, {})).status,
        (await t.route(deadJobs.page, reader, {})).status,
      ],
      [401, 403, 200],
    );
    for (const call of [deadJobs.send, deadJobs.drop]) {
      assert.equal((await t.route(call, reader, { ids: [id], reason: '不发' })).status, 403);
      assert.deepEqual(refusal(await t.route(call, stranger, { ids: [id], reason: '不发' })), [404, '任务不存在']);
    }
    assert.equal((await row(id)).state, 1);
  });

  it('is found by kind, state and time', async () => {
    const { id } = await dead();
    const found = async (input: object) =>
      (await t.route(deadJobs.page, chief, { size: 100, ...input } as never)).data.records.map((one: { id: number }) => one.id);
    assert.ok((await found({ kind: 'sms', state: 1 })).includes(id));
    assert.deepEqual(await found({ kind: 'clip' }), []);
    assert.deepEqual(await found({ startTime: '2099-01-01 00:00:00' }), []);
    assert.deepEqual(await found({ endTime: '2020-01-01 00:00:00' }), []);
  });

  it('is sent again once when two people press at once, and goes out', async () => {
    const { id, phone } = await dead();
    gateway.refusing.delete(phone);
    const answers = await Promise.all([1, 2, 3].map(() => t.route(deadJobs.send, chief, { ids: [id] })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409]);
    assert.equal(answers.find(({ status }) => status === 409)?.msg, '所选任务已被他人处理，请刷新');
    await runJobs(gateway.through(t.deps), textJobs);
    const { state, decidedBy } = await row(id);
    assert.deepEqual([state, decidedBy, timesOf(phone)], [2, '院长', 2]);
    assert.equal((await t.route(deadJobs.drop, chief, { ids: [id], reason: '迟了' })).status, 409);
  });

  it('that dies again is another entry; several are decided on together', async () => {
    const [first, second] = [await dead(), await dead()];
    assert.equal((await t.route(deadJobs.send, chief, { ids: [first.id, second.id] })).data.count, 2);
    assert.equal((await runJobs(gateway.through(t.deps), textJobs)).dead, 2);
    const { records } = (await t.route(deadJobs.page, chief, { size: 2, state: 1 })).data;
    const ids = records.map((one: { id: number }) => one.id);
    assert.ok(!ids.includes(first.id) && !ids.includes(second.id));
    assert.equal((await t.route(deadJobs.drop, chief, { ids, reason: '已电话告知家属' })).data.count, 2);
    assert.deepEqual([(await row(ids[0])).state, (await row(ids[0])).reason], [3, '已电话告知家属']);
  });

  it('is given up with a reason, which the operation log has', async () => {
    const { id } = await dead();
    for (const reason of [undefined, '', '  '])
      assert.equal((await t.route(deadJobs.drop, chief, { ids: [id], reason } as never)).msg, '请填写放弃原因');
    assert.equal((await t.route(deadJobs.drop, chief, { ids: [], reason: '不发' })).msg, '请选择任务');
    assert.equal((await t.route(deadJobs.send, chief, { ids: Array.from({ length: 201 }, (_, at) => at + 1) })).msg, '一次最多选择200条');
    assert.equal((await row(id)).state, 1);
    assert.equal((await t.route(deadJobs.drop, chief, { ids: [id], reason: '号码已停机' })).status, 200);
    const titles = (await t.route(operationLogs.page, chief, { size: 20 })).data.records.map(({ title }: { title: string }) => title);
    assert.ok(titles.includes('放弃任务'));
  });

  it('of a kind that is not used any more can only be given up', async () => {
    const made = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.row<{ id: number }>(
        sql`insert into dead_jobs (tenant_id, job_id, kind, payload, attempts, enqueued_at)
          values (${chief.tenantId}, gen_random_uuid(), 'old', '{"x":1}', 4, now()) returning id`,
      ),
    );
    const refused = await t.route(deadJobs.send, chief, { ids: [made!.id] });
    assert.deepEqual([refused.status, refused.msg], [409, '这类任务已不再使用，请放弃']);
    assert.equal((await row(made!.id)).state, 1);
  });

  it('whose text was deleted by its age says so', async () => {
    const { id } = await dead();
    await t.deps.inTenant(chief.tenantId, (tx) => tx.run(sql`delete from text_messages where tenant_id = ${chief.tenantId}`));
    await t.route(deadJobs.send, chief, { ids: [id] });
    await runJobs(gateway.through(t.deps), textJobs);
    assert.equal((await t.route(deadJobs.page, chief, { size: 1 })).data.records[0].error, '短信内容已过期删除');
  });
});
