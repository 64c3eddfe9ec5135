/** Phones that others have written, where they are installed: baresip and sipp. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasBaresip, startBaresip, type Baresip } from '#test/baresip.ts';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';
import { heard } from '#test/tone-meter.ts';

const SIPP = '/usr/bin/sipp';
const BARESIP = 440;
const SEAT = 700;

describe('phones of others', () => {
  let t: TestMedia;
  let phone: Baresip | null = null;
  before(async () => {
    t = await startTestMedia(27_000, {
      trunks: [{ id: 'load', host: '127.0.0.1', port: 5099, addresses: [] }],
      phones: [{ id: 'desk', user: '1001', password: 'right' }],
    });
  });
  after(async () => {
    await phone?.close();
    await t.close();
  });

  it('baresip registers, is called, talks; and calls', { skip: !hasBaresip && 'baresip is not installed' }, async () => {
    const { sipPort } = await t.media.stats();
    phone = startBaresip('1001', 'right', `127.0.0.1:${sipPort}`);
    await t.next('phone.registered');
    const seat = await t.join('seat', SEAT);
    const talk = async (legId: string) => {
      t.media.setRoom('call', { legs: [ear('seat', [legId]), ear(legId, ['seat'])], record: null });
      // It begins to speak a moment after it has answered.
      for (let tries = 0; tries < 20 && !heard(await seat.listen(200), [BARESIP]).length; tries += 1);
      assert.deepEqual(heard(await seat.listen(400), [BARESIP, SEAT]), [BARESIP]);
    };
    t.media.dialPhone('out', { uri: 'sip:1001@yian.test', from: '4000', displayName: '值班室' });
    await t.next('phone.answered');
    await talk('out');
    t.media.closeLeg('out');
    await t.next('phone.ended');
    phone.command(`/dial sip:10086@127.0.0.1:${sipPort}`);
    const { legId, ...invited } = await t.next('phone.invited');
    assert.deepEqual([invited.from, invited.to, invited.phone], ['1001', '10086', 'desk']);
    t.media.ringPhone(legId);
    t.media.answerPhone(legId);
    await t.next('phone.answered');
    await talk(legId);
    phone.command('/hangup');
    assert.equal((await t.next('phone.ended')).byUs, false);
  });

  it('sipp calls two hundred times, twenty a second, and loses none', { skip: !existsSync(SIPP) && 'sipp is not installed' }, async () => {
    const { sipPort } = await t.media.stats();
    t.media.on((event) => {
      if (event.type !== 'phone.invited') return;
      t.media.ringPhone(event.legId);
      t.media.answerPhone(event.legId);
      t.media.play(event.legId, { kind: 'hold-music' });
    });
    const calls = ['-sn', 'uac', '-i', '127.0.0.1', `127.0.0.1:${sipPort}`, '-m', '200', '-r', '20', '-d', '2000', '-nostdin'];
    const sipp = spawn(SIPP, calls, { stdio: 'ignore', cwd: t.folder });
    const code = await new Promise((resolve) => sipp.once('exit', resolve));
    assert.equal(code, 0);
    const ended = t.events.filter((event) => event.type === 'phone.ended' && event.status === 200);
    assert.ok(ended.length >= 200, String(ended.length));
  });
});
