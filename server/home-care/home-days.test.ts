import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { homeDays as routes } from '#contract/home-care/home-days.ts';
import { visitPhaseOf } from '#contract/home-care/home-days.rules.ts';
import { instantOf, MINUTE, nextDay, textOf } from '#contract/time.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person } from '#test/care.ts';
import { homeHouse, VIEW, type HomeHouse } from '#test/home-care.ts';

let h: HomeHouse;
let other: number;
before(async () => {
  h = await homeHouse();
  other = await h.atHome('李建国');
});
after(() => h.t.close());

const place = { oldmanPhone: '13911112222', oldmanAddress: '北京市东城区景山前街4号' };
async function visit(serverTime: string, more: { oldmanId?: number; serverUserId?: number | null } = {}): Promise<number> {
  const { oldmanId = h.old, serverUserId = h.carer.userId } = more;
  const jobLists = [{ serverProjectId: h.projectId, serverTime, serverUserId }];
  const made = await h.t.route(workOrders.create, h.chief, { oldmanId, ...place, jobLists });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
}
/** So many minutes from now, on the clock. */
const at = (minutes: number) => textOf(Date.now() + minutes * MINUTE);

describe('the day over homes', () => {
  it('has unassigned visits first, then late ones, in the phases of the rule', async () => {
    const day = h.inDays(-1);
    const [first, second] = [await visit(`${day} 09:00:00`), await visit(`${day} 10:00:00`, { oldmanId: other, serverUserId: null })];
    const done = await visit(`${day} 08:00:00`, { oldmanId: other });
    const where = { lng: 116.39, lat: 39.9, address: '家中' };
    for (const step of [workOrders.start, workOrders.finish])
      assert.equal((await h.t.route(step, h.carer, { id: done, ...where })).status, 200);
    // Who lives in the house is no home.
    const inHouse = await person(h.t, h.tenant, '住在院里');
    await visit(`${day} 09:00:00`, { oldmanId: inHouse });
    const { data } = await h.t.route(routes.page, h.chief, { day });
    assert.deepEqual(
      data.records.map(({ workOrderId, phase }: any) => [workOrderId, phase]),
      [
        [second, 1],
        [first, 2],
        [done, 7],
      ],
    );
    assert.equal(data.total, 3);
    const counts = (await h.t.route(routes.counts, h.chief, { day })).data;
    assert.deepEqual(counts, {
      phases: [
        { phase: 1, count: 1 },
        { phase: 2, count: 1 },
        { phase: 7, count: 1 },
      ],
      visits: 3,
      homes: 2,
    });
    const only = async (search: object) => {
      const { records } = (await h.t.route(routes.page, h.chief, { day, ...search })).data;
      return records.map((row: any) => row.workOrderId);
    };
    assert.deepEqual(await only({ phase: 7 }), [done]);
    assert.deepEqual(await only({ userName: '建国', by: 'time' }), [done, second]);
    assert.deepEqual(await only({ serverUserId: h.carer.userId, by: 'time' }), [done, first]);
    assert.deepEqual(await only({ by: 'person' }), [done, second, first]);
    assert.deepEqual(await only({ by: 'carer' }), [done, first, second]);
  });

  it('says the same phase as visitPhaseOf, at the minute', async () => {
    const today = h.inDays(0);
    for (const minutes of [-60, -46, -44, -1, 1, 30]) if (at(minutes).startsWith(today)) await visit(at(minutes));
    const { records } = (await h.t.route(routes.page, h.chief, { day: today, size: 50 })).data;
    assert.ok(records.length > 0);
    for (const { serverTime, minutes, phase } of records)
      assert.equal(phase, visitPhaseOf({ status: 2, startsAt: instantOf(serverTime), minutes }, Date.now()), serverTime);
  });

  it('is one home with its week and what was booked', async () => {
    await h.area();
    const row = await h.booked();
    await h.t.deps.inTenant(h.tenant, (tx) => tx.run(sql`update people set remarks = '门铃坏了，请打电话' where id = ${h.old}`));
    const { data } = await h.t.route(routes.get, h.chief, { id: h.old, day: h.inDays(-1) });
    assert.deepEqual([data.userName, data.remarks, data.flags], ['王秀英', '门铃坏了，请打电话', ['跌倒高危']]);
    assert.match(data.areaName, /^东城片区/);
    assert.ok(data.visits.every(({ oldmanId }: any) => oldmanId === h.old));
    assert.ok(data.visits.some(({ serverTime }: any) => serverTime.startsWith(h.inDays(-1))));
    assert.deepEqual(
      data.bookings.map(({ id, projectNames }: any) => [id, projectNames]),
      [[row.id, '助浴']],
    );
    const later = (await h.t.route(routes.get, h.chief, { id: h.old, day: nextDay(h.today(), 30) })).data;
    assert.deepEqual(later.visits, []);
  });

  it('shows a carer her own visits, and no user those of another institution', async () => {
    const day = h.inDays(-1);
    const mine = (await h.t.route(routes.page, h.carer, { day })).data.records;
    assert.ok(mine.length === 2 && mine.every(({ serverUserId }: any) => serverUserId === h.carer.userId));
    const colleague = await h.t.user(h.tenant, { permissions: VIEW, dataScope: 3 });
    assert.equal((await h.t.route(routes.counts, colleague, { day })).data.visits, 0);
    assert.equal((await h.t.route(routes.get, colleague, { id: h.old, day })).status, 404);
    const stranger = await h.t.user(await h.t.tenant('别家'), {});
    assert.equal((await h.t.route(routes.get, stranger, { id: h.old, day })).status, 404);
    assert.equal((await h.t.route(routes.page, stranger, { day })).data.total, 0);
    const unentitled = await h.t.user(h.tenant, { permissions: ['members_oldman_view'] });
    assert.equal((await h.t.route(routes.page, unentitled, { day })).status, 403);
  });
});
