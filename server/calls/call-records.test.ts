import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callRecords as routes } from '#contract/calls/call-records.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let seat: Seat;
let other: Seat;
let chief: TestUser;
let person: number;
let warning: number;
let desk: number;
before(async () => {
  t = await harness();
  house = await callHouse(t);
  desk = await house.group('服务台');
  seat = await house.seat([desk], ['cloudcall_workbench', 'cloudcall_call_own']);
  other = await house.seat([desk], ['cloudcall_workbench', 'cloudcall_call_own']);
  chief = await t.user(house.tenantId, {
    permissions: ['cloudcall_call_own', 'cloudcall_call_view', 'cloudcall_call_export', 'warning_devicewarning_view'],
  });
  [person] = (
    await house.run<{ id: number }>(sql`
    insert into people (tenant_id, name, gender, birth_date, status) values (${house.tenantId}, '王秀英', 2, '1940-01-01', 1) returning id`)
  ).map(({ id }) => id) as [number];
  [warning] = (
    await house.run<{ id: number }>(sql`
    insert into warnings (tenant_id, rule, severity, source_type, person_id, subject, content, happened_at, last_at)
    values (${house.tenantId}, 'sos', 4, 1, ${person}, '王秀英', '呼救', now(), now()) returning id`)
  ).map(({ id }) => id) as [number];
});
after(() => t.close());

/** A call that ended: queued 12 s, spoken in for 65 s. */
async function ended(seatId: number | null, more: { caller?: string; warningId?: number; personId?: number; day?: string } = {}) {
  const at = `${more.day ?? '2026-11-20'} 09:00:00+08`;
  const [row] = await house.run<{ id: number }>(sql`
    insert into calls (tenant_id, kind, status, phase, caller, callee, group_id, seat_id, person_id, warning_id, began_at, queued_at,
      established_at, ended_at, disposition, ended_by)
    values (${house.tenantId}, 1, 2, 7, ${sealed(more.caller ?? '13800001111')}, '4001', ${desk}, ${seatId}, ${more.personId ?? null},
      ${more.warningId ?? null}, ${at}, ${at}, ${at}::timestamptz + interval '12 seconds', ${at}::timestamptz + interval '77 seconds', 'Success', 1)
    returning id`);
  return row!.id;
}
const ids = async (as: TestUser, search: Record<string, unknown> = {}) =>
  (await t.route(routes.page, as, search)).data.records.map(({ id }: { id: number }) => id);

describe('records of calls', () => {
  it('are seen by the seat of the call, and all by who has the right; of another tenant never', async () => {
    const mine = await ended(seat.id);
    const missed = await ended(null);
    assert.deepEqual(await ids(seat.user), [mine]);
    assert.deepEqual(await ids(other.user), []);
    assert.deepEqual(await ids(chief), [missed, mine]);
    assert.equal((await t.route(routes.get, other.user, { id: mine })).status, 404);
    const stranger = await t.user(await t.tenant(), { permissions: ['cloudcall_call_own', 'cloudcall_call_view'] });
    assert.equal((await t.route(routes.get, stranger, { id: mine })).status, 404);
  });

  it('are found by number of either side, day, seat and how they ended, with their times', async () => {
    const found = await ended(other.id, { caller: '13900002222', day: '2026-11-10' });
    assert.deepEqual(await ids(chief, { number: '139 0000 2222' }), [found]);
    assert.deepEqual(await ids(chief, { number: '13900002222', disposition: 'NoAnswer' }), []);
    assert.deepEqual(await ids(chief, { startDate: '2026-11-10', endDate: '2026-11-10' }), [found]);
    assert.deepEqual(await ids(chief, { seatId: other.id, number: '4001' }), [found]);
    const { data } = await t.route(routes.get, other.user, { id: found });
    assert.deepEqual([data.waitSeconds, data.talkSeconds, data.groupName, data.legs, data.recordingList], [12, 65, '服务台', [], []]);
    const sheet = await t.route(routes.export, chief, { number: '2222', format: 'csv' });
    assert.equal(sheet.status, 200);
  });

  it('of a warning are told to who sees it, with their recordings, and to no stranger', async () => {
    const call = await ended(seat.id, { warningId: warning, personId: person });
    await house.run(sql`insert into call_recordings (tenant_id, call_id, path, state, began_at, expires_at, duration_ms)
      values (${house.tenantId}, ${call}, 'x', 2, now(), now() + interval '1 day', 65000)`);
    const { data } = await t.route(routes.ofWarning, chief, { warningId: warning });
    assert.deepEqual(
      data.map(({ id, recordingList }: { id: number; recordingList: { durationMs: number; held: string }[] }) => [
        id,
        recordingList[0]?.durationMs,
        recordingList[0]?.held,
      ]),
      [[call, 65_000, '所属预警未关闭']],
    );
    const stranger = await t.user(await t.tenant(), { permissions: ['warning_devicewarning_view'] });
    assert.equal((await t.route(routes.ofWarning, stranger, { warningId: warning })).status, 404);
    const narrow = await t.user(house.tenantId, { permissions: ['warning_devicewarning_view'], dataScope: 3 });
    assert.equal((await t.route(routes.ofWarning, narrow, { warningId: warning })).status, 404);
  });
});
