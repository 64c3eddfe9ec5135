import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { messages } from '#contract/messages/messages.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { recipientsWith, sendMessage } from './messages.ts';

let t: Harness;
let tenant: number;
let reader: TestUser;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  reader = await t.user(tenant, { permissions: [] });
});
after(() => t.close());

const send = (to: TestUser, title: string, kind: 'notice' | 'warning' = 'notice') =>
  t.deps.inTenant(to.tenantId, (tx) => sendMessage(tx, t.deps, { recipientId: to.userId, kind, title, text: '内容', link: '/wel/index' }));
const list = (as: TestUser, input: object = {}) => t.route(messages.page, as, { a: 0, b: 'all', ...input });
const unread = async (as: TestUser) => (await t.route(messages.unread, as)).data.unread;

describe('messages', () => {
  it('are the recipient’s alone', async () => {
    await send(reader, '第一条');
    const { id } = (await list(reader)).data.records[0];
    const colleague = await t.user(tenant);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(messages.page, null, { a: 0, b: 'all' })).status, 401);
    assert.equal((await list(reader, { b: 'everything' })).status, 400);
    assert.deepEqual(refusal(await list(colleague, { a: reader.userId })), [403, '只能查看自己的消息']);
    assert.deepEqual(refusal(await t.route(messages.get, colleague, { a: id, b: reader.userId })), [403, '只能查看自己的消息']);
    for (const other of [colleague, stranger]) {
      assert.deepEqual(refusal(await t.route(messages.get, other, { a: id, b: 0 })), [404, '消息不存在']);
      await t.route(messages.read, other, { ids: [id] });
      await t.route(messages.clear, other, {});
    }
    assert.equal(await unread(reader), 1);
    assert.equal((await t.route(messages.get, reader, { a: id, b: reader.userId })).data.title, '第一条');
  });

  it('are paged by kind and by what is unread, read, and cleared without being deleted', async () => {
    const person = await t.user(tenant, { permissions: [] });
    for (let at = 1; at <= 12; at++) await send(person, `消息${at}`, at % 3 === 0 ? 'warning' : 'notice');
    const page = (await list(person, { size: 5, current: 2 })).data;
    assert.deepEqual([page.total, page.records.length, page.records[0].title], [12, 5, '消息7']);
    assert.equal((await list(person, { kind: 'warning' })).data.total, 4);
    const some = page.records.map((row: { id: number }) => row.id);
    assert.equal((await t.route(messages.read, person, { ids: some })).data, true);
    assert.deepEqual([await unread(person), (await list(person, { b: 'unread' })).data.total], [7, 7]);
    assert.equal((await t.route(messages.read, person, { ids: [] })).data, true);
    assert.equal(await unread(person), 7, 'none is not all');
    await t.route(messages.read, person);
    assert.equal(await unread(person), 0);
    await t.route(messages.clear, person, { ids: some });
    assert.equal((await list(person)).data.total, 7);
    await t.route(messages.clear, person);
    assert.equal((await list(person)).data.total, 0);
    const kept = await t.deps.inTenant(tenant, (tx) =>
      tx.row<{ n: number }>(sql`select count(*) as n from messages where tenant_id = ${tenant} and recipient_id = ${person.userId}`),
    );
    assert.equal(kept?.n, 12);
  });

  it('lead only to pages of ours', async () => {
    for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)'])
      await assert.rejects(
        t.deps.inTenant(tenant, (tx) => sendMessage(tx, t.deps, { recipientId: reader.userId, kind: 'notice', title: 'x', link })),
      );
  });

  it('reach those who may do something, but no locked account and no visitor', async () => {
    const house = await t.tenant();
    const [one, locked] = [
      await t.user(house, { permissions: ['sys_user_audit'] }),
      await t.user(house, { permissions: ['sys_user_audit'] }),
    ];
    await t.user(house, { permissions: [] });
    await t.deps.inTenant(house, (tx) => tx.run(sql`update users set status = 9 where tenant_id = ${house} and id = ${locked.userId}`));
    assert.deepEqual(await t.deps.inTenant(house, (tx) => recipientsWith(tx, 'sys_user_audit')), [one.userId]);
  });
});
