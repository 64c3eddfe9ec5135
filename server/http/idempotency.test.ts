import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { z } from 'zod';
import { post } from '#contract/http.ts';
import { harness, type Harness } from '#test/harness.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { once } from './idempotency.ts';

let t: Harness;
before(async () => void (t = await harness()));
after(() => t.close());

const route = post('/business/thing', '东西', { access: 'session', input: z.object({}), output: z.number() });

/** What a request with this key does: adds a department and answers its id, unless it fails. */
async function attempt(
  tenantId: number,
  key: string | string[] | undefined,
  input: unknown,
  { userId = 7, pause = 0, fails = false } = {},
) {
  return t.deps.inTenant(tenantId, async (tx) => {
    const context = {
      tx,
      session: { tenantId, userId },
      actor: { userId },
      request: { headers: { 'idempotency-key': key } },
    } as unknown as Context;
    return once(context, route, input, async () => {
      const made = (await tx.row(db.insertInto('departments').values({ tenant_id: tenantId, name: '护理部' }).returning('id'))) as {
        id: number;
      };
      if (pause) await tx.run(sql`select pg_sleep(${pause})`);
      if (fails) throw new Error('half way');
      return made.id;
    });
  });
}
const count = (tenantId: number) =>
  t.deps.inTenant(tenantId, async (tx) => (await tx.rows(db.selectFrom('departments').select('id'))).length);

describe('an idempotency key', () => {
  it('makes a repetition answer as the first time, whatever the order of the keys', async () => {
    const one = await t.tenant();
    const first = await attempt(one, 'a', { name: '甲', job: { price: 1, at: null } });
    assert.equal(await attempt(one, 'a', { job: { at: null, price: 1 }, name: '甲' }), first);
    assert.equal(await count(one), 1);
  });

  it('refuses another body', async () => {
    const one = await t.tenant();
    await attempt(one, 'a', { price: 1 });
    await assert.rejects(attempt(one, 'a', { price: 2 }), { status: 422, message: '幂等键已用于内容不同的请求，请更换后重试' });
    assert.equal(await count(one), 1);
  });

  it('holds under concurrency: one effect, one answer; another body is refused then too', async () => {
    const one = await t.tenant();
    const same = await Promise.all(Array.from({ length: 6 }, () => attempt(one, 'b', { price: 1 }, { pause: 0.05 })));
    assert.equal(new Set(same).size, 1);
    const mixed = await Promise.allSettled([1, 2, 1, 2].map((price) => attempt(one, 'c', { price }, { pause: 0.05 })));
    assert.equal(mixed.filter(({ status }) => status === 'fulfilled').length, 2);
    for (const result of mixed) if (result.status === 'rejected') assert.equal(result.reason.status, 422);
    assert.equal(await count(one), 2);
  });

  it('is free again when the work failed', async () => {
    const one = await t.tenant();
    await assert.rejects(attempt(one, 'a', {}, { fails: true }), /half way/);
    assert.equal(await count(one), 0);
    await attempt(one, 'a', {});
    assert.equal(await count(one), 1);
  });

  it('belongs to a user and a tenant, and lapses after a day', async () => {
    const [one, other] = [await t.tenant(), await t.tenant()];
    const first = await attempt(one, 'a', {});
    assert.notEqual(await attempt(one, 'a', {}, { userId: 8 }), first);
    await attempt(other, 'a', {});
    assert.deepEqual([await count(one), await count(other)], [2, 1]);
    await t.deps.inTenant(one, (tx) =>
      tx.run(sql`update idempotency_keys set created_at = now() - interval '73 hours' where tenant_id = ${one}`),
    );
    assert.notEqual(await attempt(one, 'a', { price: 9 }), first);
    assert.equal(await count(one), 3);
  });

  it('is not needed, and must be plain text', async () => {
    const one = await t.tenant();
    await attempt(one, undefined, {});
    await attempt(one, '', {});
    assert.equal(await count(one), 2);
    for (const key of ['有', 'a b', 'x'.repeat(129), ['a', 'b']])
      await assert.rejects(attempt(one, key, {}), { status: 400, message: '幂等键格式不正确' });
  });
});
