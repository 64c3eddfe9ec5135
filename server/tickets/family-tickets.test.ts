import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { familyTickets as family } from '#contract/tickets/family-tickets.ts';
import { ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { MINUTE } from '#contract/time.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, newPhone, smsTo } from '#test/phones.ts';

let t: Harness;
let clock = Date.now();
let tenant: number;
let agent: TestUser;
let token: string;
before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant('平安颐养院');
  agent = await t.user(tenant, { name: '张敏' });
  token = await open();
});
after(() => t.close());

async function open(): Promise<string> {
  return ((await t.route(ticketSettings.rotate, agent, { open: true })).data as string).slice('/t/'.length);
}
async function enter(phone: string): Promise<string> {
  const code = await codeFor(t, 'ticket', phone);
  return (await t.route(family.enter, null, { token, phone, code })).data.pass;
}
const form = { name: '王女士', relation: '女儿', oldmanName: '王秀英', type: 2, text: '饭菜太咸\n已经说过两次' };
async function write(phone = newPhone(), more: object = {}) {
  const pass = await enter(phone);
  const { data } = await t.route(family.write, null, { token, pass, ...form, ...more });
  return { phone, ...data } as { phone: string; pass: string; ticket: { ticketNo: string; code: string; state: number; messages: any[] } };
}
const idOf = async (ticketNo: string) => (await t.route(tickets.page, agent, { keyword: ticketNo })).data.records[0].id as number;
const versioned = async (id: number) => ({ id, version: (await t.route(tickets.get, agent, { id })).data.version as number });

describe('a family', () => {
  it('proves its phone, writes, finds the ticket again, and reads what staff answered, not what they noted', async () => {
    const { phone, ticket, pass } = await write();
    assert.match(ticket.code, /^[2-9A-HJKMNP-Z]{8}$/);
    const id = await idOf(ticket.ticketNo);
    const staff = (await t.route(tickets.get, agent, { id })).data;
    assert.deepEqual([staff.title, staff.source, staff.askerName, staff.oldmanName], ['饭菜太咸', 'family', '王女士', '王秀英']);
    await t.route(tickets.note, agent, { id, text: '厨师已换' });
    await t.route(tickets.answer, agent, { ...(await versioned(id)), text: '请问哪几天？', wait: true });
    const found = await t.route(family.follow, null, { token, phone, code: ticket.code.toLowerCase() });
    assert.deepEqual(
      found.data.ticket.messages.map((one: { own: boolean; text: string }) => [one.own, one.text]),
      [
        [true, '饭菜太咸\n已经说过两次'],
        [false, '请问哪几天？'],
      ],
    );
    const answered = await t.route(family.answer, null, { token, pass, text: '昨天和今天' });
    assert.equal(answered.data.state, 2, 'it waits for the asker no more');
    assert.deepEqual(refusal(await t.route(family.rate, null, { token, pass, score: 5 })), [409, '诉求处理中，不能评价']);
    await t.route(tickets.solve, agent, { ...(await versioned(id)), result: '已调整口味' });
    const rated = await t.route(family.rate, null, { token, pass, score: 4, text: '好了' });
    assert.deepEqual([rated.data.score, rated.data.result], [4, '已调整口味']);
    assert.deepEqual(refusal(await t.route(family.rate, null, { token, pass, score: 1 })), [409, '您已评价，感谢您的反馈']);
    assert.equal((await t.route(family.reopen, null, { token, pass, text: '又咸了' })).data.state, 2);
    const again = (await t.route(tickets.get, agent, { id })).data;
    assert.deepEqual([again.reopened, again.score, again.messages.at(-1).text], [1, null, '又咸了']);
  });

  it('sees of a merged ticket its own words and the answers, never those of another family', async () => {
    const [one, two] = [await write(undefined, { text: '甲家的话' }), await write(undefined, { text: '乙家的话' })];
    const [a, b] = [await idOf(one.ticket.ticketNo), await idOf(two.ticket.ticketNo)];
    await t.route(tickets.answer, agent, { ...(await versioned(b)), text: '只给乙家' });
    clock += MINUTE;
    await t.route(tickets.merge, agent, { ...(await versioned(a)), into: b });
    clock += MINUTE;
    await t.route(tickets.answer, agent, { ...(await versioned(b)), text: '两家都好' });
    const said = async (pass: string) =>
      (await t.route(family.read, null, { token, pass })).data.messages.map(({ text }: { text: string }) => text);
    assert.deepEqual(await said(one.pass), ['甲家的话', '两家都好']);
    assert.deepEqual(await said(two.pass), ['乙家的话', '只给乙家', '两家都好']);
    await t.route(family.answer, null, { token, pass: one.pass, text: '谢谢' });
    assert.deepEqual((await t.route(tickets.get, agent, { id: b })).data.messages.at(-1).text, '谢谢');
    assert.deepEqual((await said(two.pass)).includes('谢谢'), false);
  });

  it('sends pictures of its own, so many a day, and nothing that is none', async () => {
    const pass = await enter(newPhone());
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    const send = async (bytes: Buffer, name: string, by = pass) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(bytes)]), name);
      const address = `${t.url}/business/ticket/open/${token}/picture?pass=${encodeURIComponent(by)}`;
      const answer = await fetch(address, { method: 'POST', body });
      const { msg, data } = (await answer.json()) as { msg: string | null; data: { name: string; link: string } };
      return { status: answer.status, msg, data };
    };
    const { data } = await send(png, '饭菜.png');
    assert.equal((await fetch(t.url + data.link)).status, 200);
    const other = await enter(newPhone());
    const stolen = await t.route(family.write, null, { token, pass: other, ...form, pictures: [data.name] });
    assert.deepEqual(refusal(stolen), [422, '图片不存在，请重新上传']);
    const made = await t.route(family.write, null, { token, pass, ...form, pictures: [data.name] });
    assert.match(made.data.ticket.messages[0].pictures[0].link, /^\/admin\/sys-file\/files\/.*\?t=/);
    const twice = await t.route(family.write, null, { token, pass, ...form, pictures: [data.name] });
    assert.deepEqual(refusal(twice), [422, '图片不存在，请重新上传']);
    assert.deepEqual(refusal((await send(Buffer.from('%PDF-1.4\n%%EOF'), '甲.pdf')) as never), [400, '只能上传图片']);
    for (let n = 1; n < 20; n++) await send(png, `${n}.png`);
    assert.deepEqual(refusal((await send(png, '多.png')) as never), [422, '今天上传的图片过多，请先提交或明天再试']);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update ticket_uploads set created_at = created_at - interval '25 hours' where tenant_id = ${tenant}`),
    );
    const later = await send(png, '甲.png', await enter(newPhone()));
    assert.equal(later.status, 200);
    const left = await t.deps.inTenant(tenant, (tx) =>
      tx.row<{ n: number }>(sql`select count(*)::integer as n from files where tenant_id = ${tenant} and deleted_at is null`),
    );
    assert.equal(left?.n, 2, 'those that nothing names are gone');
  });

  it('writes ten tickets a day and fifty additions at most', async () => {
    const phone = newPhone();
    const pass = await enter(phone);
    const all = await Promise.all(Array.from({ length: 14 }, () => t.route(family.write, null, { token, pass, ...form })));
    assert.equal(all.filter(({ status }) => status === 200).length, 10);
    assert.deepEqual(refusal(all.find(({ status }) => status !== 200)!), [422, '同一手机号一天最多提交10条诉求']);
    const own = all.find(({ status }) => status === 200)!.data.pass;
    let last = { status: 0, msg: '' as string | null };
    for (let n = 0; n < 50; n++) last = await t.route(family.answer, null, { token, pass: own, text: `${n}` });
    assert.deepEqual(refusal(last), [422, '今天补充的内容过多，请明天再试']);
  });
});

describe('a stranger', () => {
  it('learns nothing from links, codes and passes that are invented, forged or too old', async () => {
    const { phone, ticket, pass } = await write();
    const wrong = `${tenant}.${'a'.repeat(22)}`;
    assert.deepEqual(refusal(await t.route(family.open, null, { token: wrong })), [403, '诉求链接无效，请联系机构重新获取']);
    assert.deepEqual(refusal(await t.route(family.open, null, { token: `999999.${'a'.repeat(22)}` })), [
      403,
      '诉求链接无效，请联系机构重新获取',
    ]);
    assert.deepEqual((await t.route(family.open, null, { token })).data, { tenantName: '平安颐养院' });
    assert.deepEqual(refusal(await t.route(family.follow, null, { token, phone, code: 'ABCDEFGH' })), [404, '查询码或手机号不正确']);
    const nobody = await t.route(family.follow, null, { token, phone: newPhone(), code: ticket.code });
    assert.deepEqual(refusal(nobody), [404, '查询码或手机号不正确']);
    const [expires, , who, seal] = pass.split('.');
    for (const forged of [`${expires}.1.${who}.${seal}`, 'x', `${pass}x`])
      assert.deepEqual(refusal(await t.route(family.read, null, { token, pass: forged })), [403, '操作已过期，请重新开始'], forged);
    assert.deepEqual(refusal(await t.route(family.read, null, { token, pass: await enter(newPhone()) })), [404, '诉求不存在']);
    assert.equal((await t.route(family.enter, null, { token, phone, code: '000000' })).status, 428);
    const before = token;
    token = await open();
    assert.equal((await t.route(family.open, null, { token: before })).status, 403);
    await t.route(ticketSettings.rotate, agent, { open: false });
    assert.equal((await t.route(family.open, null, { token })).status, 403);
    token = await open();
  });

  it('gets one text of each answer, with a link and not a word of it', async () => {
    const config = t.deps.config as { publicUrl?: string | null };
    config.publicUrl = 'https://yian.example';
    const { phone, ticket } = await write();
    const id = await idOf(ticket.ticketNo);
    await t.route(tickets.answer, agent, { ...(await versioned(id)), text: '秘密的答复' });
    const rows = await t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ n: number }>(sql`select count(*)::integer as n from text_messages where tenant_id = ${tenant}`),
    );
    assert.ok(rows[0]!.n >= 2);
    assert.deepEqual(
      smsTo(t, phone).filter((text) => text.includes('秘密')),
      [],
    );
    config.publicUrl = null;
  });

  it('has no use of a pass that is half an hour old', async () => {
    const { pass } = await write();
    clock += 31 * MINUTE;
    assert.deepEqual(refusal(await t.route(family.read, null, { token, pass })), [403, '操作已过期，请重新开始']);
  });
});
