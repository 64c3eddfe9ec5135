import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { home, steps as STEPS } from '#contract/screens/home.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant);
});
after(() => t.close());

const read = async (as: TestUser) => (await t.route(home.read, as)).data;

describe('the home page', () => {
  it('is for those who are signed in', async () => {
    assert.equal((await t.route(home.read, null)).status, 401);
  });

  it('of an institution that has just begun shows the first steps, and nothing that waits', async () => {
    const { beds, warnings, orders, steps } = await read(admin);
    assert.deepEqual(beds, { buildings: [], counting: false });
    assert.deepEqual(warnings, []);
    assert.ok(orders?.every(({ count }: { count: number }) => count === 0));
    assert.deepEqual(steps, Object.fromEntries(STEPS.map((step) => [step, false])));
  });

  it('counts beds, warnings and orders, each from its own tenant', async () => {
    const first = await person(t, tenant);
    const second = await person(t, tenant, '李建国');
    const { projectId } = await project(t, admin, { name: '助浴' });
    await warning(t, tenant, first);
    await warning(t, tenant, second, { rule: 'low_battery', severity: 4 });
    await t.deps.inTenant(tenant, async (tx) => {
      await tx.run(
        sql`update people set status = 2, care_level = null, created_at = now() - interval '40 days'
          where tenant_id = ${tenant} and id = ${second}`,
      );
      await tx.run(
        sql`update beds set status = 2
          where tenant_id = ${tenant} and id = (select bed_id from people where tenant_id = ${tenant} and id = ${first})`,
      );
      await tx.run(sql`update warnings set status = 2 where tenant_id = ${tenant} and person_id = ${second}`);
    });
    const job = { serverProjectId: projectId, serverTime: '2099-01-01 09:00:00' };
    const form = { oldmanId: first, oldmanPhone: '13911112222', oldmanAddress: '北京市东城区景山前街4号' };
    for (const jobLists of [[job], [job, job], [{ ...job, serverUserId: admin.userId }]])
      await t.route(workOrders.create, admin, { ...form, jobLists });

    const figures = await read(admin);
    assert.deepEqual(figures.beds?.buildings, [{ name: '3号楼', free: 1, reserved: 0, occupied: 1, closed: 0 }]);
    assert.deepEqual(
      figures.warnings?.map(({ severity, count, oldest }: { severity: number; count: number; oldest: string | null }) => [
        severity,
        count,
        oldest !== null,
      ]),
      [
        [1, 1, true],
        [4, 1, false],
      ],
      'what somebody is at keeps nobody waiting',
    );
    assert.match(figures.warnings?.[0]?.oldest ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const ofStatus = Object.fromEntries(
      (figures.orders ?? []).map(({ status, count }: { status: number; count: number }) => [status, count]),
    );
    assert.deepEqual(ofStatus, { 1: 2, 2: 1, 3: 0, 4: 0, 5: 0 });
    assert.deepEqual(figures.steps, {
      beds: true,
      departments: false,
      staff: false,
      duties: false,
      services: true,
      people: true,
      devices: true,
      policies: false,
      trial: false,
    });
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update warnings set status = 2 where tenant_id = ${tenant} and person_id = ${first} and rule = 'sos'`),
    );
    assert.equal((await read(admin)).steps.trial, true, 'an SOS was answered');

    const stranger = await read(await t.user(await t.tenant()));
    assert.deepEqual([stranger.beds?.buildings, stranger.warnings], [[], []]);
  });

  it('shows no first steps to the platform and to a group', async () => {
    const group = await t.tenant('集团');
    await t.tenant('下属机构', group);
    for (const id of [group, PLATFORM]) assert.equal((await read(await t.user(id))).steps, null);
  });

  it('leaves out what somebody may not see, and counts within the data scope', async () => {
    const nobody = await read(await t.user(tenant, { permissions: [] }));
    assert.deepEqual([nobody.beds, nobody.warnings, nobody.orders, nobody.steps], [null, null, null, null]);
    const permissions = ['members_oldman_view', 'members_workorder_view', 'members_workorder_serve'];
    const carer = await t.user(tenant, { permissions, dataScope: 3 });
    const before = await read(carer);
    assert.ok(before.orders?.every(({ count }: { count: number }) => count === 0));
  });

  it('makes the figures of a large institution aside, and shows the last known meanwhile', async () => {
    const large = await t.tenant('很大的机构');
    const director = await t.user(large);
    await t.deps.inTenant(large, (tx) =>
      tx.run(
        sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${large}, '1号楼', '1', '101') returning id)
          insert into beds (tenant_id, room_id, name, status)
          select ${large}, id, n::text, 2 * (n % 2) from room, generate_series(1, 10001) n`,
      ),
    );
    const first = await read(director);
    assert.deepEqual(first.beds, { buildings: [], counting: true });
    let later = first;
    for (let tries = 0; later.beds?.counting && tries < 200; tries++) {
      await sleep(25);
      later = await read(director);
    }
    assert.deepEqual(later.beds, { buildings: [{ name: '1号楼', free: 5000, reserved: 0, occupied: 5001, closed: 0 }], counting: false });
  });
});
