import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { incidentStatistics } from '#contract/incidents/incident-statistics.ts';
import { incidents as routes } from '#contract/incidents/incidents.ts';
import { handovers } from '#contract/handovers/handovers.ts';
import { now as nowRoute } from '#contract/screens/now.ts';
import { DAY, dayOf, HOUR, MINUTE, nextDay, textOf } from '#contract/time.ts';
import { sweepIncidents } from '#server/incidents/incident-sweeps.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { incidentHouse } from '#test/incidents.ts';

const house = await incidentHouse();
const { t, clock, tenantId, admin, nurse, carer, li, done, made, measure, read, messagesOf, whole } = house;
after(() => t.close());

describe('what falls due', () => {
  it('is told of once, and stands in 现在', async () => {
    const id = await made({ oldmanIds: [li], type: 7, course: '早饭后不见了' });
    const kinds = async (as: TestUser) =>
      (await t.route(nowRoute.read, as)).data.rows.filter(({ kind, id: its }: any) => kind === 'incident' && its === id);
    assert.equal((await kinds(nurse)).length, 1);
    const overdue = async () => (await read(id)).events.filter(({ kind }: any) => kind === 'overdue');
    const sweep = (minutes: number) => sweepIncidents(t.deps, clock.now + minutes * MINUTE, 1000);
    await sweep(0);
    assert.equal((await overdue()).length, 0);
    await sweep(35);
    await sweep(35);
    assert.deepEqual(
      (await overdue()).map(({ text }: any) => text),
      ['告知家属'],
    );
    await sweep(65);
    assert.deepEqual(
      (await overdue()).map(({ text }: any) => text),
      ['告知家属', '告知家属、负责人受理'],
    );
    assert.ok((await messagesOf(admin)).some(({ title }) => title === '不良事件超过时限：告知家属'));
    const late = async () =>
      (await t.route(routes.page, admin, { overdue: true, size: 100 })).data.records.some((row: any) => row.id === id);
    assert.equal(await late(), false);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`update incidents set family_due_at = now() - interval '1 minute' where tenant_id = ${tenantId} and id = ${id}`),
    );
    assert.equal(await late(), true);
    assert.match((await kinds(nurse))[0].note, /^告知家属$/);
  });

  it('is asked for by the settings of the institution', async () => {
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenantId}, '时限', 'INCIDENT_FAMILY_MINUTES', '0')
        on conflict (tenant_id, key) do update set value = excluded.value`),
    );
    assert.ok(!(await read(await made())).dues.some(({ kind }: any) => kind === 'family'));
  });

  it('reminds of measures, whose they are', async () => {
    const id = await made();
    const measureId = await measure(id);
    const mine = (await t.route(nowRoute.read, carer)).data.rows.filter(({ kind }: any) => kind === 'incident_measure');
    assert.ok(mine.some((row: any) => row.id === measureId && row.link === id));
  });
});

describe('what becomes of incidents', () => {
  it('is counted, in the list, the handover and the figures', async () => {
    await sweepIncidents(t.deps, clock.now, 1000);
    const countOf = () =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.row(sql`select residents from resident_counts where tenant_id = ${tenantId} and day = ${dayOf(clock.now)}::date`),
      );
    assert.deepEqual(await countOf(), { residents: 2 });
    const at = clock.now - 3 * DAY;
    const day = dayOf(at);
    const id = await made({ severity: 1, died: true, course: '统计用', occurTime: textOf(at) });
    const figures = async () => (await t.route(incidentStatistics.read, admin, { startDate: day, endDate: day })).data;
    assert.deepEqual([(await figures()).rate, (await figures()).countedDays], [null, 0]);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into resident_counts (tenant_id, day, residents) values (${tenantId}, ${day}::date, 2)`),
    );
    const data = await figures();
    assert.deepEqual([data.total, data.grave, data.died, data.falls, data.countedDays, data.residentDays], [1, 1, 1, 1, 1, 2]);
    assert.deepEqual([data.rate, data.fallRate], [500, 500]);
    assert.deepEqual(data.byType, [{ type: 6, total: 1, grave: 1, open: 1 }]);
    assert.equal(data.byPlace[0].building, '3号楼');
    assert.deepEqual(refusal(await t.route(incidentStatistics.read, admin, { startDate: day, endDate: nextDay(day, -1) })), [
      400,
      '开始日期不能晚于结束日期',
    ]);
    assert.deepEqual(refusal(await t.route(incidentStatistics.read, admin, { startDate: '2020-01-01', endDate: '2021-12-31' })), [
      400,
      '最多统计366天',
    ]);
    const listed = (await t.route(routes.page, admin, { type: 6, severity: 1, state: 1, oldmanName: '王秀', startDate: day, endDate: day }))
      .data;
    assert.deepEqual(
      listed.records.map((row: any) => row.id),
      [id],
    );
    assert.equal((await t.route(routes.export, admin, { type: 6 })).status, 200);
    const draft = await t.route(handovers.draft, admin, { startTime: textOf(at - HOUR), endTime: textOf(at + HOUR) });
    assert.match(draft.data.alarms, /不良事件：跌倒 王秀英/);
  });

  it('is that mistakes go to the bin and come back, and what is closed stays', async () => {
    const id = await made({ course: '录错' });
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 403);
    assert.equal((await t.route(routes.consequences, admin, { id })).data.blockers.length, 0);
    await done(t.route(routes.remove, admin, { id }));
    assert.equal((await t.route(routes.get, admin, { id })).status, 404);
    await done(t.route(routes.restore, admin, { id }));
    assert.deepEqual((await read(id)).events.map(({ kind }: any) => kind).slice(-2), ['delete', 'restore']);
    const closed = await whole();
    await done(t.route(routes.submit, nurse, { id: closed }));
    await done(t.route(routes.close, admin, { id: closed, conclusion: '好' }));
    assert.deepEqual(refusal(await t.route(routes.remove, admin, { id: closed })), [422, '不良事件已结案，不能删除']);
  });
});
