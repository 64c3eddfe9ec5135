/** Those who are not part of a call and know no secret of it send to the port of a browser's leg. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createSocket, type Socket } from 'node:dgram';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CallBrowser } from '#test/call-browser.ts';
import { isSealed } from './ice-seal.ts';
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

describe('a check of ICE', () => {
  /** The request of RFC 5769, section 2.1. */
  const sample = Buffer.from(
    '000100582112a442b7e7a701bc34d686fa87dfae802200105354554e207465737420636c69656e74002400046e0001ff80290008932ff9b151263b36' +
      '000600096576746a3a68367659202020000800149aeaa70cbfd8cb56781ef2b5b2d3f249c1b571a280280004e57a3bcf',
    'hex',
  );
  it('is believed with its seal only', () => {
    assert.equal(isSealed(sample, 'VOkJxbRl1RmTxUk/WvJxBt'), true);
    assert.equal(isSealed(sample, 'VOkJxbRl1RmTxUk/WvJxBu'), false);
    for (let at = 0; at < sample.length - 8; at += 1) {
      const changed = Buffer.from(sample);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      // The length is said again by the seal's place.
      if (at !== 2 && at !== 3) assert.equal(isSealed(changed, 'VOkJxbRl1RmTxUk/WvJxBt'), false, String(at));
    }
    assert.equal(isSealed(sample.subarray(0, 60), 'VOkJxbRl1RmTxUk/WvJxBt'), false);
    assert.equal(isSealed(stun('a:b'), 'x'), false);
  });
});

describe('ICE from elsewhere', () => {
  let t: TestMedia;
  let socket: Socket;
  /** What a stranger was answered. */
  let answers = 0;
  before(async () => {
    t = await startTestMedia(31_000);
    socket = createSocket('udp4');
    socket.on('message', () => (answers += 1));
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
      // Says that the browser is here now.
      socket.send(stun(`${ours}:${theirs}`), port, '127.0.0.1');
    }, 20);
    await browser.listen(500);
    assert.deepEqual(heard(await browser.listen(400), [400]), [400]);
    clearInterval(flood);
    assert.equal(answers, 0);
    await browser.close();
  });
});
