import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { HOUR, MINUTE, nextDay } from '#contract/time.ts';
import { visitorRecords as routes } from '#contract/visitors/visitor-records.ts';
import { visitorSettings } from '#contract/visitors/visitor-settings.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { refusal } from '#test/harness.ts';
import { ALL, DESK, visitorHouse, type VisitorHouse } from '#test/visitors.ts';
import { sweepVisitors } from './visitor-sweeps.ts';

let { t, tenant, chief, desk, old, clock, today, pass, run, read, booked, arrive, walkIn, saveSettings } = {} as VisitorHouse;
before(async () => {
  ({ t, tenant, chief, desk, old, clock, today, pass, run, read, booked, arrive, walkIn, saveSettings } = await visitorHouse());
});
after(() => t.close());

describe('settings of visits', () => {
  it('are saved when someone else has not changed them meanwhile', async () => {
    const { data } = await t.route(visitorSettings.get, chief);
    const all = await Promise.all(Array.from({ length: 5 }, () => t.route(visitorSettings.update, chief, data)));
    assert.deepEqual(all.map(({ status }) => status).sort(), [200, 409, 409, 409, 409]);
    assert.ok(all.some(({ msg }) => msg === '访客设置已被他人修改，请刷新后重试'));
    const empty = await t.user(await t.tenant(), { permissions: ALL, dataScope: 1 });
    await pass(0, empty.tenantId);
    assert.deepEqual(refusal(await t.route(visitorSettings.renew, empty)), [422, '请先保存访客设置']);
    assert.equal((await t.route(visitorSettings.get, empty)).data.version, 0);
  });

  it('have so many questions and closed days as a page can show', async () => {
    const questions = Array.from({ length: 11 }, () => ({ text: '有发热', blocks: true }));
    assert.deepEqual(refusal(await saveSettings({ questions })), [400, '最多10个问题']);
    assert.deepEqual(refusal(await saveSettings({ questions: [{ text: ' ', blocks: true }] })), [400, '请填写问题']);
    const days = Array.from({ length: 101 }, (_, at) => nextDay(today(), at));
    assert.deepEqual(refusal(await saveSettings({ closedDays: days })), [400, '最多100个停止探访日']);
    assert.equal((await saveSettings({ closedDays: days.slice(0, 100), questions: questions.slice(1) })).status, 200);
    assert.equal((await t.route(visitorSettings.get, chief)).data.closedDays.length, 100);
    assert.equal((await saveSettings({ closedDays: [] })).status, 200);
  });
});

describe('figures', () => {
  it('are those of the day, of its hours and of a span', async () => {
    await booked({ visitorName: '吴未' });
    await pass(24 * HOUR);
    assert.equal(await sweepVisitors(t.deps, clock(), 1000), 1);
    const { id, version } = await read((await walkIn()).data);
    await pass(MINUTE);
    assert.equal((await t.route(routes.leave, desk, { id, version })).status, 200);
    const before = (await t.route(visitorStatistics.today, desk)).data;
    const made = await booked();
    await arrive(made);
    const { data } = await t.route(visitorStatistics.today, desk);
    assert.deepEqual([data.booked - before.booked, data.inside - before.inside, data.insidePeople - before.insidePeople], [1, 1, 2]);
    const hours = (await t.route(visitorStatistics.hours, desk)).data;
    assert.equal(hours.length, 24);
    assert.equal(
      hours.reduce((sum: number, { arrived }: { arrived: number }) => sum + arrived, 0),
      data.arrived,
    );
    const period = (await t.route(visitorStatistics.period, desk, { startTime: nextDay(today(), -1), endTime: today() })).data;
    assert.equal(period.missed > 0 && period.missedRate > 0 && period.arrived > 0, true);
    assert.equal(period.byPerson[0].name, '王秀英');
    assert.ok(period.byDay.length >= 1 && period.bySource.length >= 2 && period.minutes !== null);
    const wrong = (startTime: string, endTime: string) => t.route(visitorStatistics.period, desk, { startTime, endTime });
    assert.deepEqual(refusal(await wrong('2026-02-02', '2026-02-01')), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(refusal(await wrong('2024-01-01', '2026-02-01')), [400, '最多统计366天']);
  });
});

describe('who sees visitors', () => {
  it('is their own institution, with the right and within reach', async () => {
    const made = await booked();
    const stranger = await t.user(await t.tenant());
    await pass(0, stranger.tenantId);
    assert.equal((await t.route(routes.get, stranger, { id: made.id })).status, 404);
    assert.equal((await arrive(made, {}, stranger)).status, 404);
    const carer = await t.user(tenant, { permissions: DESK, dataScope: 3 });
    const nobody = await t.user(tenant, { permissions: ['members_oldman_view'], dataScope: 1 });
    await pass(0);
    assert.equal((await t.route(routes.page, carer)).data.total, 0);
    assert.deepEqual((await t.route(routes.inside, carer)).data, []);
    assert.equal((await t.route(visitorStatistics.today, carer)).data.booked, 0);
    assert.equal((await arrive(made, {}, carer)).status, 404);
    await run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${old}`);
    assert.ok((await t.route(routes.page, carer)).data.total > 0);
    assert.equal((await t.route(routes.page, nobody)).status, 403);
    assert.equal((await t.route(routes.approve, desk, { id: made.id, version: made.version })).status, 403);
  });
});
