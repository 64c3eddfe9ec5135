import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deliveryStates, type Channel } from '#contract/messages/channels.rules.ts';
import { messageDeliveries } from '#contract/messages/message-deliveries.ts';
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import type { MessageKind } from '#contract/messages/messages.rules.ts';
import { messages } from '#contract/messages/messages.ts';
import { deadJobs } from '#contract/system/dead-jobs.ts';
import { instantOf } from '#contract/time.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { givePhone, newPhone, smsTo } from '#test/phones.ts';
import { smsGateway } from '#test/sms-gateway.ts';
import type { Tx } from '../db/tenant.ts';
import { runJobs } from '../jobs/runner.ts';
import { sweepReminders } from './message-digests.ts';
import { messageJobs } from './message-jobs.ts';
import { sendMessages } from './message-sending.ts';
import { recipientsWith, sendMessage, tellThoseWith } from './messages.ts';

const { waiting, held, sent, failed, skipped } = deliveryStates;
const EVENING = instantOf('2026-11-16 20:00:00');
const NIGHT = instantOf('2026-11-16 23:00:00');
const MORNING = instantOf('2026-11-17 07:00:00');

let t: Harness;
let now = EVENING;
let tenant: number;
let nurse: TestUser;
let phone: string;
before(async () => {
  t = await harness({ now: () => now });
});
after(() => t.close());
beforeEach(async () => {
  now = EVENING;
  tenant = await t.tenant();
  nurse = await t.user(tenant, { name: '李护士', permissions: ['sys_user_audit'] });
  phone = newPhone();
  await givePhone(t, nurse, phone, false);
});

const own = async (as: TestUser) => (await t.route(messagePreferences.own, as)).data;
const save = async (as: TestUser, changes: object) => {
  const answer = await t.route(messagePreferences.save, as, { version: (await own(as)).version, ...changes });
  assert.equal(answer.status, 200, answer.msg ?? '');
};
const texted = { choices: { ticket: { sms: true } } };
const quiet = [{ days: [], from: '22:00', to: '07:00' }];
const send = (to: TestUser, title: string, more: { kind?: MessageKind; urgent?: boolean; sms?: string } = {}) =>
  t.deps.inTenant(to.tenantId, (tx) =>
    sendMessage(tx, t.deps, { recipientId: to.userId, kind: 'ticket', title, text: '正文', link: '/wel/index', ...more }),
  );
const run = () => runJobs(t.deps, messageJobs);
const sweep = async () => {
  const done = await sweepReminders(t.deps);
  await run();
  return done;
};
const rows = (of: TestUser) =>
  t.deps.inTenant(of.tenantId, (tx) =>
    tx.rows<{ kind: string; channel: Channel; state: number; error: string | null; sealed: Buffer | null }>(sql`
      select kind, channel, state, error, sealed from message_deliveries
      where tenant_id = ${of.tenantId} and user_id = ${of.userId} order by id`),
  );
const states = async (of: TestUser) => (await rows(of)).map(({ state }) => state);

describe('a message', () => {
  it('is texted to whom wants it so, and to no one else', async () => {
    await send(nurse, '有新的诉求');
    assert.deepEqual(await rows(nurse), []);
    await save(nurse, texted);
    await send(nurse, '有新的诉求');
    await send(nurse, '别的', { kind: 'notice' });
    assert.deepEqual(await states(nurse), [waiting]);
    await run();
    assert.deepEqual(await states(nurse), [sent]);
    const [text, ...more] = smsTo(t, phone);
    assert.match(String(text), /【颐安】机构\d+：有新的诉求。请登录查看/);
    assert.doesNotMatch(String(text), /正文/);
    assert.deepEqual(more, []);
    await run();
    assert.equal(smsTo(t, phone).length, 1);
  });

  it('of quiet hours is on the pages at once and goes out at their end, several as one', async () => {
    await save(nurse, { ...texted, quiet });
    now = NIGHT;
    for (const title of ['一', '二', '三', '四']) await send(nurse, title);
    const [, , , first] = (await t.route(messages.page, nurse, { a: 0, b: 'all' })).data.records as { id: number }[];
    assert.deepEqual(await states(nurse), [held, held, held, held]);
    assert.deepEqual(await sweep(), { released: 0, summaries: 0, failed: 0 });
    await t.route(messages.read, nurse, { ids: [first!.id] });
    now = MORNING;
    assert.equal((await sweep()).released, 3);
    assert.deepEqual(
      (await rows(nurse)).map(({ kind, state, error }) => [kind, state, error]),
      [
        ['ticket', skipped, '免打扰期间已阅读'],
        ['ticket', sent, null],
        ['ticket', sent, null],
        ['ticket', sent, null],
        ['digest', sent, null],
      ],
    );
    assert.match(String(smsTo(t, phone)), /：您有 3 条新消息：四；三；二/);
    assert.equal((await sweep()).released, 0);
    assert.equal(smsTo(t, phone).length, 1);
  });

  it('that is alone at the end of quiet hours goes out as it is', async () => {
    await save(nurse, { ...texted, quiet });
    now = NIGHT;
    await send(nurse, '夜里的诉求');
    now = MORNING;
    await Promise.all([sweep(), sweep()]);
    assert.match(String(smsTo(t, phone)), /：夜里的诉求。请登录查看/);
    assert.equal(smsTo(t, phone).length, 1);
  });

  it('goes out at once when the quiet hours are taken back', async () => {
    await save(nurse, { ...texted, quiet });
    now = NIGHT;
    await send(nurse, '夜里的诉求');
    await save(nurse, { quiet: [] });
    await sweep();
    assert.deepEqual(await states(nurse), [sent]);
  });

  it('that is urgent waits for no hour and is not switched off', async () => {
    await save(nurse, { choices: { workorder: { sms: false } }, quiet });
    now = NIGHT;
    await send(nurse, '请立即上门', { kind: 'workorder', urgent: true, sms: '【颐安】机构：请立即上门，王秀英' });
    assert.ok((await rows(nurse))[0]?.sealed, 'the words of a caller are sealed');
    await run();
    const [row] = await rows(nurse);
    assert.deepEqual([row?.state, row?.sealed], [sent, null]);
    assert.match(String(smsTo(t, phone)), /请立即上门，王秀英/);
  });

  it('says why it was not sent', async () => {
    const boss = await t.user(tenant, { permissions: ['sys_message_settings'] });
    assert.equal((await t.route(messagePreferences.update, boss, { choices: { ticket: { sms: true } }, version: 0 })).status, 200);
    const bare = await t.user(tenant, { permissions: [] });
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set phone = null where tenant_id = ${tenant} and id = ${bare.userId}`));
    await save(nurse, { choices: { ticket: { sms: false } } });
    const gone = await t.user(tenant, { permissions: [] });
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${tenant} and id = ${gone.userId}`));
    for (const one of [bare, nurse, gone]) await send(one, '有新的诉求');
    assert.deepEqual(
      (await rows(bare)).map(({ state, error }) => [state, error]),
      [[skipped, '没有登记手机号']],
    );
    assert.deepEqual(
      (await rows(nurse)).map(({ state, error }) => [state, error]),
      [[skipped, '本人已关闭']],
    );
    assert.deepEqual(await rows(gone), [], 'a locked account');
  });

  it('that a gateway does not take is among the jobs that were not sent, and sent again from there', async () => {
    const gateway = await smsGateway();
    gateway.refusing.add(phone);
    await save(nurse, texted);
    await send(nurse, '有新的诉求');
    await runJobs(gateway.through(t.deps), messageJobs);
    const [row] = await rows(nurse);
    assert.deepEqual([row?.state, row?.error], [failed, '短信网关没有接收：应答 400']);
    const desk = await t.user(tenant, { permissions: ['sys_deadjob_view', 'sys_deadjob_edit'] });
    const [job] = (await t.route(deadJobs.page, desk, {})).data.records;
    assert.equal(job.kind, 'message-sms');
    gateway.refusing.clear();
    await t.route(deadJobs.send, desk, { ids: [job.id] });
    await runJobs(gateway.through(t.deps), messageJobs);
    assert.deepEqual(await states(nurse), [sent]);
    gateway.close();
  });

  it('to many is one batch: as many statements as to one', async () => {
    for (let at = 0; at < 19; at++) {
      const one = await t.user(tenant, { permissions: ['sys_user_audit'] });
      await givePhone(t, one, newPhone(), false);
      await save(one, texted);
    }
    await save(nurse, texted);
    const count = (work: (tx: Tx) => Promise<void>) =>
      t.deps.inTenant(tenant, async (tx) => {
        let statements = 0;
        const counted = new Proxy(tx, {
          get(target, name: keyof Tx) {
            if (name === 'rows' || name === 'run' || name === 'row') statements++;
            return target[name];
          },
        });
        await work(counted);
        return statements;
      });
    const message = { kind: 'ticket', title: '有新的诉求' } as const;
    const one = await count((tx) => sendMessage(tx, t.deps, { recipientId: nurse.userId, ...message }));
    const many = await count((tx) => tellThoseWith(tx, t.deps, 'sys_user_audit', message));
    const people = await t.deps.inTenant(tenant, (tx) => recipientsWith(tx, 'sys_user_audit'));
    assert.deepEqual([people.length, many], [20, one + 1], 'and one that finds them');
    assert.equal(await count((tx) => sendMessages(tx, t.deps, [], message)), 0);
    // Named twice, told once.
    await t.deps.inTenant(tenant, (tx) => sendMessages(tx, t.deps, [nurse.userId, nurse.userId], message));
    assert.deepEqual(await states(nurse), [waiting, waiting, waiting]);
  });
});

describe('the summary of the day', () => {
  it('comes once, at its hour, to whom something is unread', async () => {
    await save(nurse, { dailyTime: '21:00', dailyChannel: 'sms' });
    await send(nurse, '甲');
    await send(nurse, '乙');
    assert.equal((await sweep()).summaries, 0);
    now = instantOf('2026-11-16 21:00:00');
    assert.equal((await sweep()).summaries, 1);
    assert.match(String(smsTo(t, phone)), /：您有 2 条未读消息：乙；甲/);
    assert.equal((await sweep()).summaries, 0);
    await t.route(messages.read, nurse);
    now = instantOf('2026-11-17 21:00:00');
    assert.equal((await sweep()).summaries, 0);
    assert.equal(smsTo(t, phone).length, 1);
  });
});

describe('发送记录', () => {
  it('says who, by which way, when and why not; no words and no number', async () => {
    await save(nurse, texted);
    await send(nurse, '有新的诉求');
    await run();
    const desk = await t.user(tenant, { permissions: ['sys_message_log_view'] });
    const { records, total } = (
      await t.route(messageDeliveries.page, desk, { userName: '李护士', kind: 'ticket', channel: 'sms', state: sent })
    ).data;
    assert.deepEqual([total, records[0].userName, records[0].sentTime], [1, '李护士', '2026-11-16 20:00:00']);
    const said = JSON.stringify(records);
    for (const secret of [phone, phone.slice(-4), '有新的诉求', '正文']) assert.ok(!said.includes(secret), secret);
    for (const none of [
      { userName: '没有的人' },
      { state: failed },
      { channel: 'push' as const },
      { kind: 'daily' },
      { endTime: '2026-11-16 19:59:59' },
    ])
      assert.equal((await t.route(messageDeliveries.page, desk, none)).data.total, 0, JSON.stringify(none));
    assert.equal((await t.route(messageDeliveries.page, nurse, {})).status, 403);
    const stranger = await t.user(await t.tenant(), { permissions: ['sys_message_log_view'] });
    assert.equal((await t.route(messageDeliveries.page, stranger, {})).data.total, 0);
  });

  it('of a message is shown to its recipient alone', async () => {
    await save(nurse, texted);
    await send(nurse, '有新的诉求');
    const { id } = (await t.route(messages.page, nurse, { a: 0, b: 'all', text: '诉求' })).data.records[0];
    assert.equal((await t.route(messages.page, nurse, { a: 0, b: 'all', text: '%' })).data.total, 0);
    const found = (await t.route(messageDeliveries.ofMessage, nurse, { id })).data;
    assert.deepEqual(
      found.map(({ channel, state }: { channel: string; state: number }) => [channel, state]),
      [['sms', waiting]],
    );
    const colleague = await t.user(tenant);
    assert.deepEqual(refusal(await t.route(messageDeliveries.ofMessage, colleague, { id })), [404, '消息不存在']);
  });
});
