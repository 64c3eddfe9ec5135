/**
 * `kill -9` of anything, at any moment, under load: what a watch or a nurse was
 * answered is there, and nothing is there twice. The kills are seeded, YIAN_SEED chooses others.
 */
import { after, afterEach, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Dependencies } from '#server/context.ts';
import { createRandom } from '../scripts/simulator/random.ts';
import { startFleet } from './fleet.ts';
import { addDevice, type TestDevice } from './ingest.ts';
import { balance, missingOf, ordersStand, plantedFaultsAreFound } from './ledger.ts';
import { addTenant, addUser, type TestUser } from './members.ts';
import { startNurses } from './nurses.ts';
import { childrenOf, eventually, gone, signal, unable, within } from './processes.ts';
import { product, type Product } from './product.ts';

const seed = Number(process.env.YIAN_SEED || 20261121);
const random = createRandom(seed);
const WATCHES = 40;

/** 20 kills; seeded order. */
const victims = (
  [
    'ingest',
    'ingest',
    'ingest',
    'ingest',
    'ingest',
    'ingest',
    'web',
    'web',
    'web',
    'web',
    'web',
    'backend',
    'backend',
    'backend',
    'backend',
    'postmaster',
    'postmaster',
    'postmaster',
    'supervisor',
    'supervisor',
  ] as const
)
  .map((victim) => ({ victim, order: random.next() }))
  .sort((a, b) => a.order - b.order)
  .map(({ victim }) => victim);

describe('kill -9', { skip: unable, timeout: 390_000 }, () => {
  let p: Product;
  let supervisor: ChildProcess;
  let deps: Dependencies;
  let sight: pg.Pool;
  let nurses: TestUser[];
  let devices: TestDevice[];
  let stage = '';
  // Whoever waits for a product that does not start is told so, and does not wait.
  const fallen = Promise.withResolvers<never>();
  fallen.promise.catch(() => {});
  const standing = <T>(work: Promise<T>) => Promise.race([work, fallen.promise]);
  function supervise(): void {
    supervisor = p.run('scripts/start.ts');
    supervisor.once('exit', (code, signalled) => {
      if (signalled !== 'SIGKILL') fallen.reject(new Error(`npm start ended by itself (${signalled ?? code}):\n${p.log().slice(-2000)}`));
    });
  }

  before(async () => {
    p = await product();
    supervise();
    await standing(p.ready());
    ({ deps, sight } = await p.open());
    const tenant = await addTenant(deps, '崩溃测试院');
    nurses = await Promise.all([1, 2, 3].map(() => addUser(deps, tenant)));
    devices = await Promise.all(Array.from({ length: WATCHES }, () => addDevice({ deps }, tenant)));
  });
  // What the processes said explains a failure; the folder is gone afterwards.
  afterEach((t) => {
    if ('passed' in t && !t.passed) console.error(`${stage}\n${p.log().slice(-4000)}`);
  });
  const over = new AbortController();
  after(async () => {
    over.abort();
    await p?.close();
  });

  /** The process to kill; waits for it while it is being started. */
  const find = {
    supervisor: () => supervisor.pid,
    web: () => childrenOf(supervisor.pid!, 'server/main.ts')[0],
    ingest: () => childrenOf(supervisor.pid!, 'server/ingest/main.ts')[0],
    postmaster: () => p.postmaster(),
    backend: () => {
      const all = p.backends();
      return all[random.between(0, Math.max(0, all.length - 1))];
    },
  };

  async function strike(tell: (text: string) => void): Promise<void> {
    const fleet = startFleet({ port: p.watchPort, devices, signal: over.signal });
    const staff = startNurses(p.url, nurses, over.signal);
    const gaps: Record<string, number[]> = {};
    for (const [round, victim] of victims.entries()) {
      stage = `kill ${round + 1}: ${victim}`;
      await fleet.progress(random.between(50, 250));
      await wait(random.between(0, 200));
      const pid = await eventually(find[victim], `a process to kill: ${victim}`);
      fleet.gap();
      signal(pid, 'SIGKILL');
      await gone(pid);
      if (victim === 'supervisor') supervise();
      await fleet.progress(WATCHES);
      (gaps[victim] ??= []).push(fleet.gap());
    }
    stage = 'the watches end';
    await fleet.stop();
    await p.ready();
    stage = 'the nurses finish';
    await staff.stop();
    await balance(sight, fleet.books);
    await ordersStand(sight, staff.handled);
    assert.deepEqual(staff.wrong.slice(0, 5), []);
    const { rows } = await sight.query('select count(*) as n from warnings where status = 0');
    assert.equal(rows[0].n, 0, 'every warning could be handled');
    const alarms = fleet.books.reduce((sum, book) => sum + book.alarms.length, 0);
    assert.ok(alarms > 20 && staff.handled.size > 20 && fleet.counts.lost > 0, 'there was a load, and connections were lost under it');
    tell(
      `seed ${seed}; frames ${JSON.stringify(fleet.counts)}; alarms answered ${alarms}; visits ${staff.handled.size}; answers ${JSON.stringify(staff.statuses)}; longest silence (ms) after each kill ${JSON.stringify(gaps)}`,
    );
  }
  it('of any process, 20 times under load, loses nothing that was answered and does nothing twice', (t) =>
    standing(strike((text) => t.diagnostic(text))));

  it('would be noticed by these checks, whatever it left half done or did twice', () => plantedFaultsAreFound(sight));

  it('is noticed by this test when a gateway answers before the commit', async (t) => {
    const extra = { WATCH_PORT: String(p.otherPort) };
    const fleet = startFleet({ port: p.otherPort, devices, signal: over.signal });
    let lost = 0;
    let kills = 0;
    while (lost === 0 && kills < 20) {
      const hasty = p.run('test/hasty-ingest.ts', extra, true);
      await within(
        Promise.race([once(hasty, 'message'), once(hasty, 'exit').then(([code]) => assert.fail(`it ended with ${code}`))]),
        'a hasty gateway listens',
      );
      await fleet.progress(random.between(150, 300));
      hasty.kill('SIGKILL');
      await gone(hasty.pid!);
      kills++;
      const { alarms, positions, heartbeats } = await missingOf(sight, fleet.books);
      lost = alarms + positions + heartbeats;
    }
    await fleet.abandon();
    t.diagnostic(`${lost} answered frames missing after ${kills} kills`);
    assert.ok(lost > 0, 'answered frames are missing');
  });
});
