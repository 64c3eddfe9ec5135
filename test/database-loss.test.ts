/** The database goes away under load and comes back: the processes live on, callers are told to wait, nothing answered is lost. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { eventsTopic } from '#contract/realtime.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Dependencies } from '#server/context.ts';
import { startEmbedded, type Embedded } from '#server/db/embedded.ts';
import { connect, sendFrame } from '../scripts/simulator/link.ts';
import { startFleet } from './fleet.ts';
import { addDevice } from './ingest.ts';
import { balance, ordersStand } from './ledger.ts';
import { addTenant, addUser, type TestUser } from './members.ts';
import { startNurses } from './nurses.ts';
import { eventually, gone, signal, unable, within } from './processes.ts';
import { product, type Product } from './product.ts';
import { endLeftovers, stompClient, until } from './sockets.ts';

const LATER = '{"code":1,"msg":"系统正在恢复，请稍后重试","data":null}';

describe('the database goes away', { skip: unable, timeout: 390_000 }, () => {
  let p: Product;
  let server: Embedded;
  let web: ChildProcess;
  let ingest: ChildProcess;
  let deps: Dependencies;
  let sight: pg.Pool;
  let tenant: number;
  let nurse: TestUser;
  let resyncs: string[];
  let page: Awaited<ReturnType<typeof stompClient>>;

  before(async () => {
    p = await product();
    server = await p.database();
    web = p.run('server/main.ts', {}, true);
    ingest = p.run('server/ingest/main.ts', {}, true);
    await p.ready();
    ({ deps, sight } = await p.open());
    tenant = await addTenant(deps, '断线测试院');
    nurse = await addUser(deps, tenant);
    page = await stompClient(`ws://127.0.0.1:${p.port}`, nurse.token);
    resyncs = (await page.listen(eventsTopic(tenant)))!;
  });
  const over = new AbortController();
  after(async () => {
    over.abort();
    await endLeftovers();
    await p?.close();
  });

  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${nurse.token}`, ...(init.body ? { 'content-type': 'application/json' } : {}) };
    const answer = await fetch(p.url + path, { ...init, headers, signal: AbortSignal.timeout(60_000) });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  };
  const top = () => call(warnings.top.path);
  const untouched = () =>
    assert.deepEqual([web.exitCode, web.signalCode, ingest.exitCode, ingest.signalCode], [null, null, null, null], 'both processes live');
  const resyncCount = () => resyncs.filter((body) => JSON.parse(body).type === 'resync').length;
  const pidsOf = async (application: string) => {
    const { rows } = await sight.query<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [application]);
    return rows.map(({ pid }) => pid);
  };

  const ways: Record<string, () => Promise<void>> = {
    fast: () => server.stop(),
    async immediate() {
      const pid = p.postmaster()!;
      signal(pid, 'SIGQUIT');
      await gone(pid);
    },
  };

  it('stopped and started four times under load: 503 meanwhile, sockets stay, writes flow again, nothing answered is lost', async (t) => {
    const devices = await Promise.all(Array.from({ length: 20 }, () => addDevice({ deps }, tenant)));
    const fleet = startFleet({ port: p.watchPort, devices, signal: over.signal });
    const staff = startNurses(p.url, [nurse, await addUser(deps, tenant)], over.signal);
    const quiet = await addDevice({ deps }, tenant);
    const link = await connect({ host: '127.0.0.1', port: p.watchPort });
    sendFrame(link, { vendor: '3G', id: quiet.imei }, 'LK,1,0,50');
    assert.equal((await within(link.next(), 'a first answer'))?.text, 'LK');
    let steps = 1;
    for (const way of ['fast', 'immediate', 'fast', 'immediate']) {
      await fleet.progress(200);
      const before = resyncCount();
      await ways[way]!();
      const asked = await Promise.all([
        ...Array.from({ length: 5 }, top),
        call(warnings.comment.path, { method: 'POST', body: JSON.stringify({ id: 1, note: '断线' }) }),
        call('/admin/user/info'),
      ]);
      for (const answer of asked) assert.deepEqual(answer, { status: 503, retryAfter: '2', text: LATER });
      // Something new each time: what is known already needs no writing down.
      sendFrame(link, { vendor: '3G', id: quiet.imei }, `LK,${++steps},0,50`);
      const answer = link.next();
      assert.equal(await Promise.race([answer, wait(300, 'silence')]), 'silence', 'no watch is answered while nothing can be committed');
      server = await startEmbedded(p.dataDir, '');
      const accepts = performance.now();
      const handled = staff.handled.size;
      assert.equal(
        (await within(answer, 'the frame of meanwhile is answered'))?.text,
        'LK',
        'the frame of meanwhile is stored and answered',
      );
      const times = await Promise.all(
        [
          fleet.progress(1),
          eventually(() => staff.handled.size > handled),
          eventually(async () => (await top()).status === 200),
          until(() => resyncCount() > before),
        ].map(async (done) => (await done, Math.round(performance.now() - accepts))),
      );
      t.diagnostic(
        `${way}: after PostgreSQL took connections again, ms to the first answered frame, handled warning, list and resync of an open page: ${times.join(', ')}`,
      );
      assert.ok(page.isOpen(), 'the page kept its socket');
      untouched();
    }
    link.close();
    await fleet.stop();
    await staff.stop();
    await balance(sight, fleet.books);
    await ordersStand(sight, staff.handled);
    assert.deepEqual(staff.wrong.slice(0, 5), []);
    t.diagnostic(`frames ${JSON.stringify(fleet.counts)}; visits ${staff.handled.size}; answers ${JSON.stringify(staff.statuses)}`);
  });

  it('every connection of the web busy: the others are told to wait, and all is well afterwards', async () => {
    const holder = await sight.connect();
    await holder.query('begin; lock table warnings in access exclusive mode');
    const answers = await Promise.all(Array.from({ length: 40 }, top));
    await holder.query('rollback');
    holder.release();
    // Those who wait for the lock give up as well: somebody else is changing what they want.
    for (const { status, text } of answers) assert.ok(status === 503 ? text === LATER : status === 409, text);
    assert.ok(answers.some(({ status }) => status === 503));
    assert.deepEqual(
      (await Promise.all(Array.from({ length: 20 }, top))).map(({ status }) => status),
      Array.from({ length: 20 }, () => 200),
    );
    untouched();
  });

  it('connections that hang: other requests go on, notices arrive again, and all is well when they wake', async () => {
    await Promise.all(Array.from({ length: 5 }, top));
    const before = resyncCount();
    const hung = [...(await pidsOf('yian web')).slice(0, 5), ...(await pidsOf('yian notices')), ...(await pidsOf('yian ingest notices'))];
    for (const pid of hung) signal(pid, 'SIGSTOP');
    try {
      const waiting = Array.from({ length: 30 }, top);
      assert.equal((await Promise.any(waiting)).status, 200, 'somebody is served');
      await until(() => resyncCount() > before);
      assert.ok(page.isOpen());
      for (const pid of hung) signal(pid, 'SIGCONT');
      for (const { status } of await Promise.all(waiting)) assert.ok(status === 200 || status === 503, String(status));
    } finally {
      for (const pid of hung) signal(pid, 'SIGCONT');
    }
    assert.deepEqual(
      (await Promise.all(Array.from({ length: 20 }, top))).map(({ status }) => status),
      Array.from({ length: 20 }, () => 200),
    );
    untouched();
  });
});
