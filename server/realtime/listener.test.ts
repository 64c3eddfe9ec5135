import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer as createProxy, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Client } from 'pg';
import { WebSocket } from 'ws';
import {
  BEARER_PROTOCOL,
  CLOSE_SESSION_ENDED,
  DEVICE_PATH,
  DEVICE_PROTOCOL,
  eventsTopic,
  remindTopic,
  warningsTopic,
} from '#contract/realtime.ts';
import { atEnd, endLeftovers, lin, stompClient, until, wang } from '../../test/sockets.ts';
import { startEmbedded } from '../db/embedded.ts';
import { connection } from '../db/pool.ts';
import { CHANNEL } from '../events.ts';
import { unauthorized } from '../errors.ts';
import { listenForNotices, readNotice, type HeardNotice } from './listener.ts';
import { startRealtime, tokenAuthentication } from './realtime.ts';

const limit = { timeout: 120_000 };
const dataDir = mkdtempSync(join(tmpdir(), 'yian-notify-'));
const start = () => startEmbedded(dataDir, 'secret', { shared_buffers: '32MB', max_connections: '30' });
let database = await start();
const target = { host: database.socketDir, port: database.port, database: 'postgres', user: 'postgres', password: 'secret' };
after(async () => {
  await endLeftovers();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Commits statements on a connection of its own. */
async function run(...statements: Array<[string, unknown[]?]>) {
  const client = new Client(connection(target, 'test'));
  await client.connect();
  for (const [text, values] of statements) await client.query(text, values);
  await client.end();
}
const notify = (notice: unknown): [string, unknown[]] => [
  'select pg_notify($1, $2)',
  [CHANNEL, typeof notice === 'string' ? notice : JSON.stringify(notice)],
];
const cutListeners: [string] = ["select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listener'"];

function listener() {
  const heard: HeardNotice[] = [];
  let gaps = 0;
  const notices = listenForNotices({
    database: () => connection(target, 'listener'),
    onNotice: (notice) => heard.push(notice),
    onGap: () => gaps++,
    minDelayMs: 10,
    probeMs: 50,
  });
  atEnd(notices.stop);
  return { ...notices, heard, gaps: () => gaps };
}

test('hears what is committed, in order, and nothing that was rolled back or is not a notice', limit, async () => {
  const ear = listener();
  await ear.ready;
  const notice = (id: number): HeardNotice => ({ t: 7, k: 'warning.raised', p: { warningId: id } });
  await run(
    ['begin'],
    notify(notice(1)),
    ['rollback'],
    ['begin'],
    notify(notice(2)),
    notify(notice(3)),
    ['commit'],
    notify('not json'),
    notify({ t: '7', k: 'x', p: {} }),
    notify(notice(4)),
  );
  await until(() => ear.heard.length === 3 && ear.counters().malformed === 2);
  assert.deepEqual(ear.heard, [2, 3, 4].map(notice));
  assert.equal(ear.gaps(), 0, 'the first LISTEN misses nothing');
  ear.stop();
  for (const text of [
    '',
    'null',
    '5',
    '"x"',
    '{"t":1,"k":"x"}',
    '{"t":1,"k":5,"p":{}}',
    '{"t":null,"k":"x","p":{}}',
    '{"t":1.5,"k":"x","p":{}}',
    '{"t":1,"k":"x","p":null}',
  ]) {
    assert.equal(readNotice(text), null, text);
  }
});

test('comes back after its connection is cut, and says that something may be missing', limit, async () => {
  const ear = listener();
  await ear.ready;
  for (const round of [1, 2, 3]) {
    await run(cutListeners);
    await until(() => ear.gaps() === round && ear.counters().listening);
    await run(notify({ t: 7, k: 'device.changed', p: { round } }));
    await until(() => ear.heard.length === round);
  }
  assert.deepEqual(
    ear.heard.map(({ p }) => p.round),
    [1, 2, 3],
  );
  ear.stop();
});

test('notices a connection that is dead without saying so', limit, async () => {
  const carried: Socket[] = [];
  const proxy = createProxy((near) => {
    const far = connect(join(target.host, `.s.PGSQL.${target.port}`));
    carried.push(near, far);
    for (const side of [near, far]) side.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const heard: HeardNotice[] = [];
  let gaps = 0;
  const through = () => ({ ...connection({ ...target, host: '127.0.0.1', port }, 'listener'), query_timeout: 200 });
  atEnd(() => proxy.close());
  const ear = listenForNotices({
    database: through,
    onNotice: (notice) => heard.push(notice),
    onGap: () => gaps++,
    minDelayMs: 10,
    probeMs: 50,
  });
  atEnd(ear.stop);
  await ear.ready;
  for (const side of carried) side.unpipe().pause();
  await until(() => gaps === 1);
  await run(notify({ t: 7, k: 'device.changed', p: { deviceId: 1 } }));
  await until(() => heard.length === 1);
  ear.stop();
  for (const side of carried) side.destroy();
});

/** An application process in small: HTTP server, sockets, listener. */
async function application() {
  const ended = new Set<number>();
  const order: string[] = [];
  const people = new Map([
    ['lin', lin],
    ['wang', wang],
  ]);
  const server = createServer();
  const realtime = startRealtime({
    server,
    database: () => connection(target, 'listener'),
    authenticate: tokenAuthentication({
      async find(token) {
        const person = people.get(token);
        if (!person || ended.has(person.sessionId)) throw unauthorized();
        return { ...person, id: person.sessionId } as never;
      },
    }),
    stillValid: async ({ sessionId }) => !ended.has(sessionId),
    recheckMs: 1e9,
    onNotice: ({ k }) => order.push(k),
    onGap: () => order.push('gap'),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await realtime.ready;
  const close = async () => {
    await realtime.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  atEnd(close);
  return { realtime, ended, order, people, close, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('two processes bring a notice to their own sockets; a database restart makes every page read again', limit, async () => {
  const [one, two] = await Promise.all([application(), application()]);
  const nurse = await stompClient(one.url, 'lin', { tenant: '7' });
  const carer = await stompClient(two.url, 'wang');
  assert.equal((await stompClient(two.url, 'lin', { tenant: '8' })).errors[0]!.headers.code, 'unauthenticated');
  const warnings = await Promise.all([nurse, carer].map(async (page) => (await page.listen(warningsTopic(7)))!));
  const events = await Promise.all([nurse, carer].map(async (page) => (await page.listen(eventsTopic(7)))!));
  const reminders = (await carer.listen(remindTopic(7, 'wang')))!;

  await run(
    notify({ t: 7, k: 'warning.raised', p: { warningId: 5, severity: 1, rule: 'sos' } }),
    notify({ t: 8, k: 'warning.raised', p: { warningId: 6 } }),
    notify({ t: 7, k: 'work-order.changed', p: { workOrderId: 3 } }),
    notify({ t: 7, k: 'task.assigned', p: { userId: 12, username: 'wang', task: '晚间巡房' } }),
  );
  await until(() => reminders.length === 1 && events.every((bodies) => bodies.length === 1));
  for (const bodies of warnings)
    assert.deepEqual(
      bodies.map((body) => JSON.parse(body)),
      [{ type: 'warning.raised', warningId: 5, severity: 1, rule: 'sos' }],
    );
  for (const bodies of events) assert.deepEqual(JSON.parse(bodies[0]!), { type: 'work-order.changed', workOrderId: 3 });
  assert.deepEqual(reminders, ['晚间巡房']);
  assert.deepEqual(one.order, ['warning.raised', 'warning.raised', 'work-order.changed', 'task.assigned']);

  // The session ends while nobody can be told: the gap makes both processes ask again.
  await database.stop();
  two.ended.add(wang.sessionId);
  database = await start();
  await until(() => events[0]!.length === 2);
  assert.deepEqual(JSON.parse(events[0]![1]!), { type: 'resync' });
  assert.equal(one.order.at(-1), 'gap');
  assert.equal(await carer.closed(), CLOSE_SESSION_ENDED);
  assert.ok(nurse.isOpen());

  await run(notify({ t: 7, k: 'session.ended', p: { sessionId: lin.sessionId } }));
  assert.equal(await nurse.closed(), CLOSE_SESSION_ENDED);
  assert.equal(one.realtime.counters().stomp.revoked, 1);
  for (const { close } of [one, two]) await close();
});

test(
  'a socket tells what its person may read: warnings, goods orders and messages of others are not for everybody, and rights that change count at once',
  limit,
  async () => {
    const { url, close, people } = await application();
    people.set('wang', { ...wang, permissions: new Set() });
    const nurse = await stompClient(url, 'lin');
    const carer = await stompClient(url, 'wang');
    const [ofNurse, ofCarer] = await Promise.all(
      [nurse, carer].map(async (page) => [await page.listen(warningsTopic(7)), await page.listen(eventsTopic(7))].map((bodies) => bodies!)),
    );
    const tellAll = () =>
      run(
        notify({ t: 7, k: 'warning.raised', p: { warningId: 5, severity: 1, rule: 'sos' } }),
        notify({ t: 7, k: 'goods-order.changed', p: { goodsOrderId: 4 } }),
        notify({ t: 7, k: 'message.changed', p: { userId: 12 } }),
        notify({ t: 7, k: 'fence.changed', p: { fenceId: 1 } }),
      );
    const kinds = (bodies: readonly string[]) => bodies.map((body) => JSON.parse(body).type as string);
    await tellAll();
    await until(() => ofNurse![1]!.length === 1 && ofCarer![1]!.length === 2);
    assert.deepEqual([kinds(ofNurse![0]!), kinds(ofNurse![1]!)], [['warning.raised'], ['fence.changed']]);
    assert.deepEqual([kinds(ofCarer![0]!), kinds(ofCarer![1]!)], [[], ['message.changed', 'fence.changed']]);
    people.set('wang', { ...wang, permissions: new Set(['members_order_view', 'warning_devicewarning_view']) });
    await run(notify({ t: 7, k: 'rights.changed', p: { userId: 12 } }));
    await until(() => kinds(ofCarer![1]!).includes('rights.changed'));
    await tellAll();
    await until(() => ofCarer![1]!.length === 6);
    assert.deepEqual([kinds(ofCarer![0]!), kinds(ofCarer![1]!).includes('goods-order.changed')], [['warning.raised'], true]);
    await close();
  },
);

test('a device socket brings alarms to those who may see them alone', limit, async () => {
  const { url, close, people, realtime } = await application();
  people.set('wang', { ...wang, permissions: new Set(['members_workorder_view']) });
  const open = async (userId: number, token: string) => {
    const heard: string[] = [];
    const ws = new WebSocket(`${url}${DEVICE_PATH}${userId}`, [DEVICE_PROTOCOL, BEARER_PROTOCOL + token]);
    atEnd(() => ws.terminate());
    ws.on('message', (data) => heard.push(String(data)));
    await new Promise((resolve, reject) => ws.on('open', resolve).on('error', reject));
    return { ws, heard };
  };
  const [nurse, carer] = await Promise.all([open(lin.userId, 'lin'), open(wang.userId, 'wang')]);
  await until(() => realtime.counters().devices.open === 2);
  await run(notify({ t: 7, k: 'warning.raised', p: { warningId: 5, severity: 1, rule: 'sos' } }));
  await until(() => nurse.heard.length === 1);
  assert.deepEqual(JSON.parse(nurse.heard[0]!), { type: 'warning.raised', warningId: 5, severity: 1, rule: 'sos' });
  // The answer to a ping comes after everything that was sent before it.
  carer.ws.send('ping');
  await until(() => carer.heard.includes('pong'));
  assert.deepEqual(carer.heard, ['pong']);
  await close();
});

test('a process that starts before its database serves, and says so when it listens', limit, async () => {
  await database.stop();
  const ear = listener();
  let early = true;
  const ready = ear.ready.then(() => assert.equal(early, false));
  await until(() => ear.counters().lost >= 3);
  early = false;
  database = await start();
  await ready;
  await until(() => ear.gaps() === 1);
  ear.stop();
});
