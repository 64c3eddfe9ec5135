import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { asBefore, menuPaths, removeLater, roleHolds } from '#test/former-menus.ts';
import { harness, type Harness } from '#test/harness.ts';
import { dictionaryDefaults } from '../system/dictionary-defaults.ts';
import { DEFAULTS_VERSION, menuDefaults, parameterDefaults, permissionsOf, type MenuDefault } from '../system/menu-defaults.ts';
import { roleDefaults } from '../system/role-defaults.ts';
import { upgradeDefaults } from './default-upgrades.ts';
import { menuVersions } from './role-upgrades.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t.close());

/** What the first version had, by permission. Whatever else is there says since when. */
const FIRST =
  `members_oldman_view members_oldman_add members_oldman_edit members_oldman_del tenant_device_view tenant_device_add tenant_device_edit tenant_device_del
  warning_devicewarning_view warning_devicewarning_handle members_workorder_view members_workorder_add members_workorder_edit members_workorder_del members_workorder_dispatch
  members_workorder_serve members_workorder_score business_bccostproject_view business_bccostproject_add business_bccostproject_edit business_bccostproject_del
  business_bccostservice_view business_bccostservice_add business_bccostservice_edit business_bccostservice_del sys_user_view sys_user_add sys_user_edit sys_user_del
  sys_role_view sys_role_add sys_role_edit sys_role_del sys_role_perm sys_menu_view sys_menu_add sys_menu_edit sys_menu_del sys_dept_view sys_dept_add sys_dept_edit sys_dept_del
  admin_systenant_view admin_systenant_add admin_systenant_edit admin_systenant_del sys_dict_view sys_dict_add sys_dict_edit sys_dict_del
  admin_syspublicparam_view admin_syspublicparam_add admin_syspublicparam_edit admin_syspublicparam_del sys_log_view sys_log_del`.split(
    /\s+/,
  );

const menusOf = (id: number) => menuPaths(t, id);
const holders = (id: number, code: string) => roleHolds(t, id, code);

/** A tenant as the first version made it: the administration in groups of buttons, without what came later. */
async function oldTenant(): Promise<number> {
  const id = await t.tenant();
  await t.deps.inTenant(id, async (tx) => {
    await createTenantDefaults(tx, id);
    await removeLater(tx, id);
    await asBefore(tx, id);
    await tx.run(
      sql`delete from menus where tenant_id = ${id} and type = 1 and permission is not null and not (permission = any(${FIRST}))`,
    );
    await tx.run(sql`delete from menus where tenant_id = ${id} and permission is not null and not (permission = any(${FIRST}))`);
    await tx.run(sql`delete from parameters where tenant_id = ${id} and key = 'SESSION_MOST'`);
    await tx.run(sql`update menus set type = 1 where tenant_id = ${id} and name = '系统管理'`);
    const pages = await tx.rows<{ id: number; permission: string }>(sql`
      select m.id, m.permission from menus m join menus p on p.tenant_id = m.tenant_id and p.id = m.parent_id
      where m.tenant_id = ${id} and p.name = '系统管理'`);
    for (const page of pages) {
      await tx.run(
        sql`insert into menus (tenant_id, parent_id, name, type, permission) values (${id}, ${page.id}, '查看', 1, ${`${page.permission}.`})`,
      );
      await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id) select rm.tenant_id, rm.role_id, n.id from role_menus rm
        join menus n on n.tenant_id = rm.tenant_id
          and n.permission = ${`${page.permission}.`} where rm.tenant_id = ${id} and rm.menu_id = ${page.id}`);
      await tx.run(
        sql`update menus set name = replace(name, '管理', ''), type = 1, path = null, icon = null, permission = null
          where tenant_id = ${id} and id = ${page.id}`,
      );
    }
    await tx.run(sql`update menus set permission = rtrim(permission, '.') where tenant_id = ${id} and permission like '%.'`);
    await tx.run(sql`update tenant_defaults set version = 1 where tenant_id = ${id}`);
  });
  return id;
}

/** A tenant as the second version made it: the big screen's button in a group at the root, finance without exports. */
async function secondTenant(): Promise<number> {
  const id = await t.tenant();
  const third = [...menuVersions].flatMap(([permission, since]) => (since > 2 ? [permission] : []));
  await t.deps.inTenant(id, async (tx) => {
    await createTenantDefaults(tx, id);
    await asBefore(tx, id);
    // Buttons before their pages.
    await tx.run(sql`delete from menus where tenant_id = ${id} and type = 1 and permission = any(${third})`);
    await tx.run(sql`delete from menus where tenant_id = ${id} and permission = any(${third})`);
    const group = await tx.row<{ id: number }>(
      sql`insert into menus (tenant_id, name, type, sort) values (${id}, '大屏', 1, 7) returning id`,
    );
    await tx.run(
      sql`insert into role_menus (tenant_id, role_id, menu_id) select ${id}::bigint, r.id, ${group!.id}::bigint from roles r
        where r.tenant_id = ${id} and r.code = 'admin'`,
    );
    await tx.run(sql`update menus set parent_id = ${group!.id} where tenant_id = ${id} and permission = 'tenant_screen'`);
    await tx.run(sql`delete from role_menus rm using roles r, menus m where rm.tenant_id = ${id} and r.tenant_id = rm.tenant_id
      and r.id = rm.role_id
      and m.tenant_id = rm.tenant_id and m.id = rm.menu_id and r.code = 'finance' and m.permission ~ '_(export|import)$'`);
    await tx.run(sql`update tenant_defaults set version = 2 where tenant_id = ${id}`);
  });
  return id;
}

const permissionsOfRole = (code: string) => {
  const { permissions } = roleDefaults.find((role) => role.code === code)!;
  assert.ok(permissions !== 'all');
  return [...permissions];
};
/** What came to a role with later versions. */
const newOf = (code: string) => permissionsOfRole(code).filter((permission) => (menuVersions.get(permission) ?? 1) > 1);

/** Without what only the platform has. */
const forTenants = (menu: MenuDefault): MenuDefault[] =>
  menu.platform ? [] : [{ ...menu, children: (menu.children ?? []).flatMap(forTenants) }];

describe('defaults', () => {
  it('say since when they are there, and none is newer than the version', () => {
    const all = [...menuVersions];
    assert.deepEqual(
      all.filter(([permission, since]) => (since === 1) !== FIRST.includes(permission)),
      [],
      'a new menu needs `since`',
    );
    const sinces = [...all.map(([, since]) => since), ...[...dictionaryDefaults, ...parameterDefaults].map(({ since = 1 }) => since)];
    assert.ok(sinces.every((since) => since <= DEFAULTS_VERSION));
  });
});

describe('upgrading', () => {
  it('makes an old tenant like a new one, with the rights of its roles', async () => {
    const [old, fresh] = [await oldTenant(), await t.tenant()];
    await t.deps.inTenant(fresh, (tx) => createTenantDefaults(tx, fresh));
    const before = await holders(old, 'nurse');
    assert.ok(!(await holders(old, 'admin')).includes('sys_token_view'));
    assert.equal(await upgradeDefaults(t.deps), 1);
    assert.deepEqual(await menusOf(old), await menusOf(fresh));
    for (const { code } of roleDefaults) assert.deepEqual(await holders(old, code), await holders(fresh, code), code);
    assert.deepEqual(await holders(old, 'nurse'), [...before, ...newOf('nurse')].sort(), 'nobody else gets what is not theirs');
    const parameter = await t.deps.inTenant(old, (tx) =>
      tx.row(sql`select value from parameters where tenant_id = ${old} and key = 'SESSION_MOST'`),
    );
    assert.deepEqual(parameter, { value: '0' });
    assert.equal(await upgradeDefaults(t.deps), 0, 'once');
  });

  it('gives an agent the follow-ups, which were there before', async () => {
    const id = await t.tenant();
    await t.deps.inTenant(id, async (tx) => {
      await createTenantDefaults(tx, id);
      await tx.run(sql`delete from role_menus rm using roles r, menus m where rm.tenant_id = ${id} and r.tenant_id = rm.tenant_id
        and r.id = rm.role_id and m.tenant_id = rm.tenant_id and m.id = rm.menu_id and r.code = 'agent'
        and m.permission = 'members_workorder_followup'`);
      await tx.run(sql`update tenant_defaults set version = 12 where tenant_id = ${id}`);
    });
    assert.equal(await upgradeDefaults(t.deps), 1);
    assert.ok((await holders(id, 'agent')).includes('members_workorder_followup'));
    assert.ok(!(await holders(id, 'carer')).includes('members_workorder_followup'));
  });

  it('brings a role that came later, once, and leaves an own role of that name alone', async () => {
    const [id, own, fresh] = [await t.tenant(), await t.tenant(), await t.tenant()];
    const rolesOf = async (tenant: number) =>
      (
        await t.deps.inTenant(tenant, (tx) =>
          tx.rows<{ role: string }>(
            sql`select concat(code, ' ', name, ' ', data_scope) as role from roles where tenant_id = ${tenant} order by role`,
          ),
        )
      ).map(({ role }) => role);
    const without = (tenant: number) =>
      t.deps.inTenant(tenant, (tx) => tx.run(sql`delete from roles where tenant_id = ${tenant} and code = 'call_inspector'`));
    for (const tenant of [id, own, fresh]) await t.deps.inTenant(tenant, (tx) => createTenantDefaults(tx, tenant));
    for (const tenant of [id, own]) {
      await without(tenant);
      await t.deps.inTenant(tenant, (tx) => tx.run(sql`update tenant_defaults set version = 19 where tenant_id = ${tenant}`));
    }
    await t.deps.inTenant(own, (tx) =>
      tx.run(sql`insert into roles (tenant_id, name, code, data_scope) values (${own}, '质检员', 'zhijian', 3)`),
    );
    const kept = await rolesOf(own);
    assert.equal(await upgradeDefaults(t.deps), 2);
    assert.deepEqual(await rolesOf(id), await rolesOf(fresh));
    assert.deepEqual(await holders(id, 'call_inspector'), permissionsOfRole('call_inspector').sort());
    assert.deepEqual([await rolesOf(own), await holders(own, 'zhijian')], [kept, []]);
    assert.equal(await without(id), 1);
    await upgradeDefaults(t.deps);
    assert.equal(await without(id), 0, 'deleted after it came, it stays away');
  });

  const CALL_WALL = '呼叫中心/通话统计/呼叫大屏';
  it('gives finance the files of what it reads, moves the big screen to the home page, and nobody else exports', async () => {
    const ids = [await secondTenant(), await secondTenant()];
    const [id, moved] = ids as [number, number];
    await t.deps.inTenant(moved, (tx) => tx.run(sql`update menus set name = '我的大屏' where tenant_id = ${moved} and name = '大屏'`));
    const exportsOf = async (code: string) => (await holders(id, code)).filter((permission) => permission.endsWith('_export'));
    assert.deepEqual(await exportsOf('finance'), []);
    assert.equal(await upgradeDefaults(t.deps), 2);
    const meant = permissionsOfRole('finance').filter((permission) => permission.endsWith('_export'));
    assert.ok(meant.includes('members_workorder_export') && !meant.includes('members_oldman_export'));
    assert.deepEqual(await exportsOf('finance'), meant.sort());
    for (const code of ['nurse', 'carer', 'agent', 'call_inspector']) assert.deepEqual(await exportsOf(code), [], code);
    const all = permissionsOf(menuDefaults.flatMap(forTenants)).filter((permission) => permission.endsWith('_export'));
    assert.deepEqual(await exportsOf('admin'), all.sort());
    const screens = async (tenant: number) =>
      (await menusOf(tenant))
        .filter(({ path }) => /大屏/.test(path))
        .map(({ path }) => path)
        .sort();
    assert.deepEqual(await screens(id), ['今天/首页/机构大屏', '今天/首页/集团大屏', CALL_WALL]);
    assert.deepEqual(
      await screens(moved),
      ['我的大屏', '我的大屏/机构大屏', '今天/首页/集团大屏', CALL_WALL].sort(),
      'where an administrator made a place of his own',
    );
    assert.equal(await upgradeDefaults(t.deps), 0);
  });

  it('does not bring back what an administrator deleted, nor move what he moved', async () => {
    const id = await oldTenant();
    await t.deps.inTenant(id, async (tx) => {
      await tx.run(
        sql`delete from menus where tenant_id = ${id} and permission in ('sys_dict_view', 'sys_dict_add', 'sys_dict_edit', 'sys_dict_del')`,
      );
      await tx.run(sql`delete from menus where tenant_id = ${id} and name = '字典'`);
      await tx.run(sql`delete from dictionaries where tenant_id = ${id} and type = 'nation'`);
      await tx.run(sql`update menus set name = '后台', parent_id = null where tenant_id = ${id} and name = '系统管理'`);
      await tx.run(sql`update menus set parent_id = null where tenant_id = ${id} and permission = 'members_oldman_view'`);
    });
    assert.equal(await upgradeDefaults(t.deps), 1);
    const menus = await menusOf(id);
    assert.ok(!menus.some(({ permission }) => permission?.startsWith('sys_dict')));
    assert.ok(
      menus.some(({ path }) => path === '后台/在线用户'),
      'new pages come to where the folder is now',
    );
    const gone = () => t.deps.inTenant(id, (tx) => tx.run(sql`delete from menus where tenant_id = ${id} and permission = 'sys_token_del'`));
    assert.equal(await gone(), 1);
    await upgradeDefaults(t.deps);
    assert.equal(await gone(), 0, 'deleted after it came, it stays away');
  });

  it('takes the page for buying from the platform, which sells, and from nobody else', async () => {
    const other = await t.tenant();
    const buys = async (id: number) => (await menusOf(id)).some(({ permission }) => permission === 'package_order');
    for (const id of [1, other]) await t.deps.inTenant(id, (tx) => createTenantDefaults(tx, id));
    assert.deepEqual([await buys(1), await buys(other)], [false, true], 'as tenants are made');
    await t.deps.inTenant(1, (tx) =>
      tx.run(
        sql`insert into menus (tenant_id, name, type, path, permission) values (1, '产品包订购', 0, '/subscription/index', 'package_order'),
          (1, '我们的说明', 0, '/myiframe/note', null)`,
      ),
    );
    await t.deps.inTenant(1, (tx) =>
      tx.run(
        sql`update menus set parent_id = (select id from menus where tenant_id = 1 and permission = 'package_order') where tenant_id = 1
          and name = '我们的说明'`,
      ),
    );
    for (const id of [1, other])
      await t.deps.inTenant(id, (tx) => tx.run(sql`update tenant_defaults set version = 5 where tenant_id = ${id}`));
    assert.equal(await upgradeDefaults(t.deps), 2);
    assert.deepEqual([await buys(1), await buys(other)], [false, true]);
    assert.ok(
      (await menusOf(1)).some(({ path }) => path === '我们的说明'),
      'what hung below it stays',
    );
  });

  it('happens once when several processes start together', async () => {
    const ids = [await oldTenant(), await oldTenant(), await oldTenant()];
    const counts = await Promise.all([upgradeDefaults(t.deps), upgradeDefaults(t.deps), upgradeDefaults(t.deps)]);
    assert.equal(
      counts.reduce((sum, n) => sum + n),
      ids.length,
    );
    for (const id of ids) {
      const permissions = (await menusOf(id)).map(({ permission }) => permission).filter(Boolean);
      assert.equal(new Set(permissions).size, permissions.length);
    }
  });
});
