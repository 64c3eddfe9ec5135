import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import * as fc from 'fast-check';
import { FrameImpl } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { eventsTopic } from '#contract/realtime.ts';
import { endLeftovers, serveSockets, stompClient, until } from '../../test/sockets.ts';
import { frame, frameReader, messageFrames, unescapeHeader, type StompFrame } from './stomp-frames.ts';

const running = await serveSockets();
after(endLeftovers);

function readAll(chunks: Uint8Array[], limit = 64 * 1024) {
  const frames: StompFrame[] = [];
  const broken: string[] = [];
  let beats = 0;
  const read = frameReader(limit, { frame: (one) => frames.push(one), beat: () => beats++, broken: (reason) => broken.push(reason) });
  for (const chunk of chunks) read(chunk);
  return { frames, broken, beats };
}

/** The bytes cut at the given places. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const ends = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

const header = fc.string({ unit: fc.constantFrom('a', ':', '\\', '\n', '\r', '预', '警', '1', 'é', '🩺'), maxLength: 8 });
const headers = fc.dictionary(
  fc.constantFrom('id', 'destination', 'receipt', '键', 'content-type'),
  header.map((text) => text.trim()),
);

test('frames survive being cut anywhere, with escapes and Chinese', () => {
  const many = fc.array(
    fc.tuple(fc.constantFrom('SUBSCRIBE', 'SEND', 'UNSUBSCRIBE'), headers, fc.string({ unit: 'grapheme', maxLength: 20 })),
    {
      maxLength: 4,
    },
  );
  fc.assert(
    fc.property(many, fc.array(fc.nat(), { maxLength: 12 }), (sent, places) => {
      const bytes = Buffer.from(sent.map(([command, fields, body]) => `${frame(command, fields, body)}\n`).join(''));
      const { frames, broken, beats } = readAll(cut(bytes, places));
      assert.deepEqual(broken, []);
      assert.equal(beats, sent.length);
      assert.deepEqual(
        frames.map(({ command, headers: got }) => [command, Object.fromEntries([...got].filter(([name]) => name !== 'content-length'))]),
        sent.map(([command, fields]) => [command, { ...fields }]),
      );
    }),
    { numRuns: 2000 },
  );
});

test('the length of a body is in bytes', () => {
  const text = messageFrames('/topic/7/warnings', '1', '预警🩺')('sub-0').subarray(4).toString();
  assert.match(text, /\ncontent-length:10\n\n预警🩺\0$/);
  assert.equal(messageFrames('/x', '1', 'a')('a:b').subarray(2).toString().split('\n')[1], 'subscription:a\\cb');
});

test('unknown escapes and endless frames are broken, and what follows is not read', () => {
  assert.equal(unescapeHeader('a\\c\\\\n\\n'), 'a:\\n\n');
  assert.equal(unescapeHeader('a\\t'), null);
  assert.equal(unescapeHeader('a\\'), null);
  const next = 'SUBSCRIBE\nid:1\n\n\0';
  assert.deepEqual(readAll([Buffer.from(`SEND\na:\\t\n\n\0${next}`), Buffer.from(next)]), {
    frames: [],
    broken: ['帧头格式错误'],
    beats: 0,
  });
  for (const length of ['x', '-1', '1e9', '99999999']) {
    const endless = [Buffer.from(`SEND\ncontent-length:${length}\n\n`), ...Array.from({ length: 20 }, () => Buffer.alloc(10_000, 'a'))];
    assert.deepEqual(readAll(endless).broken, ['帧过大'], length);
  }
  assert.equal(readAll([Buffer.from('SEND\nid:1\nid:2\n__proto__:x\n\n\0')]).frames[0]!.headers.get('id'), '1');
});

test('any bytes at all: the reader neither throws nor holds more than its limit', () => {
  const words = fc.constantFrom('CONNECT', 'SEND', '\n', '\0', '\n\n', 'content-length:', '5', ':', '\\', '预', '\r\n', 'id:1\n');
  const chunk = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc.array(words, { maxLength: 20 }).map((parts) => Buffer.from(parts.join(''))),
  );
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 10 }), (chunks) => {
      const { broken } = readAll(chunks, 300);
      assert.ok(broken.length <= 1);
    }),
    { numRuns: 5000 },
  );
});

test('thousands of malformed conversations over real sockets leave the server serving', { timeout: 120_000 }, async () => {
  const watcher = await stompClient(running.url, 'stranger');
  const bodies = (await watcher.listen(eventsTopic(8)))!;
  const command = fc.constantFrom('CONNECT', 'STOMP', 'SUBSCRIBE', 'UNSUBSCRIBE', 'SEND', 'ACK', 'DISCONNECT', 'BEGIN', 'connect', '');
  const field = fc.tuple(
    fc.constantFrom(
      'accept-version',
      'Authorization',
      'TENANT-ID',
      'id',
      'destination',
      'receipt',
      'heart-beat',
      'content-length',
      'ack',
      '__proto__',
    ),
    fc.oneof(fc.constantFrom('1.2', 'Bearer lin', '7', '8', '/topic/7/events', '/topic/8/events', '0,0', '-1,NaN', 'client'), header),
  );
  const wellFormed = fc
    .tuple(command, fc.array(field, { maxLength: 6 }))
    .map(([name, fields]) => `${name}\n${fields.map((pair) => pair.join(':')).join('\n')}\n\n\0`);
  const signIn = fc.constant('CONNECT\naccept-version:1.2\nAuthorization:Bearer lin\n\n\0');
  const bad = fc.oneof(
    wellFormed,
    fc.string({ maxLength: 40 }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
  );
  const conversation = fc
    .tuple(fc.boolean(), signIn, fc.array(bad, { maxLength: 6 }))
    .map(([first, hello, rest]) => (first ? [hello, ...rest] : rest));
  const before = running.stomp.counters().opened;

  await fc.assert(
    fc.asyncProperty(conversation, async (messages) => {
      const ws = new WebSocket(`${running.url}/act/ws`);
      ws.on('error', () => {});
      ws.on('open', () => {
        for (const message of messages) ws.send(message);
        ws.close();
      });
      await new Promise((resolve) => ws.on('close', resolve));
    }),
    { numRuns: 3000 },
  );

  assert.equal(running.stomp.counters().opened - before, 3000);
  await until(() => running.stomp.counters().open === 1);
  assert.deepEqual(bodies, [], 'nothing a client says reaches another');
  assert.equal(running.stomp.publish(8, 'events', null, '仍在服务'), 1);
  await until(() => bodies.length === 1);
  await watcher.stop();
});

test('what FrameImpl writes with escapes is what the reader gives back', () => {
  const text = FrameImpl.marshall({
    command: 'SUBSCRIBE',
    headers: { destination: '/task/7/a:b\\n/remind' },
    escapeHeaderValues: true,
  }) as string;
  assert.equal(readAll([Buffer.from(text)]).frames[0]!.headers.get('destination'), '/task/7/a:b\\n/remind');
});
