import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { WebSocketServer } from 'ws';
import type { RealtimeMessage } from '#contract/realtime.ts';
import { world } from '../../test/worlds.ts';
import { atEnd, endLeftovers, lin, serveSockets, until } from '../../test/sockets.ts';
import { backoff } from './links.ts';
import { startRealtime, type RealtimeOptions } from './realtime.ts';

const limit = { timeout: 240_000 };
afterEach(endLeftovers);

/** A page of Lin's in a world of its own. */
function page(address: string, changes: Partial<RealtimeOptions> = {}) {
  const around = world();
  const events: RealtimeMessage[] = [];
  const reminders: string[] = [];
  const states: string[] = [];
  let caughtUp = 0;
  const realtime = startRealtime({
    ...lin,
    getToken: async () => 'lin',
    onEvent: (message) => events.push(message),
    onRemind: (task) => reminders.push(task),
    onCatchUp: () => caughtUp++,
    onState: ({ stomp, device }) => states.push(`${stomp}/${device}`),
    address,
    surroundings: around.surroundings,
    ...changes,
  });
  atEnd(realtime.stop);
  const both = (state: string) => until(() => realtime.state().stomp === state && realtime.state().device === state);
  return { ...around, around, realtime, events, reminders, states, both, caughtUp: () => caughtUp };
}

test('opens both sockets, brings events and reminders once, and reads again after connecting', limit, async () => {
  const server = await serveSockets();
  const nurse = page(server.url);
  await nurse.both('open');
  assert.equal(nurse.caughtUp(), 0);
  nurse.pass(200);
  assert.equal(nurse.caughtUp(), 1, 'both connections ask for one reading');
  server.devices.publish(7, null, { type: 'warning.raised', warningId: 1 });
  server.stomp.publish(7, 'warnings', null, { type: 'warning.raised', warningId: 1 });
  server.stomp.publish(7, 'events', null, { type: 'work-order.changed', workOrderId: 2 });
  server.stomp.publish(7, 'events', null, 'not a message');
  server.stomp.publish(7, 'remind', '林护士', '晚间巡房');
  await until(() => nurse.reminders.length === 1);
  assert.deepEqual(nurse.events, [
    { type: 'warning.raised', warningId: 1 },
    { type: 'work-order.changed', workOrderId: 2 },
  ]);
  assert.deepEqual(nurse.reminders, ['晚间巡房']);
  server.stomp.announce({ type: 'resync' });
  await until(() => nurse.pending() > 0 && (nurse.pass(200), nurse.caughtUp() === 2));
  nurse.realtime.stop();
  assert.equal(nurse.pending(), 0);
  assert.deepEqual(nurse.realtime.state(), { stomp: 'stopped', device: 'stopped' });
  await until(() => server.stomp.counters().open + server.devices.counters().open === 0);
  await server.close();
});

test('back-off doubles from 1 s to 30 s with up to half taken off', () => {
  const delays = [1, 2, 3, 4, 5, 6, 7, 1000].map((attempt) => [backoff(attempt, () => 0), backoff(attempt, () => 0.999999)]);
  assert.deepEqual(
    delays.map(([longest]) => longest),
    [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000],
  );
  for (const [longest, shortest] of delays) assert.ok(shortest! >= longest! / 2 && shortest! < longest! * 0.51);
});

test('a restarted server is found again; what was missed is read; the device socket rests after six attempts', limit, async () => {
  let server = await serveSockets();
  const nurse = page(server.url);
  await nurse.both('open');
  nurse.pass(6000);
  await server.close();
  await nurse.both('waiting');
  const readings = nurse.caughtUp();

  const attempts = () => nurse.opened.length;
  for (const [index, delay] of [1000, 2000, 4000, 8000, 16_000, 30_000].entries()) {
    const before = attempts();
    nurse.pass(delay - 1);
    assert.equal(attempts(), before, `no attempt before ${delay} ms`);
    nurse.pass(1);
    await until(() => attempts() === before + 2);
    await until(() => nurse.realtime.state().stomp === 'waiting' && nurse.realtime.state().device === (index === 5 ? 'paused' : 'waiting'));
  }
  nurse.pass(30_000);
  await until(() => attempts() === 2 + 12 + 1 && nurse.realtime.state().stomp === 'waiting');
  assert.equal(nurse.opened.at(-1), '/act/ws');
  assert.equal(nurse.caughtUp(), readings);

  server = await serveSockets({}, server.port);
  nurse.pass(30_000);
  await until(() => nurse.realtime.state().stomp === 'open');
  nurse.pass(200);
  assert.equal(nurse.caughtUp(), readings + 1);
  nurse.pass(600_000);
  assert.equal(nurse.realtime.state().device, 'paused');
  nurse.show(true);
  await nurse.both('open');
  nurse.pass(200);
  assert.equal(nurse.caughtUp(), readings + 2);
});

test('while STOMP is away the device socket brings the warnings', limit, async () => {
  const server = await serveSockets();
  const nurse = page(server.url);
  await nurse.both('open');
  server.stomp.revoke(lin.sessionId);
  await until(() => nurse.realtime.state().stomp === 'waiting');
  server.devices.publish(7, null, { type: 'warning.raised', warningId: 4 });
  await until(() => nurse.events.length === 1);
  assert.deepEqual(nurse.events, [{ type: 'warning.raised', warningId: 4 }]);
});

test('waking after sleep and coming online connect afresh and read again; showing the page reads again', limit, async () => {
  const server = await serveSockets();
  const nurse = page(server.url);
  const opened = () => server.stomp.counters().opened + server.devices.counters().opened;
  const wakes: Array<[string, () => void, number]> = [
    ['the laptop slept', () => nurse.around.sleep(3_600_000), 2],
    ['the network came back', () => nurse.online(), 2],
    ['the page is shown', () => nurse.show(true), 0],
    ['the page is hidden', () => nurse.show(false), 0],
  ];
  await nurse.both('open');
  nurse.pass(200);
  for (const [name, wake, connections] of wakes) {
    const [before, readings] = [opened(), nurse.caughtUp()];
    wake();
    await until(() => opened() === before + connections);
    await nurse.both('open');
    nurse.pass(200);
    assert.equal(nurse.caughtUp() > readings, name !== 'the page is hidden', name);
    assert.equal(opened(), before + connections, name);
  }
  await until(() => server.stomp.counters().open === 1 && server.devices.counters().open === 1);
});

test('timers held back in a hidden page do not cost the connection while the server is heard', limit, async () => {
  const server = await serveSockets();
  const nurse = page(server.url);
  await nurse.both('open');
  nurse.show(false);
  const before = server.stomp.counters().opened;
  for (let minute = 0; minute < 5; minute++) {
    // The clock moves on, then a message arrives before the late timer runs.
    const events = nurse.events.length;
    nurse.pass(4999);
    server.stomp.publish(7, 'events', null, { type: 'device.changed', minute });
    await until(() => nurse.events.length === events + 1);
    nurse.around.sleep(15_000);
  }
  assert.equal(server.stomp.counters().opened, before);
});

test('asks for a token, again after a refusal, and waits while there is none', limit, async () => {
  const server = await serveSockets();
  const asked: boolean[] = [];
  let token: string | null = null;
  const nurse = page(server.url, {
    getToken: async (afterRefusal) => {
      asked.push(afterRefusal);
      if (afterRefusal) token = 'lin';
      return token;
    },
  });
  await nurse.both('waiting');
  assert.deepEqual(nurse.opened, []);
  token = 'expired';
  nurse.pass(1000);
  await nurse.both('waiting');
  assert.ok(!asked.includes(true));
  nurse.pass(2000);
  await until(() => nurse.realtime.state().stomp === 'open');
  assert.ok(asked.includes(true));
  nurse.pass(4000);
  await nurse.both('open');
  assert.match(nurse.logged.join(), /登录状态已失效/);
});

test('a page that a newer one has replaced waits: hidden until it is shown, visible for half a minute', limit, async () => {
  const server = await serveSockets({ maxPerUser: 1 });
  const old = page(server.url);
  await old.both('open');
  old.show(false);
  const young = page(server.url);
  await young.both('open');
  await old.both('paused');
  young.pass(6000);
  old.show(true);
  await old.both('open');
  await young.both('waiting');
  young.pass(29_000);
  await young.both('waiting');
  young.pass(1000);
  await young.both('open');
});

test('the device socket asks for a sign of life every 540 s and leaves a server that gives none', limit, async () => {
  const heard: string[] = [];
  let mute = false;
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/tenant-device/websocket/11' });
  server.on('connection', (ws) =>
    ws.on('message', (text) => {
      heard.push(String(text));
      if (!mute) ws.send('pong');
    }),
  );
  await new Promise((resolve) => server.on('listening', resolve));
  atEnd(() => {
    server.clients.forEach((ws) => ws.terminate());
    server.close();
  });
  const nurse = page(`ws://127.0.0.1:${(server.address() as { port: number }).port}`);
  await until(() => nurse.realtime.state().device === 'open');
  nurse.pass(539_999);
  assert.deepEqual(heard, []);
  nurse.pass(1);
  await until(() => heard.length === 1);
  assert.deepEqual(heard, ['ping']);
  // The answer is on its way; a second question after it shows that the first was answered in time.
  mute = true;
  await new Promise((resolve) => setTimeout(resolve, 50));
  nurse.pass(530_000);
  assert.equal(nurse.realtime.state().device, 'open');
  nurse.pass(10_000);
  await until(() => heard.length === 2);
  nurse.pass(10_000);
  assert.equal(nurse.realtime.state().device, 'waiting');
});

test('without WebSocket it says so, and still reads again on waking', limit, async () => {
  const around = world();
  let caughtUp = 0;
  const none = () => assert.fail('nothing can arrive');
  const realtime = startRealtime({
    ...lin,
    getToken: none,
    onEvent: none,
    onRemind: none,
    onCatchUp: () => caughtUp++,
    address: 'ws://127.0.0.1:1',
    surroundings: { ...around.surroundings, WebSocket: undefined },
  });
  assert.deepEqual(around.logged, ['browser does not support WebSocket']);
  assert.deepEqual(realtime.state(), { stomp: 'unsupported', device: 'unsupported' });
  around.show(true);
  around.pass(200);
  assert.equal(caughtUp, 1);
  realtime.stop();
});
