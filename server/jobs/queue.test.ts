import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { smsLater, textJobs } from '#server/messages/text-messages.ts';
import { harness, type Harness } from '#test/harness.ts';
import { newPhone } from '#test/phones.ts';
import { eventually } from '#test/processes.ts';
import { smsGateway } from '#test/sms-gateway.ts';
import { JobFailure, type JobHandlers } from './attempts.ts';
import { enqueue } from './queue.ts';
import { runJobs, startJobs } from './runner.ts';

let t: Harness;
let tenant: number;
let gateway: Awaited<ReturnType<typeof smsGateway>>;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  gateway = await smsGateway();
});
after(async () => {
  gateway?.close();
  await t?.close();
});

const text = (phone: string, tenantId = tenant) => t.deps.inTenant(tenantId, (tx) => smsLater({ tx, deps: t.deps }, phone, '您好'));
const timesOf = (phone: string) => gateway.heard.filter((one) => one === phone).length;
const stateOf = async (phone: string, tenantId: number) => {
  const rows = await t.deps.inTenant(tenantId, (tx) =>
    tx.rows<any>(
      sql`select sealed is null as forgotten, sent_at is not null as sent from text_messages
        where tenant_id = ${tenantId} order by id desc limit 1`,
    ),
  );
  return { ...rows[0], times: timesOf(phone) };
};

describe('a job', () => {
  it('is there if and only if its transaction committed', async () => {
    const [lost, kept] = [newPhone(), newPhone()];
    await assert.rejects(
      t.deps.inTenant(tenant, async (tx) => {
        await smsLater({ tx, deps: t.deps }, lost, '您好');
        throw new Error('rolled back');
      }),
    );
    await text(kept);
    await runJobs(gateway.through(t.deps), textJobs);
    assert.deepEqual([timesOf(lost), await stateOf(kept, tenant)], [0, { forgotten: true, sent: true, times: 1 }]);
  });

  it('carries no number and no words, and only its runner reads it', async () => {
    const phone = newPhone();
    await text(phone);
    const { rows } = await t.deps.jobs.query(`select j::text as job from jobs.job j where name = 'sms' and state = 'created'`);
    assert.equal(rows.length, 1);
    assert.ok(!rows[0].job.includes(phone) && !rows[0].job.includes('您好'));
    for (const pool of [t.deps.pool, t.deps.urgent.pool, t.deps.logins, t.deps.cleanup])
      for (const statement of ['select * from jobs.job', `insert into jobs.job (name) values ('sms')`, 'delete from jobs.job'])
        await assert.rejects(pool.query(statement), /permission denied/);
    await assert.rejects(t.deps.pool.query(`select app.enqueue('sms', '1', '{}', '{}')`), /no tenant/);
    await assert.rejects(t.deps.jobs.query('select * from users'), /permission denied/);
    await runJobs(gateway.through(t.deps), textJobs);
  });

  it('of one key waits or runs once', async () => {
    const made = () => t.deps.inTenant(tenant, (tx) => enqueue(tx, 'clip', 7, { clipId: 7 }));
    assert.deepEqual([await made(), await made()], [true, false]);
    let runs = 0;
    const handlers: JobHandlers = { clip: async () => void (runs += 1) };
    await runJobs(t.deps, handlers);
    assert.deepEqual([runs, await made()], [1, true]);
    await runJobs(t.deps, handlers);
  });

  it('is done once by several processes, at most so many of a tenant at a time', async () => {
    const phones = Array.from({ length: 40 }, newPhone);
    let [running, most, done] = [0, 0, 0];
    const handlers: JobHandlers = {
      sms: async () => {
        most = Math.max(most, ++running);
        await wait(5);
        running--;
        done++;
      },
    };
    const one = startJobs(t.deps, handlers, { lookMs: 20 });
    for (const phone of phones) await text(phone);
    await eventually(() => done === phones.length);
    await one.stop();
    assert.ok(most <= 2, `${most} of one tenant at a time`);
    const sent = Array.from({ length: 40 }, newPhone);
    const runners = [1, 2, 3].map(() => startJobs(gateway.through(t.deps), textJobs, { lookMs: 20 }));
    for (const phone of sent) await text(phone);
    await eventually(() => sent.every((phone) => timesOf(phone) > 0));
    await Promise.all(runners.map((runner) => runner.stop()));
    assert.deepEqual([...new Set(sent.map(timesOf))], [1]);
  });

  it('that fails is tried again after a pause, until it had its attempts', async () => {
    let attempts = 0;
    const handlers: JobHandlers = {
      'warning-webhook': async () => {
        attempts++;
        throw new JobFailure('对方应答 500', false);
      },
    };
    await t.deps.inTenant(tenant, (tx) => enqueue(tx, 'warning-webhook', 1, { deliveryId: 1 }));
    assert.deepEqual(await runJobs(t.deps, handlers), { done: 0, failed: 1, dead: 0 });
    assert.deepEqual(await runJobs(t.deps, handlers), { done: 0, failed: 0, dead: 0 }, 'its pause is not over');
    for (const dead of [0, 0, 1, 0]) assert.equal((await runJobs(t.deps, handlers, { early: true })).dead, dead);
    assert.equal(attempts, 4);
    const [row] = await t.deps.inTenant(tenant, (tx) =>
      tx.rows<any>(sql`select kind, attempts, error, state, payload from dead_jobs where tenant_id = ${tenant}`),
    );
    assert.deepEqual(row, { kind: 'warning-webhook', attempts: 4, error: '对方应答 500', state: 1, payload: { deliveryId: 1 } });
  });
});

describe('a runner', () => {
  it('that starts while the database is away begins when it is back', async () => {
    const phone = newPhone();
    await text(phone);
    let away = true;
    const query = t.deps.jobs.query.bind(t.deps.jobs) as (...given: unknown[]) => Promise<unknown>;
    const jobs = Object.assign(Object.create(t.deps.jobs) as typeof t.deps.jobs, {
      query: async (...given: unknown[]) => {
        if (away) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
        return query(...given);
      },
    });
    const runner = startJobs({ ...gateway.through(t.deps), jobs }, textJobs, { lookMs: 50 });
    await wait(200);
    assert.equal(timesOf(phone), 0);
    away = false;
    await eventually(() => timesOf(phone) === 1);
    await runner.stop();
  });
});

describe('kill -9', () => {
  const start = async (phone: string, tenantId: number, run: 'run' | 'only commit') => {
    const child = fork(join(import.meta.dirname, '../../test/job-process.ts'), [t.database, gateway.url, String(tenantId), phone, run]);
    await once(child, 'message');
    return child;
  };

  it('between commit and sending loses no text', async () => {
    const [phone, house] = [newPhone(), await t.tenant()];
    const child = await start(phone, house, 'only commit');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(timesOf(phone), 0);
    const runner = startJobs(gateway.through(t.deps), textJobs, { lookMs: 50 });
    await eventually(async () => (await stateOf(phone, house)).sent);
    await runner.stop();
    assert.deepEqual(await stateOf(phone, house), { forgotten: true, sent: true, times: 1 });
  });

  it('while the gateway is asked gives the job to another process', async () => {
    const [phone, house] = [newPhone(), await t.tenant()];
    gateway.hanging.add(phone);
    const child = await start(phone, house, 'run');
    await eventually(() => timesOf(phone) === 1);
    child.kill('SIGKILL');
    await once(child, 'exit');
    gateway.hanging.delete(phone);
    const runner = startJobs(gateway.through(t.deps), textJobs, { lookMs: 50 });
    await eventually(async () => (await stateOf(phone, house)).sent);
    await runner.stop();
    assert.equal(timesOf(phone), 2);
  });
});
