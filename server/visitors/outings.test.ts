import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { HOUR, textOf } from '#contract/time.ts';
import { people } from '#contract/elderly/people.ts';
import { messages } from '#contract/messages/messages.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { outings as routes } from '#contract/visitors/outings.ts';
import { person } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { sweepVisitors } from './visitor-sweeps.ts';

let t: Harness;
let tenant: number;
let desk: TestUser;
let old: number;
let shift = 0;
const clock = () => Date.now() + shift;
/** Time passes; who is signed in stays so. */
async function pass(ms: number): Promise<void> {
  shift += ms;
  const later = textOf(clock() + 8 * HOUR);
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update sessions set last_seen_at = ${textOf(clock())}, access_expires_at = ${later}, refresh_expires_at = ${later},
      absolute_expires_at = ${later} where tenant_id = ${tenant}`),
  );
}
before(async () => {
  t = await harness({ now: clock });
  tenant = await t.tenant();
  desk = await t.user(tenant, {
    name: '李娜',
    permissions: ['business_bcvisitorsrecord_view', 'business_bcvisitor_desk', 'members_oldman_view'],
    dataScope: 1,
  });
  old = await person(t, tenant, '王秀英');
  await t.deps.inTenant(tenant, (tx) => tx.run(sql`update beds set status = 2 where tenant_id = ${tenant}`));
});
after(() => t.close());

const add = (more: object = {}, as = desk) =>
  t.route(routes.create, as, {
    oldmanId: old,
    companionName: '王强',
    companionPhone: '13800138000',
    relation: 2,
    destination: '回家过节',
    leaveTime: textOf(clock()),
    dueTime: textOf(clock() + 4 * HOUR),
    ...more,
  });
const read = async (id: number) => (await t.route(routes.get, desk, { id })).data;
/** State of the resident and of the bed. */
const states = async () => {
  const { data } = await t.route(people.get, desk, { id: old });
  const bed = await t.deps.inTenant(tenant, (tx) =>
    tx.row<{ status: number }>(sql`select status from beds where tenant_id = ${tenant} and id = ${data.bedId}`),
  );
  return [data.status, bed?.status];
};

describe('an outing', () => {
  it('takes the resident out of the house and brings them back, with the bed', async () => {
    assert.deepEqual(refusal(await add({ dueTime: textOf(clock() - HOUR) })), [400, '预计返回时间应晚于离开时间']);
    assert.deepEqual(refusal(await add({ leaveTime: '2020-01-01 08:00:00', dueTime: '2020-01-01 09:00:00' })), [
      422,
      '计划离开日期已过，已经离开的请按“登记并离开”补登',
    ]);
    assert.deepEqual(refusal(await add({ dueTime: textOf(clock() + 40 * 24 * HOUR) })), [400, '一次外出最长31天，更久请办理请假']);
    assert.deepEqual(refusal(await add({ destination: '' })), [400, '请填写去向']);
    const { data: id } = await add();
    assert.deepEqual(await states(), [1, 2]);
    assert.deepEqual(refusal(await add()), [409, '该服务对象已有未结束的外出登记']);
    const { version } = await read(id);
    const all = await Promise.all(Array.from({ length: 20 }, () => t.route(routes.leave, desk, { id, version })));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, ...Array(19).fill(409)]);
    assert.deepEqual(await states(), [2, 3]);
    const out = await read(id);
    const { oldmanId, companionName, companionPhone, destination, leaveTime } = out;
    const form = { oldmanId, companionName, companionPhone, destination, leaveTime, dueTime: textOf(clock() + 6 * HOUR) };
    const change = () => t.route(routes.update, desk, { ...form, id, version: out.version });
    assert.equal((await change()).status, 200);
    assert.deepEqual(refusal(await change()), [409, '外出登记已被修改，请刷新后重试']);
    assert.equal((await t.route(routes.return, desk, { id, version: out.version + 1 })).status, 200);
    assert.deepEqual(await states(), [1, 2]);
    assert.deepEqual([(await read(id)).state, (await read(id)).returnedBy], [3, '李娜']);
  });

  it('leaves at once, is told of once when it takes too long, and waits in 现在', async () => {
    const made = await add({ leaves: true });
    assert.equal(made.status, 200, String(made.msg));
    const id = made.data as number;
    assert.deepEqual(await states(), [2, 3]);
    await pass(5 * HOUR);
    await sweepVisitors(t.deps, clock(), 1000);
    await sweepVisitors(t.deps, clock(), 1000);
    const told = (await t.route(messages.page, desk, { a: 0, b: 'all', kind: 'visitor' })).data.records;
    assert.deepEqual(
      told.map(({ title }: { title: string }) => title),
      ['外出超时未归'],
    );
    const waiting = (await t.route(nowRoutes.read, desk, { kind: 'outing_overdue' })).data.rows;
    assert.deepEqual(
      waiting.map(({ name, note }: { name: string; note: string }) => [name, note]),
      [['王秀英', '王强 13800138000']],
    );
    // Meanwhile in hospital: the return of the outing does not bring them back.
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set status = 3 where tenant_id = ${tenant} and id = ${old}`));
    const { version } = await read(id);
    assert.equal((await t.route(routes.return, desk, { id, version })).status, 200);
    assert.equal((await states())[0], 3);
    assert.deepEqual(refusal(await add({ leaves: true })), [422, '该服务对象目前不在院内，不能登记外出']);
  });

  it('is called off with a reason, and seen in its own institution only', async () => {
    const { data: id } = await add();
    const { version } = await read(id);
    const stranger = await t.user(await t.tenant());
    await t.deps.inTenant(stranger.tenantId, (tx) =>
      tx.run(sql`update sessions set last_seen_at = ${textOf(clock())} where tenant_id = ${stranger.tenantId}`),
    );
    assert.equal((await t.route(routes.cancel, stranger, { id, version, reason: '无' })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.cancel, desk, { id, version, reason: '' })), [400, '请填写取消原因']);
    assert.equal((await t.route(routes.cancel, desk, { id, version, reason: '改期' })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.leave, desk, { id, version: version + 1 })), [409, '该外出已取消，不能登记离开']);
    assert.deepEqual(refusal(await t.route(routes.get, desk, { id: 999_999 })), [404, '外出登记不存在']);
    const looks = await t.user(tenant, { permissions: ['business_bcvisitorsrecord_view'], dataScope: 1 });
    await pass(0);
    assert.equal((await add({}, looks)).status, 403);
    assert.equal((await t.route(routes.page, desk, { state: 4 })).data.total, 1);
  });
});

describe('an outing that is entered late', () => {
  const day = (days: number, time = '09:00:00') => `${textOf(clock() - days * 24 * HOUR).slice(0, 10)} ${time}`;
  const late = (from: string, until: string | null, more: object = {}) =>
    add({ leaves: true, leaveTime: from, dueTime: textOf(clock() + 24 * HOUR), returnTime: until, ...more });
  const tasks = () =>
    t.deps.inTenant(tenant, (tx) =>
      tx.rows<{ state: number; reason: number | null; user_name: string | null; note: string | null }>(sql`
        select state, reason, user_name, note from care_tasks where tenant_id = ${tenant} and person_id = ${old} order by due_at`),
    );

  it('is refused with what is wrong about its times, and changes nothing', async () => {
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update outings set state = 4, left_at = null, returned_at = null where tenant_id = ${tenant}`),
    );
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set status = 1 where tenant_id = ${tenant}`));
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update beds set status = 2 where tenant_id = ${tenant}`));
    assert.deepEqual(refusal(await add({ returnTime: textOf(clock()) })), [400, '没有离开，不能登记返回时间']);
    assert.deepEqual(refusal(await late(day(3), day(4))), [400, '预计返回时间应晚于离开时间']);
    assert.deepEqual(refusal(await late(day(3), textOf(clock() + HOUR))), [422, '返回时间不能晚于现在']);
    assert.deepEqual(refusal(await late(day(40), day(38))), [422, '只能补登31天内的外出和住院']);
    assert.equal((await late(day(10), day(8))).status, 200);
    const text = `与${day(10).slice(0, 16)}至${day(8).slice(0, 16)}的外出登记重叠，请核对时间`;
    assert.deepEqual(refusal(await late(day(9), day(7))), [422, text]);
    assert.deepEqual(refusal(await late(day(9), null)), [422, text]);
    assert.equal((await late(day(8), day(7))).status, 200, 'one that begins when the other ended');
    assert.deepEqual(await states(), [1, 2], 'who is back stays so');
  });

  it('makes care that was due meanwhile not missed, and says what was entered as done', async () => {
    await t.deps.inTenant(tenant, async (tx) => {
      const plan = await tx.row<{ id: number }>(sql`
        insert into care_plans (tenant_id, person_id, serial, state, starts_at, ends_at, next_review_on, created_name)
        values (${tenant}, ${old}, 1, 3, ${day(20)}, ${day(1)}, date '2099-01-01', '李娜') returning id`);
      const one = await tx.row<{ id: number }>(sql`
        insert into care_interventions (tenant_id, plan_id, name, kind, mode, clocks, before_minutes, after_minutes, minutes)
        values (${tenant}, ${plan!.id}, '翻身', 'turn', 'clock', '{10:00}', 30, 60, 10) returning id`);
      for (const [days, done] of [
        [6, false],
        [5, false],
        [4, true],
        [2, false],
      ] as const)
        await tx.run(sql`
          insert into care_tasks (tenant_id, intervention_id, person_id, opens_at, due_at, closes_at, state, done_at, entered_at,
            user_id, user_name)
          values (${tenant}, ${one!.id}, ${old}, ${day(days, '09:30:00')}, ${day(days, '10:00:00')}, ${day(days, '11:00:00')},
            ${done ? 2 : 1}, ${done ? day(days, '10:05:00') : null}, ${done ? day(days, '10:05:00') : null}, ${done ? desk.userId : null},
            ${done ? '李娜' : null})`);
    });
    const before = (await t.route(messages.page, desk, { a: 0, b: 'all' } as never)).data.total;
    assert.equal((await late(day(6, '09:00:00'), day(3, '09:00:00'), { kind: 2 })).status, 200);
    assert.deepEqual(
      (await tasks()).map(({ state, reason, user_name, note }) => [state, reason, user_name, note]),
      [
        [3, 2, '李娜', '补登外出'],
        [3, 2, '李娜', '补登外出'],
        [2, null, '李娜', null],
        [1, null, null, null],
      ],
    );
    const { records, total } = (await t.route(messages.page, desk, { a: 0, b: 'all' } as never)).data;
    assert.equal(total, before + 1);
    assert.deepEqual([records[0].title, records[0].text], ['请核对王秀英外出期间的照护记录', '登记外出的时间内有1项照护任务已记为完成']);
  });

  it('of who is still in hospital marks them so since then, and brings them back', async () => {
    const made = await late(day(2, '08:00:00'), null, { kind: 2 });
    assert.equal(made.status, 200, String(made.msg));
    assert.deepEqual(await states(), [3, 3]);
    assert.deepEqual((await tasks()).at(-1)!.state, 3);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update outings set due_at = ${textOf(clock() - HOUR)} where tenant_id = ${tenant} and id = ${made.data}`),
    );
    await sweepVisitors(t.deps, clock(), 1000);
    const [told] = (await t.route(messages.page, desk, { a: 0, b: 'all', kind: 'visitor' })).data.records;
    assert.equal(told.title, '住院超过预计返回时间');
    const { version, leftTime, state } = await read(made.data);
    assert.deepEqual([leftTime, state], [day(2, '08:00:00'), 2]);
    assert.deepEqual(refusal(await late(day(1), textOf(clock() - HOUR))).at(0), 422);
    assert.equal((await t.route(routes.return, desk, { id: made.data, version, time: day(1, '08:00:00') })).status, 200);
    assert.deepEqual((await states())[0], 1);
  });

  it('is not entered before the admission, after a leave day, or of who has left', async () => {
    const admitted = day(5).slice(0, 10);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into admissions (tenant_id, number, state, enter_type, person_id, person_name, admit_on, ends_on, bed_fen, care_fen,
          meal_fen, other_fen, deposit_fen, signer_name, user_id, user_name, admitted_at, admitted_by)
        values (${tenant}, 'RZ20200101001', 6, 1, ${old}, '王秀英', ${admitted}, date '2099-01-01', 0, 0, 0, 0, 0, '王强', ${desk.userId},
          '李娜', now(), '李娜')`),
    );
    assert.deepEqual(refusal(await late(day(7, '10:00:00'), day(6, '08:00:00'))), [422, `离开时间早于入住日期${admitted}，请核对`]);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into checkouts (tenant_id, number, person_id, person_name, leave_on, destination, reason, user_id, user_name)
        values (${tenant}, 'TZ20200101001', ${old}, '王秀英', ${day(1).slice(0, 10)}, 1, '回家', ${desk.userId}, '李娜')`),
    );
    const leaves = day(1).slice(0, 10);
    assert.deepEqual(refusal(await late(textOf(clock()), null)), [422, `该服务对象${leaves}退住，不能登记之后的外出和住院`]);
    await t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set status = 4 where tenant_id = ${tenant} and id = ${old}`));
    assert.deepEqual(refusal(await late(day(1), textOf(clock() - HOUR))), [422, '该服务对象已离开机构，费用已结算，不能登记外出或住院']);
  });
});
