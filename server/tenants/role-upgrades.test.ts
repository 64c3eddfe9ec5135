import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { roleHolds } from '#test/former-menus.ts';
import { harness, type Harness } from '#test/harness.ts';
import { DEFAULTS_VERSION } from '../system/menu-defaults.ts';
import { roleDefaults } from '../system/role-defaults.ts';
import { upgradeDefaults } from './default-upgrades.ts';
import { isChanged, menuVersions, rightsByVersion } from './role-upgrades.ts';
import { createTenantDefaults } from './tenant-defaults.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t.close());

const codes = roleDefaults.flatMap(({ code, permissions }) => (permissions === 'all' ? [] : [code]));
const holds = (id: number, code: string) => roleHolds(t, id, code);

/** A tenant as version 14 left it, with a user who may grant rights; `change` is what its administrators did since. */
async function ofVersion14(change = sql`select 1`) {
  const id = await t.tenant();
  const admin = await t.user(id, { permissions: ['sys_role_perm'] });
  const late = [...menuVersions].flatMap(([permission, since]) => (since > 14 ? [permission] : []));
  await t.deps.inTenant(id, async (tx) => {
    await createTenantDefaults(tx, id);
    for (const type of [1, 0])
      await tx.run(sql`delete from menus where tenant_id = ${id} and type = ${type} and permission = any(${late})`);
    await tx.run(sql`delete from menus where tenant_id = ${id} and name = '膳食' and permission is null`);
    await tx.run(change);
    await tx.run(sql`update tenant_defaults set version = 14 where tenant_id = ${id}`);
  });
  const told = () =>
    t.deps.inTenant(id, (tx) =>
      tx.rows<{ text: string; link: string }>(
        sql`select text, link from messages where tenant_id = ${id} and recipient_id = ${admin.userId} and title like '本次更新%'`,
      ),
    );
  return { id, told };
}

const withdrawn = (code: string, permission: string) => sql`
  delete from role_menus rm using roles r, menus m where r.tenant_id = rm.tenant_id and r.id = rm.role_id and m.tenant_id = rm.tenant_id
    and m.id = rm.menu_id and rm.tenant_id = (select app.tenant()) and r.code = ${code} and m.permission = ${permission}`;

describe('rights of the default roles', () => {
  it('come with a version that is not newer than the present one', () => {
    for (const code of codes)
      assert.ok(
        [...rightsByVersion(code)!.values()].every((since) => since <= DEFAULTS_VERSION),
        code,
      );
    assert.equal(rightsByVersion('admin'), undefined);
    assert.equal(rightsByVersion('carer')!.get('members_visittask_do'), 15);
    assert.equal(rightsByVersion('agent')!.get('members_workorder_followup'), 13, 'later than its menu');
  });

  it('are changed when one is lacking that there was, or one is there that the default has not', () => {
    const rights = new Map([
      ['old', 1],
      ['new', 15],
    ]);
    const all = new Set(['old', 'new', 'other']);
    const table: [held: string[], present: Set<string>, changed: boolean][] = [
      [['old'], all, false],
      [['old', 'new'], all, false],
      [[], all, true],
      [[], new Set(['new']), false],
      [['old', 'other'], all, true],
    ];
    for (const [held, present, changed] of table) assert.equal(isChanged(rights, 14, new Set(held), present), changed, held.join());
  });
});

describe('an update', () => {
  it('gives the default roles of an institution what came for them with meals, visits, care at home, charts, skin, rounds and papers', async () => {
    const { id, told } = await ofVersion14();
    assert.ok(!(await holds(id, 'nurse')).includes('members_persondocument_view'));
    assert.equal(await upgradeDefaults(t.deps), 1);
    for (const code of codes) assert.deepEqual(await holds(id, code), [...rightsByVersion(code)!.keys()].sort(), code);
    for (const permission of ['members_oldman_merge', 'members_oldman_dossier', 'members_dietplan_publish', 'members_visittask_assign'])
      assert.ok((await holds(id, 'admin')).includes(permission), permission);
    assert.deepEqual(await told(), []);
  });

  it('leaves a role with changed rights as it is and says which there are to give', async () => {
    const { id, told } = await ofVersion14(withdrawn('nurse', 'members_order_add'));
    const before = await holds(id, 'nurse');
    assert.equal(await upgradeDefaults(t.deps), 1);
    assert.deepEqual(await holds(id, 'nurse'), before);
    assert.ok((await holds(id, 'carer')).includes('members_visittask_do'), 'the others get theirs');
    const [message, ...more] = await told();
    assert.deepEqual(more, []);
    assert.equal(message!.link, '/admin/role/index');
    assert.match(message!.text, /^“护士”的权限改动过.*角色管理.*探访任务/);
    assert.equal(await upgradeDefaults(t.deps), 0, 'once');
    assert.equal((await told()).length, 1);
  });
});
