/** What families, strangers, colleagues at the same moment and a killed process do to a ticket. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { familyTickets as family } from '#contract/tickets/family-tickets.ts';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, newPhone } from '#test/phones.ts';

let t: Harness;
let tenant: number;
let [zhang, li] = [] as unknown as [TestUser, TestUser];
let token: string;
before(async () => {
  // Addresses of callers are those that a proxy names, and limits are the product's own.
  t = await harness({ trustProxy: ['127.0.0.1'], rateFactor: 1 });
  (t.deps.config as { publicUrl?: string | null }).publicUrl = 'https://yian.example';
  tenant = await t.tenant('平安颐养院');
  zhang = await t.user(tenant, { name: '张敏' });
  li = await t.user(tenant, { name: '李娜' });
  token = ((await t.route(ticketSettings.rotate, zhang, { open: true })).data as string).slice('/t/'.length);
});
after(() => t.close());

const read = async (id: number) => (await t.route(routes.get, zhang, { id })).data;
const versioned = async (id: number) => ({ id, version: (await read(id)).version as number });
const form = { name: '王女士', relation: '女儿', oldmanName: '王秀英', type: 2, text: '饭菜太咸' };

/** A ticket of a family; gives also its phone, its code and the pass. */
async function write() {
  const phone = newPhone();
  const entered = await t.route(family.enter, null, { token, phone, code: await codeFor(t, 'ticket', phone) });
  const made = (await t.route(family.write, null, { token, pass: entered.data.pass, ...form })).data;
  const found = await t.route(routes.page, zhang, { keyword: made.ticket.ticketNo });
  return { id: found.data.records[0].id as number, phone, code: made.ticket.code as string, pass: made.pass as string };
}

/** All that a command may write of a ticket, and what leaves the house because of it. */
const written = (id: number) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.row(sql`select (select to_jsonb(t) from tickets t where tenant_id = ${tenant} and id = ${id}) as row,
      (select count(*)::integer from tickets where tenant_id = ${tenant}) as tickets,
      (select count(*)::integer from ticket_messages where tenant_id = ${tenant}) as messages,
      (select count(*)::integer from ticket_logs where tenant_id = ${tenant}) as logs,
      (select count(*)::integer from messages where tenant_id = ${tenant}) as told,
      (select count(*)::integer from text_messages where tenant_id = ${tenant}) as texts,
      (select count(*)::integer from row_changes where tenant_id = ${tenant}) as changes`),
  );

describe('a text of ten megabytes', () => {
  it('is refused of staff and of a family, in a sentence, and nothing is kept', async () => {
    const { id, pass } = await write();
    const which = await versioned(id);
    const before = await written(id);
    const text = '长'.repeat(3_500_000);
    const tries = [
      t.route(routes.answer, zhang, { ...which, text }),
      t.route(routes.note, zhang, { id, text }),
      t.route(routes.solve, zhang, { ...which, result: text }),
      t.route(routes.create, zhang, { title: '甲', text }),
      t.route(family.answer, null, { token, pass, text }),
      t.route(family.write, null, { token, pass, ...form, text }),
    ];
    for (const answer of await Promise.all(tries)) assert.deepEqual(refusal(answer), [413, '请求内容过大']);
    const long = await t.route(routes.answer, zhang, { ...which, text: '长'.repeat(5001) });
    assert.deepEqual(refusal(long), [400, '长度不能超过5000个字符']);
    const longer = await t.route(family.answer, null, { token, pass, text: '长'.repeat(2001) });
    assert.deepEqual(refusal(longer), [400, '长度不能超过2000个字符']);
    assert.deepEqual(await written(id), before);
  });
});

describe('several who write at once', () => {
  it('lose nothing: notes and what the family adds are all there, one answer of two', async () => {
    const { id, pass } = await write();
    const which = await versioned(id);
    const replies = await Promise.all([
      t.route(routes.answer, zhang, { ...which, text: '张敏的答复' }),
      t.route(routes.answer, li, { ...which, text: '李娜的答复' }),
    ]);
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409]);
    const said = await Promise.all([
      ...[1, 2, 3].map((n) => t.route(routes.note, zhang, { id, text: `备注${n}` })),
      ...[4, 5, 6].map((n) => t.route(routes.note, li, { id, text: `备注${n}` })),
      ...[7, 8].map((n) => t.route(family.answer, null, { token, pass, text: `补充${n}` })),
    ]);
    assert.deepEqual(new Set(said.map(({ status }) => status)), new Set([200]));
    const { messages, version } = await read(id);
    assert.equal(messages.length, 1 + 1 + said.length);
    assert.equal(version, which.version + 1 + said.length, 'each counts');
  });
});

describe('a process that is killed in the middle of a change', () => {
  it('has changed nothing, and holds up no one', async () => {
    const { id } = await write();
    await t.route(routes.accept, zhang, await versioned(id));
    await t.route(routes.follow, zhang, { id, userId: li.userId, follow: true });
    const which = await versioned(id);
    const before = await written(id);
    const child = fork(join(import.meta.dirname, '../../test/ticket-process.ts'), [t.database, String(tenant), String(id)]);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(await written(id), before);
    assert.equal((await t.route(routes.solve, zhang, { ...which, result: '已调整口味' })).status, 200);
    const { state, messages, logs } = await read(id);
    assert.deepEqual([state, messages.length, messages.at(-1).text], [4, 2, '已调整口味']);
    assert.deepEqual(
      logs.map(({ action }: { action: string }) => action),
      ['solve', 'accept', 'create'],
    );
  });
});

describe('a public link that is tried ten thousand times', () => {
  const follow = (from: string, input: object) =>
    t.call(family.follow.method, family.follow.path.replace('{token}', token), { input, headers: { 'x-forwarded-for': from } });
  /** How many are answered before the first that is not, and that one. */
  const triesUntilStopped = async (each: (n: number) => ReturnType<typeof follow>) => {
    for (let n = 0; n < 10_000; n++) {
      const answer = await each(n);
      if (answer.status !== 404) return { n, answer };
      assert.deepEqual([answer.msg, answer.data], ['查询码或手机号不正确', null]);
    }
    throw new Error('it was never stopped');
  };
  const stopped = [429, '查询次数过多，请稍后再试'];
  const wrong = 'ABCDEFGH';

  it('answers five wrong codes of a phone to a network, then not even the right one', async () => {
    const { phone, code } = await write();
    const { n, answer } = await triesUntilStopped(() => follow('198.51.100.7', { phone, code: wrong }));
    assert.deepEqual([n, refusal(answer)], [5, stopped]);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.deepEqual(refusal(await follow('198.51.100.8', { phone, code })), stopped, 'of the same network');
    assert.equal((await follow('203.0.113.9', { phone, code })).status, 200, 'the family at home');
  });

  it('answers thirty wrong codes of a phone to all networks together', async () => {
    const { phone, code } = await write();
    const { n, answer } = await triesUntilStopped((at) => follow(`10.7.${at}.1`, { phone, code: wrong }));
    assert.deepEqual([n, refusal(answer)], [30, stopped]);
    assert.deepEqual(refusal(await follow('203.0.113.9', { phone, code })), stopped);
  });

  it('answers fifty wrong codes of any phones to an address, and others stay as they were', async () => {
    const { phone, code } = await write();
    const { n, answer } = await triesUntilStopped(() => follow('192.0.2.44', { phone: newPhone(), code: wrong }));
    assert.deepEqual([n, refusal(answer)], [50, stopped]);
    assert.deepEqual(refusal(await follow('192.0.2.44', { phone, code })), stopped);
    assert.equal((await follow('203.0.113.10', { phone, code })).status, 200);
  });

  it('answers sixty calls a minute to an address, whatever they ask for', async () => {
    const open = (secret: string, from: string) =>
      t.call('GET', family.open.path.replace('{token}', secret), { headers: { 'x-forwarded-for': from } });
    let refusedAsWorthless = 0;
    let last = await open(`${tenant}.${'a'.repeat(22)}`, '192.0.2.45');
    for (; last.status === 403; refusedAsWorthless++) last = await open(`${tenant}.${'a'.repeat(22)}`, '192.0.2.45');
    assert.deepEqual(refusal(last), [429, '请求过于频繁，请稍后再试']);
    // What a slow minute gives back may come on top.
    assert.ok(refusedAsWorthless >= 60 && refusedAsWorthless < 80, String(refusedAsWorthless));
    assert.equal((await open(token, '192.0.2.45')).status, 429, 'the right link, too');
    assert.equal((await open(token, '192.0.2.46')).status, 200);
  });
});
