/** The worker dies during calls: it is told at once, and another takes new ones. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ear, startTestMedia, type TestMedia } from '#test/call-media.ts';
import { heard } from '#test/tone-meter.ts';
import { openRecording } from './recordings.ts';

const KEY = new Uint8Array(32).fill(1);

describe('a worker that dies', () => {
  let t: TestMedia;
  before(async () => {
    t = await startTestMedia(25_000);
  });
  after(() => t.close());

  it('during twenty calls is told with all their legs and rooms, leaves recordings that can be read, and is followed by another', async () => {
    const browsers = [];
    for (let call = 0; call < 20; call += 1) {
      const [agent, customer] = [`agent ${call}`, `customer ${call}`];
      browsers.push(await t.join(agent, 700), await t.join(customer, 400));
      const record = { path: join(t.folder, `call ${call}`), key: KEY, left: [customer], right: [agent] };
      t.media.setRoom(`call ${call}`, { legs: [ear(agent, [customer]), ear(customer, [agent])], record });
    }
    await browsers[39]?.listen(1500);
    assert.equal((await t.media.stats()).rooms, 20);
    const asked = t.media.stats();
    const died = t.next('died');
    void t.worker().terminate();
    await assert.rejects(asked, /ended/);
    const { legIds, roomIds } = await died;
    assert.deepEqual([legIds.length, roomIds.length], [40, 20]);
    assert.ok(legIds.includes('customer 19') && roomIds.includes('call 0'));
    const recording = await openRecording(join(t.folder, 'call 19'), KEY);
    assert.ok(recording.durationMs >= 1000);
    assert.equal(recording.complete, false);
    await recording.close();
    await Promise.all(browsers.map((browser) => browser.close()));

    await t.media.ready();
    const { legs, rooms } = await t.media.stats();
    assert.deepEqual([legs, rooms], [0, 0]);
    const agent = await t.join('agent', 700);
    await t.join('customer', 400);
    t.media.setRoom('call', { legs: [ear('agent', ['customer']), ear('customer', ['agent'])], record: null });
    await agent.listen(300);
    assert.deepEqual(heard(await agent.listen(400), [400, 700]), [400]);
    assert.equal(t.events.filter(({ type }) => type === 'died').length, 1);
  });
});
