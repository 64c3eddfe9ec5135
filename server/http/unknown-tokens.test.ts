import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addUser } from '#test/members.ts';
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import { endSessions } from '../users/sessions.ts';
import { sessions } from './session.ts';
import { tokenAuthentication } from '../realtime/realtime.ts';

const ADDRESS = '203.0.113.7';
const random = () => randomBytes(32).toString('base64url');

let t: Harness;
let nurse: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
});
after(() => t.close());

/** A process of its own that counts what it asks the database, by pool. */
function counted(now: () => number = Date.now) {
  const asked: string[] = [];
  const spy = (name: string, real: Pool) =>
    ({ query: (config: { name: string }) => (asked.push(`${name} ${config.name}`), real.query(config as never)) }) as unknown as Pool;
  const deps: Dependencies = {
    ...t.deps,
    now,
    pool: spy('general', t.deps.pool),
    urgent: { ...t.deps.urgent, pool: spy('urgent', t.deps.urgent.pool) },
  };
  return { asked, cache: sessions(deps) };
}

const statusOf = (find: Promise<unknown>) =>
  find.then(
    () => 200,
    (error: Refusal) => error.status,
  );

describe('tokens that we did not give', () => {
  it('cost an address twenty questions at once, none of them on the connections for alarms, and then none', async () => {
    const { cache, asked } = counted();
    const statuses = await Promise.all(Array.from({ length: 400 }, () => statusOf(cache.find(random(), ADDRESS))));
    assert.equal(statuses.filter((status) => status === 401).length, 20);
    assert.equal(statuses.filter((status) => status === 429).length, 380);
    assert.deepEqual(
      asked.filter((text) => text.startsWith('urgent')),
      [],
    );
    assert.ok(asked.length <= 40, `${asked.length} questions`);
    assert.equal(await statusOf(cache.find(random(), '203.0.113.8')), 401, 'another address has its own count');
  });

  it('the addresses of one IPv6 network count as one', async () => {
    const { cache } = counted();
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, n) => statusOf(cache.find(random(), `2001:db8:1:2::${n + 1}`))));
    assert.equal(statuses.filter((status) => status === 429).length, 10);
  });

  it('never keep a session out that we gave, seen by this process or not, whoever else is behind the address', async () => {
    const [known, fresh] = [await t.user(nurse.tenantId), await addUser(t.deps, nurse.tenantId)];
    const { cache, asked } = counted();
    await cache.find(known.token, ADDRESS);
    await Promise.all(Array.from({ length: 100 }, () => statusOf(cache.find(random(), ADDRESS))));
    asked.length = 0;
    assert.equal((await cache.find(known.token, ADDRESS)).userId, known.userId);
    assert.deepEqual(asked, [], 'from memory');
    cache.forget({});
    assert.equal((await cache.find(known.token, ADDRESS)).userId, known.userId, 'after a gap in the notices');
    assert.equal((await cache.find(fresh.token, ADDRESS)).userId, fresh.userId, 'after a restart');
    assert.deepEqual([...new Set(asked)], ['urgent find_session']);
  });

  it('are asked for once in a minute when they come again and again', async () => {
    let now = Date.now();
    const { cache, asked } = counted(() => now);
    const wrong = random();
    const messages = new Set<string>();
    for (let n = 0; n < 50; n++) await cache.find(wrong, ADDRESS).catch((error: Refusal) => messages.add(error.message));
    assert.deepEqual([...messages], ['用户凭证已过期']);
    assert.deepEqual(asked, ['general find_session', 'general find_ended_session']);
    now += 61_000;
    await assert.rejects(cache.find(wrong, ADDRESS), /用户凭证已过期/);
    assert.equal(asked.length, 4);
  });

  it('of a session that was ended say why, also when asked again, and no other token counts against the address', async () => {
    const { cache } = counted();
    const gone = await addUser(t.deps, nurse.tenantId);
    await t.deps.inTenant(gone.tenantId, (tx) => endSessions(tx, t.deps, { userId: gone.userId }, 'kicked'));
    for (let n = 0; n < 60; n++) await assert.rejects(cache.find(gone.token, ADDRESS), /您已被管理员强制下线/);
    assert.equal(await statusOf(cache.find(random(), ADDRESS)), 401);
  });

  it('one question is enough for a page that asks for many things at once', async () => {
    const { cache, asked } = counted();
    const found = await Promise.all(Array.from({ length: 20 }, () => cache.find(nurse.token, ADDRESS)));
    assert.ok(found.every(({ userId }) => userId === nurse.userId));
    assert.equal(asked.length, 1);
  });

  it('that come by a socket are counted with those that come by calls, and a socket is told to come later', async () => {
    const { cache, asked } = counted();
    const authenticate = tokenAuthentication(cache);
    await Promise.all(Array.from({ length: 15 }, () => statusOf(cache.find(random(), ADDRESS))));
    const outcomes = await Promise.all(
      Array.from({ length: 15 }, () =>
        authenticate(random(), undefined, ADDRESS).then(
          (session) => (session ? 'in' : 'refused'),
          (error: Refusal) => String(error.status),
        ),
      ),
    );
    assert.deepEqual([outcomes.filter((one) => one === 'refused').length, outcomes.filter((one) => one === '429').length], [5, 10]);
    assert.ok(asked.every((text) => text.startsWith('general')));
  });
});

describe('tokens that we did not give, over HTTP', () => {
  let proxied: Harness;
  before(async () => void (proxied = await harness({ trustProxy: ['127.0.0.1'], rateFactor: 1 })));
  after(() => proxied.close());

  it('count against the address that the proxy names: it is told when to come again, and another one is not', async () => {
    const ask = (from: string) =>
      proxied.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${random()}`, 'x-forwarded-for': from } });
    const many = await Promise.all(Array.from({ length: 40 }, () => ask('203.0.113.20')));
    const late = many.filter(({ status }) => status === 429);
    assert.ok(late.length > 0 && late.length <= 20, `${late.length} of 40`);
    for (const { headers, code, msg } of late) {
      assert.match(headers.get('retry-after') ?? '', /^[1-9]\d?$/);
      assert.deepEqual([code, msg], [1, '请求过于频繁，请稍后再试']);
    }
    const other = await ask('203.0.113.21');
    assert.deepEqual([other.status, other.msg], [401, '用户凭证已过期']);
    const unnamed = await proxied.call('GET', '/admin/user/info', { headers: { authorization: `Bearer ${random()}` } });
    assert.equal(unnamed.status, 401, 'the proxy itself has sent none');
  });
});
