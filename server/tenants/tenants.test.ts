import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { dictionaries } from '#contract/system/dictionaries.ts';
import { menus } from '#contract/users/menus.ts';
import { groupPath } from '#contract/users/menus.rules.ts';
import { PLATFORM, tenants as routes } from '#contract/tenants/tenants.ts';
import { users } from '#contract/users/users.ts';
import { prove, putClients, signIn } from '#test/accounts.ts';
import { everyPermission, harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { dictionaryDefaults, itemsOf } from '../system/dictionary-defaults.ts';
import { demonstrationMenus } from '../system/demonstration.ts';
import { menuDefaults, permissionsOf, type MenuDefault } from '../system/menu-defaults.ts';
import { roleDefaults } from '../system/role-defaults.ts';

let t: Harness;
let platform: TestUser;
let group: number;
let boss: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  platform = await t.user(1);
  group = await t.tenant('颐安集团');
  boss = await t.user(group);
});
after(() => t.close());

let serial = 0;
const form = (over: object = {}) => ({ name: `机构${++serial}号`, code: `code-${serial}`, ...over });

interface Page {
  id?: number | undefined;
  name: string;
  path?: string | null | undefined;
  children?: readonly Page[] | undefined;
}

describe('tenants', () => {
  it('refuse without session and permission; only the platform writes', async () => {
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.list, null)).status, 401);
    const plain = await t.user(group, { permissions: [] });
    for (const call of [t.route(routes.page, plain), t.route(routes.create, plain, form()), t.route(routes.remove, plain, { id: group })])
      assert.equal((await call).status, 403);
    for (const call of [
      t.route(routes.create, boss, form()),
      t.route(routes.update, boss, { id: group, ...form() }),
      t.route(routes.remove, boss, { id: group }),
    ]) {
      const answer = await call;
      assert.deepEqual([answer.status, answer.msg], [403, '只有平台可以管理租户']);
    }
    assert.equal((await t.route(routes.create, platform, form({ name: '' }))).msg, '请输入租户名称');
    assert.equal((await t.route(routes.create, platform, form({ superAdmin: 1 }))).status, 400);
    assert.equal(
      (await t.route(routes.create, platform, form({ startTime: '2026-05-01 00:00:00', endTime: '2026-04-01 00:00:00' }))).msg,
      '结束时间必须晚于开始时间',
    );
    assert.equal((await t.route(routes.update, platform, { id: 999_999, ...form() })).status, 404);
  });

  it('are seen from above only', async () => {
    const child = await t.tenant('颐安一院', group);
    const other = await t.tenant('别家');
    const ids = async (as: TestUser) =>
      (await t.route(routes.page, as, { size: 100 })).data.records.map((row: { id: number }) => row.id).sort();
    assert.deepEqual(await ids(boss), [group, child].sort());
    assert.deepEqual(await ids(await t.user(child)), [child]);
    const all = await ids(platform);
    assert.ok([1, group, child, other].every((id) => all.includes(id)));
    const tree = (await t.route(routes.tree, boss)).data;
    assert.deepEqual([tree.length, tree[0].id, tree[0].children.map((node: { id: number }) => node.id)], [1, group, [child]]);
    assert.deepEqual(
      (await t.route(routes.tree, await t.user(child))).data.map((node: { id: number }) => node.id),
      [child],
    );
    assert.deepEqual(
      (await t.route(routes.list, boss)).data.map((one: { id: number }) => one.id),
      [group, child],
    );
    const [row] = (await t.route(routes.page, platform, { name: '颐安一' })).data.records;
    assert.deepEqual([row.id, row.parentId, row.status, row.delFlag, row.endTime], [child, group, '0', '0', null]);
  });

  it('are found by their end, and those that are frozen have none', async () => {
    const ends = { soon: '20 days', late: '31 days', over: '-1 day', frozen: '10 days', never: null } as const;
    const ids = new Map<number, string>();
    for (const [name, after] of Object.entries(ends)) {
      const id = await t.tenant(`到期${name}`, group);
      ids.set(id, name);
      await t.deps.inTenant(PLATFORM, (tx) =>
        tx.run(sql`update tenants set starts_at = now() - interval '1 year', ends_at = now() + ${after}::interval,
          status = ${name === 'frozen' ? 9 : 0} where id = ${id}`),
      );
    }
    const found = async (expiry: string, as = boss) => {
      const { data } = await t.route(routes.page, as, { expiry, name: '到期', size: 100 });
      return data.records.map(({ id }: { id: number }) => ids.get(id));
    };
    assert.deepEqual([await found('soon'), await found('ended')], [['soon'], ['over']]);
    assert.deepEqual(await found('soon', platform), ['soon']);
    assert.deepEqual(refusal(await t.route(routes.page, boss, { expiry: 'tomorrow' })), [400, '到期条件不正确']);
  });

  it('start complete, with an administrator whose password is shown once', async () => {
    const made = await t.route(
      routes.create,
      platform,
      form({ name: '新颐养院', code: 'new-home', parentId: group, $status: '正常', createTime: '' }),
    );
    assert.deepEqual([made.status, made.msg], [200, '创建成功']);
    const { id, username, password } = made.data;
    assert.equal(username, 'new-home_admin');
    const { body } = await signIn(t, username, password);
    const admin: TestUser = { token: body.access_token, userId: body.user_info.id, tenantId: id, username };
    const { data } = await t.route(users.info, admin);
    assert.deepEqual(
      [data.sysUser.superAdmin, data.sysUser.mustChangePassword, data.sysUser.ptenantId, data.tenantName],
      [1, true, group, '新颐养院'],
    );
    const own = (await t.route(menus.own, admin)).data;
    // A group has a path of its own on the wire; by default it has none.
    const pages = (nodes: readonly Page[]): unknown[] =>
      nodes.map(({ id, name, path = null, children = [] }) => [
        name,
        id !== undefined && path === groupPath(id) ? null : path,
        pages(children),
      ]);
    const meant = (defaults: readonly MenuDefault[]): Page[] =>
      defaults.flatMap(({ children = [], ...menu }) => (menu.platform || menu.type === 1 ? [] : [{ ...menu, children: meant(children) }]));
    assert.ok(own.length > 5);
    assert.deepEqual(pages(own), pages(meant(menuDefaults)));
    assert.ok(!data.permissions.includes('admin_systenant_add'), 'making tenants is the platform’s');
    const before = await t.route(dictionaries.byType, admin, { type: 'work_order_status' });
    assert.deepEqual([before.status, before.msg], [403, '请先修改初始密码']);
    assert.equal((await t.route(users.edit, admin, { password, newpassword1: 'Changed9' })).status, 200);
    assert.equal((await t.route(dictionaries.byType, admin, { type: 'work_order_status' })).data.length, 7);
    const roles = await t.deps.inTenant(id, (tx) =>
      tx.rows<{ code: string; name: string }>(sql`select code, name from roles where tenant_id = ${id} order by id`),
    );
    assert.deepEqual(
      roles.map(({ name }) => name),
      ['机构管理员', '护士', '护理员', '财务', '坐席', '质检员'],
    );
    assert.equal((await t.route(routes.create, platform, form({ code: 'new-home' }))).msg, '租户编码已存在');
    const clash = await t.route(routes.create, platform, form({ code: 'clash', adminUsername: username }));
    assert.deepEqual([clash.status, clash.msg], [409, '管理员用户名已存在']);
    assert.equal((await t.route(routes.page, platform, { code: 'clash' })).data.total, 0, 'nothing stays of it');
  });

  it('end every session when frozen or deleted, on the next request; both need a proof', async () => {
    const wanted = form();
    const unproved = (await t.route(routes.create, platform, wanted)).data.id;
    for (const call of [
      t.route(routes.update, platform, { id: unproved, ...wanted, status: '9' }),
      t.route(routes.freeze, platform, { id: unproved, status: '9', reason: '欠费' }),
      t.route(routes.remove, platform, { id: unproved }),
    ]) {
      const answer = await call;
      assert.deepEqual([answer.status, answer.msg, answer.data], [403, '请先验证身份', 'proof_needed']);
    }
    await prove(t, platform);
    for (const close of ['freeze', 'delete'] as const) {
      const input = form();
      const { id } = (await t.route(routes.create, platform, input)).data;
      const member = await t.user(id, { permissions: [] });
      assert.equal((await t.route(users.info, member)).status, 200);
      const answer =
        close === 'freeze'
          ? await t.route(routes.update, platform, { id, ...input, status: '9' })
          : await t.route(routes.remove, platform, { id });
      assert.equal(answer.status, 200);
      const after = await t.route(users.info, member);
      assert.deepEqual([after.status, after.msg], [401, close === 'freeze' ? '租户已冻结，请联系管理员' : '租户已停用，请联系管理员']);
      if (close === 'delete') assert.equal((await t.route(routes.remove, platform, { id })).status, 404);
    }
    assert.equal((await t.route(routes.remove, platform, { id: group })).msg, '租户含有下级租户，不能删除');
    assert.equal((await t.route(routes.remove, platform, { id: 1 })).msg, '平台租户不能删除');
    assert.equal((await t.route(users.info, boss)).status, 200, 'others go on');
  });

  it('answer a stale version with 409, and 423 in demonstration mode to what would spoil it', async () => {
    const input = form();
    const { id } = (await t.route(routes.create, platform, input)).data;
    assert.equal((await t.route(routes.update, platform, { id, ...input, name: '改名', version: 1 })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.update, platform, { id, ...input, version: 1 })), [
      409,
      '租户已被他人修改，请刷新后重试',
    ]);
    t.deps.config.demo = true;
    try {
      const answer = await t.route(routes.remove, platform, { id });
      assert.deepEqual([answer.status, answer.msg], [423, '演示环境不能操作']);
      assert.equal((await t.route(routes.update, platform, { id, ...input, status: '9' })).status, 423);
    } finally {
      t.deps.config.demo = false;
    }
  });
});

describe('defaults', () => {
  it('have a menu or button for every permission of the contract, and no other', () => {
    const known = permissionsOf([...menuDefaults, ...demonstrationMenus]);
    assert.equal(new Set(known).size, known.length);
    assert.deepEqual(
      everyPermission().filter((permission) => !known.includes(permission)),
      [],
    );
    assert.deepEqual(
      known.filter((permission) => !everyPermission().includes(permission)),
      [],
    );
    for (const { permissions } of roleDefaults)
      if (permissions !== 'all')
        assert.deepEqual(
          permissions.filter((permission) => !known.includes(permission)),
          [],
        );
  });

  it('have every dictionary that the specification names or its clients read, with distinct values', () => {
    const named =
      'gender service_type care_level marital political_face academic certificate_type anergy blood_type dependency nation live relation is_trusteeship cd_isease trading_type housing_unit housing_type hearing_type medical_insurance_type elderly_category personnel_type oldman_status work_order_status work_order_job_status emergency_type pay_type work_order_score drugs_valid_status drug_outbound_material_source recipient_type material_source drugs_source slh_type drug_type dose_type enc_flag_types stocktaking_status doctor_advice_project_type drug_way executeType validityPeriod executionFrequency timeSlot doctors_advice_status reservation_enter_type check_out_status checkout_destination refund_type drugs_refund_apply_status check_out_fee_status check_out_settle_status check_out_log_status drugs_dispositon drugs_valid_status_query nurse_fee_check_status medical_fee_check_status month_bill_status';
    const read = [
      'dict_type',
      'log_type',
      'incident_cause',
      'meal_type',
      'enquiry_source',
      'enquiry_lost_reason',
      'document_type',
      'questionnaire_category',
    ];
    assert.deepEqual(dictionaryDefaults.map(({ type }) => type).sort(), [...named.split(' '), ...read].sort());
    for (const one of dictionaryDefaults) {
      const items = itemsOf(one);
      assert.ok(items.length >= 2, one.type);
      for (const part of ['value', 'label'] as const) assert.equal(new Set(items.map((item) => item[part])).size, items.length, one.type);
    }
  });
});
