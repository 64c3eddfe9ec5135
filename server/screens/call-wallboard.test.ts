import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callWallboard } from '#contract/screens/call-wallboard.ts';
import { DAY, midnightOf, MINUTE } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { arrive } from '../calls/call-begin.ts';
import { SYSTEM } from '../calls/call-clock.ts';
import { command, happen } from '../calls/call-commands.ts';
import { workIn } from '../events.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let chief: TestUser;
let li: Seat;
let desk: number;
/** Never ahead of the machine, where sessions would have idled out, and not so late that the day ends before the test. */
let now = Math.min(Date.now(), midnightOf(Date.now()) + DAY - 10 * MINUTE);
before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t);
  desk = await house.group('服务台');
  li = await house.seat([desk]);
  chief = await t.user(house.tenantId, { permissions: ['cloudcall_wallboard'] });
});
after(() => t.close());

const within = <T>(run: (work: ReturnType<typeof workIn>) => Promise<T>) =>
  t.deps.inTenant(house.tenantId, (tx) => run(workIn(tx, t.deps, SYSTEM)));
const comesIn = (from: string) =>
  within((work) => arrive(work, { from, to: '4001', leg: { kind: 2, mediaId: randomUUID() }, menuId: null, groupId: desk }));
const board = async () => (await t.route(callWallboard.read, chief)).data;

describe('the wall of the call room', () => {
  it('shows who waits and since when, and what each seat does', async () => {
    const before = await board();
    assert.deepEqual([before.seats[0].state, before.queues[0].onDuty, before.today.offered], [1, 0, 0]);
    const call = await comesIn('13800000001');
    now += 30_000;
    const waits = await board();
    assert.deepEqual([waits.queues[0].waiting, waits.queues[0].ringing, waits.today.offered], [1, 0, 0]);
    assert.ok(waits.queues[0].longestSince < waits.time);
    await house.onDuty(li);
    const rings = await board();
    assert.deepEqual([rings.queues[0].waiting, rings.queues[0].ringing, rings.seats[0].state], [0, 1, 6]);
    await within((work) => command(work, call.id, li.id, { action: 'answer' }));
    now += 61_000;
    const talks = await board();
    assert.deepEqual([talks.queues[0].ringing, talks.queues[0].longestSince, talks.seats[0].groupName], [0, null, '服务台']);
    assert.deepEqual([talks.seats[0].state, talks.seats[0].answered, talks.queues[0].level], [9, 1, 0]);
    // What is not over yet counts, too: the seconds of the call that goes on.
    assert.deepEqual([talks.today.answered, talks.today.talkSeconds], [1, 61]);
    await within((work) => happen(work, call.id, { what: 'leg.gone', legId: call.legId as number, reason: 'Released' }));
    assert.equal((await board()).seats[0].state, 5);
  });

  it('puts calls for help on top, names covered as the institution says', async () => {
    const [person] = await house.run<{ id: number }>(sql`
      insert into people (tenant_id, name, mobile) values (${house.tenantId}, '王秀英', ${sealed('13800000002')}) returning id`);
    await house.run(sql`
      insert into warnings (tenant_id, person_id, rule, subject, severity, source_type, content, happened_at, last_at)
      values (${house.tenantId}, ${person!.id}, 'sos', ${`p${person!.id}`}, 1, 3, 'SOS', now(), now())`);
    await comesIn('13800000009');
    const call = await comesIn('13800000002');
    const { help, queues } = await board();
    assert.deepEqual(
      help.map(({ id, name, seatName }: { id: number; name: string; seatName: string | null }) => [id, name, seatName]),
      [[call.id, '王*英', null]],
    );
    assert.equal(queues[0].waiting + queues[0].ringing, 2);
  });

  it('is for those with the right, and of one institution', async () => {
    const plain = await t.user(house.tenantId, { permissions: ['cloudcall_call_own'] });
    assert.equal((await t.route(callWallboard.read, plain)).status, 403);
    const other = await t.user(await t.tenant(), { permissions: ['cloudcall_wallboard'] });
    const { seats, queues, help, today } = (await t.route(callWallboard.read, other)).data;
    assert.deepEqual([seats, queues, help, today.offered], [[], [], [], 0]);
  });
});
