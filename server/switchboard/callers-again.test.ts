/** Callers who left a callback and call again: their place, the callback, and the seat that dials them at that moment. */
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { publicCalls } from '#contract/calls/call-links.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { refusal } from '#test/harness.ts';
import { waitingHouse, type WaitingHouse } from '#test/waiting-house.ts';
import { dial } from '../calls/call-begin.ts';
import { clockOf, SYSTEM } from '../calls/call-clock.ts';
import { workIn } from '../events.ts';
import { LAST } from './switchboard.ts';

let h: WaitingHouse;
const HER = '13800000001';
const OTHER = '13800000002';

before(async () => {
  h = await waitingHouse();
  await h.set(sql`callback_keeps = true`);
});
after(() => h.close());
const legs: string[] = [];
async function phoneIn(from: string, to?: string): Promise<string> {
  const legId = await h.phoneIn(from, to);
  legs.push(legId);
  return legId;
}
afterEach(async () => {
  await h.hangUp(...legs.splice(0));
  for (const action of ['ReleaseCall', 'SignOutGroup']) await h.house.act(h.seat, action);
  await h.settle();
  await h.house.run(sql`update calls set callback = 0, keeps_place = false, place_lent = false, met_by = null
    where tenant_id = ${h.house.tenantId} returning id`);
  h.media.dialled.clear();
});

async function leave(from: string): Promise<string> {
  const legId = await phoneIn(from);
  h.pass(3000);
  await h.press(legId, '1');
  h.media.happen({ type: 'leg.played', legId, turn: LAST });
  return legId;
}
const wish = async (legId: string) => {
  const { callback, keeps } = await h.callOf(legId);
  return [callback, keeps];
};
/** Calls of the house to her that are not over. */
const dialling = async () =>
  (await h.house.run(sql`select id from calls where tenant_id = ${h.house.tenantId} and kind = 2 and status < 2`)).length;

const eventsOf = async (legId: string): Promise<string[]> => {
  const { id } = await h.callOf(legId);
  const rows = await h.house.run<{ what: string }>(
    sql`select what from call_events where tenant_id = ${h.house.tenantId} and call_id = ${id} order by id`,
  );
  return rows.map(({ what }) => what);
};

describe('a caller who left a callback and calls again', () => {
  it('stands where she stood, and is called back no more when she was answered', async () => {
    const left = await leave(HER);
    const behind = await phoneIn(OTHER);
    assert.equal(h.told(behind), 'ahead one people wait offer');
    const again = await phoneIn(`+86${HER}`);
    assert.equal(h.told(again), 'next wait offer');
    // A key so soon is none, though her place is older.
    await h.press(again, '1');
    assert.equal((await h.callOf(again)).phase, 3);
    await h.tick(31_000);
    assert.equal(h.told(behind), 'ahead one people wait offer');
    assert.deepEqual([await wish(left), await h.callbacks()], [[3, false], []]);
    await h.house.onDuty(h.seat);
    await h.settle();
    assert.deepEqual([(await h.callOf(again)).phase, (await h.callOf(behind)).phase], [4, 3]);
    await h.house.act(h.seat, 'AnswerCall');
    await h.house.act(h.seat, 'ReleaseCall');
    await h.house.act(h.seat, 'ReadyForService');
    await h.tick(1000);
    assert.deepEqual([await wish(left), await h.callbacks(), h.media.dialled.size], [[3, false], [], 0]);
    assert.equal((await h.callOf(behind)).phase, 4);
    assert.ok((await eventsOf(left)).includes('came-again'));
  });

  it('waits to be called back as before when she gives up, and is then dialled in her turn', async () => {
    const left = await leave(HER);
    const again = await phoneIn(HER);
    const behind = await phoneIn(OTHER);
    await h.hangUp(again);
    assert.deepEqual([await wish(left), await h.callbacks()], [[1, true], [['来电要求回电', HER]]]);
    assert.ok((await eventsOf(left)).includes('call-back-again'));
    await h.house.onDuty(h.seat);
    await h.tick(1000);
    assert.deepEqual([h.media.dialled.size, (await h.callOf(behind)).phase], [1, 3]);
  });

  it('has one place, also when she leaves a callback once more or calls before her first call was found lost', async () => {
    const left = await leave(HER);
    const second = await leave(HER);
    assert.deepEqual(
      [await wish(left), await wish(second)],
      [
        [1, true],
        [1, false],
      ],
    );
    const lost = await phoneIn(HER);
    const again = await phoneIn(HER);
    assert.equal(h.told(again), 'next wait offer');
    await h.hangUp(lost);
    assert.deepEqual(
      [await wish(left), await wish(second)],
      [
        [3, false],
        [3, false],
      ],
    );
    await h.hangUp(again);
    assert.deepEqual([await wish(left), await h.callbacks()], [[1, true], [['来电要求回电', HER]]]);
  });

  it('keeps her place while another of her calls still waits', async () => {
    const left = await leave(HER);
    const first = await phoneIn(HER);
    const second = await phoneIn(HER);
    assert.equal(h.told(second), 'next wait offer');
    await h.hangUp(second);
    assert.deepEqual([await wish(left), await h.callbacks()], [[3, false], []]);
    const behind = await phoneIn(OTHER);
    assert.notEqual(h.told(behind), 'next wait offer');
    await h.hangUp(first);
    assert.deepEqual([await wish(left), await h.callbacks()], [[1, true], [['来电要求回电', HER]]]);
  });

  it('is let into a queue that is full, and through a menu to her place', async () => {
    await leave(HER);
    const [menu] = await h.house.run<{ id: number }>(sql`
      insert into call_menus (tenant_id, name, tree) values (${h.house.tenantId}, '总机', ${JSON.stringify({
        greeting: '服务台请按2',
        soundId: null,
        keys: [{ key: '2', name: '服务台', action: { to: 'group', groupId: h.desk } }],
        seconds: 5,
        repeats: 0,
        otherwise: { to: 'hangup' },
      })}) returning id`);
    await h.house.run(
      sql`update call_services set numbers = numbers || ${JSON.stringify([
        { number: '4002', name: '总机', groupId: null, menuId: menu!.id },
      ])}::jsonb where tenant_id = ${h.house.tenantId}`,
    );
    await phoneIn(OTHER);
    await h.set(sql`most_waiting = 1`);
    const direct = await phoneIn(HER);
    assert.equal(h.told(direct), 'next wait offer');
    await h.hangUp(direct);
    const walked = await phoneIn(HER, '4002');
    await h.press(walked, '2');
    assert.equal(h.told(walked), 'next wait offer');
    await phoneIn('13800000003');
    const [last] = await h.house.run<{ disposition: string }>(sql`
      select disposition from calls where tenant_id = ${h.house.tenantId} order by id desc limit 1`);
    assert.equal(last!.disposition, 'QueuingOverflow');
    await h.set(sql`most_waiting = 20`);
  });
});

describe('a number that is typed into the page of a link', () => {
  const pageLeg = async (pageId: string): Promise<{ legId: string; callId: number }> => {
    const [row] = await h.house.run<{ legId: string; callId: number }>(sql`
      select media_id::text as "legId", call_id as "callId" from call_legs
      where tenant_id = ${h.house.tenantId} and page_id = ${pageId}::uuid`);
    return row!;
  };
  const end = async (pageId: string) => {
    await h.t.route(publicCalls.end, null, { token: h.token, pageId });
    await h.settle();
  };
  const placeOf = async (pageId: string) => {
    const [row] = await h.house.run<{ placed: boolean }>(sql`
      select place_at is not null as placed from calls where tenant_id = ${h.house.tenantId} and id = ${(await pageLeg(pageId)).callId}`);
    return row!.placed;
  };

  it('takes no callback away from who left it', async () => {
    const left = await leave(HER);
    const stranger = await h.pageIn(HER);
    assert.deepEqual([await wish(left), await placeOf(stranger), await h.callbacks()], [[1, true], false, [['来电要求回电', HER]]]);
    await end(stranger);
    const guessing = await h.pageIn(HER, randomUUID(), stranger);
    assert.deepEqual([await wish(left), await placeOf(guessing)], [[1, true], false]);
    await h.set(sql`most_waiting = 1`);
    const full = await h.pageIn(HER);
    assert.deepEqual(await h.house.run(sql`select disposition from calls where tenant_id = ${h.house.tenantId} order by id desc limit 1`), [
      { disposition: 'QueuingOverflow' },
    ]);
    await h.set(sql`most_waiting = 20`);
    for (const page of [guessing, full]) await end(page);
  });

  it('takes along what the same page left, as a telephone does', async () => {
    const first = await h.pageIn(HER);
    h.pass(3000);
    const { legId } = await pageLeg(first);
    assert.equal((await h.t.route(publicCalls.keys, null, { token: h.token, pageId: first, keys: '1' })).status, 200);
    await h.settle();
    h.media.happen({ type: 'leg.played', legId, turn: LAST });
    await h.settle();
    assert.deepEqual(await wish(legId), [1, true]);
    const again = await h.pageIn(HER, first);
    assert.deepEqual([await wish(legId), await placeOf(again)], [[3, false], true]);
    await end(again);
    assert.deepEqual([await wish(legId), await h.callbacks()], [[1, true], [['来电要求回电', HER]]]);
  });
});

describe('a seat that dials who calls in at that moment', () => {
  it('is free for her call, whose place is the one that she kept', async () => {
    const left = await leave(HER);
    await h.house.onDuty(h.seat);
    await h.tick(1000);
    assert.deepEqual([await dialling(), await h.callbacks()], [1, []]);
    const again = await phoneIn(HER);
    assert.deepEqual([await dialling(), (await h.callOf(again)).phase, await wish(left)], [0, 4, [3, false]]);
    await h.hangUp(again);
    assert.deepEqual(await wish(left), [1, true]);
  });

  it('dials not at all when she was first, and in every race there is one call', async () => {
    for (let round = 0; round < 4; round++) {
      const left = await leave(HER);
      await h.house.onDuty(h.seat);
      // Both wait for the callback, and go on in either order.
      let open = () => {};
      const gate = new Promise<void>((settle) => (open = settle));
      const held = h.t.deps.inTenant(h.house.tenantId, async (tx) => {
        await tx.rows(sql`select id from calls where tenant_id = ${h.house.tenantId} and callback = 1 for update`);
        await gate;
      });
      const both = Promise.all([clockOf(h.t.deps, h.house.tenantId), phoneIn(HER)]);
      await sleep(100);
      open();
      await held;
      const [, again] = await both;
      await h.tick(1000);
      assert.deepEqual([await dialling(), (await h.callOf(again)).phase, await wish(left)], [0, 4, [3, false]], `round ${round}`);
      await h.house.act(h.seat, 'AnswerCall');
      await h.house.act(h.seat, 'ReleaseCall');
      await h.settle();
    }
  });

  it('is refused while another seat dials the number, or while she waits', async () => {
    const busy = '对方正在来电，或同事正在给该号码回电，请稍候';
    const left = await leave(HER);
    const other = await h.house.seat([h.desk]);
    await h.set(sql`callback_keeps = false`);
    await h.house.run(sql`update calls set keeps_place = false where tenant_id = ${h.house.tenantId} returning id`);
    await h.house.onDuty(h.seat, other);
    const first = await h.house.act(h.seat, 'MakeCall', { Callee: HER });
    assert.equal(first.status, 200);
    assert.deepEqual(refusal(await h.house.act(other, 'MakeCall', { Callee: HER })), [409, busy]);
    const work = (run: (w: ReturnType<typeof workIn>) => Promise<unknown>) =>
      h.t.deps.inTenant(h.house.tenantId, (tx) => run(workIn(tx, h.t.deps, SYSTEM)));
    await assert.rejects(
      work((w) => dial(w, other.id, { callee: HER })),
      { message: busy },
    );
    await h.house.act(other, 'SignOutGroup');
    await h.house.act(h.seat, 'ReleaseCall');
    assert.deepEqual([await wish(left), await h.callbacks()], [[1, false], [['来电要求回电，已拨1次未接通', HER]]]);
    await h.set(sql`callback_keeps = true`);
  });
});

describe('a callback that cannot be made', () => {
  it('is closed with a reason', async () => {
    const { id } = await h.callOf(await leave(HER));
    const close = (form: object) => h.t.route(callRecords.calledBack, h.seat.user, { id, dropped: true, ...form });
    assert.deepEqual(refusal(await close({})), [400, '请填写不再回电的原因']);
    assert.deepEqual(refusal(await close({ note: '多次无人接听，已告知家属' })), [200, '已标记']);
    assert.deepEqual(refusal(await close({ note: '再一次' })), [409, '这个来电已经回电，或已由同事标记']);
    const reader = await h.t.user(h.house.tenantId, { permissions: ['cloudcall_call_own', 'cloudcall_workbench'], dataScope: 1 });
    const { callback, events } = (await h.t.route(callRecords.get, reader, { id })).data;
    assert.deepEqual([callback, events.at(-1).what, events.at(-1).detail], [4, 'call-back-dropped', '多次无人接听，已告知家属']);
    assert.deepEqual(await h.callbacks(), []);
  });
});
