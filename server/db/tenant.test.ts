import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { harness, type Harness } from '#test/harness.ts';
import { db, signContext, type Tx } from './tenant.ts';

let t: Harness;
before(async () => void (t = await harness()));
after(() => t.close());

const departments = () => db.selectFrom('departments').select('name');
const add = (tenant_id: number, name: string) => db.insertInto('departments').values({ tenant_id, name });

describe('a unit of work', () => {
  it('sees and writes its own tenant only', async () => {
    const [one, other] = [await t.tenant(), await t.tenant()];
    await t.deps.inTenant(one, (tx) => tx.run(add(one, '护理部')));
    assert.deepEqual(await t.deps.inTenant(one, (tx) => tx.rows(departments())), [{ name: '护理部' }]);
    assert.deepEqual(await t.deps.inTenant(other, (tx) => tx.rows(departments())), []);
    await assert.rejects(
      t.deps.inTenant(other, (tx) => tx.run(add(one, '入侵'))),
      /row-level security/,
    );
  });

  it('sees nothing without a context, and refuses a forged or expired one', async () => {
    const one = await t.tenant();
    await t.deps.inTenant(one, (tx) => tx.run(add(one, '后勤部')));
    const client = await t.deps.pool.connect();
    try {
      assert.equal((await client.query('select * from departments')).rowCount, 0);
      for (const forged of [
        `${one}.99999999999.00`,
        signContext(Buffer.alloc(32, 7), one),
        signContext(t.deps.secrets.context, one, Date.now() - 120_000),
      ]) {
        await client.query('begin');
        await client.query("select set_config('app.ctx', $1, true)", [forged]);
        await assert.rejects(client.query('select * from departments'), /tenant context/);
        await client.query('rollback');
      }
    } finally {
      client.release();
    }
  });

  it('does what is sent without waiting in its turn, and fails as a whole when that fails', async () => {
    const one = await t.tenant();
    await t.deps.inTenant(one, async (tx) => tx.later(add(one, '甲')));
    const seen = await t.deps.inTenant(one, async (tx) => {
      tx.later(add(one, '乙'));
      return tx.last(departments());
    });
    assert.deepEqual(seen, [[{ name: '甲' }, { name: '乙' }]]);
    for (const end of [async () => {}, (tx: Tx) => tx.last()]) {
      const failing = t.deps.inTenant(one, async (tx) => {
        await tx.run(add(one, '丙'));
        tx.later(sql`select 1/0`);
        await end(tx);
      });
      await assert.rejects(failing, /division by zero/);
    }
    assert.equal((await t.deps.inTenant(one, (tx) => tx.rows(departments()))).length, 2);
  });

  it('rolls back on an error, also one the work swallowed', async () => {
    const one = await t.tenant();
    await assert.rejects(
      t.deps.inTenant(one, async (tx) => {
        await tx.run(add(one, '甲'));
        throw new Error('no');
      }),
      /no/,
    );
    await assert.rejects(
      t.deps.inTenant(one, async (tx) => {
        await tx.run(add(one, '乙'));
        await tx.run(sql`select 1/0`).catch(() => {});
      }),
      /rolled back/,
    );
    assert.deepEqual(await t.deps.inTenant(one, (tx) => tx.rows(departments())), []);
  });

  it('fails as a whole when one of the last statements does, and leaves the connection usable', async () => {
    const one = await t.tenant();
    for (let round = 0; round < 30; round++) {
      await assert.rejects(
        t.deps.inTenant(one, (tx) => tx.last(add(one, '丙'), sql`select 1/0`, departments())),
        /division by zero/,
      );
    }
    assert.deepEqual(await t.deps.inTenant(one, async (tx) => (await tx.last(departments()))[0]), []);
    await assert.rejects(
      t.deps.inTenant(one, async (tx) => {
        await tx.last(departments());
        await tx.run(add(one, '丁'));
      }),
      /has ended/,
    );
  });

  it('is closed and holds no connection while another system is asked, and goes on as a new one', async () => {
    const one = await t.tenant();
    const names = () => t.deps.inTenant(one, (tx) => tx.rows(departments().orderBy('id')));
    const during: unknown[] = [];
    await t.deps.inTenant(one, async (tx) => {
      await tx.run(add(one, '辛'));
      const busy = () => t.deps.pool.totalCount - t.deps.pool.idleCount;
      const before = busy();
      const given = await tx.outside(async () => {
        during.push(before - busy(), await names());
        await assert.rejects(tx.run(add(one, '壬')), /has ended/);
        return 7;
      });
      assert.equal(given, 7);
      await tx.run(add(one, '癸'));
    });
    assert.deepEqual(during, [1, [{ name: '辛' }]]);
    const lost = t.deps.inTenant(one, async (tx) => {
      await tx.outside(async () => {});
      await tx.run(add(one, '子'));
      throw new Error('no');
    });
    await assert.rejects(lost, /no/);
    await assert.rejects(
      t.deps.inTenant(one, (tx) => tx.outside(() => Promise.reject(new Error('away')))),
      /away/,
    );
    assert.deepEqual(await names(), [{ name: '辛' }, { name: '癸' }]);
  });

  it('may be followed by another on its connection, which stands for itself', async () => {
    const one = await t.tenant();
    const backend = sql<{
      pid: number;
      seen: string | null;
    }>`select pg_backend_pid() as pid, nullif(current_setting('app.test', true), '') as seen`;
    await t.deps.inTenant(one, async (tx) => {
      assert.throws(() => tx.renew(), /has not ended/);
      const [, [first]] = await tx.last(sql`select set_config('app.test', 'x', true)`, backend);
      tx.renew();
      assert.deepEqual([await tx.row(backend), first!.seen], [{ pid: first!.pid, seen: null }, 'x']);
      await tx.run(add(one, '戊'));
    });
    await assert.rejects(
      t.deps.inTenant(one, async (tx) => {
        await tx.last(add(one, '己'));
        tx.renew();
        await tx.run(add(one, '庚'));
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await t.deps.inTenant(one, (tx) => tx.rows(departments().orderBy('id'))), [{ name: '戊' }, { name: '己' }]);
  });
});
