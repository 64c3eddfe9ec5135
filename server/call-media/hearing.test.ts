/** Who hears whom, measured by tones: each browser says one of its own. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallBrowser } from '#test/call-browser.ts';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';
import { channel, heard, tone } from '#test/tone-meter.ts';
import { wav } from '#test/wav.ts';
import { openRecording, waveform } from './recordings.ts';
import type { Recording, RoomLeg } from './media.ts';
import { toALaw } from './to-alaw.ts';

const CUSTOMER = 400;
const AGENT = 700;
const SUPERVISOR = 1100;
const OTHER = 1500;
const TONES = [CUSTOMER, AGENT, SUPERVISOR, OTHER];
const KEY = new Uint8Array(32).fill(9);

describe('in a call', () => {
  let t: TestMedia;
  let browsers: Record<'customer' | 'agent' | 'supervisor' | 'other', CallBrowser>;
  before(async () => {
    t = await startTestMedia(21_000);
    browsers = {
      customer: await t.join('customer', CUSTOMER),
      agent: await t.join('agent', AGENT),
      supervisor: await t.join('supervisor', SUPERVISOR),
      other: await t.join('other', OTHER),
    };
  });
  after(() => t.close());

  const set = (legs: RoomLeg[], record: Recording | null = null) => t.media.setRoom('call', { legs, record });
  /** What each hears, once what was on its way is over. */
  async function hearing() {
    const all = Object.entries(browsers);
    const one = async (browser: CallBrowser) => {
      await browser.listen(300);
      return heard(await browser.listen(400), TONES);
    };
    return Object.fromEntries(await Promise.all(all.map(async ([name, browser]) => [name, await one(browser)] as const)));
  }

  it('two talk, and others hear nothing of it', async () => {
    set([ear('customer', ['agent']), ear('agent', ['customer'])]);
    assert.deepEqual(await hearing(), { customer: [AGENT], agent: [CUSTOMER], supervisor: [], other: [] });
  });

  it('who is muted is not heard, and hears', async () => {
    set([ear('customer', ['agent']), ear('agent', ['customer'], { muted: true })]);
    assert.deepEqual(await hearing(), { customer: [], agent: [CUSTOMER], supervisor: [], other: [] });
  });

  it('who is held hears music, and is not heard', async () => {
    set([ear('customer', [], { play: { kind: 'hold-music' } }), ear('agent', [])]);
    const { agent } = await hearing();
    assert.deepEqual(agent, []);
    const music = await browsers.customer.listen(1500);
    assert.ok(music.some((byte) => byte !== 0xd5));
    assert.deepEqual(heard(music, [AGENT]), []);
  });

  it('a whisper is heard by the agent alone', async () => {
    set([ear('customer', ['agent']), ear('agent', ['customer', 'supervisor']), ear('supervisor', ['customer', 'agent'])]);
    assert.deepEqual(await hearing(), {
      customer: [AGENT],
      agent: [CUSTOMER, SUPERVISOR],
      supervisor: [CUSTOMER, AGENT],
      other: [],
    });
  });

  it('who listens in is heard by none', async () => {
    set([ear('customer', ['agent']), ear('agent', ['customer']), ear('supervisor', ['customer', 'agent'])]);
    assert.deepEqual(await hearing(), { customer: [AGENT], agent: [CUSTOMER], supervisor: [CUSTOMER, AGENT], other: [] });
  });

  it('who barges in is heard by both', async () => {
    const all = ['customer', 'agent', 'supervisor'];
    set(
      all.map((legId) =>
        ear(
          legId,
          all.filter((other) => other !== legId),
        ),
      ),
    );
    assert.deepEqual(await hearing(), {
      customer: [AGENT, SUPERVISOR],
      agent: [CUSTOMER, SUPERVISOR],
      supervisor: [CUSTOMER, AGENT],
      other: [],
    });
  });

  it('a conference of four hears the other three each', async () => {
    const all = Object.keys(browsers);
    set(
      all.map((legId) =>
        ear(
          legId,
          all.filter((other) => other !== legId),
        ),
      ),
    );
    const result = await hearing();
    assert.deepEqual(result.customer, [AGENT, SUPERVISOR, OTHER]);
    assert.deepEqual(result.other, [CUSTOMER, AGENT, SUPERVISOR]);
  });

  it('a consultation is not heard by the held one, and a transfer leaves the agent out', async () => {
    set([ear('customer', [], { play: { kind: 'silence' } }), ear('agent', ['other']), ear('other', ['agent'])]);
    assert.deepEqual(await hearing(), { customer: [], agent: [OTHER], supervisor: [], other: [AGENT] });
    set([ear('customer', ['other']), ear('other', ['customer'])]);
    assert.deepEqual(await hearing(), { customer: [OTHER], agent: [], supervisor: [], other: [CUSTOMER] });
  });

  it('a leg is in the room that named it last', async () => {
    set([ear('customer', ['agent']), ear('agent', ['customer'])]);
    t.media.setRoom('elsewhere', { legs: [ear('agent', ['other']), ear('other', ['agent'])], record: null });
    assert.deepEqual(await hearing(), { customer: [], agent: [OTHER], supervisor: [], other: [AGENT] });
    assert.equal(await t.media.closeRoom('elsewhere'), null);
    assert.deepEqual(await hearing(), { customer: [], agent: [], supervisor: [], other: [] });
  });

  it('a recording has one side on each channel, without what was muted, and says the announcement', async () => {
    const announce = join(t.folder, 'announcement');
    writeFileSync(announce, tone(2000, 300));
    const path = join(t.folder, 'recording');
    const record = { path, key: KEY, left: ['customer'], right: ['agent', 'supervisor'], announce };
    const talking = [ear('customer', ['agent']), ear('agent', ['customer'])];
    set(talking, record);
    await browsers.agent.listen(1000);
    set([ear('customer', ['agent']), ear('agent', ['customer'], { muted: true })], record);
    await browsers.agent.listen(1000);
    const done = await t.media.closeRoom('call');
    assert.equal(done?.path, path);
    assert.deepEqual(await t.next('recording.done'), { type: 'recording.done', roomId: 'call', ...done });
    const opened = await openRecording(path, KEY);
    const sound = Uint8Array.from(Buffer.concat(await Array.fromAsync(opened.read(58))));
    await opened.close();
    assert.equal(opened.complete, true);
    assert.equal(opened.durationMs, done?.durationMs);
    const [left, right] = [channel(sound, 0), channel(sound, 1)];
    assert.deepEqual(heard(left.subarray(6400, 8000), TONES), [CUSTOMER]);
    assert.deepEqual(heard(right.subarray(6400, 8000), TONES), [AGENT]);
    assert.deepEqual(heard(right.subarray(-4000), TONES), []);
    assert.deepEqual(heard(left.subarray(0, 5600), [2000]), [2000]);
    const { left: peaks, right: others } = await waveform(path, KEY, 10);
    assert.ok((peaks[9] as number) > 0.2 && (others[3] as number) > 0.2 && (others[9] as number) < 0.01);
  });

  it('a recording that cannot be written is told, and the call goes on', async () => {
    const path = join(t.folder, 'missing/recording');
    set([ear('customer', ['agent']), ear('agent', ['customer'])], { path, key: KEY, left: ['customer'], right: ['agent'] });
    assert.match((await t.next('recording.failed')).reason, /ENOENT/);
    assert.deepEqual(await hearing(), { customer: [AGENT], agent: [CUSTOMER], supervisor: [], other: [] });
    assert.equal(await t.media.closeRoom('call'), null);
  });

  it('in no room one hears a tone, a file to its end, or oneself', async () => {
    const { customer } = browsers;
    t.media.play('customer', { kind: 'echo' });
    await customer.listen(300);
    assert.deepEqual(heard(await customer.listen(400), TONES), [CUSTOMER]);
    t.media.play('customer', { kind: 'ringback' });
    await customer.listen(200);
    assert.deepEqual(heard(await customer.listen(400), [450, CUSTOMER]), [450]);
    const path = join(t.folder, 'greeting');
    writeFileSync(path, tone(2500, 610));
    t.media.play('customer', { kind: 'file', path, loop: false });
    assert.equal((await t.next('leg.played')).legId, 'customer');
    // What staff upload is heard as the tone that it is, and anew with another turn.
    writeFileSync(path, await toALaw(wav({ rate: 44_100, channels: 2, frequency: 1500, seconds: 2 })));
    for (const turn of ['1', '2']) {
      t.media.play('customer', { kind: 'file', path, loop: false, turn });
      await customer.listen(200);
      assert.deepEqual(heard(await customer.listen(400), [...TONES, 2500]), [OTHER]);
    }
    t.media.play('customer', { kind: 'file', path: join(t.folder, 'not there'), loop: false });
    assert.deepEqual(await t.next('leg.played'), { type: 'leg.played', legId: 'customer', turn: null });
    assert.match(t.errors.at(-1) ?? '', /cannot be played: ENOENT/);
    t.media.play('customer', null);
  });

  it('who waits is told something instead of the music, once for each turn; who is connected meanwhile hears the other at once', async () => {
    const { customer } = browsers;
    const [one, two] = [join(t.folder, 'piece one'), join(t.folder, 'piece two')];
    writeFileSync(one, tone(2300, 610));
    writeFileSync(two, tone(2700, 600));
    const music = join(t.folder, 'music');
    writeFileSync(music, tone(1900, 1000));
    const wait = (say?: RoomLeg['say']) =>
      set([ear('customer', [], { play: { kind: 'file', path: music, loop: true }, ...(say ? { say } : {}) })]);
    /** The tones in the order in which they are heard within two seconds. */
    const order = async () => {
      const sound = await customer.listen(2000);
      const parts = Array.from({ length: 20 }, (_, at) => heard(sound.subarray(at * 800, (at + 1) * 800), [1900, 2300, 2700])[0]);
      return parts.filter((part, at) => part !== undefined && part !== parts[at - 1]);
    };
    const said = { paths: [one, two], turn: '1' };
    wait(said);
    assert.deepEqual((await order()).slice(-3), [2300, 2700, 1900]);
    // Told again, it goes on unheard.
    wait(said);
    assert.deepEqual(await order(), [1900]);
    wait({ ...said, turn: '2' });
    assert.deepEqual((await order()).slice(-3), [2300, 2700, 1900]);
    // Half of a sentence would mislead.
    wait({ paths: [one, join(t.folder, 'no piece')], turn: '3' });
    assert.deepEqual(await order(), [1900]);
    assert.match(t.errors.at(-1) ?? '', /cannot be played: ENOENT/);
    wait({ paths: [two, two, two, two, two], turn: '4' });
    await customer.listen(300);
    assert.deepEqual(heard(await customer.listen(400), [1900, 2300, 2700]), [2700]);
    set([ear('customer', ['agent']), ear('agent', ['customer'])]);
    await customer.listen(200);
    assert.deepEqual(heard(await customer.listen(400), [...TONES, 1900, 2700]), [AGENT]);
    await t.media.closeRoom('call');
  });

  it('keys go both ways', async () => {
    browsers.agent.press(5);
    browsers.agent.press(11);
    assert.equal((await t.next('leg.dtmf')).digit, '5');
    assert.deepEqual(await t.next('leg.dtmf'), { type: 'leg.dtmf', legId: 'agent', digit: '#' });
    t.media.sendDtmf('customer', '1*');
    while (browsers.customer.keys.length < 2) await browsers.customer.listen(100);
    assert.deepEqual(browsers.customer.keys, [1, 10]);
  });

  it('a browser that falls silent is told, and its end once; the others go on', async () => {
    await browsers.other.close();
    assert.equal((await t.next('leg.disconnected')).legId, 'other');
    t.media.closeLeg('other');
    t.media.closeLeg('other');
    assert.equal((await t.next('leg.closed')).legId, 'other');
    set([ear('customer', ['agent']), ear('agent', ['customer']), ear('other', ['agent'])]);
    await browsers.agent.listen(300);
    assert.deepEqual(heard(await browsers.agent.listen(400), TONES), [CUSTOMER]);
    assert.equal((await t.media.stats()).legs, 3);
    assert.equal(t.events.filter(({ type }) => type === 'leg.closed').length, 1);
  });

  it('an offer without our codec is refused, and one that is none', async () => {
    await assert.rejects(t.media.openBrowserLeg('bad', 'nonsense'));
    await assert.rejects(t.media.openBrowserLeg('agent', 'v=0'), /There is a leg agent/);
    const video =
      'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\nc=IN IP4 0.0.0.0\r\na=rtpmap:96 VP8/90000\r\n';
    await assert.rejects(t.media.openBrowserLeg('bad', video));
    assert.equal((await t.media.stats()).legs, 3);
  });
});
