/** Callbacks that keep their place in a queue, and those that a notice is asked for. */
import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { callJobs } from '#contract/calls/call-jobs.ts';
import { waitingHouse, type WaitingHouse } from '#test/waiting-house.ts';
import { clockOf } from '../calls/call-clock.ts';
import { dialJobs } from '../calls/call-job-dialling.ts';
import { LAST } from './switchboard.ts';

let h: WaitingHouse;
const P = 'cloudcall_cloudcallcalljob';
before(async () => {
  h = await waitingHouse();
});
after(() => h.close());
beforeEach(() =>
  h.house.run(sql`update calls set callback = 0, keeps_place = false, met_by = null where tenant_id = ${h.house.tenantId} returning id`),
);

describe('a callback that keeps its place', () => {
  const leave = async (from: string) => {
    const legId = await h.phoneIn(from);
    h.pass(3000);
    await h.press(legId, '1');
    h.media.happen({ type: 'leg.played', legId, turn: LAST });
    return legId;
  };
  const dialled = () => [...h.media.dialled.values()].at(-1)?.uri;

  it('counts for those behind it, and is dialled by the seat that becomes free, before them', async () => {
    await h.set(sql`callback_keeps = true`);
    const kept = await leave('13800000001');
    assert.equal((await h.callOf(kept)).keeps, true);
    const behind = await h.phoneIn('13800000002');
    assert.equal(h.told(behind), 'ahead one people wait offer');
    await h.house.onDuty(h.seat);
    await h.settle();
    // The seat is kept for who went before.
    assert.equal((await h.callOf(behind)).phase, 3);
    await h.tick(1000);
    assert.equal(dialled(), 'sip:13800000001@calls');
    assert.equal((await h.house.state(h.seat)).state, 8);
    const leg = [...h.media.dialled.keys()].at(-1)!;
    h.media.happen({ type: 'phone.ended', legId: leg, status: 480, byUs: false });
    await h.settle();
    // Not reached: staff do it from 现在, and the place is given up.
    assert.deepEqual([(await h.callOf(kept)).keeps, await h.callbacks()], [false, [['来电要求回电，已拨1次未接通', '13800000001']]]);
    await h.house.act(h.seat, 'ReadyForService');
    await h.tick(1000);
    assert.equal((await h.callOf(behind)).phase, 4);
    await h.house.act(h.seat, 'AnswerCall');
    await h.house.act(h.seat, 'ReleaseCall');
    await h.settle();
    await h.house.act(h.seat, 'SignOutGroup');
  });

  it('is taken once by two processes, waits for those before it, and lapses', async () => {
    await h.set(sql`callback_keeps = true`);
    const first = await h.phoneIn('13800000003');
    const kept = await leave('13800000001');
    await h.house.onDuty(h.seat);
    await h.settle();
    assert.equal((await h.callOf(first)).phase, 4);
    await h.tick(1000);
    assert.equal((await h.callOf(kept)).keeps, true);
    await h.house.act(h.seat, 'AnswerCall');
    await h.house.act(h.seat, 'ReleaseCall');
    await h.house.act(h.seat, 'ReadyForService');
    h.media.dialled.clear();
    await Promise.all([clockOf(h.t.deps, h.house.tenantId), clockOf(h.t.deps, h.house.tenantId)]);
    await h.settle();
    assert.equal(h.media.dialled.size, 1);
    await h.house.act(h.seat, 'ReleaseCall');
    await h.house.act(h.seat, 'SignOutGroup');
    const old = await leave('13800000004');
    await h.house.run(sql`update calls set queued_at = queued_at - interval '2 hours 1 second' where tenant_id = ${h.house.tenantId}
      and keeps_place returning id`);
    await h.tick(1000);
    assert.deepEqual([(await h.callOf(old)).keeps, (await h.callbacks()).some(([, number]) => number === '13800000004')], [false, true]);
  });

  it('with a number that cannot be dialled holds up none', async () => {
    await h.set(sql`callback_keeps = true`);
    const kept = await leave('057187654321');
    await h.house.run(sql`update call_services set provider = 1 where tenant_id = ${h.house.tenantId}`);
    await h.house.onDuty(h.seat);
    await h.tick(1000);
    assert.deepEqual([(await h.callOf(kept)).keeps, (await h.house.state(h.seat)).state], [false, 3]);
    await h.house.run(sql`update call_services set provider = 2 where tenant_id = ${h.house.tenantId}`);
    await h.house.act(h.seat, 'SignOutGroup');
  });
});

describe('a notice', () => {
  it('whose key asks for a call back is in 现在 with the number that was dialled, until a call back was answered', async () => {
    const [menu] = await h.house.run<{ id: number }>(sql`
      insert into call_menus (tenant_id, name, tree) values (${h.house.tenantId}, '平安询问', ${JSON.stringify({
        greeting: '平安请按1，需要帮助请按9',
        soundId: null,
        keys: [
          { key: '1', name: '平安', action: { to: 'hangup' } },
          { key: '9', name: '需要帮助', action: { to: 'callback' } },
        ],
        seconds: 5,
        repeats: 0,
        otherwise: { to: 'hangup' },
      })}) returning id`);
    const chief = await h.t.user(h.house.tenantId, { permissions: ['view', 'add', 'edit'].map((verb) => `${P}_${verb}`) });
    const form = { name: '平安询问', kind: 6, dialling: 3, menuId: menu!.id, lines: 2, numbers: '13800000041\n13800000042' };
    const { id } = (await h.t.route(callJobs.create, chief, form)).data;
    assert.equal((await h.t.route(callJobs.move, chief, { id, command: 'start' })).status, 200);
    h.media.dialled.clear();
    await dialJobs(h.t.deps);
    await h.settle();
    const [well, helpless] = [...h.media.dialled.keys()] as [string, string];
    for (const [legId, digit] of [
      [well, '1'],
      [helpless, '9'],
    ] as const) {
      h.media.happen({ type: 'phone.answered', legId });
      await h.settle();
      h.media.happen({ type: 'leg.dtmf', legId, digit });
      await h.settle();
    }
    // Who is well is let go; who asks for help hears that it is called back.
    assert.deepEqual([h.media.closed.has(well), h.media.closed.has(helpless)], [true, false]);
    assert.match(JSON.stringify(h.media.played.get(helpless)), /promise\.al/);
    const { data } = await h.t.route(callJobs.results, chief, { id });
    assert.deepEqual(data.keys, [
      { key: '1', name: '平安', cases: 1 },
      { key: '9', name: '需要帮助', cases: 1 },
    ]);
    assert.deepEqual(await h.callbacks(), [['语音通知中要求回电', '13800000042']]);
    await h.callBack('13800000042');
    assert.deepEqual(await h.callbacks(), []);
    await h.house.act(h.seat, 'SignOutGroup');
  });
});
