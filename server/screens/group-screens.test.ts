import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { screens as routes } from '#contract/screens/screens.ts';
import { users } from '#contract/users/users.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let group: number;
let houses: number[];
let boss: TestUser;
before(async () => void (t = await harness()));
after(() => t.close());
beforeEach(async () => {
  group = await t.tenant('平安集团', 1);
  houses = [await t.tenant('甲院', group), await t.tenant('乙院', group)];
  boss = await t.user(group, { permissions: ['group_screen'] });
});

const read = (ids: readonly number[] | string = [], as = boss) =>
  t.call('GET', '/members/screen/group', { as, headers: String(ids) === '' ? {} : { 'tenant-ids': String(ids) } });
const namesOf = (answer: { data: { institutions: { name: string }[] } }) => answer.data.institutions.map(({ name }) => name);
const fill = (tenant: number, text: ReturnType<typeof sql>) => t.deps.inTenant(tenant, (tx) => tx.run(text));
/** What was written down of refused tenants, by whom. */
const refusals = (tenant: number) =>
  t.deps.inTenant(tenant, (tx) =>
    tx.rows<{ parameters: string; user_id: number }>(
      sql`select parameters, user_id from operation_logs where tenant_id = ${tenant} and title = '越权访问其他租户' order by id`,
    ),
  );

describe("a group's screen", () => {
  it('is for those who may', async () => {
    assert.equal((await t.route(routes.group, null)).status, 401);
    assert.equal((await read([], await t.user(group, { permissions: ['tenant_screen'] }))).status, 403);
    const alone = await t.user(houses[0] as number, { permissions: ['group_screen'] });
    const { status, data } = await read([], alone);
    assert.deepEqual([status, data.institutions, data.choice], [200, [], []], 'an institution has nothing below');
  });

  it('adds up each institution, and names nobody', async () => {
    const [first = 0, second = 0] = houses;
    await fill(
      first,
      sql`insert into people (tenant_id, name, status) values (${first}, '王秀英', 1), (${first}, '李大山', 2), (${first}, '赵离院', 4)`,
    );
    await fill(
      first,
      sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${first}, '1号楼', '1层', '101') returning id)
      insert into beds (tenant_id, room_id, name, status) select ${first}, id, n, s
      from room, (values ('1床', 2), ('2床', 3), ('3床', 0), ('4床', 4)) as b (n, s)`,
    );
    await fill(
      first,
      sql`with d as (insert into devices (tenant_id, imei) values (${first}, ${`a${first}`}), (${first}, ${`b${first}`}) returning id)
      insert into device_states (tenant_id, device_id, last_seen_at) select ${first}, min(id), now() from d`,
    );
    await fill(
      first,
      sql`insert into warnings (tenant_id, rule, subject, severity, source_type, content, happened_at, last_at, created_at, status,
        acknowledged_at) values
      (${first}, 'sos', 'p1', 1, 1, '', now(), now(), now(), 0, null),
        (${first}, 'fall', 'p1', 1, 1, '', now(), now(), now() - interval '1 second', 1, now() + interval '39 seconds'),
      (${first}, 'alarm', 'p1', 2, 1, '', now(), now(), now() - interval '3 days', 2, now())`,
    );
    await fill(second, sql`insert into people (tenant_id, name) values (${second}, '孙一')`);
    const { status, data } = await read();
    assert.equal(status, 200);
    assert.deepEqual([data.tenantName, data.choice.map(({ name }: any) => name)], ['平安集团', ['甲院', '乙院']]);
    const [one, two] = data.institutions;
    assert.deepEqual(
      [one.people, one.beds, one.devices],
      [
        { inCare: 1, away: 1 },
        { total: 4, taken: 2, free: 1 },
        { total: 2, online: 1 },
      ],
    );
    assert.deepEqual(one.warnings, { today: 2, critical: 2, closed: 1, open: 2, unanswered: 1 });
    assert.deepEqual(one.response, { count: 1, average: 40, p90: 40 });
    assert.deepEqual([two.name, two.people.inCare, two.warnings.open, two.response.average, two.inForce], ['乙院', 1, 0, null, true]);
    assert.equal(/王秀英|李大山|孙一/.test(JSON.stringify(data)), false);
  });

  it('has nothing of institutions that are not below, deleted, or somebody else’s', async () => {
    const [first = 0] = houses;
    const others = await t.tenant('别家集团', 1);
    await t.tenant('别家院', others);
    await fill(1, sql`update tenants set deleted_at = now() where id = ${first}`);
    assert.deepEqual(namesOf(await read()), ['乙院']);
    await fill(1, sql`update tenants set status = 9 where id = ${houses[1] as number}`);
    const { institutions } = (await read()).data;
    assert.deepEqual([institutions.length, institutions[0].inForce], [1, false]);
  });

  it('is narrowed by the list, and refuses one that names more, writing it down', async () => {
    const [first = 0, second = 0] = houses;
    assert.deepEqual(namesOf(await read([second])), ['乙院']);
    assert.deepEqual(namesOf(await read([first, second])), ['甲院', '乙院']);
    assert.deepEqual(namesOf(await read([group])), [], 'the group itself is no institution');
    assert.equal((await read('all')).status, 400);
    assert.equal((await read(`${first},0`)).status, 400);
    const stranger = await t.tenant('外院');
    const refused = await read([first, stranger]);
    assert.deepEqual([refused.status, refused.msg], [403, `无效的租户编号:${stranger}`]);
    assert.deepEqual(await refusals(group), [{ parameters: `TENANT-ID=${stranger}`, user_id: boss.userId }]);
    const asked = await t.call('GET', `/members/screen/group?TENANT-IDS=${first}&TENANT-IDS=${stranger}`, { as: boss });
    assert.equal(asked.status, 403);
    assert.equal((await t.call('GET', `/members/screen/group?TENANT-IDS=${first}`, { as: boss })).data.institutions.length, 1);
  });

  it('the list holds for every call, as the tenant does', async () => {
    const [first = 0] = houses;
    const info = (ids: number[], as = boss) => t.call('GET', users.info.path, { as, headers: { 'tenant-ids': String(ids) } });
    assert.equal((await info([group, first])).status, 200);
    const inside = await t.user(first, { permissions: [] });
    assert.equal((await info([first], inside)).status, 200);
    assert.equal((await info([group], inside)).status, 403, 'nobody reaches up');
    assert.equal((await info([houses[1] as number], inside)).status, 403, 'nor aside');
    assert.equal((await t.call('GET', users.info.path, { as: inside, headers: { 'tenant-id': String(group) } })).status, 403);
    assert.deepEqual(
      (await refusals(first)).map(({ parameters }) => parameters),
      [group, houses[1]].map((id) => `TENANT-ID=${id}`),
      'each tenant once',
    );
  });

  it('of the platform shows whatever has nothing below itself', async () => {
    const operator = await t.user(1, { permissions: ['group_screen'] });
    const names = namesOf(await read([], operator));
    assert.ok(!names.includes('平安集团') && !names.includes('平台'));
    assert.deepEqual(namesOf(await read(houses, operator)), ['甲院', '乙院']);
  });
});
