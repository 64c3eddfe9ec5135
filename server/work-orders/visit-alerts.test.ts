import { MINUTE, textOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { alertOverdueVisits } from './visit-alerts.ts';

let t: Harness;
let desk: TestUser;
let carer: TestUser;
let oldmanId: number;
let bath: number;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  desk = await t.user(tenant, { name: '前台' });
  carer = await t.user(tenant, { name: '王芳', permissions: ['members_workorder_view', 'members_workorder_serve'] });
  oldmanId = await person(t, tenant);
  bath = (await project(t, desk, { name: '助浴' })).projectId;
});
after(() => t.close());

/** A whole minute, so that what the wire says is exactly it. */
const now = Math.floor(Date.now() / MINUTE) * MINUTE;
const at = (minutes: number) => textOf(now + minutes * MINUTE);
const create = async (serverTime: string, more: object = {}) => {
  const made = await t.route(workOrders.create, desk, {
    oldmanId,
    oldmanPhone: '13911112222',
    oldmanAddress: '北京市东城区景山前街4号',
    downTime: at(-1000),
    jobLists: [{ serverProjectId: bath, serverTime, ...more }],
  });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
};
const run = (minutes: number) => alertOverdueVisits(t.deps, now + minutes * MINUTE);
const inTenant = <T>(work: Parameters<typeof t.deps.inTenant<T>>[1]) => t.deps.inTenant(desk.tenantId, work);
/** Titles and texts of what a person was told of overdue visits since the last look. */
const told = async ({ userId }: TestUser) => {
  const rows = await inTenant((tx) =>
    tx.rows<{ title: string; text: string; link: string }>(
      sql`delete from messages where tenant_id = ${tx.tenantId} and recipient_id = ${userId} and title like '%服务超时%'
        returning title, text, link`,
    ),
  );
  return rows.map(({ title, text, link }) => [title, text, link]);
};
const read = async (id: number) => (await t.route(workOrders.get, desk, { id })).data.workOrder;
const clock = (minutes: number) => at(minutes).slice(5, 16);

describe('overdue visits', () => {
  it('that do not begin are told once, to dispatchers and to whoever should be there', async () => {
    const id = await create(at(10), { serverUserId: carer.userId });
    assert.equal(await run(24), 0, 'within the patience');
    assert.equal(await run(25), 1);
    assert.equal(await run(30), 0, 'once');
    const { workNo } = await read(id);
    const message = [
      '服务超时，请处理',
      `王秀英 助浴（${workNo}）：计划 ${clock(10)} 开始，王芳尚未签到`,
      `/order/workorder/detail?id=${id}`,
    ];
    assert.deepEqual(await told(desk), [message]);
    assert.deepEqual(await told(carer), [message]);
    const [job] = (await read(id)).workOrderJobs;
    assert.equal(job.workOrderJobLogs.at(-1).remarks, `超时提醒 计划 ${clock(10)} 开始，王芳尚未签到`);
    const timeline = (await t.route(workOrders.timeline, desk, { id })).data;
    assert.equal(timeline.at(-1).title, '超时提醒');
    // Moved to another time it is watched anew.
    const detail = await read(id);
    await t.route(workOrders.update, desk, {
      id,
      oldmanId,
      oldmanPhone: detail.oldmanPhone,
      oldmanAddress: detail.oldmanAddress,
      jobLists: [{ id: job.id, serverProjectId: bath, serverTime: at(60), serverUserId: carer.userId }],
    });
    assert.deepEqual([await run(70), await run(75)], [0, 1]);
    await t.route(workOrders.cancel, desk, { id });
    await told(desk);
    await told(carer);
  });

  it('that do not end are told from when they began', async () => {
    const id = await create(at(-30), { serverUserId: carer.userId });
    assert.equal((await t.route(workOrders.start, carer, { id, occurredAt: at(-5) })).status, 200);
    assert.deepEqual([await run(54), await run(55), await run(56)], [0, 1, 0]);
    assert.match(String((await told(carer))[0]?.[1]), /尚未签退$/);
    assert.equal((await t.route(workOrders.finish, carer, { id })).status, 200);
    assert.equal(await run(60), 0);
    await told(desk);
  });

  it('begun at an odd moment are told once as well', async () => {
    const id = await create(at(-30), { serverUserId: carer.userId });
    assert.equal((await t.route(workOrders.start, carer, { id })).status, 200);
    const [first, second] = [await run(65), await run(66)];
    assert.deepEqual([first, second], [1, 0]);
    await t.route(workOrders.cancel, desk, { id });
    await told(desk);
    await told(carer);
  });

  it('that nobody was sent to are told when the time to answer is over, many in one message', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 5; index++) ids.push(await create(at(200)));
    // Two hours before the service somebody must be sent.
    assert.deepEqual([await run(79), await run(81)], [0, 5]);
    const news = await told(desk);
    assert.equal(news.length, 1, JSON.stringify(news));
    const [[title, text, link] = []] = news;
    assert.deepEqual([title, link], ['5项服务超时，请处理', '/order/workorder']);
    assert.match(String(text), /应在 .* 前派单，尚未派单；.*；等5项$/);
    assert.deepEqual(await told(carer), [], 'she was never named');
    for (const id of ids) await t.route(workOrders.cancel, desk, { id });
  });

  it('are told once, however many processes look', async () => {
    const id = await create(at(10), { serverUserId: carer.userId });
    const runs = await Promise.all([run(25), run(25), run(25), run(25)]);
    assert.equal(
      runs.reduce((sum, one) => sum + one, 0),
      1,
    );
    assert.equal((await told(carer)).length, 1);
    await t.route(workOrders.cancel, desk, { id });
    await told(desk);
  });

  it('of yesterday and of an institution that wants no alerts are nobody’s news', async () => {
    const settings = (await t.route(workOrderSettings.get, desk)).data;
    assert.deepEqual([settings.alerts, settings.alertMinutes], [true, 15]);
    for (const alertMinutes of [4, 241, null])
      assert.equal((await t.route(workOrderSettings.update, desk, { ...settings, alertMinutes })).status, 400);
    const id = await create(at(10), { serverUserId: carer.userId });
    assert.equal(await run(24 * 60 + 11), 0, 'a day later');
    assert.equal((await t.route(workOrderSettings.update, desk, { ...settings, alerts: false })).status, 200);
    assert.equal(await run(25), 0);
    const fresh = (await t.route(workOrderSettings.get, desk)).data;
    assert.equal((await t.route(workOrderSettings.update, desk, { ...fresh, alerts: true, alertMinutes: 60 })).status, 200);
    assert.deepEqual([await run(69), await run(70)], [0, 1]);
    assert.equal((await told(carer)).length, 1);
    await t.route(workOrders.cancel, desk, { id });
  });
});
