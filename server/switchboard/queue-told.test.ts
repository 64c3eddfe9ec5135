/** What callers who wait are told, and the callback that they may leave: by a media that only writes down. */
import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { publicCalls } from '#contract/calls/call-links.ts';
import { callRecords } from '#contract/calls/call-records.ts';
import { waitingHouse, type WaitingHouse } from '#test/waiting-house.ts';
import { dispatch } from '../calls/call-queue.ts';
import { phone } from '../db/sealed-phones.ts';
import { workIn } from '../events.ts';
import { LAST } from './switchboard.ts';

let h: WaitingHouse;
const SOS = '13800000009';

before(async () => {
  h = await waitingHouse();
  const { house } = h;
  const [resident] = await house.run<{ id: number }>(sql`
    insert into people (tenant_id, name, gender, birth_date, status, mobile)
    values (${house.tenantId}, '王秀英', 2, '1940-01-01', 1, ${phone(SOS)}) returning id`);
  await house.run(sql`
    insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
    values (${house.tenantId}, 'sos', 'p', 1, ${resident!.id}, 1, '求助', now(), now())`);
});
after(() => h.close());
beforeEach(async () => {
  await h.set(sql`position_told = true, callback_offered = true, callback_keeps = false`);
  await h.house.run(sql`update calls set callback = 0, keeps_place = false where tenant_id = ${h.house.tenantId}`);
});

describe('a caller who waits', () => {
  it('is told how many go before, at once and again, and of calls for help that come in between', async () => {
    const one = await h.phoneIn('13800000001');
    assert.equal(h.told(one), 'next wait offer');
    assert.deepEqual(h.media.playOf(one), { kind: 'hold-music' });
    const two = await h.phoneIn('13800000002');
    assert.equal(h.told(two), 'ahead one people wait offer');
    const three = await h.phoneIn('13800000003');
    assert.equal(h.told(three), 'ahead pair people wait offer');
    const first = h.media.told(three)!.turn;
    // What is told again and again to the media is the same until the time is over.
    await h.tick(20_000);
    assert.equal(h.media.told(three)!.turn, first);
    const help = await h.phoneIn(SOS);
    assert.equal(h.told(help), 'next wait offer');
    await h.tick(11_000);
    assert.notEqual(h.media.told(three)!.turn, first);
    assert.deepEqual(
      [one, two, three].map(h.told),
      ['one', 'pair', 'three'].map((n) => `ahead ${n} people wait offer`),
    );
    await h.hangUp(one);
    await h.tick(31_000);
    assert.deepEqual(
      [two, three].map(h.told),
      ['one', 'pair'].map((n) => `ahead ${n} people wait offer`),
    );
    assert.equal((await h.callOf(one)).disposition, 'AbandonedInQueue');
    await h.hangUp(two, three, help);
    assert.equal(h.media.rooms.size, 0);
  });

  it('is told what the group tells: the place, the offer, both or nothing; without a number nothing is offered', async () => {
    await h.set(sql`callback_offered = false`);
    const one = await h.phoneIn('13800000001');
    assert.equal(h.told(one), 'next wait');
    await h.set(sql`callback_offered = true, position_told = false`);
    const two = await h.phoneIn('13800000002');
    assert.equal(h.told(two), 'wait offer');
    const hidden = await h.phoneIn('anonymous');
    assert.equal(h.told(hidden), null);
    await h.set(sql`callback_offered = false`);
    const three = await h.phoneIn('13800000003');
    assert.equal(h.told(three), null);
    await h.tick(3000);
    // What was not offered is no key.
    for (const legId of [one, hidden]) await h.press(legId, '1');
    assert.deepEqual([(await h.callOf(one)).phase, (await h.callOf(hidden)).phase], [3, 3]);
    await h.hangUp(one, two, three, hidden);
  });

  it("hears the product's own piece where the store has lost that of the institution", async () => {
    await h.house.run(sql`insert into call_sounds (tenant_id, name, file_name, duration_ms, piece)
      values (${h.house.tenantId}, '请稍候', 'gone.wav', 500, 'wait')`);
    const one = await h.phoneIn('13800000001');
    assert.equal(h.told(one), 'next wait offer');
    await h.hangUp(one);
  });

  it('hears nothing of it any more when a seat rings, answers, or when nothing is left of the call', async () => {
    const one = await h.phoneIn('13800000001');
    assert.equal(h.told(one), 'next wait offer');
    await h.house.onDuty(h.seat);
    await h.settle();
    assert.deepEqual([h.told(one), h.media.playOf(one)], [null, { kind: 'ringback' }]);
    // The seat lets it ring: the caller is told anew that it waits.
    await h.tick(31_000);
    assert.equal(h.told(one), 'next wait offer');
    await h.house.act(h.seat, 'ReadyForService');
    await h.settle();
    await h.house.act(h.seat, 'AnswerCall');
    await h.settle();
    assert.equal(h.told(one), null);
    await h.house.act(h.seat, 'ReleaseCall');
    await h.settle();
    assert.ok(h.media.closed.has(one));
    assert.equal(h.media.played.get(one), undefined);
    await h.house.act(h.seat, 'SignOutGroup');
    const two = await h.phoneIn('13800000002');
    h.media.happen({ type: 'died', legIds: [two], roomIds: [...h.media.rooms.keys()] });
    await h.settle();
    assert.equal((await h.callOf(two)).disposition, 'IVRException');
  });

  it('is told its place in the second queue when it goes over to it, and what becomes of it when the house ends the call', async () => {
    const late = await h.phoneIn('13800000005', '4003');
    await h.set(sql`overflow = 2, overflow_group_id = ${h.night}, most_seconds = 20`);
    const one = await h.phoneIn('13800000001');
    assert.equal(h.told(one), 'next wait offer');
    await h.tick(21_000);
    assert.equal(h.told(one), 'ahead one people wait offer');
    await h.tick(40_000);
    assert.equal((await h.callOf(late)).disposition, 'QueuingTimeout');
    assert.equal(h.lastOf(late), 'busy');
    assert.ok(!h.media.closed.has(late));
    // Hangs up while it is said; nothing is left of it.
    await h.hangUp(late, one);
    h.media.happen({ type: 'leg.played', legId: late, turn: LAST });
    assert.ok(!h.media.closed.has(late));
    assert.equal(h.running.board.leaving.size, 0);
    await h.set(sql`overflow = 1, overflow_group_id = null, most_seconds = 300`);
  });
});

describe('key 1 while one waits', () => {
  it('leaves a callback, which is said before the call ends; a key of the menu before it does not', async () => {
    const one = await h.phoneIn('+8613800000001');
    await h.press(one, '1');
    assert.equal((await h.callOf(one)).phase, 3);
    h.pass(3000);
    await h.press(one, '5');
    assert.equal((await h.callOf(one)).phase, 3);
    await h.press(one, '1');
    const { phase, disposition, callback, id } = await h.callOf(one);
    assert.deepEqual([phase, disposition, callback], [7, 'Voicemail', 1]);
    assert.equal(h.lastOf(one), 'promise');
    assert.ok(!h.media.closed.has(one));
    h.media.happen({ type: 'leg.played', legId: one, turn: null });
    assert.ok(!h.media.closed.has(one));
    h.media.happen({ type: 'leg.played', legId: one, turn: LAST });
    assert.ok(h.media.closed.has(one));
    assert.deepEqual(await h.callbacks(), [['来电要求回电', '+8613800000001']]);
    const reader = await h.t.user(h.house.tenantId, { permissions: ['cloudcall_call_own', 'cloudcall_workbench'], dataScope: 1 });
    const { events } = (await h.t.route(callRecords.get, reader, { id })).data;
    assert.ok(events.some(({ what }: { what: string }) => what === 'call-back-asked'));
    // The number is the same however it is written.
    await h.callBack('13800000001');
    assert.deepEqual(await h.callbacks(), []);
    await h.house.act(h.seat, 'SignOutGroup');
  });

  it('is a button of the page of a link, too', async () => {
    const look = async (pageId: string) => (await h.t.route(publicCalls.answer, null, { token: h.token, pageId })).data;
    const [named, nameless] = [await h.pageIn('13800000006'), await h.pageIn(null)];
    assert.deepEqual((await look(named)).keys, [{ key: '1', name: '请我们回电' }]);
    assert.deepEqual([(await look(nameless)).keys, (await look(nameless)).position], [[], 2]);
    h.pass(3000);
    for (const pageId of [named, nameless])
      assert.equal((await h.t.route(publicCalls.keys, null, { token: h.token, pageId, keys: '1' })).status, 200);
    assert.equal((await look(named)).ended, '已登记，我们会尽快回电');
    assert.deepEqual([(await look(nameless)).ended, (await look(nameless)).position], [null, 1]);
    await h.t.route(publicCalls.end, null, { token: h.token, pageId: nameless });
    await h.settle();
    assert.deepEqual(await h.callbacks(), [['来电要求回电', '13800000006']]);
  });
});

describe('telling', () => {
  it('is done once by processes that look at the same time, and holds up none', async () => {
    const legs = [await h.phoneIn('13800000011'), await h.phoneIn('13800000012'), await h.phoneIn('13800000013')];
    h.pass(31_000);
    const look = () => h.t.deps.inTenant(h.house.tenantId, (tx) => dispatch(workIn(tx, h.t.deps, { userId: null, name: '系统' })));
    await Promise.all([look(), look(), look(), look()]);
    await h.settle();
    assert.deepEqual(legs.map(h.told), ['next wait offer', 'ahead one people wait offer', 'ahead pair people wait offer']);
    await h.hangUp(...legs);
  });
});
