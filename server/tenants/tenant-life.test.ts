import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { tenants as routes } from '#contract/tenants/tenants.ts';
import { users } from '#contract/users/users.ts';
import { givePassword, PASSWORD, prove, putClients, refresh, signIn } from '#test/accounts.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import { servePages } from '../realtime/page-sockets.ts';

let t: Harness;
let platform: TestUser;
let group: number;
let boss: TestUser;
/** Moves the server's clock; the database's stays. */
let ahead = 0;
before(async () => {
  t = await harness({ now: () => Date.now() + ahead });
  await putClients(t);
  platform = await t.user(1);
  group = await t.tenant('平安集团');
  boss = await t.user(group);
});
after(() => t.close());

let serial = 0;
const form = (over: object = {}) => ({ name: `机构${++serial}号`, code: `life-${serial}`, ...over });
const make = async (over: object = {}) => (await t.route(routes.create, platform, form(over))).data.id as number;

describe('lists of tenants', () => {
  it('show what stands below, and 404 for what does not', async () => {
    const child = await make({ parentId: group });
    const other = await make();
    for (const route of [routes.get, routes.below, routes.source, routes.usage]) {
      assert.equal((await t.route(route, null, { id: child })).status, 401, route.path);
      assert.equal((await t.route(route, await t.user(group, { permissions: [] }), { id: child })).status, 403, route.path);
      assert.equal((await t.route(route, boss, { id: 'x' })).status, 400, route.path);
      assert.equal((await t.route(route, boss, { id: other })).status, 404, route.path);
      assert.equal((await t.route(route, boss, { id: child })).status, 200, route.path);
    }
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
    assert.deepEqual(ids((await t.route(routes.tenantList, boss)).data), [group, child]);
    assert.deepEqual(ids((await t.route(routes.below, platform, { id: group })).data), [group, child]);
    assert.deepEqual(ids((await t.route(routes.page, platform, { parentId: group })).data.records), [child, group]);
    assert.deepEqual((await t.route(routes.source, boss, { id: child })).data.sourceName, '集团开设');
    assert.deepEqual((await t.route(routes.source, platform, { id: other })).data.source, 1);
  });

  it('count what a tenant has, seen from above', async () => {
    const child = await make({ parentId: group, usersMost: 5 });
    const nurse = await t.user(child);
    const made = await t.route(people.create, nurse, { userName: '王秀英', gender: 2, mobile: '13912345678' });
    assert.equal(made.status, 200, made.msg ?? '');
    const { data } = await t.route(routes.usage, boss, { id: child });
    assert.deepEqual([data.users, data.people, data.devices, data.readings, data.storage], [2, 1, 0, 0, 0]);
    assert.ok(data.operations >= 1);
    const row = (await t.route(routes.page, boss, { size: 100 })).data.records.find(({ id }: { id: number }) => id === child);
    assert.deepEqual([row.users, row.people, row.usersMost, row.peopleMost], [2, 1, 5, null]);
  });
});

describe('freezing', () => {
  it('asks for a reason, tells it, and ends the sessions; opening again forgets it', async () => {
    await prove(t, platform);
    const id = await make();
    assert.equal((await t.route(routes.freeze, boss, { id, status: '9', reason: 'x' })).status, 403);
    assert.equal((await t.route(routes.freeze, platform, { id, status: '9' })).msg, '请填写冻结原因');
    const member = await t.user(id);
    assert.equal((await t.route(routes.freeze, platform, { id, status: '9', reason: '逾期未缴费', version: 1 })).status, 200);
    const frozen = (await t.route(routes.get, platform, { id })).data;
    assert.deepEqual([frozen.status, frozen.frozenReason, frozen.frozenTime !== null], ['9', '逾期未缴费', true]);
    assert.equal((await t.route(users.info, member)).msg, '租户已冻结，请联系管理员');
    assert.deepEqual(refusal(await t.route(routes.freeze, platform, { id, status: '9', reason: '又一次' })), [422, '租户已经冻结']);
    assert.equal((await t.route(routes.freeze, platform, { id, status: '0', version: 1 })).status, 409);
    assert.equal((await t.route(routes.freeze, platform, { id, status: '0', version: 2 })).status, 200);
    const open = (await t.route(routes.get, platform, { id })).data;
    assert.deepEqual([open.status, open.frozenReason, open.frozenTime], ['0', null, null]);
    assert.equal((await t.route(routes.freeze, platform, { id, status: '0' })).msg, '租户没有冻结');
    assert.equal((await t.route(routes.freeze, platform, { id: 1, status: '9', reason: 'x' })).msg, '平台租户不能冻结');
  });
});

describe('the end of a tenant', () => {
  it('closes sign-in and the sessions that are open when it comes, to the moment', async () => {
    const id = await make();
    const nurse = await t.user(id, { permissions: [] });
    await givePassword(t, nurse);
    const endsAt = new Date(Date.now() + 600_000);
    await t.deps.inTenant(1, (tx) => tx.run(db.updateTable('tenants').set({ ends_at: endsAt.toISOString() }).where('id', '=', id)));
    const { access_token: open, refresh_token } = (await signIn(t, nurse.username)).body as Record<string, string>;
    const info = () => t.call('GET', '/admin/user/info', { as: { ...nurse, token: open as string } });
    try {
      // Asked shortly before, so that the cache holds it (30 s).
      ahead = 585_000;
      assert.equal((await info()).status, 200);
      ahead = 602_000;
      const late = await info();
      assert.deepEqual([late.status, late.code, late.msg], [401, 1, '租户已过期，请联系管理员']);
      const refused = await signIn(t, nurse.username, PASSWORD);
      assert.deepEqual([refused.status, refused.body.msg], [401, '租户已过期，请联系管理员']);
      const renewed = await refresh(t, refresh_token as string, 'plain');
      assert.deepEqual([renewed.status, renewed.body.msg], [401, '租户已过期，请联系管理员']);
    } finally {
      ahead = 0;
    }
    assert.equal((await info()).status, 200, 'extended, it goes on');
  });

  it('closes the sockets of its pages as well', async () => {
    const id = await make();
    const nurse = await t.user(id);
    const realtime = servePages(t.app, t.gate, t.target('app'));
    await realtime.ready;
    try {
      const { id: sessionId } = await t.gate.sessions.find(nurse.token);
      assert.equal(await t.gate.sessions.touch(sessionId), true);
      await t.deps.inTenant(1, (tx) => tx.run(sql`update tenants set ends_at = clock_timestamp() - interval '1 second' where id = ${id}`));
      assert.equal(await t.gate.sessions.touch(sessionId), false, 'what every socket is asked each half minute');
    } finally {
      await realtime.close();
    }
  });
});

describe('quotas', () => {
  it('keep users and people within what was agreed, also when many come at once', async () => {
    const id = await make({ usersMost: 2, peopleMost: 2 });
    const admin = await t.user(id);
    const refusal = await t.route(users.create, admin, { username: 'one-too-many', password: 'tulip4827', nickName: '多一个' });
    assert.deepEqual([refusal.status, refusal.msg], [422, '用户数已达上限（2个），请联系平台管理员']);
    const register = (n: number) => t.route(people.create, admin, { userName: `张${n}`, gender: 1, mobile: `1391234567${n}` });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(register));
    assert.equal(answers.filter(({ status }) => status === 200).length, 2);
    assert.ok(
      answers.every(({ status, msg }) => status === 200 || (status === 422 && msg === '服务对象数已达上限（2人），请联系平台管理员')),
    );
    const before = (await t.route(routes.get, platform, { id })).data;
    assert.equal((await t.route(routes.update, platform, { id, name: before.name, code: before.code, peopleMost: '' })).status, 200);
    assert.equal((await register(7)).status, 200, 'without a limit');
    assert.equal((await t.route(routes.get, platform, { id })).data.usersMost, 2, 'what was not sent stays');
  });

  it('keep the stored bytes within what was agreed', async () => {
    const id = await make({ storageMost: 100 });
    const admin = await t.user(id);
    const send = (bytes: Uint8Array) => {
      const body = new FormData();
      body.append('file', new Blob([bytes as never], { type: 'text/plain' }), 'a.png');
      return fetch(`${t.url}/admin/sys-file/upload`, { method: 'POST', headers: { authorization: `Bearer ${admin.token}` }, body });
    };
    const pixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    assert.equal((await send(pixel)).status, 200);
    const second = await send(pixel);
    assert.deepEqual([second.status, ((await second.json()) as { msg: string }).msg], [422, '存储空间不足（共0MB），请联系平台管理员']);
  });
});
