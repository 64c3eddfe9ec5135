/** What the media is told, by a media that only writes it down; and what its events make of calls. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { callMedia, type FakeMedia } from '#test/fake-call-media.ts';
import { clockOf } from '../calls/call-clock.ts';
import { workbench as routes } from '#contract/calls/workbench.ts';
import { runSwitchboard } from './running.ts';

let t: Harness;
let house: CallHouse;
let seat: Seat;
let other: Seat;
let group: number;
let media: FakeMedia;
let running: ReturnType<typeof runSwitchboard>;
let now = Date.now();

before(async () => {
  t = await harness({ now: () => now });
  house = await callHouse(t, { provider: 2, recorded: false });
  group = await house.group('服务台', { most_seconds: 60 });
  seat = await house.seat([group]);
  other = await house.seat([group]);
  const [menu] = await house.run<{ id: number }>(sql`
    insert into call_menus (tenant_id, name, tree) values (${house.tenantId}, '导航', ${JSON.stringify({
      greeting: '服务台请按1',
      fileId: null,
      keys: [
        { key: '1', name: '服务台', action: { to: 'group', groupId: group } },
        { key: '3', name: '预约回电', action: { to: 'callback' } },
      ],
      seconds: 5,
      repeats: 0,
      otherwise: { to: 'hangup' },
    })}) returning id`);
  await house.run(
    sql`update call_services set numbers = ${JSON.stringify([
      { number: '4001', name: '热线', groupId: group, menuId: null },
      { number: '4002', name: '导航', groupId: null, menuId: menu!.id },
    ])} where tenant_id = ${house.tenantId}`,
  );
  media = callMedia();
  running = runSwitchboard({ deps: t.deps, media, announcement: null }, { lookMs: 1_000_000, compareMs: 1_000_000 });
  await running.started;
});
after(async () => {
  await running.stop();
  await t.close();
});

const settle = async () => {
  await running.board.settled();
  await running.board.reconcile(house.tenantId);
  await running.board.settled();
};
const phoneIn = async (to: string, from = '13800000001') => {
  const legId = randomUUID();
  media.happen({ type: 'phone.invited', legId, from, to, displayName: null, trunk: `trunk-${house.tenantId}`, phone: null });
  await settle();
  return legId;
};
const lastCall = async () =>
  (
    await house.run<{ phase: number; disposition: string | null; callback: number }>(sql`
    select phase, disposition, callback from calls where tenant_id = ${house.tenantId} order by id desc limit 1`)
  )[0];
const offer = async (one: Seat) => {
  await t.route(routes.offer, one.user, { pageId: one.pageId, offer: 'v=0', take: true });
  await settle();
  const [row] = await house.run<{ media: string }>(sql`
    select media_id as media from call_legs where seat_id = ${one.id} and call_id is null and state < 4`);
  media.happen({ type: 'leg.connected', legId: row!.media });
  await settle();
  return row!.media;
};

describe('the process of the calls', () => {
  it('refuses numbers that are none of the institution, and puts callers of a menu where their keys lead', async () => {
    const stranger = await phoneIn('9999');
    assert.deepEqual(media.refused.get(stranger), 603);
    const caller = await phoneIn('4002');
    assert.ok(media.answeredPhones.has(caller));
    assert.deepEqual(media.playOf(caller), { kind: 'beep' });
    media.happen({ type: 'leg.dtmf', legId: caller, digit: '1' });
    await settle();
    assert.equal((await lastCall())?.phase, 3);
    assert.deepEqual(media.playOf(caller), { kind: 'hold-music' });
    media.happen({ type: 'phone.ended', legId: caller, status: 200, byUs: false });
    await settle();
    assert.equal((await lastCall())?.disposition, 'AbandonedInQueue');
    assert.equal(media.rooms.size, 0);
  });

  it('writes down who wants to be called back, by a key or when the time in the queue is over', async () => {
    const caller = await phoneIn('4002', '13800000002');
    media.happen({ type: 'leg.dtmf', legId: caller, digit: '3' });
    await settle();
    assert.deepEqual(await lastCall(), { phase: 7, disposition: 'Voicemail', callback: 1 });
    assert.ok(media.closed.has(caller));
    await phoneIn('4001', '13800000003');
    now += 61_000;
    await clockOf(t.deps, house.tenantId);
    assert.deepEqual(await lastCall(), { phase: 7, disposition: 'Voicemail', callback: 1 });
  });

  it('lets those hear each other who speak, and sends keys once', async () => {
    const sound = await offer(seat);
    await house.onDuty(seat);
    const caller = await phoneIn('4001');
    assert.deepEqual(media.playOf(caller), { kind: 'ringback' });
    await house.act(seat, 'AnswerCall');
    await settle();
    assert.deepEqual([media.hears(caller), media.hears(sound)], [[sound], [caller]]);
    await house.act(seat, 'SendDtmfSignaling', { Dtmf: '15#' });
    await settle();
    await settle();
    assert.deepEqual(media.keys, [[caller, '15#']]);
    await house.act(seat, 'HoldCall');
    await settle();
    assert.deepEqual([media.playOf(caller), media.hears(sound)], [{ kind: 'hold-music' }, []]);
    await house.act(seat, 'ReleaseCall');
    await settle();
    // The sound of the page stays for the next call.
    assert.deepEqual([media.closed.has(caller), media.closed.has(sound)], [true, false]);
  });

  it('dials by the trunk, and ends by what the telephone says', async () => {
    await house.act(seat, 'ReadyForService');
    await house.act(seat, 'MakeCall', { Callee: '0571-87654321' });
    await settle();
    const [legId, call] = [...media.dialled].at(-1)!;
    assert.deepEqual([call.uri, call.trunk], ['sip:057187654321@calls', `trunk-${house.tenantId}`]);
    media.happen({ type: 'phone.ringing', legId });
    media.happen({ type: 'phone.ended', legId, status: 486, byUs: false });
    await settle();
    assert.equal((await lastCall())?.disposition, 'Busy');
  });

  it('a worker that died ends the calls that it had, says so, and frees their seats', async () => {
    const sound = await offer(other);
    await house.onDuty(other);
    await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    const caller = await phoneIn('4001');
    await house.act(other, 'AnswerCall');
    await settle();
    media.happen({ type: 'died', legIds: [caller, sound], roomIds: [...media.rooms.keys()] });
    await settle();
    assert.equal((await lastCall())?.disposition, 'IVRException');
    assert.equal((await house.state(other)).state, 3);
    const [page] = await house.run<{ live: number }>(sql`
      select count(*)::integer as live from call_legs where seat_id = ${other.id} and call_id is null and state < 4`);
    assert.equal(page?.live, 0);
  });
});
