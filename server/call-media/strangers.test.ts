/** Those who are not part of a call and know no secret of it send to the port of a browser's leg. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CallBrowser } from '#test/call-browser.ts';
import { startTestMedia, type TestMedia } from '#test/call-media.ts';
import { heard } from '#test/tone-meter.ts';

/** A binding request of STUN with a user name, but sealed with no known password. */
function stun(user: string): Buffer {
  const name = Buffer.from(user);
  const padded = Buffer.alloc(Math.ceil(name.length / 4) * 4);
  name.copy(padded);
  const attribute = (type: number, body: Buffer, length = body.length) => {
    const head = Buffer.alloc(4);
    head.writeUInt16BE(type, 0);
    head.writeUInt16BE(length, 2);
    return Buffer.concat([head, body]);
  };
  const attributes = Buffer.concat([
    attribute(0x0006, padded, name.length),
    attribute(0x802a, randomBytes(8)),
    attribute(0x0024, Buffer.from([0x7e, 0xff, 0xff, 0xff])),
    attribute(0x0025, Buffer.alloc(0)),
    attribute(0x0008, randomBytes(20)),
  ]);
  const head = Buffer.alloc(8);
  head.writeUInt16BE(1, 0);
  head.writeUInt16BE(attributes.length, 2);
  head.writeUInt32BE(0x2112a442, 4);
  return Buffer.concat([head, randomBytes(12), attributes]);
}

describe('ICE from elsewhere', () => {
  let t: TestMedia;
  let socket: Socket;
  before(async () => {
    t = await startTestMedia(31_000);
    socket = createSocket('udp4');
    await new Promise<void>((resolve) => {
      socket.bind(0, '127.0.0.1', resolve);
    });
  });
  after(async () => {
    socket.close();
    await t.close();
  });

  it('never connects a leg, and does not keep its browser from it', async () => {
    const browser = new CallBrowser(400);
    const offer = await browser.offer();
    const answer = await t.media.openBrowserLeg('leg', offer);
    const port = Number(/127\.0\.0\.1 (\d+) typ host/.exec(answer)?.[1]);
    const [ours, theirs] = [answer, offer].map((sdp) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1]);
    for (let count = 0; count < 50; count += 1) {
      socket.send(stun(`${ours}:${theirs}`), port, '127.0.0.1');
      socket.send(stun('x:y'), port, '127.0.0.1');
      socket.send(randomBytes(count * 20 + 1), port, '127.0.0.1');
      // What looks like DTLS, and like SRTP.
      socket.send(Buffer.concat([Buffer.of(22, 254, 253), randomBytes(60)]), port, '127.0.0.1');
      socket.send(Buffer.concat([Buffer.of(128, 8), randomBytes(170)]), port, '127.0.0.1');
    }
    await pause(500);
    assert.deepEqual(
      t.events.filter(({ type }) => type !== 'leg.quality'),
      [],
    );
    await browser.take(answer);
    await browser.connected.promise;
    assert.equal((await t.next('leg.connected')).legId, 'leg');
    t.media.play('leg', { kind: 'echo' });
    const flood = setInterval(() => {
      for (let count = 0; count < 20; count += 1) socket.send(Buffer.concat([Buffer.of(128, 8), randomBytes(170)]), port, '127.0.0.1');
    }, 20);
    await browser.listen(500);
    assert.deepEqual(heard(await browser.listen(400), [400]), [400]);
    clearInterval(flood);
    await browser.close();
  });
});
