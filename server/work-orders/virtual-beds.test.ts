import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { DAY, textOf } from '#contract/time.ts';
import { virtualBeds as routes } from '#contract/work-orders/virtual-beds.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let chief: TestUser;
let visited: number;
let alone: number;
const NOW = Date.now();
const ago = (days: number) => textOf(NOW - days * DAY);

const add = async (input: Record<string, unknown>, as = chief) =>
  (await t.route(people.create, as, { serviceType: 2, ...input })).data as number;
const page = async (input: Record<string, unknown> = {}, as = chief) => (await t.route(routes.page, as, input)).data;
const names = async (input: Record<string, unknown> = {}, as = chief) =>
  (await page(input, as)).records.map(({ userName }: { userName: string }) => userName);

/** An order of a person with a service at that time, which was finished when `done` says. */
async function order(oldmanId: number, projectId: number, serverTime: string, done: string | null) {
  const job = { serverProjectId: projectId, serverTime, serverUserId: chief.userId };
  const form = { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '北京市东城区景山前街4号', jobLists: [job] };
  const { data: id, msg } = await t.route(workOrders.create, chief, form);
  assert.ok(id, String(msg));
  if (done === null) return;
  await t.deps.inTenant(chief.tenantId, async (tx) => {
    await tx.run(sql`update work_orders set status = 4, finished_at = ${done} where tenant_id = ${chief.tenantId} and id = ${id}`);
    await tx.run(sql`update work_order_jobs set status = 4, service_at = ${done}::timestamptz - interval '1 hour',
        check_in_at = ${done}::timestamptz - interval '1 hour', check_out_at = ${done}
      where tenant_id = ${chief.tenantId} and work_order_id = ${id}`);
  });
}

before(async () => {
  t = await harness();
  chief = await t.user(await t.tenant('居家照护中心'), { name: '李护理' });
  const { projectId } = await project(t, chief, { name: '助浴' });
  alone = await add({ userName: '赵独居', birthDate: '1940-01-01', address: '文三路1号', careLevel: 3 });
  visited = await add({ userName: '钱在家', mobile: '13911112222', careLevel: 2 });
  await add({ userName: '孙院内', serviceType: 1 });
  await add({ userName: '李离开', status: 4 });
  await order(alone, projectId, '2099-01-01 09:00:00', ago(20));
  await order(visited, projectId, '2099-01-01 09:00:00', ago(9));
  await order(visited, projectId, '2099-01-01 09:00:00', ago(2));
  await order(visited, projectId, '2099-03-01 09:00:00', null);
  await order(visited, projectId, '2099-02-01 09:00:00', null);
  await warning(t, chief.tenantId, visited);
  await t.deps.inTenant(chief.tenantId, (tx) =>
    tx.run(sql`insert into person_packages (tenant_id, person_id, name, price_fen, starts_on, ends_on) values
      (${chief.tenantId}, ${visited}, '助浴包', 0, current_date - 1, current_date + 1),
      (${chief.tenantId}, ${visited}, '过期包', 0, current_date - 9, current_date - 1)`),
  );
});
after(() => t?.close());

describe('virtual beds', () => {
  it('are the people at home, with what is done for them', async () => {
    const { records, total } = await page();
    assert.equal(total, 2);
    const [of, other] = records;
    assert.deepEqual(
      [of.id, of.userName, of.packageNames, of.deviceTotal, of.deviceOnline, of.openWarnings, of.mobile],
      [visited, '钱在家', '助浴包', 1, 0, 1, '13911112222'],
    );
    assert.deepEqual([of.lastVisitTime, of.lastVisitName], [ago(2), '李护理']);
    assert.deepEqual([of.nextVisitTime, of.nextVisitName], ['2099-02-01 09:00:00', '李护理']);
    assert.deepEqual(
      [other.id, other.address, other.lastVisitTime, other.nextVisitTime, other.packageNames, other.openWarnings],
      [alone, '文三路1号', ago(20), null, null, 0],
    );
  });

  it('are found by name, by level, and by how long nobody was there', async () => {
    assert.deepEqual(await names({ userName: '在家' }), ['钱在家']);
    assert.deepEqual(await names({ careLevel: 3 }), ['赵独居']);
    assert.deepEqual(await names({ overdue: 7 }), ['赵独居']);
    assert.deepEqual(await names({ overdue: 1 }), ['钱在家', '赵独居']);
    assert.deepEqual(await names({ overdue: 30 }), []);
    assert.equal((await t.route(routes.page, chief, { overdue: 0 })).status, 400);
  });

  it('are exported as they are found', async () => {
    const answer = await t.route(routes.export, chief, { overdue: 7 });
    assert.equal(answer.status, 200);
  });

  it('are of one institution and within the data scope', async () => {
    assert.deepEqual(await names({}, await t.user(await t.tenant())), []);
    const carer = await t.user(chief.tenantId, { permissions: ['business_virtualbed_view'], dataScope: 3 });
    assert.deepEqual(await names({}, carer), []);
    await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${chief.tenantId} and id = ${alone}`),
    );
    assert.deepEqual(await names({}, carer), ['赵独居']);
    assert.equal((await t.route(routes.export, carer)).status, 403);
    assert.equal((await t.route(routes.page, await t.user(chief.tenantId, { permissions: ['nothing'] }))).status, 403);
    assert.equal((await t.route(routes.page, null)).status, 401);
  });
});
