/** A seat whose page is not heard of any more, in each of its states: it is off duty, nothing hangs, and the others go on. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { workIn } from '../events.ts';
import { arrive } from './call-begin.ts';
import { clockOf, SYSTEM } from './call-clock.ts';

let t: Harness;
let house: CallHouse;
let desk: number;
let li: Seat;
let wang: Seat;
let boss: Seat;
let now = Date.now();
before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t);
  desk = await house.group('服务台');
  li = await house.seat([desk]);
  wang = await house.seat([desk]);
  boss = await house.seat([], ['cloudcall_workbench', 'cloudcall_supervise']);
});
after(() => t.close());

const act = async (seat: Seat, action: string, request = {}) => {
  const { status, msg } = await house.act(seat, action, request);
  assert.equal(status, 200, `${action}: ${String(msg)}`);
};
const callIn = () =>
  t.deps.inTenant(house.tenantId, (tx) =>
    arrive(workIn(tx, t.deps, SYSTEM), {
      from: '13800000005',
      to: '4001',
      leg: { kind: 2, mediaId: randomUUID() },
      menuId: null,
      groupId: desk,
    }),
  );
/** Nothing is on, all are ready; Li has waited longest. */
async function quiet(): Promise<void> {
  await house.run(
    sql`update calls set status = 2, phase = 7, ended_at = now(), due_at = null where tenant_id = ${house.tenantId} and status < 2`,
  );
  await house.run(sql`update call_legs set state = 4 where tenant_id = ${house.tenantId} and state < 4`);
  await house.run(sql`update call_presences set state = 1, call_id = null, due_at = null where tenant_id = ${house.tenantId}`);
  for (const seat of [li, wang, boss]) {
    now += 1000;
    await house.onDuty(seat);
  }
}
const spoken = async () => {
  await callIn();
  await act(li, 'AnswerCall');
};
const asking = async () => {
  await spoken();
  await act(li, 'InitiateAttendedTransfer', { Transferee: wang.extension });
  await act(wang, 'AnswerCall');
};
const internal = async () => {
  await act(li, 'MakeCall', { Callee: wang.extension });
  await act(wang, 'AnswerCall');
};
const heardBy = async () => {
  await spoken();
  await act(boss, 'MonitorCall', { MonitoredUserId: li.extension });
};

/** What was before, who vanishes, and the states of Li, Wang and the boss afterwards. */
const CASES: [what: string, begin: () => Promise<unknown>, gone: () => Seat, states: [number, number, number]][] = [
  ['ready', async () => {}, () => li, [1, 3, 3]],
  ['on a break', () => act(li, 'TakeBreak', { Code: 'Meal' }), () => li, [1, 3, 3]],
  ['ringing', callIn, () => li, [1, 6, 3]],
  ['dialling', () => act(li, 'MakeCall', { Callee: '13700000001' }), () => li, [1, 3, 3]],
  ['talking', spoken, () => li, [1, 6, 3]],
  ['with a caller on hold', () => spoken().then(() => act(li, 'HoldCall')), () => li, [1, 6, 3]],
  ['after a call', () => spoken().then(() => act(li, 'ReleaseCall')), () => li, [1, 3, 3]],
  ['talking with a colleague', internal, () => li, [1, 5, 3]],
  ['asking a colleague', asking, () => li, [1, 5, 3]],
  ['asked by a colleague', asking, () => wang, [9, 1, 3]],
  ['in a conference', () => asking().then(() => act(li, 'SwitchToConference')), () => li, [1, 9, 3]],
  ['listening in', heardBy, () => boss, [9, 3, 1]],
  ['listened in to', heardBy, () => li, [1, 6, 3]],
];

describe('a seat that vanishes', () => {
  for (const [what, begin, gone, states] of CASES)
    it(what, async () => {
      await quiet();
      await begin();
      const seat = gone();
      await house.run(sql`update call_presences set seen_at = to_timestamp(${now - 31_000}::float8 / 1000)
        where tenant_id = ${house.tenantId} and seat_id = ${seat.id}`);
      await clockOf(t.deps, house.tenantId);
      assert.deepEqual(await Promise.all([li, wang, boss].map(async (one) => (await house.state(one)).state)), states);
      const [left] = await house.run<{ legs: number; stuck: number; alone: number }>(sql`
        select (select count(*)::integer from call_legs where tenant_id = ${house.tenantId} and seat_id = ${seat.id} and call_id is not null
            and state < 4) as legs,
          (select count(*)::integer from call_presences p join calls c on c.tenant_id = p.tenant_id and c.id = p.call_id
            where p.tenant_id = ${house.tenantId} and c.status = 2) as stuck,
          (select count(*)::integer from calls c where c.tenant_id = ${house.tenantId} and c.status < 2 and not exists (
            select from call_legs l where l.tenant_id = c.tenant_id and l.call_id = c.id and l.state < 4)) as alone`);
      assert.deepEqual(left, { legs: 0, stuck: 0, alone: 0 });
      // It comes back as if it had never been away: ready, or at once for the caller who waits.
      await house.onDuty(seat);
      assert.ok([3, 6].includes((await house.state(seat)).state));
    });
});
