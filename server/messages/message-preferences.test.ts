import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { sql } from 'kysely';
import { sendMessage } from './messages.ts';

let t: Harness;
let tenant: number;
let nurse: TestUser;
before(async () => {
  t = await harness();
});
after(() => t.close());
beforeEach(async () => {
  tenant = await t.tenant();
  nurse = await t.user(tenant, { permissions: [] });
});

const texted = { choices: { ticket: { sms: true } } };
const quiet = [{ days: [], from: '22:00', to: '07:00' }];
const own = async (as: TestUser) => (await t.route(messagePreferences.own, as)).data;
const save = async (as: TestUser, changes: object) => {
  const answer = await t.route(messagePreferences.save, as, { version: (await own(as)).version, ...changes });
  assert.equal(answer.status, 200, answer.msg ?? '');
};

describe('how one wants to be told', () => {
  it('is one’s own, changes only what is sent, and is refused when it makes no sense', async () => {
    assert.deepEqual(refusal(await t.route(messagePreferences.save, nurse, { version: 0, dailyTime: '08:00' })), [
      400,
      '请同时选择每日汇总的时间和方式',
    ]);
    for (const [bad, words] of [
      [{ email: 'nobody' }, '邮箱格式不正确'],
      [{ choices: { ticket: { pigeon: true } } }, '参数choices.ticket不正确'],
      [{ choices: { gossip: { sms: true } } }, '参数choices不正确'],
      [{ dailyTime: '08:00', dailyChannel: 'pigeon' }, '没有这种通知方式'],
      [{ dailyTime: '24:00', dailyChannel: 'sms' }, '时间格式应为HH:mm'],
      [{ quiet: [{ days: [], from: '22:00', to: '22:00' }] }, '时段的开始与结束不能相同'],
      [{ quiet: Array.from({ length: 8 }, () => quiet[0]) }, '每种方式最多7个时段'],
    ] as const) {
      const answer = await t.route(messagePreferences.save, nurse, { version: 0, ...bad } as never);
      assert.equal(answer.status, 400, words);
      assert.match(String(answer.msg), new RegExp(words));
    }
    await save(nurse, { ...texted, quiet, email: 'li@example.cn', dailyTime: '08:00', dailyChannel: 'email' });
    await save(nurse, { dailyTime: null, dailyChannel: '' });
    const { choices, email, dailyTime, dailyChannel, quiet: hours, version, reach, pushKey } = await own(nurse);
    assert.deepEqual([choices, email, dailyTime, dailyChannel, hours, version], [texted.choices, 'li@example.cn', null, null, quiet, 2]);
    assert.deepEqual([reach, pushKey], [{ sms: true, email: true, push: false }, null]);
    const colleague = await t.user(tenant, { permissions: [] });
    assert.deepEqual((await own(colleague)).choices, {});
  });

  it('is saved once of twenty at once, and not on a stale version', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.route(messagePreferences.save, nurse, { version: 0, ...texted })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assert.deepEqual(refusal(answer), [409, '提醒方式已在别处修改，请刷新后重试']);
  });

  it('is decided for the institution by whom it is given to', async () => {
    assert.equal((await t.route(messagePreferences.settings, nurse)).status, 403);
    const boss = await t.user(tenant, { permissions: ['sys_message_settings'] });
    const set = { choices: { ticket: { sms: true } }, version: 0 };
    assert.equal((await t.route(messagePreferences.update, nurse, set)).status, 403);
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.route(messagePreferences.update, boss, set)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assert.deepEqual(refusal(answer), [409, '消息设置已被他人修改，请刷新后重试']);
    assert.deepEqual((await t.route(messagePreferences.settings, boss)).data, { choices: set.choices, version: 1 });
    const [row] = await t.deps.inTenant(tenant, async (tx) => {
      await sendMessage(tx, t.deps, { recipientId: nurse.userId, kind: 'ticket', title: '有新的诉求' });
      return tx.rows<{ channel: string }>(sql`select channel from message_deliveries where tenant_id = ${tenant}`);
    });
    assert.equal(row?.channel, 'sms');
    const stranger = await t.user(await t.tenant(), { permissions: ['sys_message_settings'] });
    assert.deepEqual((await t.route(messagePreferences.settings, stranger)).data, { choices: {}, version: 0 });
  });
});
