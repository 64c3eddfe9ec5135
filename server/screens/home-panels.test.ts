import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import { homePanels } from '#contract/screens/home-panels.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { person } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '周管理' });
});
after(() => t.close());

const read = async (as: TestUser) => (await t.route(homePanels.read, as)).data;
const run = (query: RawBuilder<unknown>, of = tenant) => t.deps.inTenant(of, (tx) => tx.run(query));

describe('the panels of the first page', () => {
  it('are none for a person without rights, and for the platform only its tenants', async () => {
    const nobody = await t.user(tenant, { permissions: [] });
    assert.deepEqual(await read(nobody), { duty: null, finance: null, platform: null });
    const { duty, platform } = await read(await t.user(PLATFORM));
    assert.equal(duty, null);
    assert.deepEqual(platform, { tenants: 1, ending: 0, ended: 0, frozen: 0, income: 0 });
    assert.equal((await read(admin)).platform, null);
  });

  it('say who is on duty and which hours have no one, once there is a roster', async () => {
    assert.equal((await read(admin)).duty, null);
    await run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at) values
      (${tenant}, ${admin.userId}, now() - interval '1 hour', now() + interval '5 hours')`);
    const { duty } = await read(admin);
    assert.deepEqual(
      duty?.now.map(({ name }: { name: string }) => name),
      ['周管理'],
    );
    assert.equal(duty?.uncovered.length, 1);
    const [gap] = duty?.uncovered ?? [];
    assert.equal(Math.round((Date.parse(gap.endTime) - Date.parse(gap.startTime)) / 3_600_000), 19);
  });

  it('add up the money of today, what is not paid yet, and within the data scope', async () => {
    const wang = await person(t, tenant);
    const goods = (
      number: string,
      payment: number,
      fen: number,
    ) => sql`insert into goods_orders (tenant_id, number, payment, delivery, person_id,
      orderer_name, phone, address, total_fen, paid_at, pay_type) values (${tenant}, ${number}, ${payment}, 1, ${wang}, '王秀英', '', '', ${fen},
      case when ${payment} in (2, 3) then now() end, case when ${payment} in (2, 3) then 1 end)`;
    await run(goods('SP1', 2, 1250));
    await run(goods('SP2', 3, 300));
    await run(goods('SP3', 1, 4000));
    await run(sql`insert into goods_order_payments (tenant_id, goods_order_id, kind, amount_fen, pay_type, created_at)
      select ${tenant}::bigint, id, 1, total_fen, 1, now() from goods_orders where tenant_id = ${tenant} and number in ('SP1', 'SP2')
      union all select ${tenant}::bigint, id, 2, -total_fen, 1, now() from goods_orders where tenant_id = ${tenant} and number = 'SP2'`);
    assert.deepEqual((await read(admin)).finance, { income: 15.5, payments: 2, refunds: 3, receivable: 40, unpaid: 1 });
    const own = await t.user(tenant, { permissions: ['members_order_pay'], dataScope: 3 });
    assert.deepEqual((await read(own)).finance, { income: 0, payments: 0, refunds: 0, receivable: 0, unpaid: 0 });
  });
});
