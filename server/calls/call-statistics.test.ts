import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SeatCommand, Target } from '#contract/calls/call-commands.rules.ts';
import { callStatistics } from '#contract/calls/call-statistics.ts';
import type { Output } from '#contract/http.ts';
import { dayOf, HOUR, midnightOf, MINUTE, nextDay } from '#contract/time.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { workIn } from '../events.ts';
import { arrive, dial, echo } from './call-begin.ts';
import { clockOf, SYSTEM } from './call-clock.ts';
import { command, happen } from './call-commands.ts';
import { dispatch } from './call-queue.ts';
import { duty } from './seats.ts';

/** One evening, from 21:00 until after midnight: 40 callers, 8 of whom give up. Every figure is worked out by hand. */
let t: Harness;
let house: CallHouse;
let chief: TestUser;
let [desk, second, menuId] = [0, 0, 0];
let li: Seat, wang: Seat, zhao: Seat, boss: Seat;
const began = midnightOf(Date.now(), -1) + 21 * HOUR;
let [now, ended] = [Date.now(), began];
/** The evening is yesterday's. */
const today = dayOf(began);
const tomorrow = nextDay(today);

const within = <T>(run: (work: ReturnType<typeof workIn>) => Promise<T>) =>
  t.deps.inTenant(house.tenantId, (tx) => run(workIn(tx, t.deps, SYSTEM)));
const later = (seconds: number) => void (now += seconds * 1000);
/** The clock of the calls; the pages of all seats are heard of. */
async function tick(seconds: number): Promise<void> {
  later(seconds);
  await house.run(sql`update call_presences set seen_at = to_timestamp(${now}::float8 / 1000) where tenant_id = ${house.tenantId}`);
  await clockOf(t.deps, house.tenantId);
}
let callers = 0;
const comesIn = (to: { groupId: number } | { menuId: number } = { groupId: desk }) =>
  within((work) =>
    arrive(work, {
      from: `138${String(++callers).padStart(8, '0')}`,
      to: '4001',
      leg: { kind: 2, mediaId: randomUUID() },
      menuId: null,
      groupId: null,
      ...to,
    }),
  );
const acts = (call: { id: number }, seat: Seat, given: SeatCommand) => within((work) => command(work, call.id, seat.id, given));
const does = (seat: Seat, action: 'ready' | 'break') =>
  within((work) => duty(work, seat.id, action === 'break' ? { action, code: 'Rest' } : { action }));
const seatOf = ({ id, extension }: Seat): Target => ({ kind: 'seat', seatId: id, address: extension, name: '同事' });
const givesUp = (call: { id: number; legId: number | null }) =>
  within((work) => happen(work, call.id, { what: 'leg.gone', legId: call.legId as number, reason: 'Released' }));

/** Rings `wait` seconds at 李, who speaks `talk` seconds, hangs up, and writes for 15. */
async function answered(wait: number, talk: number, meanwhile?: (call: { id: number }) => Promise<void>): Promise<void> {
  const call = await comesIn();
  later(wait);
  await acts(call, li, { action: 'answer' });
  const end = now + talk * 1000;
  await meanwhile?.(call);
  now = end;
  await acts(call, li, { action: 'hangup' });
  await tick(15);
}

async function abandoned(): Promise<void> {
  for (let n = 0; n < 2; n++) {
    const call = await comesIn({ menuId });
    later(20);
    await givesUp(call);
  }
  for (let n = 0; n < 2; n++) {
    const call = await comesIn();
    later(12);
    await givesUp(call);
  }
  await does(li, 'break');
  for (const seconds of [40, 25, 5, 2]) {
    const call = await comesIn();
    later(seconds);
    await givesUp(call);
  }
  await does(li, 'ready');
}

/** 20 s of talk, 5 s until 王 answers, 10 s of asking, 30 s by three, 10 s without 李. */
async function threeWay(): Promise<void> {
  await does(wang, 'ready');
  const call = await comesIn();
  later(10);
  await acts(call, li, { action: 'answer' });
  later(20);
  await acts(call, li, { action: 'consult', to: seatOf(wang) });
  later(5);
  await acts(call, wang, { action: 'answer' });
  later(10);
  await acts(call, li, { action: 'conference' });
  later(30);
  await acts(call, li, { action: 'hangup' });
  later(10);
  await acts(call, wang, { action: 'hangup' });
  await tick(5);
  await tick(10);
}

/** 李 speaks 20 s, 赵 of the second group 30 s after 8 s of waiting, 王 40 s after 6 s of ringing. */
async function transferredTwice(): Promise<void> {
  await does(zhao, 'ready');
  await does(wang, 'break');
  const call = await comesIn();
  later(10);
  await acts(call, li, { action: 'answer' });
  later(20);
  await acts(call, li, { action: 'transfer', to: { kind: 'group', groupId: second, name: '二组', queueSeconds: 300 } });
  await within(dispatch);
  later(8);
  await acts(call, zhao, { action: 'answer' });
  await tick(7);
  later(23);
  await does(wang, 'ready');
  await acts(call, zhao, { action: 'transfer', to: seatOf(wang) });
  later(6);
  await acts(call, wang, { action: 'answer' });
  await tick(9);
  later(31);
  await acts(call, wang, { action: 'hangup' });
  await tick(15);
}

before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t);
  desk = await house.group('服务台');
  second = await house.group('二组');
  li = await house.seat([desk], ['cloudcall_workbench', 'cloudcall_callstatistics_view']);
  wang = await house.seat([], ['cloudcall_workbench', 'cloudcall_callstatistics_view']);
  zhao = await house.seat([second]);
  boss = await house.seat([], ['cloudcall_workbench', 'cloudcall_supervise']);
  chief = await t.user(house.tenantId, {
    permissions: ['cloudcall_callstatistics_view', 'cloudcall_callstatistics_export', 'cloudcall_call_view'],
  });
  const tree = { greeting: '您好', soundId: null, keys: [], seconds: 10, repeats: 1, otherwise: { to: 'hangup' } };
  const [menu] = await house.run<{ id: number }>(sql`insert into call_menus (tenant_id, name, tree)
    values (${house.tenantId}, '导航', ${JSON.stringify(tree)}) returning id`);
  menuId = menu!.id;
  now = began;
  for (const seat of [li, wang, zhao, boss]) await within((work) => duty(work, seat.id, { action: 'sign-in' }));
  await does(li, 'ready');

  await answered(10, 60, async (call) => {
    later(10);
    await acts(call, li, { action: 'hold' });
    later(12);
    await acts(call, li, { action: 'retrieve' });
  });
  for (let n = 0; n < 19; n++) await answered(10, 60);
  for (let n = 0; n < 6; n++) await answered(30, 60);
  for (const action of ['monitor', 'monitor', 'coach'] as const)
    await answered(10, 60, async (call) => {
      later(30);
      await acts(call, boss, { action, target: li.id });
      later(20);
      await acts(call, boss, { action: 'hangup' });
    });
  await abandoned();
  await threeWay();
  await transferredTwice();
  // 李 dials: 5 s until the other side answers, 50 s of talk. Hearing oneself is no call.
  const made = await within((work) => dial(work, li.id, { callee: '13800000077' }));
  later(5);
  const [leg] = await house.run<{ id: number }>(sql`select id from call_legs where call_id = ${made.id} and kind = 3`);
  await within((work) => happen(work, made.id, { what: 'leg.connected', legId: leg!.id }));
  later(50);
  await acts(made, li, { action: 'hangup' });
  await tick(15);
  const heard = await within((work) => echo(work, li.id));
  later(25);
  await acts(heard, li, { action: 'hangup' });
  await tick(15);
  // 23:57:50: rings 10 s, talks 2 minutes of this day and 7 of the next.
  now = midnightOf(began, 1) - 2 * MINUTE - 10_000;
  await answered(10, 9 * 60);
  for (const seat of [li, wang, zhao, boss]) await within((work) => duty(work, seat.id, { action: 'sign-out' }));
  [ended, now] = [now, Date.now()];
});
after(() => t.close());

type Statistics = Output<typeof callStatistics.read>;
const read = async (as: TestUser, input: Record<string, unknown> = {}) =>
  t.route(callStatistics.read, as, { startDate: today, endDate: tomorrow, ...input });
const all = async (): Promise<Statistics> => (await read(chief)).data;

describe('the figures of an evening', () => {
  it('count 40 callers once each, whatever became of them', async () => {
    const { total, own } = await all();
    assert.equal(own, false);
    const { averageWait, level, ...counts } = total;
    assert.deepEqual(counts, {
      offered: 40,
      answered: 32,
      inMenu: 2,
      inQueue: 3,
      inRing: 2,
      short: 1,
      late: 0,
      refused: 0,
      longestWait: 40,
      quick: 26,
      outbound: 1,
      connected: 1,
      // 李 2,403, 王 90, 赵 30; below, seat by seat.
      talkSeconds: 2523,
      holdSeconds: 12,
      afterSeconds: 36 * 15,
    });
    assert.deepEqual([averageWait, level], [440 / 32, 26 / 37]);
  });

  it('give each day and hour its own seconds, also of the call over midnight', async () => {
    const { total, byDay, byHour } = await all();
    assert.deepEqual(
      byDay.map(({ day, offered, talkSeconds, afterSeconds }) => [day, offered, talkSeconds, afterSeconds]),
      [
        [today, 40, 2523 - 420, 35 * 15],
        [tomorrow, 0, 420, 15],
      ],
    );
    assert.deepEqual([byHour[0]!.hour, byHour[0]!.talkSeconds, byHour.at(-1)!.hour], [0, 420, 23]);
    for (const key of ['offered', 'answered', 'inMenu', 'talkSeconds', 'holdSeconds', 'afterSeconds'] as const)
      assert.equal(
        byHour.reduce((sum, row) => sum + row[key], 0),
        total[key],
        key,
      );
  });

  it('count a call that was handed on in both groups', async () => {
    const { byGroup } = await all();
    assert.deepEqual(
      byGroup.map(({ name, offered, answered: taken, inQueue, inRing, short, quick, averageWait, longestWait, talkSeconds }) => ({
        name,
        counts: [offered, taken, inQueue, inRing, short, quick],
        waits: [averageWait, longestWait],
        talkSeconds,
      })),
      // 李 2,353 without the call that she dialled, 王 50 by three; after the second transfer the call is still of the second group.
      [
        { name: '服务台', counts: [38, 32, 3, 2, 1, 26], waits: [440 / 32, 40], talkSeconds: 2353 + 50 },
        { name: '二组', counts: [1, 1, 0, 0, 0, 1], waits: [8, 8], talkSeconds: 30 + 40 },
      ],
    );
  });

  it('say what each seat did', async () => {
    const { bySeat } = await all();
    const of = (seat: Seat) => bySeat.find(({ seatId }) => seatId === seat.id)!;
    const lis = of(li);
    // 26 of 60 s without 12 of holding, 3 that were listened to, 65 by three, 20 before the transfer, 50 dialled, 9 minutes.
    assert.deepEqual([lis.talkSeconds, lis.holdSeconds, lis.afterSeconds], [26 * 60 - 12 + 3 * 60 + 65 + 20 + 50 + 540, 12, 33 * 15]);
    assert.deepEqual([lis.rang, lis.answered, lis.missed, lis.dialled, lis.connected, lis.dialSeconds], [34, 32, 0, 1, 1, 5]);
    assert.deepEqual([of(wang).talkSeconds, of(wang).rang, of(wang).answered], [90, 2, 2]);
    assert.deepEqual([of(zhao).talkSeconds, of(zhao).rang, of(boss).listenSeconds, of(boss).talkSeconds], [30, 1, 60, 0]);
    assert.equal(lis.signedSeconds, (ended - began) / 1000);
    assert.equal(lis.occupancy, (2403 + 12 + 495) / lis.signedSeconds);
    assert.equal(lis.averageHandle, (2403 + 12 + 495) / 33);
  });

  it('are one seat’s own without the right to see all', async () => {
    const own = (await read(li.user)).data;
    assert.deepEqual([own.own, own.bySeat.map(({ seatId }: { seatId: number }) => seatId)], [true, [li.id]]);
    assert.deepEqual([own.total.inQueue, own.total.talkSeconds], [0, 2403]);
    assert.deepEqual(refusal(await read(li.user, { seatId: wang.id })), [403, '您只能查看本人坐席的通话统计']);
    const none = await t.user(house.tenantId, { permissions: ['cloudcall_callstatistics_view'] });
    assert.deepEqual(refusal(await read(none)), [403, '您没有通话坐席，不能查看通话统计']);
    const other = await t.user(await t.tenant(), { permissions: ['cloudcall_callstatistics_view', 'cloudcall_call_view'] });
    assert.equal((await read(other)).data.total.offered, 0);
    assert.deepEqual(refusal(await read(chief, { startDate: tomorrow, endDate: today })), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(refusal(await read(chief, { startDate: '2020-01-01' })), [400, '一次最多统计366天']);
  });

  it('are exported, every grouping', async () => {
    const query = new URLSearchParams({ startDate: today, endDate: tomorrow, format: 'csv' });
    const answer = await fetch(`${t.url}${callStatistics.export.path}?${query}`, { headers: { authorization: `Bearer ${chief.token}` } });
    const lines = (await answer.text()).trim().split('\n');
    assert.match(lines[1]!, /合计.*全部.*40.*32.*26/);
    assert.deepEqual(
      ['日期', '技能组', '坐席'].map((group) => lines.filter((line) => line.includes(group) && !line.includes('分组')).length),
      [2, 2, 4],
    );
  });
});
