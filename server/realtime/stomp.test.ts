import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { CLOSE_REPLACED, CLOSE_SESSION_ENDED, eventsTopic, remindTopic, warningsTopic } from '#contract/realtime.ts';
import { endLeftovers, lin, serveSockets, stompClient, stranger, until, wang } from '../../test/sockets.ts';

const limit = { timeout: 30_000 };
const running = await serveSockets();
after(endLeftovers);
const { stomp, url } = running;

test('signs in by token, tells the version and offers a heart-beat of 5 s', limit, async () => {
  for (const version of ['1.2', '1.1']) {
    const page = await stompClient(url, 'lin', { tenant: '7', versions: [version], beat: 5000 });
    assert.equal(page.client.connected, true);
    assert.deepEqual(page.welcome, { version, 'heart-beat': '5000,5000', server: 'yian' });
    await page.stop();
  }
});

test('a wrong token, another tenant and an unknown version are refused with ERROR, then closed', limit, async () => {
  const cases = [
    { token: 'nobody', settings: {}, code: 'unauthenticated', close: CLOSE_SESSION_ENDED },
    { token: '', settings: {}, code: 'unauthenticated', close: CLOSE_SESSION_ENDED },
    { token: 'lin', settings: { tenant: '8' }, code: 'unauthenticated', close: CLOSE_SESSION_ENDED },
    { token: 'lin', settings: { versions: ['1.0'] }, code: 'version', close: 1002 },
  ];
  for (const { token, settings, code, close } of cases) {
    const page = await stompClient(url, token, settings);
    assert.equal(await page.closed(), close);
    assert.equal(page.errors[0]?.headers.code, code);
    assert.match(page.errors[0]!.headers.message!, /\p{Script=Han}/u);
  }
});

test('own topics arrive whole in Chinese; others are denied without losing the socket', limit, async () => {
  const page = await stompClient(url, 'lin');
  for (const foreign of [
    warningsTopic(8),
    eventsTopic(8),
    remindTopic(7, 'wang'),
    remindTopic(8, '林护士'),
    '/topic/7/#',
    '/topic/*/warnings',
    '/topic/7/warnings/',
    `/task/7/林护士/../wang/remind`,
  ]) {
    assert.equal(await page.listen(foreign), null, foreign);
    assert.equal(page.errors.at(-1)!.headers.code, 'denied');
    assert.ok(page.errors.at(-1)!.headers.subscription);
  }
  assert.ok(page.isOpen());
  const reminders = (await page.listen(remindTopic(7, '林护士')))!;
  const warnings = (await page.listen(warningsTopic(7)))!;
  const other = await stompClient(url, 'stranger');
  const foreign = (await other.listen(warningsTopic(8)))!;

  const task = '巡房：张桂英（302 室）血压复测\n请于「18:00」前完成 🩺';
  assert.equal(stomp.publish(7, 'remind', '林护士', task), 1);
  assert.equal(stomp.publish(7, 'warnings', null, { type: 'warning.raised', warningId: 5 }), 1);
  await until(() => reminders.length + warnings.length === 2);
  assert.deepEqual(reminders, [task]);
  assert.deepEqual(warnings, ['{"type":"warning.raised","warningId":5}']);
  assert.deepEqual(foreign, []);
  assert.equal(stomp.publish(7, 'remind', null, 'nobody'), 0);
  await page.stop();
  await other.stop();
});

test('bodies of every size arrive whole', limit, async () => {
  const page = await stompClient(url, 'stranger');
  const bodies = (await page.listen(eventsTopic(8)))!;
  const sizes = [0, 1, 5, 10, 100, 125, 126, 65_300, 65_400, 65_535, 65_536, 70_000, 300_000];
  for (const size of sizes) stomp.publish(8, 'events', null, '警'.repeat(size / 3) + 'x'.repeat(size % 3));
  await until(() => bodies.length === sizes.length);
  assert.deepEqual(
    bodies.map((body) => Buffer.byteLength(body)),
    sizes,
  );
  await page.stop();
});

test('UNSUBSCRIBE ends deliveries, one socket may listen twice, ids are unique', limit, async () => {
  const page = await stompClient(url, 'wang');
  const first = (await page.listen(eventsTopic(7)))!;
  const second = (await page.listen(eventsTopic(7)))!;
  assert.equal(stomp.publish(7, 'events', null, 'a'), 2);
  await until(() => first.length + second.length === 2);
  page.client.unsubscribe('sub-0', { receipt: 'gone' });
  await new Promise<void>((resolve) => page.client.watchForReceipt('gone', () => resolve()));
  assert.equal(stomp.publish(7, 'events', null, 'b'), 1);
  page.client.subscribe(eventsTopic(7), () => {}, { id: 'sub-1' });
  page.client.subscribe(eventsTopic(7), () => {}, { id: 'x', ack: 'client' });
  await until(() => page.errors.length === 2);
  assert.deepEqual(
    page.errors.map(({ headers }) => headers.message),
    ['订阅编号重复', '仅支持自动确认'],
  );
  await page.stop();
  await until(() => stomp.publish(7, 'events', null, 'c') === 0);
});

test('clients cannot send', limit, async () => {
  const page = await stompClient(url, 'lin');
  const bodies = (await page.listen(eventsTopic(7)))!;
  page.client.publish({ destination: eventsTopic(7), body: '伪造', headers: { receipt: 's1' } });
  page.client.begin('tx').commit();
  await until(() => page.errors.length === 3);
  assert.equal(page.errors[0]!.headers['receipt-id'], 's1');
  assert.deepEqual(bodies, []);
  assert.ok(page.isOpen());
  await page.stop();
});

test('a revoked session is closed, a login that overlaps the revocation too, others stay', limit, async () => {
  const own = { ...lin, sessionId: 77 };
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const slow = await serveSockets({
    authenticate: async (token: string) => {
      if (token === 'slow') await gate;
      return token === 'wang' ? wang : own;
    },
  } as never);
  const page = await stompClient(slow.url, 'x');
  const other = await stompClient(slow.url, 'wang');
  const late = stompClient(slow.url, 'slow');
  await until(() => slow.stomp.counters().anonymous === 1);
  slow.stomp.revoke(77);
  release();
  assert.equal(await page.closed(), CLOSE_SESSION_ENDED);
  assert.equal(await (await late).closed(), CLOSE_SESSION_ENDED);
  assert.ok(other.isOpen());
  assert.equal(slow.stomp.counters().open, 1);
  await other.stop();
  await slow.close();
});

test('the re-check closes a session that ended unheard, and keeps all while the database is away', limit, async () => {
  let away = true;
  const checked = await serveSockets({
    recheckMs: 20,
    stillValid: async ({ sessionId }) => {
      if (away) throw new Error('connection refused');
      return sessionId !== lin.sessionId;
    },
  });
  const page = await stompClient(checked.url, 'lin');
  const other = await stompClient(checked.url, 'wang');
  await checked.stomp.recheck();
  assert.ok(page.isOpen());
  away = false;
  assert.equal(await page.closed(), CLOSE_SESSION_ENDED);
  assert.ok(other.isOpen());
  await other.stop();
  await checked.close();
});

test('the sixth socket of a person closes the oldest', limit, async () => {
  const pages = [];
  for (let count = 0; count < 5; count++) pages.push(await stompClient(url, 'lin'));
  const neighbour = await stompClient(url, 'wang');
  assert.ok(pages.every((page) => page.isOpen()));
  const sixth = await stompClient(url, 'lin');
  assert.equal(await pages[0]!.closed(), CLOSE_REPLACED);
  assert.ok([...pages.slice(1), sixth, neighbour].every((page) => page.isOpen()));
  for (const page of [...pages, sixth, neighbour]) await page.stop();
});

test('who does not read is cut at 1 MiB while others receive everything', limit, async () => {
  const deaf = await stompClient(url, 'stranger');
  assert.ok(await deaf.listen(eventsTopic(8)));
  const reader = await stompClient(url, 'stranger');
  const bodies = (await reader.listen(eventsTopic(8)))!;
  (deaf.client.webSocket as unknown as { _socket: import('node:net').Socket })._socket.pause();
  const before = stomp.counters().slow;
  const body = '预警'.repeat(10_000);
  let sent = 0;
  while (stomp.counters().slow === before) {
    stomp.publish(8, 'events', null, body);
    sent++;
    await until(() => bodies.length === sent);
  }
  assert.ok(bodies.every((received) => received === body));
  assert.ok(reader.isOpen());
  assert.equal(stomp.publish(8, 'events', null, 'end'), 1);
  await reader.stop();
  await deaf.stop();
});

test('heart-beats keep a quiet connection; a silent one is cut', limit, async () => {
  const quick = await serveSockets({ heartbeatMs: 300 });
  let beats = 0;
  const page = await stompClient(quick.url, 'lin', { beat: 300 });
  page.client.onHeartbeatReceived = () => beats++;
  // No STOMP heart-beats, but the WebSocket answers pings as a throttled browser page does.
  const hidden = await stompClient(quick.url, 'wang');
  const dead = await stompClient(quick.url, 'stranger');
  (dead.client.webSocket as unknown as { _socket: import('node:net').Socket })._socket.pause();
  await until(() => quick.stomp.counters().silent === 1 && beats > 5);
  assert.ok(page.isOpen() && hidden.isOpen());
  assert.equal(quick.stomp.counters().open, 2);
  for (const each of [page, hidden, dead]) await each.stop();
  await quick.close();
});

test('a frame beyond 64 KB ends its socket, whole or in pieces; so does a flood', limit, async () => {
  const closeOf = async (speak: (ws: WebSocket) => void) => {
    const ws = new WebSocket(`${url}/act/ws`, 'v12.stomp');
    ws.on('error', () => {});
    ws.on('open', () => {
      ws.send(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${'wang'}\n\n\0`);
      speak(ws);
    });
    return new Promise((resolve) => ws.on('close', (code) => resolve(code)));
  };
  assert.equal(await closeOf((ws) => ws.send(`SEND\ndestination:x\n\n${'a'.repeat(70_000)}\0`)), 1009);
  assert.equal(await closeOf((ws) => ['SEND\n\n', 'a'.repeat(40_000), 'b'.repeat(40_000)].forEach((part) => ws.send(part))), 1002);
  assert.equal(
    await closeOf((ws) => {
      for (let count = 0; count < 200; count++) ws.send('\n');
    }),
    1008,
  );
  assert.equal(await closeOf((ws) => ws.send('UNSUBSCRIBE\nid:1\n\n\0'.repeat(100))), 1008);
});

test('who never signs in is closed; signing in twice is an error', limit, async () => {
  const strict = await serveSockets({ heartbeatMs: 50, anonymousMs: 50, maxAnonymous: 1 });
  const first = new WebSocket(`${strict.url}/act/ws`);
  await new Promise((resolve) => first.on('open', resolve));
  const second = new WebSocket(`${strict.url}/act/ws`);
  assert.equal(await new Promise((resolve) => second.on('close', resolve)), 1013);
  assert.equal(await new Promise((resolve) => first.on('close', resolve)), 1008);
  await strict.close();
  const page = await stompClient(url, 'lin');
  page.client.webSocket!.send('CONNECT\naccept-version:1.2\nAuthorization:Bearer lin\n\n\0');
  assert.equal(await page.closed(), 1002);
});

test('DISCONNECT is confirmed; a stopping server says goodbye', limit, async () => {
  const page = await stompClient(url, 'lin');
  let confirmed = '';
  page.client.onDisconnect = ({ headers }) => (confirmed = headers['receipt-id'] ?? '');
  await page.client.deactivate();
  assert.match(confirmed, /^close-/);
  const leaving = await serveSockets();
  const last = await stompClient(leaving.url, 'lin');
  const closing = leaving.close();
  assert.equal(await last.closed(), 1001);
  await closing;
});

test('an authentication that fails is told apart from a refused one', limit, async () => {
  const broken = await serveSockets({
    authenticate: async () => {
      throw new Error('select * from sessions');
    },
  } as never);
  const page = await stompClient(broken.url, 'lin');
  assert.equal(await page.closed(), 1013);
  assert.equal(page.errors[0]!.headers.code, 'unavailable');
  assert.doesNotMatch(JSON.stringify(page.errors[0]!.headers), /select/);
  await broken.close();
});

test('a peer that resets the connection at any moment harms nobody', limit, async () => {
  for (const bytes of [
    '',
    'GET /act/ws HTTP/1.1\r\n',
    `GET /act/ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n\r\n`,
  ]) {
    const socket = connect(running.port, '127.0.0.1');
    await new Promise((resolve) => socket.on('connect', resolve));
    socket.write(bytes);
    await new Promise((resolve) => setTimeout(resolve, 10));
    socket.resetAndDestroy();
  }
  const page = await stompClient(url, 'stranger', { tenant: String(stranger.tenantId) });
  assert.ok(page.isOpen());
  await page.stop();
});
