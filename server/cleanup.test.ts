import { DAY, HOUR } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { connection } from './db/pool.ts';
import { seedPlatformParameters } from './system/platform-parameters.ts';
import { runCleanup, startCleanup, tasks, type Task } from './cleanup.ts';

let t: Harness;
let nurse: TestUser;
/** Milliseconds that the server's clock is ahead of the database's. */
let ahead = 0;
before(async () => {
  t = await harness({ now: () => Date.now() + ahead });
  // Days ahead, files of tests that run beside this one would be old.
  t.deps.config.dataDir = mkdtempSync(join(tmpdir(), 'yian-cleanup-'));
  nurse = await t.user(await t.tenant());
  const { id: sessionId } = await t.gate.sessions.find(nurse.token);
  const { pool } = t.deps;
  await t.deps.inTenant(nurse.tenantId, async (tx) => {
    const insert = (text: string, parameters: unknown[]) =>
      tx.run({ compile: () => ({ sql: text, parameters, query: {} as never, queryId: {} as never }) });
    await insert('insert into retired_refresh_tokens (hash, tenant_id, session_id) values ($1, $2, $3)', [
      randomBytes(32),
      nurse.tenantId,
      sessionId,
    ]);
    await insert('insert into idempotency_keys (tenant_id, user_id, route, key, request_hash) values ($1, $2, $3, $4, $5)', [
      nurse.tenantId,
      nurse.userId,
      'POST /x',
      'k',
      randomBytes(32),
    ]);
  });
  await pool.query('select app.put_code($1, $2, $3, 60)', ['test', randomBytes(32), 'answer']);
  await pool.query("select app.begin_login('near', 'account', 'address', 'nobody', '10.0.0.0/24')");
});
after(async () => {
  rmSync(t.deps.config.dataDir, { recursive: true });
  await t.close();
});

/** Times by which something is old. */
const TIMES: Record<string, string[]> = {
  one_time_codes: ['expires_at'],
  retired_refresh_tokens: ['retired_at'],
  login_failures: ['last_at', 'locked_until'],
  idempotency_keys: ['created_at'],
  sessions: ['absolute_expires_at'],
  messages: ['created_at'],
  registrations: ['expires_at', 'updated_at'],
  error_logs: ['created_at'],
};
/** Makes all of them older: the database goes by its own clock and takes no time from its callers. */
async function age(ms: number): Promise<void> {
  const superuser = new pg.Client(connection(t.target('superuser'), 'cleanup'));
  await superuser.connect();
  await superuser.query('set session_replication_role = replica');
  for (const [table, columns] of Object.entries(TIMES))
    await superuser.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - make_interval(secs => $1)`).join(', ')}`,
      [ms / 1000],
    );
  await superuser.end();
}

const at = async (ms: number) => {
  ahead = ms;
  await age(ms);
  try {
    const done = await runCleanup(t.deps);
    assert.equal(done?.failed, 0);
    return done?.removed;
  } finally {
    ahead = 0;
    await age(-ms);
  }
};

describe('cleanup', () => {
  it('removes what is of no use any more, and nothing before', async () => {
    const nothing = Object.fromEntries(tasks.map(({ name }) => [name, 0]));
    assert.deepEqual(await at(0), nothing);
    assert.deepEqual(await at(23 * HOUR), { ...nothing, codes: 1 });
    assert.deepEqual(await at(25 * HOUR), { ...nothing, refreshTokens: 1, loginFailures: 3 });
    assert.deepEqual(await at(3 * DAY + HOUR), { ...nothing, idempotencyKeys: 1 });
    assert.deepEqual(await at(30 * DAY), nothing, 'the session ended eight hours after it began');
    assert.deepEqual(await at(30 * DAY + 9 * HOUR), { ...nothing, sessions: 1 });
    assert.deepEqual(await at(60 * DAY), nothing);
  });

  it('keeps messages and registrations for as long as their parameters say', async () => {
    const { tenantId, userId } = nurse;
    const other = await t.user(await t.tenant());
    const set = (tenant: number, key: string, value: string) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, key, name, value) values (${tenant}, ${key}, '保留天数', ${value})
          on conflict (tenant_id, key) do update set value = ${value}`),
      );
    const tell = (tenant: number, user: number) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.run(sql`insert into messages (tenant_id, recipient_id, kind, title) values (${tenant}, ${user}, 'notice', '旧消息')`),
      );
    const register = (phone: string, status: number, review: number | null, tenant: number | null) =>
      t.deps.inTenant(1, (tx) =>
        tx.run(sql`insert into registrations (tenant_id, phone, username, name, password_hash, status, review, opened_tenant_id, expires_at)
          values (1, ${phone}, ${phone}, '访客', '', ${status}, ${review}, ${tenant}, now() + interval '30 days')`),
      );
    await tell(tenantId, userId);
    await tell(other.tenantId, other.userId);
    await set(tenantId, 'MESSAGE_DAYS', '10');
    await set(other.tenantId, 'MESSAGE_DAYS', '0');
    await set(1, 'REGISTRATION_DAYS', '20');
    await register('13000000001', 0, null, null);
    await register('13000000002', 1, 1, other.tenantId);
    await register('13000000003', 1, 0, tenantId);
    const gone = async (ms: number) => {
      const { messages, registrations } = (await at(ms)) as Record<string, number>;
      return [messages, registrations];
    };
    assert.deepEqual(await gone(10 * DAY - HOUR), [0, 0]);
    assert.deepEqual(await gone(10 * DAY + HOUR), [1, 0]);
    assert.deepEqual(await gone(20 * DAY + HOUR), [0, 1], 'the one that was decided');
    assert.deepEqual(await gone(50 * DAY - HOUR), [0, 0]);
    assert.deepEqual(await gone(50 * DAY + HOUR), [0, 1], 'the one that ran out, as long after that');
    assert.deepEqual(await gone(3000 * DAY), [0, 0], 'nothing of who waits, or of who keeps all');
    await set(other.tenantId, 'MESSAGE_DAYS', 'often');
    assert.deepEqual(await gone(180 * DAY + HOUR), [1, 0], 'nonsense is the usual');
  });

  it('keeps errors of pages for as long as the platform says, of every tenant, and what is evidence for ever', async () => {
    const other = await t.tenant();
    const said = async (days: string) => {
      await t.deps.inTenant(1, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, key, name, value) values (1, 'ERROR_LOG_DAYS', '保留天数', ${days})
        on conflict (tenant_id, key) do update set value = ${days}`),
      );
    };
    // Somebody new each time: the runs below end sessions.
    const send = async (tenantId: number, count: number) => {
      const as = await t.user(tenantId);
      const input = Array.from({ length: count }, (_, at) => ({ message: `error ${at}`, type: 'error' }));
      assert.equal((await t.call('POST', '/admin/log/logs', { as, input })).status, 200);
    };
    const gone = async (ms: number) => ((await at(ms)) as Record<string, number>).errorLogs;
    const evidence = () =>
      t.deps.inTenant(nurse.tenantId, (tx) => tx.rows(sql`select id from operation_logs where tenant_id = ${nurse.tenantId}`));
    await t.deps.inTenant(1, (tx) => tx.run(sql`delete from parameters where tenant_id = 1 and key = 'ERROR_LOG_DAYS'`));
    await t.call('POST', '/admin/dept', { as: await t.user(nurse.tenantId), input: { name: '留下的部门' } });
    const kept = await evidence();
    assert.ok(kept.length > 0);
    await send(nurse.tenantId, 3);
    await send(other, 2);
    assert.deepEqual(
      [await gone(30 * DAY - HOUR), await gone(30 * DAY + HOUR), await gone(30 * DAY + HOUR)],
      [0, 5, 0],
      'thirty days unless it is said',
    );
    await send(nurse.tenantId, 3);
    await said('0');
    assert.equal(await gone(3000 * DAY), 0);
    await said('7');
    assert.deepEqual([await gone(7 * DAY - HOUR), await gone(7 * DAY + HOUR)], [0, 3]);
    assert.deepEqual(await evidence(), kept);
  });

  it('drops single readings and positions a day at a time when they have been kept for long enough, and sums of hours after three years', async () => {
    const { tenantId } = nurse;
    const superuser = new pg.Client(connection(t.target('superuser'), 'cleanup'));
    await superuser.connect();
    const gone = async () => {
      const { oldDays, oldReadings } = (await at(0)) as Record<string, number>;
      return [oldDays, oldReadings];
    };
    const keep = (days: string) =>
      t.deps.inTenant(1, (tx) => tx.run(sql`update parameters set value = ${days} where tenant_id = 1 and key = 'READING_DAYS'`));
    try {
      for (const [table, days] of [
        ['readings', 200],
        ['readings', 93],
        ['positions', 93],
        ['readings', 60],
      ] as const)
        await superuser.query('select app.make_partition($1, current_date - $2::integer)', [table, days]);
      const left = () =>
        t.deps.inTenant(tenantId, async (tx) => ({
          readings: (
            await tx.rows<{ days: number }>(
              sql`select round(extract(epoch from now() - at) / 86400)::integer as days from readings order by 1`,
            )
          ).map(({ days }) => days),
          hours: (await tx.rows(sql`select 1 from hourly_readings`)).length,
        }));
      await t.deps.inTenant(tenantId, async (tx) => {
        for (const days of [400, 200, 93, 60, 40, 1])
          await tx.run(
            sql`insert into readings (tenant_id, device_id, metric, at, value)
              values (${tenantId}, 1, 1, now() - make_interval(days => ${days}), 70)`,
          );
        for (const years of [2, 4])
          await tx.run(sql`insert into hourly_readings (tenant_id, device_id, metric, hour, count, sum, lowest, highest)
            values (${tenantId}, 1, 1, now() - make_interval(years => ${years}), 1, 70, 70, 70)`);
      });
      await t.deps.inTenant(1, (tx) => tx.run(sql`delete from parameters where tenant_id = 1 and key = 'READING_DAYS'`));
      assert.deepEqual(
        [await gone(), await gone(), await gone(), await gone()],
        [
          [1, 2],
          [1, 0],
          [1, 0],
          [0, 0],
        ],
      );
      assert.deepEqual(await left(), { readings: [1, 40, 60], hours: 1 });
      await seedPlatformParameters(t.deps);
      await keep('0');
      assert.deepEqual(await gone(), [0, 0]);
      await keep('10');
      assert.deepEqual(await gone(), [1, 1], 'less than a month makes no sense');
      assert.deepEqual(await left(), { readings: [1], hours: 1 });
    } finally {
      await superuser.end();
    }
  });

  it('works in batches and leaves the rest for the next run', async () => {
    let left = 45_500;
    const asked: number[] = [];
    const task: Task = {
      name: 'rows',
      run: async (_deps, _now, most) => {
        asked.push(most);
        const gone = Math.min(most, left);
        left -= gone;
        return gone;
      },
    };
    assert.deepEqual((await runCleanup(t.deps, [task]))?.removed, { rows: 20_000 });
    assert.deepEqual([...new Set(asked)], [1000]);
    await runCleanup(t.deps, [task]);
    assert.deepEqual((await runCleanup(t.deps, [task]))?.removed, { rows: 5500 });
  });

  it('is done by one process at a time, and goes on after a task that fails', async () => {
    let inside = () => {};
    const reached = new Promise<void>((resolve) => (inside = resolve));
    let release = () => {};
    const gate = new Promise<void>((resolve) => (release = resolve));
    const slow: Task = {
      name: 'slow',
      run: async () => {
        inside();
        await gate;
        return 0;
      },
    };
    const first = runCleanup(t.deps, [slow]);
    await reached;
    assert.equal(await runCleanup(t.deps, []), null);
    release();
    assert.deepEqual(await first, { removed: { slow: 0 }, failed: 0 });
    const bad: Task = { name: 'bad', run: () => Promise.reject(new Error('out of luck')) };
    const good: Task = { name: 'good', run: async () => 3 };
    assert.deepEqual(await runCleanup(t.deps, [bad, good]), { removed: { bad: 0, good: 3 }, failed: 1 });
  });

  it('runs again and again until it is stopped', async () => {
    const cleanup = startCleanup(t.deps, { everyMs: 5, random: () => 0.5 });
    while (cleanup.counters().runs! < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    await cleanup.stop();
    const { runs } = cleanup.counters();
    await new Promise((resolve) => setTimeout(resolve, 40));
    assert.equal(cleanup.counters().runs, runs);
  });
});
