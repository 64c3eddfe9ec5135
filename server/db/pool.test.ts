import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { signal, unable } from '#test/processes.ts';
import { databaseAway } from '../errors.ts';
import { createPool } from './pool.ts';
import { tenantRunner } from './tenant.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t?.close());

describe('a connection that hangs', { skip: unable }, () => {
  it('is given up, and the pool goes on without it', async () => {
    const pool = createPool(t.target('app'), 'hang', 1, () => {}, { silenceMs: 300 });
    const inTenant = tenantRunner(pool, t.deps.secrets);
    const pid = async () => (await pool.query('select pg_backend_pid() as pid')).rows[0].pid as number;
    const stopped: number[] = [];
    const hang = (one: number) => {
      stopped.push(one);
      signal(one, 'SIGSTOP');
    };
    try {
      const first = await pid();
      hang(first);
      await assert.rejects(pool.query('select 1'), databaseAway);
      const second = await pid();
      assert.notEqual(second, first);
      hang(second);
      await assert.rejects(
        inTenant(1, (tx) => tx.row(sql`select 1`)),
        databaseAway,
      );
      const third = await inTenant(1, (tx) => tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`));
      assert.notEqual(third!.pid, second);
      await assert.rejects(
        inTenant(1, async (tx) => {
          hang(third!.pid);
          return tx.last(sql`select 1`);
        }),
        databaseAway,
      );
      assert.notEqual(await pid(), third!.pid);
    } finally {
      for (const one of stopped) signal(one, 'SIGCONT');
      await pool.end();
    }
  });
});
