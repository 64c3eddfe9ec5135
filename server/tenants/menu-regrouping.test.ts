import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { asBefore, menuPaths, roleHolds } from '#test/former-menus.ts';
import { harness, type Harness } from '#test/harness.ts';
import { roleDefaults } from '../system/role-defaults.ts';
import { upgradeDefaults } from './default-upgrades.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t.close());

const menusOf = (id: number) => menuPaths(t, id);
const holders = (id: number, code: string) => roleHolds(t, id, code);

/** A tenant as version 11 made it. */
async function eleventhTenant(): Promise<number> {
  const id = await t.tenant();
  await t.deps.inTenant(id, async (tx) => {
    await createTenantDefaults(tx, id);
    await asBefore(tx, id);
    await tx.run(sql`update tenant_defaults set version = 11 where tenant_id = ${id}`);
  });
  return id;
}

describe('six folders', () => {
  it('moves what stands where version 11 had it into six folders, with its ids, and loses nothing', async () => {
    const [id, fresh] = [await eleventhTenant(), await t.tenant()];
    await t.deps.inTenant(fresh, (tx) => createTenantDefaults(tx, fresh));
    const ids = () =>
      t.deps.inTenant(id, (tx) =>
        tx.rows<{ id: number; key: string }>(
          sql`select id, coalesce(permission, path) as key from menus where tenant_id = ${id} and coalesce(permission, path) is not null
            order by id`,
        ),
      );
    const before = await ids();
    const rights = await Promise.all(roleDefaults.map(({ code }) => holders(id, code)));
    assert.ok((await menusOf(id)).some(({ path }) => path === '系统管理/用户管理'));
    assert.equal(await upgradeDefaults(t.deps), 1);
    assert.deepEqual(await menusOf(id), await menusOf(fresh));
    assert.deepEqual(await ids(), before);
    assert.deepEqual(await Promise.all(roleDefaults.map(({ code }) => holders(id, code))), rights);
    const roots = (tenant: number) =>
      t.deps.inTenant(tenant, (tx) =>
        tx.rows(sql`select name, icon, sort from menus where tenant_id = ${tenant} and parent_id is null order by sort`),
      );
    assert.deepEqual(await roots(id), await roots(fresh));
    const after = await menusOf(id);
    assert.equal(await upgradeDefaults(t.deps), 0);
    await t.deps.inTenant(id, (tx) => tx.run(sql`update tenant_defaults set version = 11 where tenant_id = ${id}`));
    assert.equal(await upgradeDefaults(t.deps), 1);
    assert.deepEqual(await menusOf(id), after, 'a second time changes nothing');
  });

  it('leaves where it is what was moved, renamed or added by hand, and gives roles the way to what they hold', async () => {
    const id = await eleventhTenant();
    await t.deps.inTenant(id, async (tx) => {
      await tx.run(sql`insert into menus (tenant_id, name, type, sort) values (${id}, '我们的', 0, 60)`);
      await tx.run(sql`update menus set parent_id = (select id from menus where tenant_id = ${id} and name = '我们的')
        where tenant_id = ${id} and permission = 'tenant_device_map'`);
      await tx.run(sql`update menus set name = '报警中心' where tenant_id = ${id} and permission = 'warning_devicewarning_view'`);
      await tx.run(sql`insert into menus (tenant_id, name, type, path, parent_id) select ${id}::bigint, '自己的说明', 0, '/myiframe/note', m.id
        from menus m where m.tenant_id = ${id} and m.name = '库存管理'`);
      await tx.run(sql`update menus set name = '后台' where tenant_id = ${id} and name = '系统管理'`);
      await tx.run(sql`insert into roles (tenant_id, name, code, data_scope) values (${id}, '看板员', 'board', 1)`);
      await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from roles r
        join menus m on m.tenant_id = r.tenant_id where r.tenant_id = ${id} and r.code = 'board'
        and (m.permission = 'members_workorder_board' or m.name = '工单调度')`);
    });
    assert.equal(await upgradeDefaults(t.deps), 1);
    const paths = (await menusOf(id)).map(({ path }) => path);
    for (const path of [
      '我们的/设备地图',
      '报警中心',
      '报警中心/处理',
      '库存管理/自己的说明',
      '后台/用户管理',
      '经营/物资管理',
      '设备/设备管理',
    ])
      assert.ok(paths.includes(path), path);
    for (const path of ['健康监测', '工单调度', '服务管理', '设置/用户管理', '设备/设备地图']) assert.ok(!paths.includes(path), path);
    const held = await t.deps.inTenant(id, (tx) =>
      tx.rows<{ name: string }>(sql`select m.name from roles r join role_menus rm on rm.tenant_id = r.tenant_id and rm.role_id = r.id
        join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id where r.tenant_id = ${id} and r.code = 'board' order by m.name`),
    );
    assert.deepEqual(held.map(({ name }) => name).sort(), ['派单看板', '照护'].sort());
  });
});
