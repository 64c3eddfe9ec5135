import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { users as routes } from '#contract/users/users.ts';
import { departments } from '#contract/users/departments.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';
import type { Session } from '../context.ts';
import { scoped } from './data-scope.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
const dept: Record<string, number> = {};
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
  for (const [name, parent] of [
    ['总部', null],
    ['护理部', '总部'],
    ['一组', '护理部'],
    ['后勤部', '总部'],
  ] as const) {
    dept[name] = (await t.route(departments.create, admin, { name, parentId: parent ? dept[parent] : 0 })).data;
  }
});
after(() => t.close());

const member = (name: string, department: string | null, dataScope: number) =>
  t.user(tenantId, {
    permissions: ['sys_user_view', 'sys_user_edit'],
    name,
    dataScope,
    departmentId: department ? (dept[department] as number) : null,
  });
const namesSeenBy = async (user: TestUser) =>
  (await t.route(routes.page, user, { size: 100 })).data.records.map((row: { nickName: string }) => row.nickName).sort();

describe('data scope', () => {
  it('is all, institution, department and below, or own', async () => {
    const head = await member('部长', '护理部', 2);
    const carer = await member('护理甲', '一组', 3);
    const cook = await member('厨师', '后勤部', 3);
    const lone = await member('无部门', null, 2);
    const director = await member('院长', null, 1);
    assert.deepEqual(await namesSeenBy(head), ['护理甲', '部长']);
    assert.deepEqual(await namesSeenBy(carer), ['护理甲']);
    assert.deepEqual(await namesSeenBy(lone), ['无部门'], 'without a department only oneself');
    assert.equal((await namesSeenBy(director)).length, 6);
    // What the list hides is hidden everywhere.
    assert.equal((await t.route(routes.details, head, { id: String(cook.userId) })).data, null);
    assert.equal((await t.route(routes.update, head, { userId: cook.userId, username: cook.username })).status, 404);
    const moved = { userId: carer.userId, username: carer.username };
    assert.equal((await t.route(routes.update, head, { ...moved, deptId: dept['后勤部'] })).status, 403);
  });

  it('counts a row’s owners when it has no department column', async () => {
    const [head, carer, cook] = [
      await member('部长二', '护理部', 2),
      await member('护理乙', '一组', 3),
      await member('厨师二', '后勤部', 3),
    ];
    const projects = await t.deps.inTenant(tenantId, async (tx) => {
      const type = (await tx.row(db.insertInto('service_types').values({ tenant_id: tenantId, name: '助餐' }).returning('id'))) as {
        id: number;
      };
      for (const [name, owner] of [
        ['甲', carer],
        ['乙', cook],
      ] as const) {
        await tx.run(
          db
            .insertInto('service_projects')
            .values({ tenant_id: tenantId, service_type_id: type.id, name, price_fen: 100, created_by: owner.userId }),
        );
      }
      const seenBy = async (user: TestUser, dataScope: number, departmentIds: number[]) => {
        const session = { tenantId, userId: user.userId, dataScope, departmentIds } as unknown as Session;
        const scope = scoped({ owners: ['created_by'] });
        const query = db
          .selectFrom('service_projects')
          .select('name')
          .where('tenant_id', '=', tenantId)
          .where((eb: any) => scope(eb, session) ?? sql<boolean>`true`)
          .orderBy('name');
        return (await tx.rows<{ name: string }>(query)).map((row) => row.name);
      };
      const nursing = [dept['护理部'] as number, dept['一组'] as number];
      return [
        await seenBy(head, 2, nursing),
        await seenBy(carer, 3, nursing),
        await seenBy(head, 3, nursing),
        await seenBy(head, 1, []),
        await seenBy(head, 0, []),
      ];
    });
    assert.deepEqual(projects, [['甲'], ['甲'], [], ['乙', '甲'], ['乙', '甲']]);
  });
});

describe('departments', () => {
  it('are a tree without circles, kept while used', async () => {
    const { data } = await t.route(departments.tree, admin);
    assert.deepEqual(
      data.map((node: { name: string; parentId: number }) => [node.name, node.parentId]),
      [['总部', 0]],
    );
    assert.deepEqual(
      data[0].children.map((node: { name: string }) => node.name),
      ['护理部', '后勤部'],
    );
    assert.equal(data[0].children[1].children, undefined);
    const circle = await t.route(departments.update, admin, { deptId: dept['护理部'], name: '护理部', parentId: dept['一组'] });
    assert.deepEqual([circle.status, circle.msg], [422, '上级部门不能是自己或下级部门']);
    assert.equal((await t.route(departments.remove, admin, { id: dept['护理部'] })).msg, '部门含有下级不能删除');
    assert.equal((await t.route(departments.remove, admin, { id: dept['一组'] })).msg, '部门下还有员工或服务对象，不能删除');
    const spare = (await t.route(departments.create, admin, { name: '临时', parentId: dept['总部'] })).data;
    assert.equal((await t.route(departments.remove, admin, { id: spare })).status, 200);
    assert.equal((await t.route(departments.create, admin, { name: '' })).msg, '请输入部门名称');
    assert.equal((await t.route(departments.create, admin, { name: '孤儿', parentId: 999_999 })).status, 404);
  });

  it('refuses strangers, and heads outside their own', async () => {
    assert.equal((await t.route(departments.tree, null)).status, 401);
    assert.equal((await t.route(departments.create, await t.user(tenantId, { permissions: [] }), { name: '私设' })).status, 403);
    const stranger = await t.user(await t.tenant());
    assert.equal((await t.route(departments.get, stranger, { id: dept['总部'] })).status, 404);
    assert.equal((await t.route(departments.update, stranger, { deptId: dept['总部'], name: '夺取' })).status, 404);
    const head = await t.user(tenantId, { dataScope: 2, departmentId: dept['护理部'] as number });
    const moved = await t.route(departments.update, head, { deptId: dept['后勤部'], name: '后勤部', parentId: dept['护理部'] });
    assert.deepEqual(refusal(moved), [403, '不能操作数据权限以外的部门']);
    assert.equal((await t.route(departments.create, head, { name: '二组', parentId: dept['护理部'] })).status, 200);
  });

  it('move rights with them, from the next request on', async () => {
    const head = await member('部长三', '护理部', 2);
    assert.ok(!(await namesSeenBy(head)).includes('厨师'));
    assert.equal(
      (await t.route(departments.update, admin, { deptId: dept['后勤部'], name: '后勤部', parentId: dept['护理部'] })).status,
      200,
    );
    assert.ok((await namesSeenBy(head)).includes('厨师'));
  });
});
