/**
 * Keys of money, rights and identity (contract/guards.ts): every service that deals with
 * them refuses them by name, on each of its calls that writes.
 */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { identity, money, rights, type Guards } from '#contract/guards.ts';
import type { Route } from '#contract/http.ts';
import { contract } from '#contract/index.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

type Service = Record<string, Route>;
const services = Object.entries(contract) as [string, Service][];
const byName = Object.fromEntries(services);
const writing = (routes: Service) => Object.entries(routes).filter(([, route]) => route.method !== 'GET');
const people: Guards = { ...rights, ...identity };

/** What each service guards. A service that is missing here guards nothing: that is a decision, not a slip. */
const GUARDED: Record<string, Guards> = {
  externalAccounts: { ...people, status: '机构状态', packageCode: '产品包', endTime: '到期时间' },
  externalOrders: money,
  goodsOrders: money,
  invitations: people,
  invoiceIssues: money,
  invoices: money,
  orderVerifications: money,
  packageOrders: money,
  packages: money,
  platformSales: money,
  registrationReviews: people,
  registrations: people,
  roles: people,
  tenants: { ...people, ...money, parentId: '上级机构' },
  users: people,
};

interface Attempt {
  call: string;
  /** What the call takes, so that nothing but the guarded key is wrong. */
  input: Record<string, unknown>;
  key: string;
  value: unknown;
  /** What the refusal calls it. */
  name: string;
}

/** One call of each service with one key too many. The ids name nothing: the refusal comes before anything is looked up. */
const ATTEMPTS: Record<string, Attempt> = {
  externalAccounts: { call: 'unsubscribe', input: { token: 'x' }, key: 'packageCode', value: 'PRO', name: '产品包' },
  externalOrders: { call: 'check', input: { token: 'x', id: 1 }, key: 'payPrice', value: 0.01, name: '支付金额' },
  goodsOrders: {
    call: 'create',
    input: { oldmanId: 1, nickName: '王', phone: '13812345678', address: '西湖区', details: [{ productId: 1, num: 1 }] },
    key: 'discount',
    value: 5,
    name: '优惠',
  },
  invitations: { call: 'audit', input: { id: 1, status: '2', reason: '不认识' }, key: 'dsType', value: 1, name: '数据范围' },
  invoiceIssues: { call: 'issue', input: { id: 1, number: '123' }, key: 'amount', value: 1, name: '金额' },
  invoices: { call: 'create', input: { orderId: 1, title: '松鹤院' }, key: 'amount', value: 1, name: '金额' },
  orderVerifications: { call: 'verify', input: { id: 1, billId: 1 }, key: 'payAmount', value: 1, name: '支付金额' },
  packageOrders: { call: 'create', input: { packageId: 1, sku: 'STD-30' }, key: 'price', value: 0.01, name: '价格' },
  packages: { call: 'create', input: { packageName: '标准版', packageCode: 'STD' }, key: 'fee', value: 1, name: '费用' },
  platformSales: { call: 'create', input: { tenantId: 1, packageId: 1, sku: 'STD-30' }, key: 'price', value: 0.01, name: '价格' },
  registrationReviews: { call: 'audit', input: { id: 1, status: '2', reason: '资料不全' }, key: 'roleIds', value: [1], name: '角色' },
  registrations: {
    call: 'forgetPwd',
    input: { login: 'nobody', code: '123456', password: 'Qing2026yun' },
    key: 'superAdmin',
    value: true,
    name: '超级管理员',
  },
  roles: { call: 'create', input: { roleName: '护士', roleCode: 'nurse' }, key: 'permissions', value: ['sys_user_add'], name: '权限' },
  tenants: { call: 'create', input: { name: '新院', code: 'xinyuan' }, key: 'amount', value: 1, name: '金额' },
  users: { call: 'create', input: { username: 'guarded1', password: 'Tulip-4827' }, key: 'isAdmin', value: true, name: '管理员' },
};

const PLATFORMS = new Set(['invoiceIssues', 'orderVerifications', 'packages', 'platformSales', 'registrationReviews', 'tenants']);

let t: Harness;
let chief: TestUser;
let platform: TestUser;
before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant());
  // Without the right to read invoices: a call with an id that names nothing would be answered 404 by the row that it is compared with.
  platform = await t.user(PLATFORM, {
    permissions: [
      'sys_packageinvoice_issue',
      'sys_packageorder_verify',
      'sys_package_add',
      'sys_packageorder_sell',
      'sys_registration_audit',
      'admin_systenant_add',
    ],
  });
});
after(() => t.close());

describe('keys of money, rights and identity', () => {
  it('are guarded by every call that writes, of these services and no others', () => {
    const guarding = services
      .filter(([, routes]) => writing(routes).length > 0 && writing(routes).every(([, route]) => route.guards))
      .map(([name]) => name);
    assert.deepEqual(guarding.sort(), Object.keys(GUARDED).sort());
    for (const [name, guards] of Object.entries(GUARDED))
      for (const [call, route] of writing(byName[name] as Service)) assert.deepEqual(route.guards, guards, `${name}.${call}`);
  });

  it('are refused by name in a call of each', async () => {
    assert.deepEqual(Object.keys(ATTEMPTS).sort(), Object.keys(GUARDED).sort());
    for (const [service, { call, input, key, value, name }] of Object.entries(ATTEMPTS)) {
      const route = byName[service]?.[call] as Route;
      const as = route.access === 'public' ? null : PLATFORMS.has(service) ? platform : chief;
      const answer = await t.route(route, as, { ...input, [key]: value });
      assert.deepEqual([answer.status, answer.msg], [400, `不允许设置或修改“${name}”（${key}）`], `${service}.${call}`);
    }
  });

  it('the registration of a terminal is guarded where a device is set up', async () => {
    const save = contract.deviceProfiles.save;
    assert.deepEqual(save.guards, { registration: '终端注册' });
    const blind = await t.user(chief.tenantId, { permissions: ['tenant_device_edit'] });
    const answer = await t.route(save, blind, { id: 1, profile: { registration: true } });
    assert.deepEqual([answer.status, answer.msg], [400, '不允许设置或修改“终端注册”（profile.registration）']);
  });
});
