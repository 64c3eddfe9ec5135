/** What days add up to gives the figures of their calls, whatever changes. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callStatistics } from '#contract/calls/call-statistics.ts';
import { DAY, dayOf, instantOf, isoOf, nextDay } from '#contract/time.ts';
import { callHouse, type CallHouse } from '#test/calls.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { fillCallDays } from './call-day-filling.ts';
import { figures } from './call-statistics.ts';
import { filledDays } from './call-tallies.ts';

let t: Harness;
let house: CallHouse;
let chief: TestUser;
const today = dayOf(Date.now());
/** The first day with calls; none is in the two before it. */
const first = nextDay(today, -20);
const SPANS: [string, string][] = [
  [nextDay(first, -2), today],
  [nextDay(first, 3), nextDay(first, 9)],
  [nextDay(first, 5), nextDay(first, 5)],
  [nextDay(today, -4), today],
];

before(async () => {
  t = await harness();
  house = await callHouse(t);
  chief = await t.user(house.tenantId, { permissions: ['cloudcall_callstatistics_view', 'cloudcall_call_view'], dataScope: 1 });
  const groups = [await house.group('服务台'), await house.group('夜班')];
  for (let n = 0; n < 3; n++) await house.seat(groups);
  await add(1, 400, isoOf(instantOf(first)), 20 * DAY);
});
after(() => t.close());

/** Calls with a wait and the spans of a seat, strewn over `ms` by the seed. */
async function add(seed: number, count: number, from: string, ms: number): Promise<void> {
  const { tenantId } = house;
  await house.run(sql`
    with ids as (select array_agg(id order by id) as groups from call_groups where tenant_id = ${tenantId}),
      seats as (select array_agg(id order by id) as seats from call_seats where tenant_id = ${tenantId}),
      n as materialized (select i, ${1e9 + seed * 10_000}::bigint + i as id,
        (hashint8extended(i, ${seed}) & 2147483647)::bigint as r from generate_series(1, ${count}::integer) i),
      x as materialized (select n.*, ${from}::timestamptz + (r % 86400) / 86400.0 * ${ms / 1000} * interval '1 second' as at,
        groups[1 + r % 2] as group_id, seats[1 + r % 3] as seat_id, (r % 50 + 0.25) * interval '1 second' as wait, r % 7 > 1 as answered,
        (array[1, 1, 1, 2, 4, 5])[1 + r % 6] as kind from n, ids, seats),
      c as (insert into calls (tenant_id, id, kind, status, phase, caller, callee, group_id, seat_id, began_at, established_at, ended_at,
          disposition, ended_by)
        select ${tenantId}, id, kind, 2, 7, '8001', '8002', group_id, case when answered then seat_id end, at,
          case when answered then at + wait end, at + wait + interval '40 seconds',
          (array['Success', 'AbandonedInQueue', 'AbandonedInIVR', 'Blocked', 'QueuingTimeout'])[1 + r % 5], 1 + r % 3 from x),
      w as (insert into call_waits (tenant_id, call_id, nth, group_id, began_at, ended_at, outcome, seat_id)
        select ${tenantId}, id, 1, group_id, at, at + wait, 1 + r % 6, case when answered then seat_id end
        from x where kind = 1 and r % 11 > 0)
    insert into call_seat_spans (tenant_id, seat_id, state, call_id, group_id, began_at, ended_at, next_state)
    select ${tenantId}, seat_id, (array[6, 9, 12, 5, 2])[1 + r % 5], case when r % 4 > 0 then id end, case when r % 4 > 0 then group_id end,
      at, at + wait, (array[9, 5, 3, 2, null])[1 + r % 5] from x returning id`);
}

/** Sums of fractions differ in their last digits by the order in which they are added. */
const plain = (data: unknown) =>
  JSON.parse(JSON.stringify(data, (_key, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value)));

/** Gives how many days of the longest span are filled, after comparing all spans. */
async function compare(): Promise<number> {
  for (const [startDate, endDate] of SPANS) {
    const { data } = await t.route(callStatistics.read, chief, { startDate, endDate });
    const asked = { from: isoOf(instantOf(startDate)), until: isoOf(instantOf(nextDay(endDate))), now: isoOf(Date.now()), seatId: null };
    const counted = await t.deps.inTenant(house.tenantId, (tx) => figures(tx, asked));
    assert.deepEqual(plain(data), plain({ own: false, ...counted }), `${startDate} ${endDate}`);
  }
  const [from, until] = [isoOf(instantOf(SPANS[0]![0])), isoOf(instantOf(nextDay(today)))];
  return (await t.deps.inTenant(house.tenantId, (tx) => filledDays(tx, { from, until }))).length;
}

describe('days of calls', () => {
  it('are filled once they are over for three days, and add up to what their calls do', async () => {
    assert.equal(await compare(), 0);
    assert.equal(await fillCallDays(t.deps, Date.now(), 1000), 17);
    assert.equal(await compare(), 17);
    assert.equal(await fillCallDays(t.deps, Date.now(), 1000), 0);
  });

  it('are read from their calls again when these change, until they are filled anew', async () => {
    const { tenantId } = house;
    const changed = async (days: number, change: Promise<unknown>) => {
      await change;
      assert.equal(await compare(), 17 - days);
      assert.equal(await fillCallDays(t.deps, Date.now(), 1000), days);
      assert.equal(await compare(), 17);
    };
    const at = isoOf(instantOf(first) + 5.5 * DAY);
    await changed(1, add(2, 5, at, 1000));
    await changed(
      1,
      house.run(sql`update calls set disposition = 'AbandonedInRing', ended_by = 1, established_at = null where tenant_id = ${tenantId}
        and began_at >= ${at}::timestamptz and began_at < ${at}::timestamptz + interval '1 second' returning id`),
    );
    await changed(
      1,
      house.run(sql`delete from call_waits w using calls c where c.tenant_id = ${tenantId} and w.tenant_id = c.tenant_id
        and w.call_id = c.id and c.began_at >= ${at}::timestamptz and c.began_at < ${at}::timestamptz + interval '1 second'
        returning c.id`),
    );
    await changed(17, house.run(sql`update call_groups set level_seconds = 30 where tenant_id = ${tenantId} returning id`));
    // What does not count leaves the days alone, and so does what happens today.
    await changed(0, house.run(sql`update calls set summary = '已回访' where tenant_id = ${tenantId} returning id`));
    await changed(0, add(3, 20, isoOf(Date.now() - 60_000), 1000));
  });

  it('are of their own institution, and of all seats together', async () => {
    const stranger = await callHouse(t);
    const user = await t.user(stranger.tenantId, { permissions: ['cloudcall_callstatistics_view', 'cloudcall_call_view'], dataScope: 1 });
    const [startDate, endDate] = SPANS[0]!;
    assert.equal((await t.route(callStatistics.read, user, { startDate, endDate })).data.total.offered, 0);
    const all = (await t.route(callStatistics.read, chief, { startDate, endDate })).data.total;
    const seats = await house.run<{ id: number }>(sql`select id from call_seats where tenant_id = ${house.tenantId}`);
    let talked = 0;
    for (const { id } of seats)
      talked += (await t.route(callStatistics.read, chief, { startDate, endDate, seatId: id })).data.total.talkSeconds;
    assert.equal(Math.round(talked), Math.round(all.talkSeconds));
  });
});
