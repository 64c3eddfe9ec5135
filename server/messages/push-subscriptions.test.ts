import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { pushSubscriptions } from '#contract/messages/push-subscriptions.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { pushService } from '#test/push-peer.ts';
import { readWebPush } from '../integration-settings.ts';
import { runJobs } from '../jobs/runner.ts';
import { messageJobs } from './message-jobs.ts';
import { sendMessage } from './messages.ts';

let t: Harness;
let service: Awaited<ReturnType<typeof pushService>>;
let tenant: number;
before(async () => {
  // The certificate of the peer is its own.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t = await harness();
  service = await pushService();
  tenant = await t.tenant();
  t.deps.config.webPush = service.settings;
  process.env.WEB_PUSH_HOSTS = service.host;
});
after(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  delete process.env.WEB_PUSH_HOSTS;
  service?.close();
  await t.close();
});

const send = async (to: TestUser, title: string, kind: 'notice' | 'warning' = 'notice') => {
  await t.deps.inTenant(to.tenantId, (tx) =>
    sendMessage(tx, t.deps, { recipientId: to.userId, kind, title, text: '心率 130', link: '/wel/index' }),
  );
  await runJobs(t.deps, messageJobs);
};
const outcomes = (of: TestUser) =>
  t.deps.inTenant(of.tenantId, (tx) =>
    tx.rows<{ state: number; error: string | null }>(
      sql`select state, error from message_deliveries where tenant_id = ${of.tenantId} and user_id = ${of.userId} order by id`,
    ),
  );
const subscriptions = (of: TestUser) =>
  t.deps.inTenant(of.tenantId, (tx) =>
    tx.rows<{ endpoint: string }>(
      sql`select endpoint from push_subscriptions where tenant_id = ${of.tenantId} and user_id = ${of.userId} order by id`,
    ),
  );

describe('a browser without an open page', () => {
  it('gets what it can read and nobody else, signed with the keys of the settings', async () => {
    const user = await t.user(tenant, { permissions: [] });
    assert.equal((await t.route(pushSubscriptions.add, user, service.subscription())).status, 200);
    await send(user, '有新的通知');
    await send(user, '王秀英 心率过高', 'warning');
    assert.deepEqual(service.problems, []);
    assert.deepEqual(
      service.heard.map(({ title, text, link }) => [title, text, link]),
      [
        ['有新的通知', '心率 130', '/wel/index'],
        ['王秀英 心率过高', '', '/wel/index'],
      ],
    );
    assert.deepEqual(await outcomes(user), [
      { state: 3, error: null },
      { state: 3, error: null },
    ]);
    await t.route(pushSubscriptions.remove, user, { endpoint: (await subscriptions(user))[0]!.endpoint });
    await send(user, '不再推送');
    assert.equal(service.heard.length, 2);
    assert.equal((await outcomes(user)).length, 2);
  });

  it('is forgotten when its service says that it is over, and tried again when the service has trouble', async () => {
    const user = await t.user(tenant, { permissions: [] });
    await t.route(pushSubscriptions.add, user, service.subscription());
    service.answer(503);
    await send(user, '有新的通知');
    assert.deepEqual(await outcomes(user), [{ state: 4, error: '推送服务应答 503' }]);
    assert.equal((await subscriptions(user)).length, 1);
    service.answer(410);
    await send(user, '有新的通知');
    assert.deepEqual((await outcomes(user)).at(-1), { state: 5, error: '没有开启通知的浏览器' });
    assert.deepEqual(await subscriptions(user), []);
    service.answer(201);
  });

  it('hears nothing once the session has ended', async () => {
    const user = await t.user(tenant, { permissions: [] });
    await t.route(pushSubscriptions.add, user, service.subscription());
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update sessions set revoked_at = now() where tenant_id = ${tenant} and user_id = ${user.userId}`),
    );
    const before = service.heard.length;
    await send(user, '有新的通知');
    assert.deepEqual([service.heard.length, await outcomes(user)], [before, []]);
  });

  it('cannot name a host of the own network', async () => {
    const user = await t.user(tenant, { permissions: [] });
    process.env.WEB_PUSH_HOSTS = '';
    await t.route(pushSubscriptions.add, user, service.subscription());
    const before = service.heard.length;
    await send(user, '有新的通知');
    process.env.WEB_PUSH_HOSTS = service.host;
    assert.deepEqual(await outcomes(user), [{ state: 4, error: '推送地址指向内部网络，不允许访问' }]);
    assert.equal(service.heard.length, before);
  });

  it('is its last person’s, and of one person the last ten', async () => {
    const [one, other] = [await t.user(tenant, { permissions: [] }), await t.user(tenant, { permissions: [] })];
    const shared = service.subscription();
    await t.route(pushSubscriptions.add, one, shared);
    await t.route(pushSubscriptions.add, other, shared);
    assert.deepEqual([(await subscriptions(one)).length, (await subscriptions(other)).length], [0, 1]);
    for (let at = 0; at < 12; at++) await t.route(pushSubscriptions.add, one, service.subscription());
    assert.equal((await subscriptions(one)).length, 10);
    await t.route(pushSubscriptions.remove, one, { endpoint: shared.endpoint });
    assert.equal((await subscriptions(other)).length, 1, 'another person’s stays');
  });

  it('is refused with nonsense, with keys that are none, and where the operator has no keys', async () => {
    const user = await t.user(tenant, { permissions: [] });
    const good = service.subscription();
    for (const [bad, words] of [
      [{ endpoint: 'http://push.example.com/1' }, '推送地址不正确'],
      [{ endpoint: 'https://a:b@push.example.com/1' }, '推送地址不正确'],
      [{ endpoint: `https://push.example.com/${'x'.repeat(1000)}` }, '推送地址过长'],
      [{ endpoint: 7 }, '浏览器没有给出推送地址'],
      [{ p256dh: 'short' }, '浏览器给出的密钥不正确'],
    ] as const)
      assert.match(String((await t.route(pushSubscriptions.add, user, { ...good, ...bad } as never)).msg), new RegExp(words));
    // Of the right length, but no point of the curve.
    await t.route(pushSubscriptions.add, user, { ...good, p256dh: 'A'.repeat(87) });
    await send(user, '有新的通知');
    assert.deepEqual(await outcomes(user), [{ state: 4, error: '浏览器给出的密钥不正确' }]);
    t.deps.config.webPush = null;
    assert.deepEqual(refusal(await t.route(pushSubscriptions.add, user, good)), [422, '本系统没有开通浏览器推送']);
    t.deps.config.webPush = service.settings;
  });
});

describe('the keys of the settings', () => {
  it('are all there or none', () => {
    assert.equal(readWebPush({}), null);
    assert.throws(() => readWebPush({ WEB_PUSH_PUBLIC_KEY: 'a' }), /WEB_PUSH_SUBJECT is missing/);
    assert.throws(() => readWebPush({ WEB_PUSH_PUBLIC_KEY: 'a', WEB_PUSH_SUBJECT: 'it@example.cn' }), /mailto/);
    assert.throws(
      () => readWebPush({ WEB_PUSH_PUBLIC_KEY: 'a', WEB_PUSH_SUBJECT: 'mailto:it@example.cn' }),
      /WEB_PUSH_PRIVATE_KEY is missing/,
    );
  });
});
