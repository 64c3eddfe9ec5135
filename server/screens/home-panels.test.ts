import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import { accounts } from '#contract/accounts/accounts.ts';
import { BY_ACCOUNT } from '#contract/accounts/accounts.rules.ts';
import { homePanels } from '#contract/screens/home-panels.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { offerPayTypes } from '#test/accounts-ledger.ts';
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
    assert.deepEqual(await read(nobody), { duty: null, finance: null, platform: null, sales: null });
    const { duty, platform } = await read(await t.user(PLATFORM));
    assert.equal(duty, null);
    assert.deepEqual(platform, { tenants: 1, ending: 0, ended: 0, frozen: 0 });
    const ours = await read(admin);
    assert.deepEqual([ours.platform, ours.sales], [null, null]);
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
    const goodsOnly = await t.user(tenant, { permissions: ['members_order_pay'] });
    const ordered = { counted: ['goods'], income: 15.5, payments: 2, refunds: 3, receivable: 40, unpaid: 1 };
    assert.deepEqual((await read(goodsOnly)).finance, ordered);
    const own = await t.user(tenant, { permissions: ['members_order_pay', 'members_oldmanaccount_recharge'], dataScope: 3 });
    const none = { counted: ['goods', 'accounts'], income: 0, payments: 0, refunds: 0, receivable: 0, unpaid: 0 };
    assert.deepEqual((await read(own)).finance, none);

    // What is paid into an account counts; what an account pays, a subsidy gives or another day brought does not.
    await offerPayTypes(t, tenant);
    const pay = (input: object) => t.route(accounts.recharge, admin, { oldmanId: wang, payType: 1, ...input } as never);
    await pay({ purse: 1, amount: 6784.93 });
    const movement = (money: number, grantor: number, at: RawBuilder<unknown>) => sql`
      insert into account_movements (tenant_id, person_id, kind, cash_fen, grant_fen, money_fen, grantor_fen, cash_after, grant_after,
        deposit_after, text, created_at)
      values (${tenant}, ${wang}, 1, ${money}, ${grantor}, ${money}, ${grantor}, 0, 0, 0, '', ${at})`;
    await run(movement(70_000, 0, sql`now() - interval '1 day'`));
    await run(movement(0, 30_000, sql`now()`));
    await run(goods('SP4', 2, 900));
    await run(goods('SP5', 2, 800));
    await run(sql`insert into goods_order_payments (tenant_id, goods_order_id, kind, amount_fen, pay_type, created_at)
      select ${tenant}::bigint, id, 1, total_fen, ${BY_ACCOUNT}, now() from goods_orders where tenant_id = ${tenant} and number = 'SP4'
      union all select ${tenant}::bigint, id, 1, total_fen, 1, now() - interval '1 day' from goods_orders
        where tenant_id = ${tenant} and number = 'SP5'`);
    await run(sql`insert into parameters (tenant_id, name, key, value) values (${tenant}, '限额', 'ACCOUNT_ALONE', '500')`);
    await t.route(accounts.withdraw, admin, { oldmanId: wang, amount: 100, payType: 1, receiver: '王强', reason: '退回' } as never);
    // Earnest money counts when it is taken, not when it becomes a deposit.
    await run(sql`
      with asked as (insert into enquiries (tenant_id, name, mobile, source, owner_id, owner_name, user_id, user_name)
          values (${tenant}, '孙伯', '', 1, ${admin.userId}, '', ${admin.userId}, '') returning id)
      insert into earnest_movements (tenant_id, number, enquiry_id, name, kind, amount_fen, after_fen, pay_type, text, user_name,
        created_at)
      select ${tenant}, 'DJ1', id, '孙伯', 1, 50000, 50000, 1, '', '周管理', now() from asked`);
    const all = { counted: ['goods', 'accounts', 'earnests'], income: 7300.43, payments: 4, refunds: 103 };
    assert.deepEqual((await read(admin)).finance, { ...all, receivable: 40, unpaid: 1 });
    const desk = await t.user(tenant, { permissions: [accounts.recharge.access] as string[] });
    const paidIn = { counted: ['accounts', 'earnests'], income: 7284.93, payments: 2, refunds: 100, receivable: 0, unpaid: 0 };
    assert.deepEqual((await read(desk)).finance, paidIn);
  });

  it('add up for the platform what tenants paid, owe, say they paid, and get back', async () => {
    const cashier = await t.user(PLATFORM, { permissions: ['sys_packagerevenue_view'] });
    const { data: kept } = await t.route(homePanels.read, cashier);
    assert.deepEqual(kept, {
      duty: null,
      finance: null,
      platform: null,
      sales: { income: 0, month: 0, toVerify: 0, verifying: 0, receivable: 0, unpaid: 0, toRefund: 0 },
    });
    const order = (number: string, fen: number, payStatus: number, refund = 0) => sql`
      insert into package_orders (tenant_id, subscriber_id, number, source, kind, package_id, package_version, package_code, package_name,
        sold, sku, days, price_fen, total_fen, pay_status, deadline_at, starts_at, ends_at, buyer_name, paid_at, closed_at, refund_fen)
      values (${PLATFORM}, ${tenant}, ${number}, 1, 1, 1, 1, 'pro', '专业版', '{}', 'y', 365, ${fen}, ${fen}, ${payStatus},
        now() + interval '1 day', now(), now(), '周管理', case when ${payStatus} = 2 then now() end,
        case when ${payStatus} in (3, 4, 5) then now() end, ${refund})`;
    const bill = (number: string) => sql`
      insert into package_bills (tenant_id, order_id, subscriber_id, bill_no, receipt_no, bill_url, receipt_hash, price_fen,
        uploaded_tenant_id, uploaded_user_id, uploaded_name, due_at)
      select ${PLATFORM}, id, subscriber_id, 'B1', 'R1', '/f', '', total_fen, subscriber_id, 1, '周管理', now() + interval '1 day'
      from package_orders where number = ${number}`;
    await run(order('TC1', 10_000, 2), PLATFORM);
    await run(
      sql`insert into package_payments (tenant_id, order_id, subscriber_id, kind, pay_type, amount_fen, reference, created_at)
        select ${PLATFORM}, id, subscriber_id, 1, 3, 10000, 'X', now() from package_orders where number = 'TC1'`,
      PLATFORM,
    );
    await run(order('TC2', 5000, 4, 700), PLATFORM);
    await run(order('TC3', 2500, 6), PLATFORM);
    await run(bill('TC3'), PLATFORM);
    const { sales } = await read(cashier);
    assert.deepEqual(sales, { income: 100, month: 100, toVerify: 1, verifying: 25, receivable: 0, unpaid: 0, toRefund: 7 });
    await run(sql`update package_bills set state = 4 where tenant_id = ${PLATFORM}`, PLATFORM);
    const after = (await read(cashier)).sales;
    assert.deepEqual([after?.toVerify, after?.receivable, after?.unpaid], [0, 25, 1]);
  });
});
