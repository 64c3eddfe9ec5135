import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { menus, type MenuNode } from '#contract/users/menus.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { createTenantDefaults } from '../tenants/tenant-defaults.ts';
import { bedsidePages } from './bedside.ts';
import { menuDefaults, type MenuDefault } from './menu-defaults.ts';

const pathsOf = (nodes: readonly (MenuNode | MenuDefault)[]): string[] =>
  nodes.flatMap((node) => [...(node.path && !('aside' in node) ? [node.path] : []), ...pathsOf(node.children ?? [])]);

it('every page of daily work is one of the menu', () => {
  const known = new Set(pathsOf(menuDefaults));
  assert.deepEqual(
    [...bedsidePages].filter((path) => !known.has(path)),
    [],
  );
});

describe('the menu of who looks at institutions from above', () => {
  let t: Harness;
  let [group, institution] = [0, 0];
  before(async () => {
    t = await harness();
    group = await t.tenant('平安养老集团');
    institution = await t.tenant('平安颐养院', group);
  });
  after(() => t.close());

  /** An administrator of a tenant with the defaults. */
  async function administrator(tenantId: number): Promise<TestUser> {
    const roles = await t.deps.inTenant(tenantId, (tx) => createTenantDefaults(tx, tenantId));
    const user = await t.user(tenantId, { permissions: [] });
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into user_roles (tenant_id, user_id, role_id) values (${tenantId}, ${user.userId}, ${roles.get('admin')})`),
    );
    return user;
  }
  const shown = async (user: TestUser) => new Set(pathsOf((await t.route(menus.own, user, {})).data as MenuNode[]));

  it('has no daily work with residents, until there are residents of its own', async () => {
    const above = await administrator(group);
    const before = await shown(above);
    assert.deepEqual(
      [...bedsidePages].filter((path) => before.has(path)),
      [],
    );
    for (const path of ['/wel/index', '/admin/tenant/index', '/oldMan/index', '/business/bcroom/index', '/approval/index'])
      assert.ok(before.has(path), path);
    await person(t, group);
    const after = await shown(above);
    assert.deepEqual(
      [...bedsidePages].filter((path) => !after.has(path)),
      [],
    );
  });

  it('is whole in an institution that has nobody yet', async () => {
    const there = await shown(await administrator(institution));
    assert.deepEqual(
      [...bedsidePages].filter((path) => !there.has(path)),
      [],
    );
  });
});
