import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { publicCalls } from '#contract/calls/call-links.ts';
import { workbench as routes, workbenchActions } from '#contract/calls/workbench.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { arrive } from './call-begin.ts';
import { clockOf, SYSTEM } from './call-clock.ts';
import { workIn } from '../events.ts';
import { dispatch } from './call-queue.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let t: Harness;
let house: CallHouse;
let desk: number;
let [li, wang, boss]: Seat[] = [];
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

const seats = () => [li, wang, boss] as [Seat, Seat, Seat];
const within = <T>(run: (work: ReturnType<typeof workIn>) => Promise<T>) =>
  t.deps.inTenant(house.tenantId, (tx) => run(workIn(tx, t.deps, SYSTEM)));
const phoneIn = (from: string, groupId = desk) =>
  within((work) => arrive(work, { from, to: '4001', leg: { kind: 2, mediaId: randomUUID() }, menuId: null, groupId }));
const states = async () => Promise.all(seats().map(async (seat) => (await house.state(seat)).state));
/** All seats are ready, no call is on. */
async function quiet(): Promise<void> {
  for (const seat of seats()) await house.act(seat, 'ReleaseCall');
  await within(({ tx }) =>
    tx.run(sql`update calls set status = 2, phase = 7, ended_at = now(), due_at = null where tenant_id = ${house.tenantId} and status < 2`),
  );
  await within(({ tx }) =>
    tx.run(sql`update call_presences set state = 1, call_id = null, due_at = null where tenant_id = ${house.tenantId}`),
  );
  await house.onDuty(...seats());
}

describe('the workbench', () => {
  it('implements every action that it lists', async () => {
    for (const action of workbenchActions)
      assert.notEqual(
        (await house.act(seats()[2], action, { Number: '13800000000', Callee: '', WorkMode: 'ON_SITE' })).status,
        500,
        action,
      );
  });

  it('is for who has a seat; other tenants and unknown actions get nothing', async () => {
    const [one] = seats();
    assert.equal((await t.route(routes.check, one.user)).data.extension, '8001');
    const other = await t.user(house.tenantId, { permissions: ['cloudcall_workbench'] });
    assert.equal((await t.route(routes.check, other)).data, null);
    assert.equal((await t.route(routes.state, other)).status, 403);
    const unknown = await house.act(one, 'DeleteInstance');
    assert.deepEqual([unknown.status, unknown.msg], [400, '不支持的通话操作：DeleteInstance']);
    const open = (await t.route(routes.open, one.user)).data;
    assert.deepEqual([open.width, open.height, open.afterCallRule, open.supervises], [290, 552, 15, false]);
  });

  it('answers in the shape of CCC, takes keys in either case, and never another user', async () => {
    const [one, two] = seats();
    const sent = await house.act(one, 'SignInGroup', { instanceId: 'x', userId: String(two.user.userId) });
    assert.deepEqual([sent.data.code, sent.data.httpStatusCode, sent.data.data.userContext.userState], ['OK', 200, 'Break']);
    assert.equal(sent.data.data.userContext.userId, `${one.user.userId}@yian-${house.tenantId}`);
    const body = await t.call('POST', `${routes.invoke.path}?action=TakeBreak`, { as: one.user, input: { request: { code: 'Meal' } } });
    assert.equal(body.data.data.userContext.breakCode, 'Meal');
    const form = await fetch(`${t.url}${routes.invoke.path}?action=ReadyForService`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.user.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ request: '{}' }),
    });
    assert.equal(((await form.json()) as any).data?.data?.userContext?.userState, 'Ready');
    const broken = await house.act(one, 'TakeBreak', { Code: 'Sleep' });
    assert.deepEqual(
      [broken.status, broken.data.code, broken.data.message],
      [422, 'Parameter.Invalid', '小休原因不在可选范围内，请重新选择'],
    );
  });

  it('cannot dial before it is on duty', async () => {
    const fresh = await house.seat([desk]);
    const refused = await house.act(fresh, 'MakeCall', { Callee: '8001' });
    assert.deepEqual(
      [refused.status, refused.msg, refused.data.code],
      [409, 'cloud call not online, please go online before dialing', 'Agent.StateError'],
    );
    assert.equal((await house.state(fresh)).call, null);
  });

  it('rings one seat, and goes on to the next after 30 seconds', async () => {
    await quiet();
    const [one, two] = seats();
    await phoneIn('13800000001');
    assert.deepEqual(await states(), [6, 3, 3]);
    now += 31_000;
    for (const seat of seats()) await t.route(routes.seen, seat.user, { pageId: seat.pageId });
    await within(({ tx }) =>
      tx.run(sql`update call_presences set seen_at = to_timestamp(${now}::float8 / 1000) where tenant_id = ${house.tenantId}`),
    );
    await clockOf(t.deps, house.tenantId);
    assert.deepEqual(await states(), [2, 6, 3]);
    assert.equal((await house.state(one)).breakCode, 'RingingTimeout');
    assert.equal((await house.act(two, 'AnswerCall')).data.code, 'OK');
    assert.deepEqual(await states(), [2, 9, 3]);
    await house.act(two, 'ReleaseCall');
    assert.equal((await house.state(two)).state, 5);
    now += 16_000;
    await clockOf(t.deps, house.tenantId);
    assert.equal((await house.state(two)).state, 3);
  });

  it('lets one of two win who pick the same waiting call, and tells the other', async () => {
    await quiet();
    const [one, two] = seats();
    for (const seat of [one, two]) await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    const { id } = await phoneIn('13800000002');
    const [{ jobId }] = (await house.run<{ jobId: string }>(sql`select job_id as "jobId" from calls where id = ${id}`)) as [
      { jobId: string },
    ];
    // Ready without being given the call: both press at once.
    await within(({ tx }) =>
      tx.run(sql`update call_presences set state = 3 where tenant_id = ${house.tenantId} and seat_id in (${one.id}, ${two.id})`),
    );
    const answers = await Promise.all([one, two].map((seat) => house.act(seat, 'AnswerCall', { JobId: jobId })));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(answers.find(({ status }) => status === 409)?.msg, '已被他人接听');
  });

  it('gives a waiting call to one seat, however many processes look at once', async () => {
    await quiet();
    for (const seat of seats()) await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    await phoneIn('13800000003');
    await within(({ tx }) => tx.run(sql`update call_presences set state = 3 where tenant_id = ${house.tenantId}`));
    await Promise.all([1, 2, 3, 4].map(() => within(dispatch)));
    assert.deepEqual((await states()).toSorted(), [3, 3, 6]);
  });

  it('takes calls for help before all others, and refuses blocked numbers, which is written down', async () => {
    await quiet();
    for (const seat of seats()) await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    await house.run(sql`insert into call_customers (tenant_id, name, mobile, level) values (${house.tenantId}, '骚扰', ${sealed('13900000009')}, 2),
      (${house.tenantId}, '贵宾', ${sealed('13900000008')}, 1)`);
    const [person] = await house.run<{ id: number }>(
      sql`insert into people (tenant_id, name, mobile) values (${house.tenantId}, '陈老', ${sealed('13900000007')}) returning id`,
    );
    await house.run(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, source_type, content, happened_at, last_at)
      values (${house.tenantId}, 'sos', 'p', 1, ${person!.id}, 1, '求助', now(), now())`);
    for (const from of ['13900000001', '13900000008', '13900000007']) await phoneIn(from);
    assert.equal((await phoneIn('13900000009')).legId, null);
    const [blocked] = await house.run<{ disposition: string }>(sql`select disposition from calls where caller = ${sealed('13900000009')}`);
    assert.equal(blocked?.disposition, 'Blocked');
    const [one] = seats();
    await house.act(one, 'ReadyForService');
    assert.deepEqual([(await house.state(one)).call.caller, (await house.state(one)).call.priority], ['13900000007', 1]);
  });

  it('hands on, asks, confers, and is stood behind only with the right', async () => {
    await quiet();
    const [one, two, three] = seats();
    await phoneIn('13800000004');
    await house.act(one, 'AnswerCall');
    assert.equal((await house.act(two, 'MonitorCall', { MonitoredUserId: String(one.user.userId) })).status, 403);
    assert.equal((await house.act(three, 'MonitorCall', { MonitoredUserId: one.extension })).data.code, 'OK');
    assert.deepEqual(await states(), [9, 3, 21]);
    // The agent does not see who listens, unless the institution says so.
    assert.equal((await house.state(one)).call.legs.length, 2);
    const tell = (told: number) => house.run(sql`update call_services set supervision_told = ${told} where tenant_id = ${house.tenantId}`);
    await tell(1);
    const shown = (await house.state(one)).call.legs.map(({ part, supervises }: { part: number; supervises: boolean }) => [
      part,
      supervises,
    ]);
    assert.deepEqual(shown, [[1, false], [1, false], [2, true]]); // prettier-ignore
    const logs = await house.run<{ title: string }>(sql`select title from operation_logs where title = '监听通话'`);
    assert.equal(logs.length, 1);
    // Who loses the call reads to whom, until it does something else.
    assert.equal((await house.act(three, 'InterceptCall', { InterceptedUserId: one.extension })).data.code, 'OK');
    assert.deepEqual(await states(), [5, 3, 9]);
    assert.deepEqual([typeof (await house.state(one)).takenOverBy, (await house.state(three)).takenOverBy], ['string', null]);
    assert.equal(
      (await house.state(three)).call.legs.some(({ supervises }: { supervises: boolean }) => supervises),
      false,
    );
    await tell(0);
    assert.equal((await house.state(one)).takenOverBy, null);
    await house.act(one, 'ReadyForService');
    await house.act(three, 'BlindTransfer', { Transferee: one.extension });
    await house.act(one, 'AnswerCall');
    await tell(2);
    assert.deepEqual([(await house.state(one)).takenOverBy, (await house.state(one)).toned], [null, true]);
    await house.act(three, 'ReadyForService');
    await house.act(one, 'InitiateAttendedTransfer', { Transferee: two.extension });
    assert.deepEqual(await states(), [17, 6, 3]);
    await house.act(two, 'AnswerCall');
    assert.equal((await house.act(one, 'SwitchToConference')).data.code, 'OK');
    assert.deepEqual(await states(), [16, 16, 3]);
    await house.act(one, 'ReleaseCall');
    assert.deepEqual(await states(), [5, 9, 3]);
    assert.equal((await house.act(two, 'BlindTransfer', { Transferee: three.extension })).data.code, 'OK');
    assert.deepEqual(await states(), [5, 5, 6]);
    const events = await house.run<{ what: string }>(sql`select what from call_events order by id desc limit 1`);
    assert.equal(events[0]?.what, 'transferred');
  });

  it('puts the customer of a seat that vanished first in line', async () => {
    await quiet();
    const [one, two] = seats();
    await phoneIn('13800000005');
    await house.act(one, 'AnswerCall');
    await within(({ tx }) =>
      tx.run(sql`update call_presences set seen_at = to_timestamp(${now - 31_000}::float8 / 1000)
      where tenant_id = ${house.tenantId} and seat_id = ${one.id}`),
    );
    await clockOf(t.deps, house.tenantId);
    assert.deepEqual(await states(), [1, 6, 3]);
    assert.equal((await house.state(two)).call.priority, 2);
  });

  it('sends a link to who has only a mobile, whose page answers; others know nothing of it', async () => {
    await quiet();
    const [one] = seats();
    assert.equal((await house.act(one, 'MakeCall', { Callee: '0571-87654321' })).status, 422);
    await house.act(one, 'MakeCall', { Callee: '13700000001' });
    assert.equal((await house.state(one)).state, 8);
    const [link] = await house.run<{ id: number; callId: number }>(
      sql`select id, call_id as "callId" from call_links order by id desc limit 1`,
    );
    const token = `${house.tenantId}.${'a'.repeat(32)}`;
    assert.equal((await t.route(publicCalls.look, null, { token })).status, 403);
    await within(async ({ tx }) => {
      const { hashOf } = await import('./call-link-sending.ts');
      await tx.run(sql`update call_links set token_hash = ${hashOf(token)} where id = ${link!.id}`);
    });
    assert.equal((await t.route(publicCalls.look, null, { token })).data.permanent, false);
    const pageId = randomUUID();
    const joined = await t.route(publicCalls.join, null, { token, pageId, offer: 'v=0' });
    assert.equal(joined.status, 200);
    assert.equal(
      (await t.route(publicCalls.join, null, { token, pageId: randomUUID(), offer: 'v=0' })).msg,
      '通话已结束，或已在另一个页面接听',
    );
    assert.equal((await house.state(one)).state, 10);
    const foreign = `${await t.tenant()}.${'a'.repeat(32)}`;
    assert.equal((await t.route(publicCalls.answer, null, { token: foreign, pageId })).status, 403);
    assert.equal((await t.route(publicCalls.end, null, { token, pageId })).data, true);
    assert.equal((await house.state(one)).state, 5);
    assert.equal((await t.route(publicCalls.rate, null, { token, pageId, stars: 5 })).data, true);
    assert.equal((await t.route(publicCalls.rate, null, { token, pageId, stars: 1 })).msg, '已评价过，或评价时间已过');
  });

  it('keeps the calls, seats and sounds of other tenants unknown', async () => {
    await quiet();
    const [one, , three] = seats();
    const other = await callHouse(t);
    const theirs = await other.seat([], ['cloudcall_workbench', 'cloudcall_supervise']);
    await other.onDuty(theirs);
    await phoneIn('13800000006');
    await house.act(one, 'AnswerCall');
    const { jobId } = (await house.state(one)).call;
    assert.equal((await other.act(theirs, 'AnswerCall', { JobId: jobId })).status, 404);
    assert.equal((await other.act(theirs, 'ReleaseCall', { JobId: jobId })).status, 404);
    assert.equal((await other.act(theirs, 'MonitorCall', { MonitoredUserId: String(one.user.userId) })).status, 404);
    const { legId } = (await t.route(routes.offer, one.user, { pageId: one.pageId, offer: 'v=0', take: false })).data;
    assert.equal((await t.route(routes.answer, theirs.user, { legId })).status, 404);
    assert.equal((await t.route(routes.answer, three.user, { legId })).status, 404);
    const second = await t.route(routes.offer, one.user, { pageId: randomUUID(), offer: 'v=0', take: false });
    assert.equal(second.status, 409);
    assert.equal((await t.route(routes.offer, one.user, { pageId: randomUUID(), offer: 'v=0', take: true })).status, 200);
  });
});
