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
    assert.deepEqual(refusal(await add({ leaveTime: '2020-01-01 08:00:00', dueTime: '2020-01-01 09:00:00' })), [422, '计划离开日期已过']);
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
