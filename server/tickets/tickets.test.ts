import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { messages as messageRoutes } from '#contract/messages/messages.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { ticketGroups, ticketReplies, ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { person, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const AGENT = ['view', 'history', 'add', 'edit', 'assign'].map((verb) => `business_ticket_${verb}`);

let t: Harness;
let tenant: number;
let [chief, zhang, li, carer, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser, TestUser];
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  chief = await t.user(tenant, { name: '院长' });
  zhang = await t.user(tenant, { name: '张敏', permissions: [...AGENT, 'warning_devicewarning_view'], dataScope: 1 });
  li = await t.user(tenant, { name: '李娜', permissions: AGENT, dataScope: 1 });
  carer = await t.user(tenant, { name: '王芳', permissions: ['business_ticket_view', 'business_ticket_add'], dataScope: 3 });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const create = async (more: object = {}, as = zhang): Promise<number> =>
  (await t.route(routes.create, as, { title: '热水不热', text: '302没有热水', askerName: '王女士', askerPhone: '13911112222', ...more }))
    .data;
const read = async (id: number, as = zhang) => (await t.route(routes.get, as, { id })).data;
const versioned = async (id: number) => ({ id, version: (await read(id)).version as number });
const listed = async (as: TestUser, input: object = {}) =>
  ((await t.route(routes.page, as, { size: 100, ...input })).data.records as { id: number }[]).map(({ id }) => id);
const messages = async (as: TestUser): Promise<string[]> =>
  (await t.route(messageRoutes.page, as, { a: 0, b: 'all' })).data.records.map((one: { title: string }) => one.title);

describe('a ticket', () => {
  it('is accepted, answered, paused, solved, closed and opened again; what was said and done stays', async () => {
    const id = await create({ type: 2, priority: 1 });
    const before = await read(id);
    assert.match(before.ticketNo, /^SQ\d{12}$/);
    assert.deepEqual([before.state, before.ownerId, before.messages.length, before.messages[0].kind], [1, null, 1, 3]);
    assert.equal(before.code.length, 8);
    assert.ok(before.dueTime === before.firstDueTime && before.firstDueTime < before.solveDueTime);
    assert.equal((await t.route(routes.accept, zhang, await versioned(id))).status, 200);
    assert.equal((await t.route(routes.answer, zhang, { ...(await versioned(id)), text: '请问几号房？', wait: true })).status, 200);
    const waits = await read(id);
    assert.deepEqual([waits.state, waits.ownerName, waits.dueTime, waits.firstMet], [3, '张敏', null, true]);
    await t.route(routes.note, li, { id, text: '问过后勤' });
    assert.equal((await t.route(routes.resume, zhang, await versioned(id))).status, 200);
    assert.equal((await read(id)).dueTime, (await read(id)).solveDueTime);
    assert.equal((await t.route(routes.solve, zhang, { ...(await versioned(id)), result: '已换阀门' })).status, 200);
    const solved = await read(id);
    assert.deepEqual([solved.state, solved.result, solved.solveMet, solved.dueTime], [4, '已换阀门', true, null]);
    assert.deepEqual(
      solved.messages.map((one: { kind: number; text: string }) => [one.kind, one.text]),
      [
        [3, '302没有热水'],
        [1, '请问几号房？'],
        [2, '问过后勤'],
        [1, '已换阀门'],
      ],
    );
    assert.equal((await t.route(routes.close, zhang, await versioned(id))).status, 200);
    assert.equal((await listed(zhang)).includes(id), false);
    const over = (await t.route(routes.history, zhang, { keyword: solved.ticketNo })).data.records;
    assert.deepEqual([over.length, over[0].id], [1, id]);
    assert.equal((await t.route(routes.reopen, zhang, { ...(await versioned(id)), reason: '又坏了' })).status, 200);
    const again = await read(id);
    assert.deepEqual([again.state, again.reopened, again.solveTime], [2, 1, null]);
    assert.deepEqual(again.logs.map((one: { action: string }) => one.action).toReversed(), [
      'create',
      'accept',
      'answer',
      'wait',
      'note',
      'resume',
      'solve',
      'close',
      'reopen',
    ]);
  });

  it('is answered by one of twenty who read the same; the others get what came in between', async () => {
    const id = await create();
    const which = await versioned(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => t.route(routes.answer, i % 2 ? zhang : li, { ...which, text: `答复${i}` })),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 19 }, () => 409)]);
    const late = answers.find(({ status }) => status === 409)!;
    assert.equal(late.msg, '诉求有新内容，请查看后再提交');
    assert.equal(late.data.messages.length, 2);
    assert.equal((await read(id)).messages.length, 2);
  });

  it('belongs to its institution, and to whose reach it is in', async () => {
    const id = await create();
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id })), [404, '诉求不存在']);
    assert.deepEqual(refusal(await t.route(routes.note, stranger, { id, text: 'x' })), [404, '诉求不存在']);
    assert.deepEqual(refusal(await t.route(routes.get, carer, { id })), [404, '诉求不存在']);
    assert.equal((await t.route(routes.accept, carer, { id, version: 1 })).status, 403);
    const own = await create({}, carer);
    assert.deepEqual(await listed(carer), [own]);
    await t.route(routes.follow, zhang, { id, userId: carer.userId, follow: true });
    assert.deepEqual((await listed(carer)).toSorted(), [id, own].toSorted());
    assert.deepEqual(await listed(carer, { view: 'followed' }), [id]);
    assert.ok((await messages(carer)).includes('您被添加为诉求的关注人'));
    const reader = await t.user(tenant, { permissions: ['business_ticket_history'] });
    assert.equal((await t.route(routes.page, reader)).status, 403);
  });

  it('refuses files that are not there, and stays as it was', async () => {
    const id = await create();
    const which = await versioned(id);
    const files = [{ fileName: '甲.png', fileUrl: `/admin/sys-file/files/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.png` }];
    assert.deepEqual(refusal(await t.route(routes.answer, zhang, { ...which, text: '见图', files })), [422, '文件不存在，请重新上传']);
    assert.deepEqual(await versioned(id), which);
  });

  it('is found by number, words, tags, person and what is due', async () => {
    const oldmanId = await person(t, tenant, '李秀兰');
    const id = await create({ title: '食堂的鱼有刺', oldmanId, tags: ['伙食', '伙食'], priority: 4 });
    const { ticketNo } = await read(id);
    for (const keyword of [ticketNo, '鱼有刺', '食堂', '鱼']) assert.deepEqual(await listed(zhang, { keyword }), [id], keyword);
    assert.deepEqual(await listed(zhang, { keyword: '100%_鱼' }), []);
    assert.deepEqual(await listed(zhang, { tag: '伙食' }), [id]);
    assert.deepEqual(((await t.route(routes.ofPerson, zhang, { oldmanId })).data.records as { id: number }[])[0]?.id, id);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update tickets set due_at = now() - interval '1 minute' where tenant_id = ${tenant} and id = ${id}`),
    );
    assert.deepEqual(await listed(zhang, { view: 'overdue' }), [id]);
    assert.equal((await t.route(routes.counts, zhang)).data.overdue, 1);
    assert.equal((await listed(zhang))[0], id, 'what is late stands first');
    const rows = (await t.route(nowRoutes.read, zhang, { kind: 'ticket' })).data.rows as { id: number; severity: number }[];
    assert.deepEqual([rows[0]?.id, rows[0]?.severity], [id, 2]);
    const file = await fetch(`${t.url}${routes.export.path}?keyword=${ticketNo}&format=csv`, {
      headers: { authorization: `Bearer ${chief.token}` },
    });
    const text = await file.text();
    assert.match(text, /食堂的鱼有刺/);
    assert.equal(text.trim().split('\n').length, 2);
    const past = await fetch(`${t.url}${routes.exportHistory.path}?format=csv`, { headers: { authorization: `Bearer ${chief.token}` } });
    assert.doesNotMatch(await past.text(), /食堂的鱼有刺/);
  });

  it('is changed in its facts, and nothing of it that is left out', async () => {
    const id = await create({ tags: ['水电'] });
    assert.equal((await t.route(routes.update, zhang, { ...(await versioned(id)), priority: 1, about: '后勤' })).status, 200);
    const { priority, about, tags, title } = await read(id);
    assert.deepEqual([priority, about, tags, title], [1, '后勤', ['水电'], '热水不热']);
    assert.deepEqual(refusal(await t.route(routes.close, zhang, await versioned(id))), [422, '尚未解决，请填写关闭原因']);
    assert.equal((await t.route(routes.update, zhang, { id, version: 99, title: '甲' })).status, 409);
  });
});

describe('groups', () => {
  it('give a ticket to who has the fewest, and hear of it', async () => {
    const made = await t.route(ticketGroups.create, chief, { name: '后勤组', headId: chief.userId, memberIds: [zhang.userId, li.userId] });
    assert.equal(made.status, 200);
    const groupId = made.data as number;
    const [first] = (await t.route(routes.owners, zhang, { groupId })).data as { userId: number; open: number }[];
    const id = await create({ groupId });
    assert.equal((await read(id)).ownerId, first?.userId);
    await t.route(routes.assign, zhang, { ...(await versioned(id)), ownerId: li.userId, groupId });
    assert.equal((await read(id)).ownerId, li.userId);
    assert.ok((await messages(li)).includes('有诉求分配给您，请处理'));
    const empty = (await t.route(ticketGroups.create, chief, { name: '空组' })).data as number;
    const nobody = await t.route(routes.assign, zhang, { ...(await versioned(id)), groupId: empty, byLoad: true });
    assert.deepEqual(refusal(nobody), [422, '没有可分配的人员']);
    const missing = await t.route(routes.assign, zhang, { ...(await versioned(id)), groupId: 999_999 });
    assert.deepEqual(refusal(missing), [422, '诉求小组不存在']);
    const gone = await t.route(routes.assign, zhang, { ...(await versioned(id)), ownerId: stranger.userId });
    assert.deepEqual(refusal(gone), [422, '人员不存在或已停用']);
    assert.deepEqual(refusal(await t.route(ticketGroups.remove, chief, { id: groupId })), [422, '小组还有未关闭的诉求，请先改分配']);
    assert.equal((await t.route(ticketGroups.remove, chief, { id: empty })).status, 200);
    const twice = await t.route(ticketGroups.create, chief, { name: '后勤组' });
    assert.deepEqual(refusal(twice), [409, '已有同名的诉求小组']);
    const foreign = await t.route(ticketGroups.update, chief, { id: groupId, name: '后勤组', memberIds: [stranger.userId] });
    assert.deepEqual(refusal(foreign), [422, '小组成员不存在']);
    assert.deepEqual(refusal(await t.route(ticketGroups.update, chief, { id: groupId, name: '后勤组', headId: 999_999 })), [
      422,
      '组长不存在',
    ]);
    assert.deepEqual(refusal(await t.route(ticketGroups.update, chief, { id: groupId, name: '后勤组', deptId: 999_999 })), [
      422,
      '部门不存在',
    ]);
    const row = (await t.route(ticketGroups.get, chief, { id: groupId })).data;
    assert.deepEqual(row.memberNames, ['张敏', '李娜']);
  });

  it('canned answers are one of a title', async () => {
    const reply = { title: '已收到', text: '{诉求人}您好，已收到。' };
    assert.equal((await t.route(ticketReplies.create, chief, reply)).status, 200);
    assert.deepEqual(refusal(await t.route(ticketReplies.create, chief, reply)), [409, '已有同名的常用回复']);
    assert.deepEqual(
      (await t.route(ticketReplies.choices, zhang)).data.map((one: { title: string }) => one.title),
      ['已收到'],
    );
    assert.equal((await t.route(ticketReplies.create, zhang, reply)).status, 403);
  });
});

describe('a ticket from elsewhere', () => {
  it('names what it comes from, and its person', async () => {
    const oldmanId = await person(t, tenant, '赵桂英');
    const warningId = await warning(t, tenant, oldmanId);
    const id = await create({ source: { kind: 'warning', id: warningId } });
    const { source, sourceId, sourceText, oldmanName } = await read(id);
    assert.deepEqual([source, sourceId, oldmanName], ['warning', warningId, '赵桂英']);
    assert.match(sourceText, /SOS/);
    const form = { title: '甲', text: '乙' };
    assert.equal((await t.route(routes.create, li, { ...form, source: { kind: 'warning', id: warningId } })).status, 403);
    const nothing = await t.route(routes.create, zhang, { ...form, source: { kind: 'warning', id: 999_999 } });
    assert.deepEqual(refusal(nothing), [404, '预警不存在']);
    const call = await t.route(routes.create, zhang, { ...form, source: { kind: 'call', id: 1 } });
    assert.deepEqual(refusal(call), [422, '该来源不能手工登记']);
    const visitor = await t.route(routes.create, chief, { ...form, source: { kind: 'visitor', id: 1 } });
    assert.deepEqual(refusal(visitor), [404, '访客登记不存在']);
    assert.equal((await t.route(routes.create, chief, { ...form, source: { kind: 'workorder', id: 1 } })).status, 404);
    assert.equal((await t.route(routes.create, chief, { ...form, source: { kind: 'questionnaire-result', id: 1 } })).status, 404);
    const far = await t.route(routes.create, stranger, { ...form, oldmanId });
    assert.deepEqual(refusal(far), [404, '服务对象不存在']);
  });
});

describe('who looks at a ticket', () => {
  it('is seen by the others, with what they do, until they leave', async () => {
    const id = await create();
    const others = async (as: TestUser) => (await t.route(routes.viewers, as, { id })).data;
    await t.route(routes.sign, zhang, { id });
    assert.deepEqual(await others(zhang), []);
    assert.deepEqual(await others(li), [{ userId: zhang.userId, userName: '张敏', typing: false }]);
    await t.route(routes.sign, zhang, { id, typing: true });
    assert.equal((await others(li))[0].typing, true);
    await t.route(routes.sign, zhang, { id, leaving: true });
    assert.deepEqual(await others(li), []);
    await t.route(routes.sign, zhang, { id });
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update ticket_viewers set seen_at = seen_at - interval '1 hour' where tenant_id = ${tenant}`),
    );
    assert.deepEqual(await others(li), [], 'a page that says nothing any more');
    assert.equal((await t.route(routes.sign, stranger, { id })).status, 404);
  });
});

describe('settings', () => {
  it('are one row, saved over what was read, and make sense', async () => {
    const { path: _none, ...settings } = (await t.route(ticketSettings.get, chief)).data;
    assert.equal(settings.version, 0);
    const save = (more: object) => t.route(ticketSettings.update, chief, { ...settings, ...more });
    assert.deepEqual(refusal(await save({ hours: [] })), [400, '请至少设置一个服务时段']);
    assert.deepEqual(refusal(await save({ firstMinutes: [9000, 9000, 9000, 9000] })), [400, '首次回复时限不能长于解决时限']);
    assert.deepEqual(refusal(await save({ answerDays: 20 })), [400, '投诉的答复期限不能长于办结期限']);
    assert.deepEqual(refusal(await save({ groupId: 999_999 })), [422, '诉求小组不存在']);
    assert.equal((await save({ remindMinutes: 60 })).status, 200);
    assert.deepEqual(refusal(await save({ remindMinutes: 10 })), [409, '诉求设置已被他人修改，请刷新后重试']);
    assert.equal((await t.route(ticketSettings.get, chief)).data.remindMinutes, 60);
    assert.equal((await t.route(ticketSettings.update, zhang, settings)).status, 403);
  });
});
