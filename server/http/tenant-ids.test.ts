import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { connection } from '#server/db/pool.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { MOST_ATTEMPTS } from './tenant-ids.ts';

let t: Harness;
let tenant: number;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
});
after(() => t?.close());

const reach = (as: TestUser, foreign: number) => t.call('GET', '/admin/user/info', { as, headers: { 'tenant-id': String(foreign) } });
const written = (user: TestUser) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.rows<{ parameters: string; exception: string }>(
      sql`select parameters, exception from operation_logs where tenant_id = ${tenant} and title = '越权访问其他租户'
        and user_id = ${user.userId} order by id`,
    ),
  );

describe('reaching for another tenant', () => {
  it('is refused each time and written down once for each tenant', async () => {
    const user = await t.user(tenant);
    for (const answer of await Promise.all(Array.from({ length: 12 }, () => reach(user, 987_654))))
      assert.deepEqual([answer.status, answer.msg], [403, '无效的租户编号:987654']);
    assert.deepEqual(await written(user), [{ parameters: 'TENANT-ID=987654', exception: '无效的租户编号' }]);
    await reach(user, 987_655);
    assert.equal((await written(user)).length, 2);
  });

  it('with a list that is none is refused', async () => {
    const user = await t.user(tenant);
    for (const list of ["1' or 1=1", '0', '-1', Array.from({ length: 201 }, (_, n) => n + 1).join()]) {
      const answer = await t.call('GET', '/admin/user/info', { as: user, headers: { 'tenant-ids': list } });
      assert.deepEqual(refusal(answer), [400, '租户编号列表格式不正确'], list.slice(0, 20));
    }
    assert.deepEqual(await written(user), []);
  });

  it('fills no log: a user causes so many rows within 24 hours, the last of which says that it is the last', async () => {
    const [user, other] = [await t.user(tenant), await t.user(tenant)];
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reach(user, 500_000 + round * 10 + n)));
      for (const { status } of answers) assert.equal(status, 403);
    }
    const rows = await written(user);
    assert.equal(rows.length, MOST_ATTEMPTS);
    assert.deepEqual(
      rows.filter(({ exception }) => exception.includes('其余不再记录')).map(({ exception }) => exception),
      ['无效的租户编号；24小时内已有20条，其余不再记录'],
    );
    assert.match(rows.at(-1)?.exception ?? '', /其余不再记录/);
    await reach(other, 500_000);
    assert.equal((await written(other)).length, 1, 'another user is written down');
    // A day later it begins anew.
    const owner = new pg.Client(connection(t.target('superuser'), 'tenant ids'));
    await owner.connect();
    await owner.query("set session_replication_role = 'replica'");
    await owner.query("update operation_logs set created_at = created_at - interval '25 hours' where user_id = $1", [user.userId]);
    await owner.end();
    await reach(user, 500_000);
    assert.equal((await written(user)).length, MOST_ATTEMPTS + 1);
  });
});
