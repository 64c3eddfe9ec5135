import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { tenants as routes } from '#contract/tenants/tenants.ts';
import { putClients } from '#test/accounts.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

let t: Harness;
let platform: TestUser;
before(async () => {
  t = await harness();
  await putClients(t);
  platform = await t.user(1);
});
after(() => t.close());

const outline = (id: number) =>
  t.deps.inTenant(id, async (tx) => ({
    menus: (
      await tx.rows<{ path: string }>(sql`
        with recursive tree as (
          select id, name as path from menus where tenant_id = ${id} and parent_id is null
          union all select m.id, tree.path || '/' || m.name from menus m join tree on m.tenant_id = ${id} and m.parent_id = tree.id)
        select path from tree order by path collate "C"`)
    ).map(({ path }) => path),
    roles: (
      await tx.rows<{ text: string }>(sql`
        select r.code || ' ' || r.data_scope || ' ' || (select string_agg(m.name || coalesce(m.permission, ''), ','
        order by m.name collate "C", m.permission)
          from role_menus rm join menus m on m.tenant_id = rm.tenant_id and m.id = rm.menu_id where rm.tenant_id = r.tenant_id
            and rm.role_id = r.id) as text
        from roles r where r.tenant_id = ${id} order by r.code collate "C"`)
    ).map(({ text }) => text),
    words: (
      await tx.rows<{ text: string }>(sql`
        select d.type || ' ' || i.value || ' ' || i.label as text from dictionaries d join dictionary_items i on i.tenant_id = d.tenant_id
          and i.dictionary_id = d.id
        where d.tenant_id = ${id} order by 1`)
    ).map(({ text }) => text),
  }));

describe('a tenant after the model of another', () => {
  it('has its menus, dictionaries and roles, and shares no row with it', async () => {
    const first = (await t.route(routes.create, platform, { name: '样板院', code: 'model' })).data.id as number;
    await t.deps.inTenant(first, async (tx) => {
      await tx.run(sql`update menus set name = '长者档案' where tenant_id = ${first} and permission = 'members_oldman_view'`);
      await tx.run(sql`delete from menus where tenant_id = ${first} and permission = 'members_workorder_score'`);
      await tx.run(sql`insert into roles (tenant_id, name, code, data_scope) values (${first}, '护士长', 'head_nurse', 2)`);
      await tx.run(sql`insert into role_menus (tenant_id, role_id, menu_id) select r.tenant_id, r.id, m.id from roles r
        join menus m on m.tenant_id = r.tenant_id
        where r.tenant_id = ${first} and r.code = 'head_nurse' and m.permission = 'members_oldman_view'`);
      await tx.run(sql`update dictionary_items set label = '特护' where tenant_id = ${first} and label = '特级护理'`);
    });
    const made = await t.route(routes.create, platform, { name: '分院', code: 'copy', cloneFrom: first });
    assert.equal(made.status, 200, made.msg ?? '');
    const [model, copy] = [await outline(first), await outline(made.data.id)];
    assert.deepEqual(copy, model);
    assert.ok(
      copy.menus.includes('长者/长者档案') &&
        copy.words.some((text) => text.endsWith('特护')) &&
        copy.roles.some((text) => text.startsWith('head_nurse 2')),
    );
    assert.equal((await t.route(routes.page, platform, { code: 'copy' })).data.records[0].users, 1, 'its own first administrator');
  });

  it('gets nothing that only the platform has, and none of a tenant that is not there', async () => {
    await t.deps.inTenant(1, (tx) => createTenantDefaults(tx, 1));
    const made = await t.route(routes.create, platform, { name: '仿平台', code: 'like-platform', cloneFrom: 1 });
    assert.equal(made.status, 200, made.msg ?? '');
    const { menus, roles } = await outline(made.data.id);
    assert.ok(menus.includes('经营/租户管理') && !menus.some((path) => path.includes('客户端')), menus.join());
    assert.ok(!roles.join().includes('admin_systenant_add'));
    assert.ok(menus.includes('经营/产品包订购') && roles.join().includes('package_order'), 'what the platform alone has not');
    assert.equal((await t.route(routes.create, platform, { name: '无', code: 'none', cloneFrom: 424_242 })).status, 404);
    const bare = await t.tenant('没有角色');
    const refused = await t.route(routes.create, platform, { name: '无', code: 'none', cloneFrom: bare });
    assert.deepEqual([refused.status, refused.msg], [422, '模板租户没有管理员角色（admin），不能作为模板']);
    assert.equal((await t.route(routes.page, platform, { code: 'none' })).data.total, 0);
  });
});
