import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Pool } from 'pg';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { endSessions } from '../users/sessions.ts';
import { sessions } from './session.ts';

let t: Harness;
let user: TestUser;
before(async () => {
  t = await harness();
  user = await t.user(await t.tenant());
});
after(() => t.close());

describe('the session cache', () => {
  it('does not keep what it read before it was told to forget', async () => {
    let answered = () => {};
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (answered = resolve));
    const released = new Promise<void>((resolve) => (goOn = resolve));
    // The database's answer is on its way while the session ends.
    const slow = {
      async query(...args: [never]) {
        const result = await t.deps.pool.query(...args);
        answered();
        await released;
        return result;
      },
    } as unknown as Pool;
    const cache = sessions({ ...t.deps, urgent: { ...t.deps.urgent, pool: slow } });
    const early = cache.find(user.token);
    await held;
    await t.deps.inTenant(user.tenantId, (tx) => endSessions(tx, t.deps, { userId: user.userId }, 'test'));
    cache.forget({ tenantId: user.tenantId });
    goOn();
    assert.equal((await early).userId, user.userId);
    await assert.rejects(cache.find(user.token), /用户凭证已过期/);
  });

  it('forgets one session, one person, one tenant or all', async () => {
    const asked: string[] = [];
    const pool = { query: (config: { name: string }) => (asked.push(config.name), t.deps.pool.query(config as never)) } as unknown as Pool;
    const cache = sessions({ ...t.deps, urgent: { ...t.deps.urgent, pool } });
    const [one, two] = [await t.user(user.tenantId), await t.user(await t.tenant())];
    const lookUps = async () => {
      asked.length = 0;
      const found = [await cache.find(one.token), await cache.find(two.token)];
      return { asked: asked.length, id: found[0]?.id as number };
    };
    const { id } = await lookUps();
    assert.equal((await lookUps()).asked, 0, 'both are kept');
    for (const [match, expected] of [
      [{ sessionId: id }, 1],
      [{ tenantId: one.tenantId }, 1],
      [{ tenantId: one.tenantId, userId: one.userId }, 1],
      [{ tenantId: one.tenantId, userId: -1 }, 0],
      [{ tenantId: -1 }, 0],
      [{}, 2],
    ] as const) {
      cache.forget(match);
      assert.equal((await lookUps()).asked, expected, JSON.stringify(match));
    }
  });
});
