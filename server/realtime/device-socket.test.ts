import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { WebSocket, type ClientOptions } from 'ws';
import * as fc from 'fast-check';
import { BEARER_PROTOCOL, CLOSE_REPLACED, CLOSE_SESSION_ENDED, DEVICE_PROTOCOL } from '#contract/realtime.ts';
import { endLeftovers, serveSockets, until, wang } from '../../test/sockets.ts';

const limit = { timeout: 30_000 };
const running = await serveSockets({}, 0, ['https://care.example']);
after(endLeftovers);
const { devices } = running;

/** Opens a device socket; `status` and `msg` of the refusal, or the socket with what it received. */
async function open(path: string, token: string | null = null, options: ClientOptions = {}, url = running.url) {
  const ws = new WebSocket(url + path, token === null ? [] : [DEVICE_PROTOCOL, BEARER_PROTOCOL + token], options);
  const received: string[] = [];
  const closed = new Promise<number>((resolve) => ws.on('close', resolve));
  ws.on('message', (data) => received.push(String(data)));
  ws.on('error', () => {});
  const refusal = await new Promise<IncomingMessage | null>((resolve) => {
    ws.on('open', () => resolve(null));
    ws.on('unexpected-response', (_, response) => resolve(response));
  });
  if (!refusal) return { ws, received, closed, status: 101, msg: '' };
  let text = '';
  for await (const part of refusal.setEncoding('utf8')) text += part;
  ws.terminate();
  return { ws, received, closed, status: refusal.statusCode!, msg: (JSON.parse(text) as { msg: string }).msg };
}

const path = (userId: number | string) => `/tenant-device/websocket/${userId}`;

test('opens by sub-protocol or header; answers keep-alives; brings warnings of the own tenant only', limit, async () => {
  const page = await open(path(11), 'lin');
  assert.equal(page.ws.protocol, DEVICE_PROTOCOL);
  const program = await open(path(12), null, { headers: { authorization: 'Bearer wang', 'tenant-id': '7' } });
  const foreign = await open(path(31), 'stranger');
  assert.deepEqual([page.status, program.status, foreign.status], [101, 101, 101]);

  for (const text of ['ping', '{"type":"ping"}', 'hello', '{"type":5}', '[]', 'null']) page.ws.send(text);
  page.ws.send(Buffer.from('ping'));
  await until(() => page.received.length === 7);
  assert.deepEqual(page.received.slice(0, 2), ['pong', '{"type":"pong"}']);
  assert.ok(page.received.slice(2).every((text) => JSON.parse(text).type === 'error'));

  assert.equal(devices.publish(7, null, { type: 'warning', content: '跌倒', warningId: 9 }), 2);
  assert.equal(devices.publish(7, 12, { type: 'warning', warningId: 10 }), 1);
  assert.equal(devices.publish(9, null, { type: 'warning' }), 0);
  await until(() => program.received.length === 2 && page.received.length === 8);
  assert.equal(page.received[7], '{"type":"warning","content":"跌倒","warningId":9}');
  assert.deepEqual(foreign.received, []);
  // Around 125 bytes the length of a WebSocket message is written in another way.
  for (let size = 80; size < 120; size++) devices.publish(7, 11, { type: 'x', text: 'a'.repeat(size) });
  await until(() => page.received.length === 48);
  assert.deepEqual(
    page.received.slice(8).map((text) => JSON.parse(text).text.length),
    Array.from({ length: 40 }, (_, at) => 80 + at),
  );
  for (const each of [page, program, foreign]) each.ws.close();
  await until(() => devices.counters().open === 0);
});

test('refuses a foreign or forged user, a missing token, another path, another origin', limit, async () => {
  const cases: Array<[string, string | null, ClientOptions, number]> = [
    [path(12), 'lin', {}, 403],
    [path('0'), null, {}, 400],
    [path(11), 'nobody', {}, 401],
    [path(11), 'lin', { headers: { 'tenant-id': '8' } }, 401],
    [path('011'), 'lin', {}, 400],
    [path('1e1'), 'lin', {}, 400],
    [path('11/x'), 'lin', {}, 400],
    ['/tenant-device/websocket', 'lin', {}, 404],
    ['/socket.io/', 'lin', {}, 404],
    ['/act/ws/info', 'lin', {}, 404],
    [path(11), 'lin', { origin: 'https://evil.example' }, 403],
    [path(11), 'lin', { origin: 'null' }, 403],
    ['/act/ws', null, { origin: 'https://evil.example' }, 403],
  ];
  for (const [address, token, options, status] of cases) {
    const refused = await open(address, token, options);
    assert.equal(refused.status, status, address);
    assert.match(refused.msg, /\p{Script=Han}/u);
  }
  for (const origin of [`http://127.0.0.1:${running.port}`, 'https://care.example']) {
    const page = await open(path(11), 'lin', { origin });
    assert.equal(page.status, 101, origin);
    page.ws.terminate();
  }
});

test('a client that can show nothing says its token in its first message, and hears nothing before', limit, async () => {
  type One = Awaited<ReturnType<typeof open>>;
  type Opened = [One, One, One, One, One, One];
  const plain: Opened = await Promise.all([open(path(11)), open(path(11)), open(path(11)), open(path(12)), open(path(11)), open(path(11))]);
  assert.deepEqual(
    plain.map(({ status }) => status),
    [101, 101, 101, 101, 101, 101],
  );
  assert.equal(devices.publish(7, null, { type: 'warning', warningId: 1 }), 0, 'nothing reaches who has not proved anything');
  const [json, bare, header, other, wrong, noise] = plain;
  json.ws.send('{"type":"auth","token":"lin"}');
  bare.ws.send('lin');
  header.ws.send('Bearer lin');
  other.ws.send('{"type":"auth","token":"lin"}');
  wrong.ws.send('{"type":"auth","token":"nobody"}');
  noise.ws.send('{"type":"auth","token":7}');
  assert.deepEqual(await Promise.all([other.closed, wrong.closed, noise.closed]), [1008, 1008, 1008]);
  await until(() => [json, bare, header].every(({ received }) => received.length === 1));
  assert.equal(json.received[0], '{"type":"auth","msg":"已登录"}');
  json.ws.send('ping');
  await until(() => json.received[1] === 'pong');
  assert.equal(devices.publish(7, null, { type: 'warning', warningId: 2 }), 3);
  await until(() => json.received.length === 3 && bare.received.length === 2);
  assert.deepEqual([other.received, wrong.received, noise.received], [[], [], []]);
  for (const { ws } of plain) ws.terminate();
  await until(() => devices.counters().open === 0);
});

test('a client that says nothing is cut after five seconds', limit, async () => {
  const brisk = await serveSockets({ heartbeatMs: 500 });
  const begun = performance.now();
  const silent = await open(path(11), null, {}, brisk.url);
  assert.equal(silent.status, 101);
  assert.equal(await silent.closed, 1008);
  const waited = performance.now() - begun;
  assert.ok(waited > 4900 && waited < 9000, `${Math.round(waited)} ms`);
  assert.deepEqual(silent.received, []);
  await brisk.close();
});

test('five sockets a person, revocation, goodbye', limit, async () => {
  const pages = [];
  for (let count = 0; count < 6; count++) pages.push(await open(path(12), 'wang'));
  assert.equal(await pages[0]!.closed, CLOSE_REPLACED);
  devices.revoke(wang.sessionId);
  assert.deepEqual(
    await Promise.all(pages.slice(1).map(({ closed }) => closed)),
    Array.from({ length: 5 }, () => CLOSE_SESSION_ENDED),
  );
  assert.equal(await (await open(path(12), 'wang')).closed, CLOSE_SESSION_ENDED);
  const leaving = await serveSockets();
  const page = await open(path(11), 'lin', {}, leaving.url);
  devices.announce({ type: 'resync' });
  await leaving.close();
  assert.equal(await page.closed, 1001);
});

test('an authentication that fails answers 503 without its reason', limit, async () => {
  const broken = await serveSockets({
    authenticate: async () => {
      throw new Error('relation "sessions"');
    },
  } as never);
  const refused = await open(path(11), 'lin', {}, broken.url);
  assert.equal(refused.status, 503);
  assert.doesNotMatch(refused.msg, /sessions/);
  await broken.close();
});

test('oversize ends the socket; any text is answered or ends it', limit, async () => {
  const big = await open(path(11), 'lin');
  big.ws.send('a'.repeat(65 * 1024));
  assert.equal(await big.closed, 1009);
  const flood = await open(path(11), 'lin');
  for (let count = 0; count < 100; count++) flood.ws.send('ping');
  assert.equal(await flood.closed, 1008);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(fc.string(), fc.json(), fc.constant('ping')), { minLength: 1, maxLength: 5 }), async (texts) => {
      const page = await open(path(11), 'lin');
      for (const text of texts) page.ws.send(text);
      await until(() => page.received.length === texts.length);
      page.ws.close();
      await page.closed;
    }),
    { numRuns: 200 },
  );
});
