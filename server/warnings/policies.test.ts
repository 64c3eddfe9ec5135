/** How policies of notification are kept; escalations.test.ts has what they do. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenantId: number;
let head: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  head = await t.user(tenantId, { name: '护士长' });
  const usual = { name: '默认', steps: [{ delay: 0, to: [to('duty')], channels: ['popup'] }] };
  assert.equal((await t.route(warningPolicies.create, head, usual)).status, 200);
});
after(() => t?.close());

const to = (kind: string, id: number | null = null, address: string | null = null) => ({ kind, id, address });

describe('a policy', () => {
  it('is edited by those who may, and names people who are there', async () => {
    const reader = await t.user(tenantId, { permissions: ['warning_policy_view'] });
    const form = { name: '夜间', steps: [{ delay: 0, to: [to('user', head.userId)], channels: ['sms'] }] };
    assert.equal((await t.route(warningPolicies.create, null, form)).status, 401);
    assert.equal((await t.route(warningPolicies.create, reader, form)).status, 403);
    assert.equal((await t.route(warningPolicies.create, head, { ...form, steps: [] })).msg, '请至少设置一级通知');
    for (const [change, message] of [
      [{ quietFrom: '22:00' }, '免打扰的开始与结束须同时填写'],
      [{ quietFrom: '22:00', quietTo: '22:00' }, '免打扰的开始与结束不能相同'],
      [{ steps: [{ delay: 0, to: [to('role')], channels: ['sms'] }] }, '请选择通知角色'],
      [{ steps: [{ delay: 0, to: [to('user')], channels: ['sms'] }] }, '请选择通知人员'],
      [{ steps: [{ delay: 0, to: [to('user', 999_999)], channels: ['sms'] }] }, '通知人员不存在'],
      [{ steps: [{ delay: 0, to: [to('email', null, 'x')], channels: [] }] }, '电子邮件地址不正确'],
      [
        { steps: [{ delay: 0, to: [to('webhook', null, 'http://10.0.0.1/x')], channels: [] }] },
        '外部系统地址须为 https，且在管理员允许的主机内',
      ],
      [{ steps: [{ delay: 0, to: [to('duty')], channels: [] }] }, '请选择通知方式'],
    ] as const) {
      const answer = await t.route(warningPolicies.create, head, { ...form, ...change });
      assert.deepEqual([answer.status, answer.msg], [422, message]);
    }
    const { data: id } = await t.route(warningPolicies.create, head, form);
    const { data } = await t.route(warningPolicies.get, reader, { id });
    assert.deepEqual(data.steps[0].to, [{ kind: 'user', id: head.userId, address: null, name: '护士长' }]);
    const listed = (await t.route(warningPolicies.page, reader, { name: '夜' })).data.records;
    assert.deepEqual([listed.length, listed[0].steps[0].to[0].name], [1, '护士长']);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(warningPolicies.get, stranger, { id })).status, 404);
  });
});
