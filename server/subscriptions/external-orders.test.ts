import { DAY } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { registrations } from '#contract/onboarding/registrations.ts';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { packageOrders } from '#contract/subscriptions/package-orders.ts';
import { menus } from '#contract/users/menus.ts';
import { putClients, signIn } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { codeFor, givePhone, newPhone } from '#test/phones.ts';
import { forgetSends, NEW_PASSWORD, register } from '#test/registrants.ts';
import { discrepancies, endAt, picture, sale, send, waiting, type Sale } from '#test/subscriptions.ts';

let t: Harness;
let platform: TestUser;
let offer: Sale;
before(async () => {
  t = await harness();
  await putClients(t);
  platform = await t.user(1);
  offer = await sale(t, platform, { packageName: '照护版', menus: ['members_oldman_view', 'members_workorder_view'], sort: 0 });
});
after(async () => {
  assert.deepEqual(await discrepancies(t), []);
  await t.close();
});

const upload = async (token: string) => send(t, externalOrders.upload.path.replace('{token}', token), await picture(), null);

/** An administrator whose account has this phone, proven. */
async function owner(phone: string): Promise<TestUser> {
  const user = await t.user(await t.tenant());
  await givePhone(t, user, phone);
  return user;
}
const tokenFor = async (phone: string) => t.route(externalOrders.orderToken, null, { phone, code: await codeFor(t, 'order', phone) });

describe('from registering to signing in', () => {
  it('registers, proves the phone, chooses a package, pays, is verified, signs in and sees the menus of the package', async () => {
    const { token, username } = await register(t);
    const choices = await t.route(registrations.packages, null);
    const chosen = choices.data.find((row: { id: number }) => row.id === offer.id);
    assert.deepEqual([chosen.packageName, chosen.price, chosen.days, chosen.menuNames], ['照护版', 300, 30, ['工单管理', '服务对象']]);
    const opened = await t.route(registrations.createTenant, null, { token, name: `新家${process.pid}`, packageId: offer.id });
    assert.equal(opened.status, 200);
    const order = opened.data.orderToken;

    const offers = await t.route(externalOrders.offers, null, { id: opened.data.tenantId });
    assert.ok(offers.data.some(({ id }: { id: number }) => id === offer.id));
    const items = await t.route(externalOrders.items, null, { id: offer.id });
    assert.deepEqual(
      items.data.map(({ sku, timeNum, price }: any) => [sku, timeNum, price]),
      [
        [offer.month, 30, 300],
        [offer.year, 365, 3000],
      ],
    );
    assert.equal((await t.route(externalOrders.current, null, { id: order })).data, null);
    const input = { token: order, packageId: offer.id, sku: offer.year, buyType: 1, source: 3 };
    const made = await t.route(externalOrders.create, null, input);
    assert.deepEqual([made.status, made.data.source, made.data.payStatus, made.data.itemPrice], [200, 3, 1, 3000]);
    assert.equal((await t.route(externalOrders.create, null, input)).data.id, made.data.id);
    assert.equal((await t.route(externalOrders.pay, null, { token: order, id: made.data.id, payType: 3 })).data.order.payStatus, 6);
    const file = await upload(order);
    assert.equal(file.status, 200, file.msg);
    const bill = {
      token: order,
      orderNo: made.data.orderNo,
      billNo: 'B1',
      receiptNo: 'R1',
      billUrl: file.data.url,
      payType: 3,
      price: 3000,
    };
    const sent = await t.route(externalOrders.bill, null, bill);
    assert.deepEqual([sent.status, sent.msg, sent.data.billNo], [200, '提交成功!', 'B1']);
    assert.equal((await t.route(externalOrders.current, null, { id: order })).data.payStatus, 6);
    assert.equal((await t.route(externalOrders.bill, null, { ...bill, billNo: 'B2', overwrite: false })).status, 409);

    const due = await waiting(t, platform, made.data.orderNo);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id, billId: due.billId })).status, 200);
    const list = await t.route(externalOrders.page, null, { id: order });
    assert.deepEqual([list.data.total, list.data.records[0].payStatus, list.data.records[0].orderStatus], [1, 2, 2]);

    const answer = await signIn(t, username, NEW_PASSWORD);
    assert.equal(answer.status, 200);
    const me = { token: answer.body.access_token, userId: answer.body.user_info.id, tenantId: opened.data.tenantId, username };
    const tree = (await t.route(menus.own, me)).data;
    assert.deepEqual(
      tree.map(({ name }: { name: string }) => name),
      ['今天', '长者', '经营', '设置'],
    );
    const authorities = answer.body.user_info.authorities.map(({ authority }: { authority: string }) => authority);
    assert.ok(authorities.includes('members_workorder_view') && !authorities.includes('tenant_device_view'));
    assert.equal((await t.route(packageOrders.subscription, me)).data.daysLeft > 365, true, 'the days of the trial are kept');
    const groups: { children: { name: string; children?: unknown[] }[] }[] = (await t.route(menus.tree, me)).data;
    const buttons = groups.flatMap(({ children }) => children).find(({ name }) => name === '服务对象')!;
    assert.deepEqual(buttons.children ?? [], [], 'buttons that were not bought are not offered to roles either');
  });
});

describe('a token', () => {
  it('is needed, and good for one institution and for buying alone', async () => {
    const phone = newPhone();
    const user = await owner(phone);
    const other = await t.user(await t.tenant());
    const foreign = (await t.route(packageOrders.create, other, { packageId: offer.id, sku: offer.month })).data;
    const { data } = await tokenFor(phone);
    assert.deepEqual([data.tenantId, data.tenants.length], [user.tenantId, 1]);
    const { token } = data;
    const worthless = 'x'.repeat(43);
    for (const [what, answer] of [
      ['current', await t.route(externalOrders.current, null, { id: worthless })],
      ['page', await t.route(externalOrders.page, null, { id: worthless })],
      ['create', await t.route(externalOrders.create, null, { token: worthless, packageId: offer.id, sku: offer.month })],
      ['quote', await t.route(externalOrders.quote, null, { token: worthless, packageId: offer.id, sku: offer.month })],
      ['upload', await upload(worthless)],
    ] as const)
      assert.equal(answer.status, 403, what);
    assert.equal((await t.route(externalOrders.create, null, { token, packageId: offer.id, sku: offer.month, price: 1 })).status, 400);
    assert.equal((await t.route(externalOrders.pay, null, { token, id: foreign.id })).status, 404);
    for (const [whose, name] of [
      [{ tenantId: other.tenantId }, 'tenantId'],
      [{ phone: newPhone() }, 'phone'],
    ] as const) {
      const refused = await t.route(externalOrders.create, null, { token, ...whose, sku: offer.month });
      assert.equal(refused.status, 403);
      assert.ok(refused.msg?.includes(name), 'the message names the field');
    }
    assert.equal((await t.route(externalOrders.create, null, { sku: offer.month })).status, 403, 'no token at all');
    assert.equal((await t.route(externalOrders.cancel, null, { a: foreign.id, b: token })).status, 404);
    const made = await t.route(externalOrders.create, null, { token, packageId: offer.id, sku: offer.month });
    assert.equal(made.data.tenantId, user.tenantId);
    assert.equal((await t.route(externalOrders.cancel, null, { a: made.data.id, b: token })).msg, '取消成功');
    assert.equal(
      (await t.call('PUT', `/admin/base/external/updateEnterpriseInfo/${token}`, { input: { name: '改名' } })).status,
      403,
      'it opens nothing else',
    );
    const logs = await t.deps.inTenant(user.tenantId, (tx) =>
      tx.rows<{ uri: string }>(sql`select uri from operation_logs where tenant_id = ${user.tenantId} order by id`),
    );
    assert.deepEqual(
      logs.map(({ uri }) => uri),
      [externalOrders.orderToken.path, externalOrders.create.path, externalOrders.cancel.path],
      'what stood in the path is written nowhere',
    );
  });

  it('is given to whoever proved the phone of an account that may buy, and to nobody else', async () => {
    const phone = newPhone();
    assert.equal((await t.route(externalOrders.orderToken, null, {})).status, 400);
    assert.equal((await t.route(externalOrders.orderToken, null, { phone })).status, 428);
    assert.equal((await t.route(externalOrders.orderToken, null, { phone, code: '123456' })).status, 428);
    const user = await owner(phone);
    const { data } = await tokenFor(phone);
    await t.deps.inTenant(user.tenantId, (tx) =>
      tx.run(sql`delete from user_roles where tenant_id = ${user.tenantId} and user_id = ${user.userId}`),
    );
    assert.equal((await t.route(externalOrders.current, null, { id: data.token })).status, 403, 'who may not buy any more');
    await forgetSends(t);
    assert.equal((await tokenFor(phone)).status, 403);
  });

  it('opens the way back to an institution that nobody may enter any more', async () => {
    const phone = newPhone();
    const user = await owner(phone);
    await endAt(t, user.tenantId, Date.now() - 400 * DAY);
    const closed = await t.route(packageOrders.current, user);
    assert.deepEqual([closed.status, closed.msg], [401, '租户已过期，请联系管理员']);
    const { data } = await tokenFor(phone);
    const made = await t.route(externalOrders.create, null, { token: data.token, packageId: offer.id, sku: offer.month });
    await t.route(externalOrders.pay, null, { token: data.token, id: made.data.id });
    const file = await upload(data.token);
    await t.route(externalOrders.bill, null, {
      token: data.token,
      orderNo: made.data.orderNo,
      billNo: 'B9',
      receiptNo: 'R9',
      billUrl: file.data.url,
    });
    const due = await waiting(t, platform, made.data.orderNo);
    assert.equal((await t.route(orderVerifications.verify, platform, { id: due.id, billId: due.billId })).status, 200);
    assert.equal((await t.route(packageOrders.current, user)).status, 200, 'the old session works again');
  });

  it('of somebody with several institutions is for the chosen one', async () => {
    const phone = newPhone();
    const user = await owner(phone);
    const second = await t.user(await t.tenant());
    // A member of the second institution, with the role of somebody there who may buy.
    await t.deps.inTenant(second.tenantId, (tx) =>
      tx.run(sql`with made as (insert into users (tenant_id, username, name, home_tenant_id, home_user_id)
        values (${second.tenantId}, ${user.username}, '两家院长', ${user.tenantId}, ${user.userId}) returning id)
        insert into user_roles (tenant_id, user_id, role_id) select ${second.tenantId}, made.id, ur.role_id from made, user_roles ur
        where ur.tenant_id = ${second.tenantId} and ur.user_id = ${second.userId}`),
    );
    const asked = (await tokenFor(phone)).data;
    assert.deepEqual([asked.token, asked.tenants.length], [null, 2]);
    const stranger = await t.tenant();
    assert.equal((await t.route(externalOrders.orderToken, null, { proof: asked.proof, tenantId: stranger })).status, 403);
    const chosen = await t.route(externalOrders.orderToken, null, { proof: asked.proof, tenantId: second.tenantId });
    assert.deepEqual([chosen.status, chosen.data.tenantId], [200, second.tenantId]);
    const made = await t.route(externalOrders.create, null, { token: chosen.data.token, packageId: offer.id, sku: offer.month });
    assert.equal(made.data.tenantId, second.tenantId);
    assert.equal((await t.route(packageOrders.current, second)).data.id, made.data.id);
  });
});
