/** What the media is told, by a media that only writes it down; and what its events make of calls. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { now as nowRoutes } from '#contract/screens/now.ts';
import { callMedia, type FakeMedia, settle as settled } from '#test/fake-call-media.ts';
import { clockOf } from '../calls/call-clock.ts';
import { workbench as routes } from '#contract/calls/workbench.ts';
import { runSwitchboard } from './running.ts';
import { LAST } from './switchboard.ts';

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
      soundId: null,
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

const settle = () => settled(running.board, house.tenantId);
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
    assert.ok(!media.closed.has(caller));
    media.happen({ type: 'leg.played', legId: caller, turn: LAST });
    assert.ok(media.closed.has(caller));
    await phoneIn('4001', '13800000003');
    now += 61_000;
    await clockOf(t.deps, house.tenantId);
    assert.deepEqual(await lastCall(), { phase: 7, disposition: 'Voicemail', callback: 1 });
  });

  it('shows a caller who is to be called back in 现在, once, until a call back was answered', async () => {
    const waiting = async () => (await t.route(nowRoutes.read, seat.user, { kind: 'callback' })).data.rows;
    const ask = async (from: string) => {
      const caller = await phoneIn('4002', from);
      media.happen({ type: 'leg.dtmf', legId: caller, digit: '3' });
      await settle();
    };
    await house.run(sql`update calls set callback = 0 where tenant_id = ${house.tenantId}`);
    for (const from of ['13800000007', '13800000007', '13800000008']) await ask(from);
    const rows = await waiting();
    assert.deepEqual(
      rows.map(({ name, text, note }: { name: string; text: string; note: string }) => [name, text, note]),
      ['13800000007', '13800000008'].map((number) => [number, '来电要求回电', number]),
    );
    // Who has a seat sees the record that it is to act on; without one only its own calls.
    const [agent, clerk] = await Promise.all(
      [['cloudcall_workbench'], []].map((more) => t.user(house.tenantId, { permissions: ['cloudcall_call_own', ...more], dataScope: 1 })),
    );
    const listed = async (as: TestUser) => (await t.route(callRecords.page, as, { callback: 1 })).data.total;
    assert.deepEqual([await listed(agent!), await listed(clerk!)], [3, 0]);
    await offer(seat);
    await house.onDuty(seat);
    const dialled = () => [...media.dialled].at(-1)![0];
    await house.act(seat, 'MakeCall', { Callee: '13800000007' });
    await settle();
    media.happen({ type: 'phone.ended', legId: dialled(), status: 480, byUs: false });
    await settle();
    assert.equal((await waiting()).length, 2);
    await house.act(seat, 'ReadyForService');
    await house.act(seat, 'MakeCall', { Callee: '13800000007' });
    await settle();
    media.happen({ type: 'phone.answered', legId: dialled() });
    await settle();
    await house.act(seat, 'ReleaseCall');
    await settle();
    const [left] = await waiting();
    assert.equal(left.note, '13800000008');
    const mark = (as: TestUser) => t.route(callRecords.calledBack, as, { id: left.id, note: '已约好' });
    const stranger = await t.user(await t.tenant());
    assert.deepEqual(refusal(await mark(stranger)), [404, '预约回电不存在']);
    assert.deepEqual(refusal(await mark(seat.user)), [200, '已标记']);
    assert.deepEqual(refusal(await mark(seat.user)), [409, '这个来电已经回电，或已由同事标记']);
    assert.deepEqual(await waiting(), []);
    const { events } = (await t.route(callRecords.get, agent!, { id: left.id })).data;
    assert.deepEqual([events.at(-1).what, events.at(-1).detail], ['call-back-done', '已约好']);
    await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    await house.act(seat, 'SignOutGroup');
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

  it('lets a seat hear a tone while a supervisor stands behind it, where the institution says so; callers hear none', async () => {
    const chief = await house.seat([], ['cloudcall_workbench', 'cloudcall_supervise']);
    await offer(chief);
    await house.onDuty(chief);
    const sound = await offer(seat);
    await house.act(seat, 'ReadyForService');
    const caller = await phoneIn('4001', '13800000009');
    await house.act(seat, 'AnswerCall');
    await house.act(chief, 'MonitorCall', { MonitoredUserId: seat.extension });
    await settle();
    assert.equal(media.playOf(sound), undefined);
    await house.run(sql`update call_services set supervision_told = 2 where tenant_id = ${house.tenantId}`);
    await settle();
    assert.deepEqual([media.playOf(sound), media.playOf(caller)], [{ kind: 'beep' }, undefined]);
    await house.act(chief, 'BargeInCall', { BargedUserId: seat.extension });
    await settle();
    assert.deepEqual([media.playOf(sound), media.playOf(caller)], [{ kind: 'beep' }, undefined]);
    await house.act(chief, 'ReleaseCall');
    await settle();
    assert.equal(media.playOf(sound), undefined);
    await house.act(seat, 'ReleaseCall');
    await house.act(chief, 'SignOutGroup');
    await settle();
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
