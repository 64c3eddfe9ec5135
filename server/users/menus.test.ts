import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { z } from 'zod';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import { groupPath } from '#contract/users/menus.rules.ts';
import { menus } from '#contract/users/menus.ts';
import { roles } from '#contract/users/roles.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

type Node = Record<string, any>;

let t: Harness;
let admin: TestUser;
let group: number;
let page: number;
let roleId: number;
before(async () => {
  t = await harness();
  admin = await t.user(await t.tenant());
  const add = async (input: object): Promise<number> => {
    const { status, data, msg } = await t.route(menus.create, admin, { parentId: -1, type: '0', ...input });
    assert.equal(status, 200, String(msg));
    return data;
  };
  group = await add({ name: '照护' });
  page = await add({ name: '服务对象', parentId: group, path: '/oldMan/index' });
  await add({ name: '新增', parentId: page, type: '1' });
  await add({ name: '空组', type: '2', path: '' });
  roleId = (await t.route(roles.list, admin)).data[0].roleId;
});
after(() => t.close());

/** Every menu in an answer, whatever is around it. */
function nodesIn(data: unknown): Node[] {
  if (Array.isArray(data)) return data.flatMap(nodesIn);
  if (typeof data !== 'object' || data === null) return [];
  return ['keepAlive' in data ? [data as Node] : [], Object.values(data).flatMap(nodesIn)].flat();
}

describe('every call that answers menus', () => {
  /** What each is asked, so that it answers the group. */
  const asked: Record<string, () => object[]> = {
    'menus.own': () => [{}, { type: 'top' }, { parentId: group }],
    'menus.tree': () => [{}, { lazy: true }, { lazy: true, parentId: group }],
    'menus.ofTenant': () => [{ id: admin.tenantId }],
    'menus.get': () => [{ id: group }, { id: page }],
    'roles.permissions': () => [{ id: roleId }],
  };

  it('is known here', () => {
    const answering = (Object.entries(contract) as [string, Record<string, Route>][]).flatMap(([service, routes]) =>
      Object.entries(routes)
        .filter(
          ([, { kind, output }]) =>
            kind === 'json' && JSON.stringify(z.toJSONSchema(output, { unrepresentable: 'any' })).includes('"keepAlive"'),
        )
        .map(([name]) => `${service}.${name}`),
    );
    assert.deepEqual(answering.toSorted(), Object.keys(asked).toSorted());
  });

  it('gives each menu a path: routers of this family refuse a tree in which one has none; a button has its own or none', async () => {
    const seen = new Set<string>();
    for (const [name, inputs] of Object.entries(asked)) {
      const [service, call] = name.split('.') as [keyof typeof contract, string];
      for (const input of inputs()) {
        const { status, data, msg } = await t.route((contract[service] as Record<string, Route>)[call] as Route, admin, input as never);
        assert.equal(status, 200, `${name}: ${msg}`);
        const nodes = nodesIn(data);
        assert.ok(nodes.length > 0, name);
        for (const node of nodes) {
          seen.add(node.name);
          if (node.type === '1') assert.equal(node.path, null, `${name}: ${node.name}`);
          else assert.ok(typeof node.path === 'string' && node.path !== '', `${name}: ${node.name}`);
          if (['照护', '空组'].includes(node.name)) assert.equal(node.path, groupPath(node.id ?? node.menuId), name);
        }
      }
    }
    for (const name of ['照护', '服务对象', '新增', '空组']) assert.ok(seen.has(name), name);
  });

  it('and a group that is sent back with it stays a group', async () => {
    const { data: row } = await t.route(menus.get, admin, { id: group });
    assert.equal((await t.route(menus.update, admin, { ...row, name: '照护组' })).status, 200);
    const rows = await t.deps.inTenant(admin.tenantId, (tx) =>
      tx.rows<{ name: string; path: string | null }>(sql`select name, path from menus where tenant_id = ${tx.tenantId} and id = ${group}`),
    );
    assert.deepEqual(rows, [{ name: '照护组', path: null }]);
  });
});
