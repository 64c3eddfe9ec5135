import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import pg from 'pg';
import { materials } from '#contract/stock/materials.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { connection } from './pool.ts';
import { fairShares } from './tenant-concurrency.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('shares', () => {
  it('are at most so many of one tenant, in their order, and a failure frees its place', async () => {
    const share = fairShares(2);
    const begun: string[] = [];
    const ends = new Map<string, (error?: Error) => void>();
    const work = (tenant: number, name: string) => {
      const done = share(tenant, () => {
        begun.push(name);
        return new Promise<string>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve(name))));
      });
      done.catch(() => {});
      return done;
    };
    const all = ['a1', 'a2', 'a3', 'a4'].map((name) => work(1, name)).concat([work(2, 'b1')]);
    await turn();
    assert.deepEqual(begun, ['a1', 'a2', 'b1']);
    ends.get('a1')!(new Error('failed'));
    await assert.rejects(all[0]!, /failed/);
    await turn();
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'a3']);
    for (const name of ['a2', 'b1', 'a3', 'a4']) {
      ends.get(name)!();
      await turn();
    }
    assert.deepEqual(await Promise.all(all.slice(1)), ['a2', 'a3', 'a4', 'b1']);
    const again = work(1, 'a5');
    ends.get('a5')!();
    assert.equal(await again, 'a5');
  });
});

describe('a tenant whose pages hang', () => {
  let t: Harness;
  let busy: TestUser;
  let other: TestUser;
  let holder: pg.Client;
  before(async () => {
    t = await harness();
    busy = await t.user(await t.tenant());
    other = await t.user(await t.tenant());
    holder = new pg.Client(connection(t.target('superuser'), 'holder'));
    await holder.connect();
  });
  after(async () => {
    await holder?.end();
    await t?.close();
  });

  it('keeps neither its own alarms nor anybody else waiting', async () => {
    const calls = (as: TestUser) => t.route(materials.page, as);
    assert.equal((await calls(busy)).status, 200);
    await holder.query('begin; lock table materials in access exclusive mode');
    const hanging = Array.from({ length: 30 }, () => calls(busy));
    while (t.deps.pool.totalCount - t.deps.pool.idleCount < 4) await turn();
    assert.equal((await t.route(warnings.top, busy)).status, 200);
    assert.equal((await t.route(warnings.page, other)).status, 200);
    assert.equal((await t.call('GET', '/admin/user/info', { as: other })).status, 200);
    await holder.query('rollback');
    for (const answer of await Promise.all(hanging)) assert.equal(answer.status, 200);
  });
});
