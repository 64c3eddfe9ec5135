import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { harness, type Harness } from '#test/harness.ts';
import { Batch, type Statement } from './batch.ts';
import { connection, createPool } from './pool.ts';
import { db, tenantRunner } from './tenant.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t?.close());

const { types } = connection({ host: '', port: 0, database: '', user: '', password: '' }, '');
const numbered = (name: string | undefined, value: number): Statement => ({ name, text: 'select $1::int as n', values: [value] });

describe('a batch of statements', () => {
  let client: pg.Client;
  let described = 0;
  const send = (...statements: Statement[]) => {
    const batch = new Batch(statements, types!);
    client.query(batch);
    return batch.answered;
  };
  beforeEach(async () => {
    await client?.end();
    client = new pg.Client({ ...connection(t.target('superuser'), 'batch'), pipeline: true } as pg.ClientConfig);
    client.on('error', () => {});
    await client.connect();
    const { connection: wire } = client as unknown as { connection: pg.Connection };
    described = 0;
    wire.on('rowDescription', () => described++);
    await client.query('create temp table kept (n int unique deferrable initially deferred)');
  });
  after(() => client?.end());

  it('is answered in its order, and its prepared columns are asked for once', async () => {
    for (const value of [7, 8]) {
      const [first, none, both, again] = await send(
        numbered('one', value),
        { name: 'none', text: 'insert into kept values ($1)', values: [value] },
        { text: 'select n, now() as at from kept order by n', values: [] },
        numbered('one', value + 1),
      );
      assert.deepEqual([first!.rows, again!.rows], [[{ n: value }], [{ n: value + 1 }]]);
      assert.deepEqual([none!.command, none!.rowCount, none!.rows], ['INSERT', 1, []]);
      assert.equal(both!.rows.at(-1).n, value);
      assert.match(both!.rows.at(-1).at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    }
    // Twice of the name that was new, and each time of the text without one.
    assert.equal(described, 2 + 2);
  });

  it('does nothing when one of them fails, and its names can be asked for again', async () => {
    const insert: Statement = { name: 'insert', text: 'insert into kept values ($1)', values: [1] };
    const failing: Statement = { name: 'failing', text: 'select 1 / $1::int as n', values: [0] };
    const after: Statement = numbered('after', 3);
    for (let round = 0; round < 2; round++) {
      const failed = send(insert, failing, after);
      const behind = send(numbered('behind', 5));
      await assert.rejects(failed, { code: '22012' });
      assert.deepEqual((await behind)[0]!.rows, [{ n: 5 }]);
    }
    await assert.rejects(send(insert, { name: 'wrong', text: 'select nothing', values: [] }), { code: '42703' });
    assert.deepEqual((await send(numbered('wrong', 4)))[0]!.rows, [{ n: 4 }]);
    assert.deepEqual((await client.query('select * from kept')).rows, []);
    const [, divided, last] = await send(insert, { ...failing, values: [1] }, after);
    assert.deepEqual([divided!.rows, last!.rows], [[{ n: 1 }], [{ n: 3 }]]);
  });

  it('fails at its end for what is checked there', async () => {
    const insert = (n: number): Statement => ({ name: 'insert', text: 'insert into kept values ($1)', values: [n] });
    await assert.rejects(send(insert(1), insert(1)), { code: '23505' });
    assert.deepEqual((await client.query('select * from kept')).rows, []);
  });

  it('sends nothing when a value cannot be sent', async () => {
    const circle: { itself?: object } = {};
    circle.itself = circle;
    await assert.rejects(send({ text: 'insert into kept values (1)', values: [] }, { text: 'select $1', values: [circle] }), /circular/);
    assert.deepEqual((await client.query('select * from kept')).rows, []);
  });

  it('is refused when the connection goes', async () => {
    await assert.rejects(send(numbered('one', 1), { text: 'select pg_terminate_backend(pg_backend_pid())', values: [] }));
    await assert.rejects(send(numbered('one', 1)));
  });
});

describe('units of work on few connections', () => {
  it('each get their own rows, whether they fail, end at once, or go on', async () => {
    const pool = createPool(t.target('app'), 'few', 2, () => {});
    const inTenant = tenantRunner(pool, t.deps.secrets);
    const tenants = [await t.tenant(), await t.tenant()];
    const add = (tenant_id: number, name: string) => db.insertInto('departments').values({ tenant_id, name });
    const named = (name: string) => db.selectFrom('departments').select('name').where('name', '=', name);
    try {
      await Promise.all(
        Array.from({ length: 120 }, async (_, at) => {
          const tenant = tenants[at % 2]!;
          const name = `部门${at}`;
          if (at % 3 === 0) {
            await assert.rejects(
              inTenant(tenant, (tx) => tx.last(add(tenant, name), sql`select 1 / 0`)),
              { code: '22012' },
            );
            assert.deepEqual(await inTenant(tenant, (tx) => tx.last(named(name))), [[]]);
          } else if (at % 3 === 1) {
            assert.deepEqual(await inTenant(tenant, (tx) => tx.last(add(tenant, name), named(name))), [[], [{ name }]]);
          } else {
            await inTenant(tenant, (tx) => tx.run(add(tenant, name)));
            assert.deepEqual(
              await inTenant(tenant, async (tx) => {
                const [seen] = await tx.last(named(name));
                tx.renew();
                return [seen, await tx.rows(named(name))];
              }),
              [[{ name }], [{ name }]],
            );
          }
        }),
      );
      for (const [at, tenant] of tenants.entries())
        assert.deepEqual(
          (await inTenant(tenant, (tx) => tx.rows(db.selectFrom('departments').select('name')))).map(({ name }) => name).sort(),
          Array.from({ length: 120 }, (_, n) => n)
            .filter((n) => n % 2 === at && n % 3 !== 0)
            .map((n) => `部门${n}`)
            .sort(),
        );
    } finally {
      await pool.end();
    }
  });
});
