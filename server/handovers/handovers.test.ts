import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import { handoverStates } from '#contract/handovers/handover-commands.rules.ts';
import { handovers as routes } from '#contract/handovers/handovers.ts';
import { now } from '#contract/screens/now.ts';
import { textOf } from '#contract/time.ts';
import { person, warning } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

const NURSE = [
  'shift_handover_view',
  'shift_handover_add',
  'shift_handover_receive',
  'warning_devicewarning_view',
  'tenant_health_view',
  'members_workorder_view',
  'members_oldman_view',
];

let t: Harness;
let tenant: number;
let [zhang, li, wang] = [] as unknown as TestUser[] as [TestUser, TestUser, TestUser];
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  zhang = await t.user(tenant, { name: '张敏', permissions: NURSE, dataScope: 1 });
  li = await t.user(tenant, { name: '李娜', permissions: NURSE, dataScope: 1 });
  wang = await t.user(tenant, { name: '王芳', permissions: NURSE, dataScope: 1 });
});
after(() => t.close());

const run = (query: RawBuilder<unknown>) => t.deps.inTenant(tenant, (tx) => tx.run(query));
const read = async (as: TestUser, id: number) => (await t.route(routes.get, as, { id })).data;
const write = async (as: TestUser): Promise<number> => (await t.route(routes.create, as)).data as number;
const span = { startTime: textOf(Date.now() - 8 * 3_600_000), endTime: textOf(Date.now() + 60_000) };
const waiting = async (as: TestUser) =>
  ((await t.route(now.read, as, { kind: 'handover' })).data as { rows: { id: number; name: string; text: string }[] }).rows;

async function signed(as: TestUser, receiverId: number | null = null): Promise<number> {
  const id = await write(as);
  const { version } = await read(as, id);
  assert.equal((await t.route(routes.update, as, { id, version, ...span, receiverId, alarms: '无特殊' })).status, 200);
  assert.equal((await t.route(routes.sign, as, { id, version: version + 1 })).status, 200);
  return id;
}

describe('a shift handover', () => {
  it('begins with a text of what happened in the shift', async () => {
    const old = await person(t, tenant, '王秀英');
    await person(t, tenant, '李建国');
    await warning(t, tenant, old);
    await run(sql`update people set status = 3, created_at = now() - interval '9 days' where tenant_id = ${tenant} and name = '李建国'`);
    await run(sql`insert into threshold_states (tenant_id, person_id, metric, level) values (${tenant}, ${old}, 1, 3)`);
    await run(sql`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, complete_by)
      values (${tenant}, 'GD20260305001', 1, ${old}, '王秀英', '', '', now())`);
    await run(sql`delete from reading_dues where tenant_id = ${tenant}`);
    await run(sql`insert into reading_dues (tenant_id, person_id, metric, hours, warns, due_at, missing_since) values
      (${tenant}, ${old}, 2, 24, false, now(), now()), (${tenant}, ${old}, 3, 24, false, now(), now())`);
    const id = await write(zhang);
    const made = await read(zhang, id);
    assert.match(made.alarms, /SOS求助 王秀英（3号楼 3层 302-\w+ 1床）：未处理/);
    assert.match(made.vitals, /王秀英（.*）：心率偏高/);
    assert.match(made.orders, /工单 王秀英（.*）：待派单.*（GD20260305001）/);
    assert.match(made.measurements, /王秀英（.*）：血压，自 .* 缺测/);
    assert.match(made.people, /李建国（.*）：住院\n王秀英（.*）：本班新入/);
    assert.deepEqual([made.state, made.authorName, made.receiverName, made.remarks], [handoverStates.draft, '张敏', null, '']);
    assert.equal(await write(zhang), id, 'one draft at a time');
    const { data } = await t.route(routes.draft, zhang, span);
    assert.match(data.alarms, /SOS求助/);
  });

  it('covers the shift of the roster', async () => {
    const { userId } = await t.user(tenant, { permissions: NURSE });
    const nurse = await t.user(tenant, { permissions: NURSE });
    await run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
      values (${tenant}, ${nurse.userId}, now() - interval '5 hours', now() + interval '3 hours'), (${tenant}, ${userId}, now(), now() + interval '1 hour')`);
    const { startTime, endTime } = await read(nurse, await write(nurse));
    const hours = (Date.parse(endTime) - Date.parse(startTime)) / 3_600_000;
    assert.equal(Math.round(hours), 8);
  });

  it('is seen by its author alone while it is a draft', async () => {
    const id = await write(zhang);
    assert.deepEqual(refusal(await t.route(routes.get, li, { id })), [404, '交接班记录不存在']);
    assert.deepEqual((await t.route(routes.page, li)).data.records, []);
    assert.equal((await t.route(routes.page, zhang)).data.total, 1);
    const { version } = await read(zhang, id);
    const change = { id, version, ...span, alarms: '改' };
    assert.deepEqual(refusal(await t.route(routes.update, li, change)), [404, '交接班记录不存在']);
    assert.deepEqual(refusal(await t.route(routes.remove, li, { id })), [404, '交接班记录不存在']);
  });

  it('refuses a span that is none, a receiver who is none, and a stale version', async () => {
    const id = await write(zhang);
    const { version } = await read(zhang, id);
    const change = (more: object) => t.route(routes.update, zhang, { id, version, ...span, ...more });
    assert.deepEqual(refusal(await change({ endTime: span.startTime })), [400, '班次的结束时间应晚于开始时间']);
    assert.deepEqual(refusal(await change({ startTime: '2020-01-01 00:00:00' })), [400, '一个班次最长36小时']);
    assert.deepEqual(refusal(await change({ receiverId: 999_999 })), [422, '人员不存在或已停用']);
    assert.deepEqual(refusal(await change({ receiverId: zhang.userId })), [422, '交班人和接班人不能是同一人']);
    assert.deepEqual(refusal(await change({ version: version + 7 })), [409, '交接班记录已被修改，请刷新后重试']);
    assert.deepEqual(refusal(await t.route(routes.note, zhang, { id, text: ' ' })), [400, '请填写备注']);
    assert.deepEqual(refusal(await t.route(routes.note, zhang, { id, text: '早了' })), [422, '草稿请直接修改，签名后才能补充备注']);
    assert.equal((await read(zhang, id)).version, version);
  });

  it('is signed by both, one after the other, and only gets remarks afterwards', async () => {
    const id = await signed(zhang);
    assert.deepEqual(
      (await waiting(li)).map(({ id: one, name, text }) => [one, name, text]),
      [[id, '张敏', '的交接']],
    );
    assert.deepEqual(await waiting(zhang), []);
    const { version } = await read(li, id);
    const change = { id, version, ...span, alarms: '事后' };
    assert.deepEqual(refusal(await t.route(routes.update, zhang, change)), [409, '交接班记录待接班，不能修改']);
    assert.deepEqual(refusal(await t.route(routes.receive, zhang, { id, version })), [422, '交班人和接班人不能是同一人']);
    // Two press at once: one takes over.
    const both = await Promise.all([li, wang].map((as) => t.route(routes.receive, as, { id, version })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const done = await read(zhang, id);
    const taker = both[0]?.status === 200 ? '李娜' : '王芳';
    assert.deepEqual([done.state, done.receiverName], [handoverStates.received, taker]);
    assert.ok(done.signTime && done.receiveTime);
    for (const [route, input] of [
      [routes.update, { ...change, version: done.version }],
      [routes.sign, { id, version: done.version }],
      [routes.recall, { id, version: done.version }],
      [routes.remove, { id }],
    ] as const)
      assert.equal((await t.route(route, zhang, input)).status, 409);
    assert.equal((await t.route(routes.note, li, { id, text: '补：302 已换药' })).status, 200);
    assert.deepEqual(
      (await read(zhang, id)).notes.map(({ text, userName }: { text: string; userName: string }) => [text, userName]),
      [['补：302 已换药', '李娜']],
    );
    assert.deepEqual(await waiting(wang), []);
  });

  it('may be called back before it is taken over, and deleted as a draft', async () => {
    const id = await signed(zhang);
    const { version } = await read(zhang, id);
    assert.deepEqual(refusal(await t.route(routes.recall, li, { id, version })), [403, '只有交班人可以修改和签名']);
    assert.equal((await t.route(routes.recall, zhang, { id, version })).status, 200);
    assert.equal((await t.route(routes.remove, zhang, { id })).status, 200);
    assert.equal((await t.route(routes.get, zhang, { id })).status, 404);
  });

  it('waits for the picked one, who is told', async () => {
    const id = await signed(zhang, wang.userId);
    const { version } = await read(li, id);
    assert.deepEqual(refusal(await t.route(routes.receive, li, { id, version })), [422, '该交接班指定了其他接班人']);
    assert.deepEqual([(await waiting(li)).length, (await waiting(wang)).length], [0, 1]);
    const told = await t.deps.inTenant(tenant, (tx) =>
      tx.row<{ title: string }>(sql`select title from messages where tenant_id = ${tenant} and recipient_id = ${wang.userId}`),
    );
    assert.equal(told?.title, '张敏的交接等待您接班');
    assert.equal((await t.route(routes.receive, wang, { id, version })).status, 200);
  });

  it('is found by state, day and either person, in its own tenant', async () => {
    const found = async (input: object) => (await t.route(routes.page, li, input as Record<string, unknown>)).data.total;
    const today = textOf(Date.now() - 8 * 3_600_000).slice(0, 10);
    assert.ok((await found({ state: 3 })) >= 2);
    assert.equal(await found({ userName: '王芳', state: 2 }), 0);
    assert.ok((await found({ userName: '张' })) >= 2);
    assert.ok((await found({ startDate: today, endDate: today })) >= 2);
    assert.equal(await found({ endDate: '2020-01-01' }), 0);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(routes.page, stranger)).data.total, 0);
  });
});
