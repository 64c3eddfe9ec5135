/** The worker dies during calls: it is told at once, and another takes new ones. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';
import { SipPhone } from '#test/sip-phone.ts';
import { heard } from '#test/tone-meter.ts';
import { openRecording } from './recordings.ts';

const KEY = new Uint8Array(32).fill(1);

describe('a worker that dies', () => {
  let t: TestMedia;
  const phones: SipPhone[] = [];
  before(async () => {
    t = await startTestMedia(25_000, { trunks: [{ id: 'carrier', host: '127.0.0.2', port: 5060, addresses: ['127.0.0.2'] }], phones: [] });
  });
  after(async () => {
    for (const phone of phones) phone.close();
    await t.close();
  });
  /** A call of a customer's phone that is answered, as a leg. */
  async function called(number: string): Promise<string> {
    const server = (await t.media.stats()).sipPort as number;
    const phone = await new SipPhone({ server, user: number, address: '127.0.0.2', frequency: 400 }).open();
    phones.push(phone);
    const answer = phone.call('95500');
    const { legId } = await t.next('phone.invited');
    t.media.answerPhone(legId);
    assert.match((await answer).line, /200/);
    return legId;
  }

  it('during twenty calls is told with all their legs and rooms, leaves recordings that can be read, and is followed by another', async () => {
    const agent = await t.join('agent', 700);
    const legs: string[] = [];
    for (let call = 0; call < 20; call += 1) {
      const customer = await called(`customer ${call}`.replaceAll(' ', '-'));
      legs.push(customer);
      const record = { path: join(t.folder, `call ${call}`), key: KEY, left: [customer], right: ['agent'] };
      const seat = call === 0 ? [ear('agent', [customer])] : [];
      t.media.setRoom(`call ${call}`, { legs: [ear(customer, ['agent']), ...seat], record });
    }
    await agent.listen(2500);
    assert.equal((await t.media.stats()).rooms, 20);
    const died = t.next('died');
    void t.worker().terminate();
    const asked = t.media.stats();
    await assert.rejects(asked, /ended/);
    const { legIds, roomIds } = await died;
    assert.deepEqual(legIds.toSorted(), ['agent', ...legs].toSorted());
    assert.equal(roomIds.length, 20);
    const recording = await openRecording(join(t.folder, 'call 0'), KEY);
    assert.ok(recording.durationMs >= 1000);
    assert.equal(recording.complete, false);
    await recording.close();

    await t.media.ready();
    const now = await t.media.stats();
    assert.deepEqual([now.legs, now.rooms], [0, 0]);
    const seat = await t.join('seat', 700);
    const customer = await called('again');
    t.media.setRoom('call', { legs: [ear('seat', [customer]), ear(customer, ['seat'])], record: null });
    await seat.listen(300);
    assert.deepEqual(heard(await seat.listen(400), [400, 700]), [400]);
    assert.equal(t.events.filter(({ type }) => type === 'died').length, 1);
  });
});
