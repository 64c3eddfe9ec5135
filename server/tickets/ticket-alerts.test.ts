import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { messages as messageRoutes } from '#contract/messages/messages.ts';
import { ticketGroups, ticketSettings } from '#contract/tickets/ticket-settings.ts';
import { ticketStatistics as statistics } from '#contract/tickets/ticket-statistics.ts';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { DAY, HOUR, MINUTE, dayOf, instantOf, textOf } from '#contract/time.ts';
import { holidays } from '#contract/work-orders/work-order-plans.ts';
import { runCleanup, tasks } from '#server/cleanup.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

/** A Monday of next year at nine, so that no other clock is past it. */
const MONDAY = instantOf('2027-03-01 09:00');
let t: Harness;
let clock = Date.now();
let tenant: number;
let [chief, zhang] = [] as unknown as [TestUser, TestUser];
before(async () => {
  t = await harness({ now: () => clock });
  tenant = await t.tenant();
  chief = await t.user(tenant, { name: '院长' });
  zhang = await t.user(tenant, { name: '张敏' });
});
after(() => t.close());

/** The clock says another time, and nobody has to sign in again. */
async function move(instant: number): Promise<void> {
  clock = instant;
  const later = new Date(clock + 8 * HOUR).toISOString();
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update sessions set access_expires_at = ${later}, refresh_expires_at = ${later}, absolute_expires_at = ${later},
      last_seen_at = ${later} where tenant_id = ${tenant}`),
  );
}
const create = async (more: object = {}): Promise<number> =>
  (await t.route(routes.create, zhang, { title: '热水不热', text: '302没有热水', ownerId: zhang.userId, ...more })).data;
const read = async (id: number) => (await t.route(routes.get, chief, { id })).data;
const command = async (route: keyof typeof routes, id: number, more: object = {}) => {
  const { version } = await read(id);
  const answer = await t.route(routes[route], zhang, { id, version, ...more });
  assert.equal(answer.status, 200, String(answer.msg));
};
const sweep = () =>
  runCleanup(
    t.deps,
    tasks.filter(({ name }) => name === 'dueTickets'),
  );
/** What somebody was told of the times of a ticket. */
const alerts = async (as: TestUser, id: number): Promise<string[]> => {
  const { ticketNo } = await read(id);
  const rows = (await t.route(messageRoutes.page, as, { a: 0, b: 'all', size: 50 })).data.records as { title: string; text: string }[];
  return rows
    .filter(({ title, text }) => title.includes('超时') && text.startsWith(ticketNo))
    .map(({ title }) => title)
    .toReversed();
};

describe('the clock of tickets', () => {
  it('reminds once, tells once that it is late, also the head of the group, and makes nothing stale', async () => {
    await move(MONDAY);
    const groupId = (await t.route(ticketGroups.create, chief, { name: '后勤组', headId: chief.userId })).data as number;
    const id = await create({ groupId });
    const { firstDueTime, version } = await read(id);
    assert.equal(firstDueTime, '2027-03-01 14:30:00', 'four hours with the lunch break');
    await move(instantOf('2027-03-01 14:05'));
    await sweep();
    await sweep();
    assert.deepEqual(await alerts(zhang, id), ['诉求首次回复即将超时，请处理']);
    await move(instantOf('2027-03-01 14:31'));
    await sweep();
    await sweep();
    assert.deepEqual(await alerts(zhang, id), ['诉求首次回复即将超时，请处理', '诉求首次回复已超时，请立即处理']);
    assert.deepEqual(await alerts(chief, id), ['诉求首次回复已超时，请立即处理']);
    assert.equal((await read(id)).version, version);
    await command('answer', id, { text: '马上来' });
    assert.equal((await read(id)).firstMet, false);
  });

  it('stands while it waits for the asker, and a holiday that came later counts', async () => {
    await move(MONDAY + 7 * DAY);
    const id = await create({ priority: 2 });
    await command('answer', id, { text: '请问几点？', wait: true });
    await move(clock + 3 * HOUR);
    await sweep();
    assert.deepEqual(await alerts(zhang, id), []);
    await command('resume', id);
    // A day of 450 minutes from nine on, put off by three hours; 12:00 to 13:30 is lunch.
    assert.equal((await read(id)).dueTime, '2027-03-09 12:00:00');
    assert.equal((await t.route(holidays.create, chief, { day: '2027-03-09', name: '院庆', kind: 1 })).status, 200);
    await move(instantOf('2027-03-09 12:01'));
    await sweep();
    assert.deepEqual(await alerts(zhang, id), []);
    assert.equal((await read(id)).dueTime, '2027-03-10 12:00:00');
  });

  it('closes what has been solved for three days, and reckons anew when the settings change', async () => {
    await move(MONDAY + 14 * DAY);
    const [id, other] = [await create(), await create()];
    await command('solve', id, { result: '已修好' });
    const { path: _none, ...settings } = (await t.route(ticketSettings.get, chief)).data;
    const before = (await read(other)).dueTime;
    await t.route(ticketSettings.update, chief, { ...settings, firstMinutes: [30, 60, 60, 60] });
    await sweep();
    assert.notEqual((await read(other)).dueTime, before);
    assert.equal((await read(other)).dueTime, textOf(clock + HOUR));
    await move(clock + 3 * DAY - MINUTE);
    await sweep();
    assert.equal((await read(id)).state, 4);
    await move(clock + 2 * MINUTE);
    await sweep();
    const { state, logs } = await read(id);
    assert.deepEqual([state, logs[0].note, logs[0].userName], [5, '已解决满3天，自动关闭', '系统']);
  });
});

describe('figures of tickets', () => {
  it('are of the days asked for, without those that were merged', async () => {
    await move(MONDAY + 21 * DAY);
    const today = dayOf(clock);
    const [one, two, three] = [await create({ type: 2 }), await create(), await create()];
    await command('merge', three, { into: two });
    await move(clock + 90 * MINUTE);
    await command('answer', one, { text: '在查' });
    await move(clock + 30 * MINUTE);
    await command('solve', one, { result: '已道歉' });
    const { data } = await t.route(statistics.read, chief, { startDate: today, endDate: today });
    assert.deepEqual(
      [data.total, data.open, data.solved, data.first, data.solve],
      [2, 1, 1, { count: 1, p50: 90, p90: 90, met: 0 }, { count: 1, p50: 120, p90: 120, met: 1 }],
    );
    assert.deepEqual(data.byType.map(({ type, total }: { type: number; total: number }) => [type, total]).toSorted(), [
      [1, 1],
      [2, 1],
    ]);
    assert.equal(data.byMonth[0].month, '2027-03');
    assert.equal(data.byOwner[0].ownerName, '张敏');
    const year = await t.route(statistics.read, chief, { startDate: '2025-01-01', endDate: today });
    assert.deepEqual(refusal(year), [400, '一次最多统计366天']);
    assert.deepEqual(refusal(await t.route(statistics.read, chief, { startDate: today, endDate: '2020-01-01' })), [
      400,
      '开始日期不能晚于结束日期',
    ]);
  });

  it('the register says of each complaint whether it was answered and has its result in time', async () => {
    await move(MONDAY + 28 * DAY);
    const startDate = dayOf(clock);
    const [late, kept, open] = [await create({ type: 2, about: '食堂' }), await create({ type: 2 }), await create({ type: 2 })];
    await create();
    await command('solve', kept, { result: '已道歉' });
    await move(clock + 8 * DAY);
    await command('answer', late, { text: '在查' });
    const rows = (await t.route(statistics.register, chief, { startDate, size: 50 })).data.records as any[];
    const of = (id: number) => rows.find((row) => row.id === id);
    assert.equal(rows.length, 3);
    assert.deepEqual([of(late).answered, of(late).concluded, of(late).about, of(late).content], [2, 0, '食堂', '302没有热水']);
    assert.deepEqual([of(kept).answered, of(kept).concluded, of(kept).result], [1, 1, '已道歉']);
    assert.deepEqual([of(open).answered, of(open).concluded, of(open).source], [2, 0, '员工登记']);
    assert.equal(of(open).resultBy, dayOf(clock + 7 * DAY));
    const file = await fetch(`${t.url}${statistics.exportRegister.path}?startDate=${startDate}&format=csv`, {
      headers: { authorization: `Bearer ${chief.token}` },
    });
    const text = await file.text();
    assert.equal(text.trim().split('\n').length, 4);
    assert.match(text, /食堂/);
    const reader = await t.user(tenant, { permissions: ['business_ticket_view'] });
    await move(clock);
    assert.equal((await t.route(statistics.register, reader)).status, 403);
  });
});
