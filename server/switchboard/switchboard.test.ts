/** Whole calls with real sound: seats and callers say tones, and hear those of each other. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { callGroups } from '#contract/calls/call-groups.ts';
import { publicCalls } from '#contract/calls/call-links.ts';
import { callMenus } from '#contract/calls/call-menus.ts';
import { workbench as routes } from '#contract/calls/workbench.ts';
import { CallBrowser } from '#test/call-browser.ts';
import { callHouse, type CallHouse, type Seat } from '#test/calls.ts';
import { harness, type Harness } from '#test/harness.ts';
import { eventually } from '#test/processes.ts';
import { switchboardProcesses } from '#test/switchboard-process.ts';
import { heard } from '#test/tone-meter.ts';
import { uploadSound, wav } from '#test/wav.ts';
import { hashOf } from '../calls/call-link-sending.ts';

const CALLER = 400;
const LI = 700;
const WANG = 1100;
const TONES = [CALLER, LI, WANG];
const TOKEN = 'b'.repeat(32);

let t: Harness;
let house: CallHouse;
let group: number;
let [li, wang]: Seat[] = [];
const processes = switchboardProcesses(34_000);
const browsers: CallBrowser[] = [];
let child: Awaited<ReturnType<typeof processes.start>>;

before(async () => {
  t = await harness();
  child = await processes.start(t);
  house = await callHouse(t);
  group = await house.group('服务台');
  li = await house.seat([group]);
  wang = await house.seat([group]);
  await house.onDuty(li);
  await house.run(sql`insert into call_links (tenant_id, token_hash, name, group_id)
    values (${house.tenantId}, ${hashOf(`${house.tenantId}.${TOKEN}`)}, '服务台', ${group})`);
});
after(async () => {
  processes.killAll();
  await Promise.all(browsers.map((browser) => browser.close()));
  await t.close();
});

const token = () => `${house.tenantId}.${TOKEN}`;
const state = async (seat: Seat) => (await house.state(seat)).state;
const inState = (seat: Seat, wanted: number) => eventually(async () => (await state(seat)) === wanted, `a seat in state ${wanted}`);

/** The sound of a seat's page. */
async function speak(seat: Seat, tone: number): Promise<CallBrowser> {
  const browser = new CallBrowser(tone);
  browsers.push(browser);
  const { legId } = (await t.route(routes.offer, seat.user, { pageId: seat.pageId, offer: await browser.offer(), take: true })).data;
  const answer = await eventually(
    async () => (await t.route(routes.answer, seat.user, { legId })).data.answer as string | null,
    'an answer for a seat',
  );
  await browser.take(answer);
  await browser.connected.promise;
  return browser;
}

/** A page of the permanent link calls. */
async function call(): Promise<{ browser: CallBrowser; pageId: string }> {
  const browser = new CallBrowser(CALLER);
  browsers.push(browser);
  const pageId = randomUUID();
  assert.equal((await t.route(publicCalls.join, null, { token: token(), pageId, offer: await browser.offer() })).status, 200);
  const answer = await eventually(
    async () => (await t.route(publicCalls.answer, null, { token: token(), pageId })).data.answer as string | null,
    'an answer for a caller',
  );
  await browser.take(answer);
  await browser.connected.promise;
  return { browser, pageId };
}

/** The tones that a page comes to hear: the sound follows a moment after the command. */
const hears = (browser: CallBrowser, ...tones: number[]) =>
  eventually(async () => String(heard(await browser.listen(400), TONES)) === String(tones), `the tones ${tones.join(', ')}`, 20);
const calls = () =>
  house.run<{ disposition: string | null; status: number }>(
    sql`select disposition, status from calls where tenant_id = ${house.tenantId} order by id`,
  );

describe('calls with sound', () => {
  it('rings, is answered, held, handed on and hung up; it is recorded', async () => {
    const one = await speak(li!, LI);
    const { browser: caller, pageId } = await call();
    await inState(li!, 6);
    await house.act(li!, 'AnswerCall');
    await Promise.all([hears(caller, LI), hears(one, CALLER)]);
    await house.act(li!, 'HoldCall');
    await Promise.all([hears(caller), hears(one)]);
    await house.act(li!, 'RetrieveCall');
    await Promise.all([hears(caller, LI), hears(one, CALLER)]);
    const two = await speak(wang!, WANG);
    await house.onDuty(wang!);
    assert.equal((await house.act(li!, 'BlindTransfer', { Transferee: wang!.extension })).status, 200);
    await inState(wang!, 6);
    await house.act(wang!, 'AnswerCall');
    await Promise.all([hears(caller, WANG), hears(two, CALLER), hears(one)]);
    await house.act(wang!, 'ReleaseCall');
    const over = (await t.route(publicCalls.answer, null, { token: token(), pageId })).data;
    assert.deepEqual([over.phase, over.ended], [7, '通话已结束']);
    const recording = await eventually(
      async () =>
        (
          await house.run<{ state: number; ms: number }>(
            sql`select state, duration_ms as ms from call_recordings where tenant_id = ${house.tenantId} and state > 1`,
          )
        )[0],
      'the recording to end',
    );
    assert.equal(recording.state, 2);
    assert.ok(recording.ms > 500, String(recording.ms));
  });

  it('a killed process ends its calls with their reason, frees the seats, and the next call works', async () => {
    await house.act(li!, 'ReadyForService');
    const { pageId } = await call();
    const seat = await eventually(
      async () => ((await state(li!)) === 6 ? li! : (await state(wang!)) === 6 ? wang! : null),
      'a seat that rings',
    );
    await house.act(seat, 'AnswerCall');
    const being = sql<{ id: number }>`select id from call_recordings where tenant_id = ${house.tenantId} and state = 1`;
    await eventually(async () => (await house.run(being)).length > 0, 'a recording that is being made');
    child.kill('SIGKILL');
    await once(child, 'exit');
    child = await processes.start(t);
    await inState(seat, 3);
    assert.deepEqual((await calls()).at(-1), { disposition: 'IVRException', status: 2 });
    const over = (await t.route(publicCalls.answer, null, { token: token(), pageId })).data;
    assert.equal(over.ended, '通话中断，请重新呼叫');
    const cut = await house.run<{ state: number }>(
      sql`select state from call_recordings where tenant_id = ${house.tenantId} order by id desc limit 1`,
    );
    assert.equal(cut[0]?.state, 3);
    const again = await speak(seat, LI);
    const other = seat === li ? wang! : li!;
    await house.act(other, 'TakeBreak', { Code: 'Rest' });
    const { browser: caller } = await call();
    await inState(seat, 6);
    await house.act(seat, 'AnswerCall');
    await Promise.all([hears(caller, LI), hears(again, CALLER)]);
    await house.act(seat, 'ReleaseCall');
  });

  it('echoes what a seat says', async () => {
    const one = await speak(li!, LI);
    await house.act(li!, 'ReadyForService');
    assert.equal((await house.act(li!, 'MakeCall', { Callee: 'echo' })).status, 200);
    await hears(one, LI);
    await house.act(li!, 'ReleaseCall');
    await inState(li!, 5);
  });

  it('plays the uploaded sounds of a menu, of a wait and of closed hours', async () => {
    const staff = await t.user(house.tenantId);
    const [greeting, music, closed] = await Promise.all(
      [1500, 1900, 2300].map(async (frequency) => {
        const file = wav({ rate: 48_000, channels: 2, frequency, seconds: 60 });
        return (await uploadSound(t.url, staff.token, `${frequency}`, file)).data;
      }),
    );
    const tree = { greeting: '', soundId: greeting, keys: [{ key: '1', name: '服务台', action: { to: 'group', groupId: group } }] };
    const form = { name: '总机', tree: { ...tree, seconds: 5, repeats: 0, otherwise: { to: 'hangup' } }, closedSoundId: closed };
    const { data: menuId } = await t.route(callMenus.create, staff, form);
    const { data: desk } = await t.route(callGroups.get, staff, { id: group });
    assert.equal((await t.route(callGroups.update, staff, { ...desk, musicId: music })).status, 200);
    await house.run(
      sql`update call_links set group_id = null, menu_id = ${menuId} where tenant_id = ${house.tenantId} and name = '服务台'`,
    );
    for (const seat of [li!, wang!]) await house.act(seat, 'TakeBreak', { Code: 'Rest' });
    const playing = (browser: CallBrowser, frequency: number) =>
      eventually(
        async () => String(heard(await browser.listen(400), [...TONES, 1500, 1900, 2300])) === String(frequency),
        `the sound of ${frequency} Hz`,
        20,
      );
    const one = await call();
    await playing(one.browser, 1500);
    assert.equal((await t.route(publicCalls.keys, null, { token: token(), pageId: one.pageId, keys: '1' })).status, 200);
    await playing(one.browser, 1900);
    await t.route(publicCalls.end, null, { token: token(), pageId: one.pageId });
    // Open for a minute of the day that is not now.
    const hour = (shift: number) => `${String((new Date().getUTCHours() + 8 + shift) % 24).padStart(2, '0')}:00`;
    const hours = [{ days: [], from: hour(6), to: hour(8) }];
    assert.equal((await t.route(callMenus.update, staff, { id: menuId, ...form, hours })).status, 200);
    const late = await call();
    await playing(late.browser, 2300);
    const { greeting: text, keys } = (await t.route(publicCalls.answer, null, { token: token(), pageId: late.pageId })).data;
    assert.deepEqual([text, keys], ['', []]);
    await t.route(publicCalls.end, null, { token: token(), pageId: late.pageId });
    assert.deepEqual((await calls()).at(-1), { disposition: 'AbandonedInIVR', status: 2 });
  });
});
