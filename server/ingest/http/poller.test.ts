/** Vendors that are asked: cursors, back-off, one process only. */
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { deviceIntegrations } from '#contract/devices/device-integrations.ts';
import { SWITCHED_OFF } from '#contract/devices/lost-alarms.rules.ts';
import { mappingTemplates } from '#contract/devices/mapping-templates.ts';
import { createJournal } from '#server/ingest/delivery-journal.ts';
import { createIntegrations } from '#server/ingest/integrations.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest, type TestDevice } from '#test/ingest.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { eventually } from '#test/processes.ts';
import { addIntegration, SECRET } from '#test/pushes.ts';
import { pauseOf } from '#server/ingest/leaders.ts';
import { startPoller } from './poller.ts';

let t: Harness;
let nurse: TestUser;
let tenant: number;
let sink: ReturnType<typeof ingest>;
let journal: ReturnType<typeof createJournal>;
let vendor: Server;
let host: string;
let device: TestDevice;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const asked: { url: string; headers: IncomingMessage['headers'] }[] = [];
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  nurse = await t.user(tenant);
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  journal = createJournal(t.deps, 3_600_000);
  vendor = createServer((request, response) => {
    asked.push({ url: request.url!, headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  process.env.POLL_PRIVATE_HOSTS = host;
});
beforeEach(async () => {
  asked.length = 0;
  await t.deps.inTenant(tenant, (tx) => tx.run(sql`delete from device_integrations where tenant_id = ${tenant}`));
  device = await addOfType(t, tenant, await addType(t, tenant, 'http'), { password: false });
});
after(async () => {
  delete process.env.POLL_PRIVATE_HOSTS;
  vendor?.closeAllConnections();
  vendor?.close();
  await journal?.stop();
  await sink?.close();
  await t?.close();
});

const started: ReturnType<typeof startPoller>[] = [];
// One that a failed test leaves would go on polling for the others.
afterEach(() => Promise.all(started.splice(0).map((poller) => poller.stop())));
function start() {
  const poller = startPoller({
    deps: t.deps,
    integrations: createIntegrations({ deps: t.deps, ttlMs: 0 }),
    journal,
    database: t.target('app'),
    sink: sink.pipeline,
    directory: sink.directory,
    clock: Date.now,
    tickMs: 15,
    random: () => 0.5,
    timeoutMs: 2000,
  });
  started.push(poller);
  return poller;
}
const { mapping } = mappingTemplates.plain;
const add = (url: string, more: object = {}) =>
  addIntegration(t, nurse, { kind: 'poller', mapping: { ...mapping, items: '$.list' }, polling: { url, everySeconds: 10, ...more } });
const stateOf = async (id: number) => (await t.route(deviceIntegrations.state, nurse, { id })).data;
const dueNow = (id: number) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`update device_integration_states set next_at = now() where tenant_id = ${tenant} and integration_id = ${id}`),
  );
const readings = () =>
  t.deps.inTenant(tenant, (tx) =>
    tx.rows<{ value: number }>(
      sql`select value from readings where tenant_id = ${tenant} and device_id = ${device.deviceId} and metric = 1 order by at`,
    ),
  );

describe('polling', { timeout: 240_000 }, () => {
  it('fetches from where it came to, with its secret, and not before it is due', async () => {
    const time = Date.now() - 5000;
    answer = (request, response) => {
      if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
      response.writeHead(200, { etag: '"v1"' }).end(JSON.stringify({ next: 'page2', list: [{ id: device.imei, time, heartRate: 71 }] }));
    };
    const { id } = await add(`http://${host}/data?since={since}&from={cursor}&key={secret}`, {
      cursor: '$.next',
      headers: [{ name: 'X-Token', value: 'T {secret}' }],
    });
    const poller = start();
    await eventually(async () => (await stateOf(id)).successTime !== null);
    assert.deepEqual(
      (await readings()).map(({ value }) => value),
      [71],
    );
    assert.equal(asked[0]!.url, `/data?since=0&from=&key=${SECRET}`);
    assert.equal(asked[0]!.headers['x-token'], `T ${SECRET}`);
    await wait(100);
    assert.equal(asked.length, 1, 'not before the interval has passed');
    await dueNow(id);
    await eventually(() => asked.length === 2);
    assert.equal(asked[1]!.url, `/data?since=${time}&from=page2&key=${SECRET}`);
    await eventually(() => poller.counts.unchanged === 1);
    assert.equal((await readings()).length, 1);
    await poller.stop();
    await journal.flush();
    const told = (await t.route(deviceIntegrations.deliveries, nurse, { id })).data.records;
    assert.deepEqual(
      told.map(({ result, stored }: { result: number; stored: number }) => [result, stored]),
      [[1, 1]],
    );
  });

  it('waits longer after every failure, says what it is, and goes on by itself', async () => {
    const failures: ((response: ServerResponse) => void)[] = [
      (response) => void response.writeHead(500).end('secret stack'),
      (response) => void response.writeHead(200).end('<html>'),
      (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      () => {},
      (response) => void response.destroy(),
      (response) => void response.writeHead(200).end('x'.repeat(3 * 1024 * 1024)),
    ];
    const expected = ['对方应答 500', '应答不是JSON', '对方应答 302', '对方没有在时限内应答', '无法连接对方', '对方的应答过大'];
    let at = 0;
    answer = (_request, response) =>
      failures[at]
        ? failures[at]!(response)
        : void response.end(JSON.stringify({ list: [{ id: device.imei, time: Date.now(), heartRate: 72 }] }));
    const { id } = await add(`http://${host}/`);
    const poller = start();
    for (const problem of expected) {
      await eventually(async () => (await stateOf(id)).failures === at + 1);
      const state = await stateOf(id);
      assert.equal(state.problem, problem);
      assert.equal(state.successTime, null);
      // Before it is due: the next request may come at once.
      at++;
      await dueNow(id);
    }
    await eventually(async () => (await stateOf(id)).failures === 0);
    assert.equal((await stateOf(id)).problem, null);
    assert.equal((await readings()).length, 1);
    await poller.stop();
    const pauses = [0, 1, 2, 3, 20].map((failed) => pauseOf(60, failed, 0.5));
    assert.deepEqual(pauses, [60, 120, 240, 480, 3600]);
    assert.ok(pauseOf(60, 0, 0) < 60 && pauseOf(60, 0, 1) > 60 && pauseOf(86_400, 9, 0.5) === 86_400);
  });

  it('asks for nothing while what it should show is missing', async () => {
    answer = (_request, response) => void response.end('{"list":[]}');
    const { id } = await add(`http://${host}/`, { headers: [{ name: 'X-Token' }] });
    const poller = start();
    await eventually(async () => (await stateOf(id)).problem === '请求头“X-Token”还没有填写');
    // The secret goes first: with both, the change itself has the poller ask.
    await t.route(deviceIntegrations.secret, nurse, { id, secret: '' });
    const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    await t.route(deviceIntegrations.update, nurse, {
      ...row,
      polling: { ...row.polling, headers: [{ name: 'X-Token', value: 'T {secret}' }] },
    });
    await dueNow(id);
    await eventually(async () => (await stateOf(id)).problem === '还没有设置密钥');
    assert.equal(asked.length, 0);
    await t.route(deviceIntegrations.secret, nurse, { id, secret: SECRET });
    await dueNow(id);
    await eventually(() => asked.length === 1);
    assert.equal(asked[0]!.headers['x-token'], `T ${SECRET}`);
    await poller.stop();
  });

  it('one process polls; when it goes another takes over', async () => {
    answer = (_request, response) => void response.end('{"list":[]}');
    const { id } = await add(`http://${host}/`);
    const [one, two] = [start(), start()];
    await eventually(() => one.counts.leading || two.counts.leading);
    await wait(150);
    assert.notEqual(one.counts.leading, two.counts.leading);
    assert.equal(asked.length, 1);
    const [leader, other] = one.counts.leading ? [one, two] : [two, one];
    await leader.stop();
    await eventually(() => other.counts.leading);
    await dueNow(id);
    await eventually(() => other.counts.polls > 0);
    await other.stop();
  });

  it('a disabled one rests; one whose rows cannot be stored does not move on', async () => {
    const time = Date.now() - 1000;
    answer = (_request, response) => void response.end(JSON.stringify({ next: 'x', list: [{ id: device.imei, time, heartRate: 73 }] }));
    const { id } = await add(`http://${host}/?from={cursor}`, { cursor: 'next' });
    const accept = sink.pipeline.accept;
    sink.pipeline.accept = () => Promise.reject(new Error('no database'));
    const poller = start();
    await eventually(async () => (await stateOf(id)).failures === 1);
    assert.equal((await stateOf(id)).problem, '暂时无法写入');
    sink.pipeline.accept = accept;
    await poller.stop();
    const row = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    const off = { ...row, id, enabled: false, mapping: { ...row.mapping, acceptedLoss: [SWITCHED_OFF] } };
    assert.equal((await t.route(deviceIntegrations.update, nurse, off)).status, 200);
    await dueNow(id);
    asked.length = 0;
    const again = start();
    await wait(150);
    assert.equal(asked.length, 0);
    const fresh = (await t.route(deviceIntegrations.get, nurse, { id })).data;
    await t.route(deviceIntegrations.update, nurse, { ...fresh, id, enabled: true, version: fresh.version });
    await eventually(() => asked.length > 0);
    assert.equal(asked[0]!.url, '/?from=');
    await eventually(async () => (await readings()).length === 1);
    await again.stop();
  });
});
