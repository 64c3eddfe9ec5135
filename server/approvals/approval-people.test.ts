import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { approvalPeople as routes } from '#contract/approvals/approval-people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let [nurse, locked, gone, stranger, designer] = [] as unknown as [TestUser, TestUser, TestUser, TestUser, TestUser];
const namesOf = (answer: { data: unknown }) => (answer.data as { name: string }[]).map(({ name }) => name);

before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  nurse = await t.user(tenant, { name: '护士甲', permissions: [] });
  locked = await t.user(tenant, { name: '护士乙', permissions: [] });
  gone = await t.user(tenant, { name: '护士丙', permissions: [] });
  designer = await t.user(tenant, { name: '管理员', permissions: ['approval_definition_view'] });
  stranger = await t.user(await t.tenant('安心颐养院'), { name: '护士丁', permissions: ['approval_definition_view'] });
  await t.deps.inTenant(tenant, async (tx) => {
    await tx.run(sql`update users set status = 9 where tenant_id = ${tenant} and id = ${locked.userId}`);
    await tx.run(sql`update users set deleted_at = now() where tenant_id = ${tenant} and id = ${gone.userId}`);
    await tx.run(sql`insert into posts (tenant_id, code, name) values (${tenant}, 'head', '护士长')`);
  });
});
after(() => t.close());

describe('people of approvals', () => {
  it('are found by a part of the name, by everyone of the institution, as long as they can sign in', async () => {
    assert.deepEqual(namesOf(await t.route(routes.find, nurse, { name: '护士' })), ['护士甲']);
    assert.deepEqual(namesOf(await t.route(routes.find, stranger, { name: '护士' })), ['护士丁']);
    assert.deepEqual(namesOf(await t.route(routes.find, nurse, { name: '%' })), []);
    assert.equal((await t.route(routes.find, nurse, { name: '长'.repeat(21) })).status, 400);
  });

  it('keep their names while they are locked; those of another institution have none', async () => {
    const ids = [nurse.userId, locked.userId, stranger.userId];
    assert.deepEqual(namesOf(await t.route(routes.find, nurse, { ids })).sort(), ['护士乙', '护士甲'].sort());
  });

  it('are named by role and post for those who see flows', async () => {
    assert.equal((await t.route(routes.groups, nurse, {})).status, 403);
    const own = (await t.route(routes.groups, designer, {})).data as { roles: { name: string }[]; posts: { name: string }[] };
    assert.deepEqual(
      own.posts.map(({ name }) => name),
      ['护士长'],
    );
    assert.ok(own.roles.length > 0);
    assert.deepEqual(((await t.route(routes.groups, stranger, {})).data as { posts: unknown[] }).posts, []);
  });
});
