/** An institution with residents who have contracts and money, its departments, and what the tests of check-outs do again and again. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { accounts } from '#contract/accounts/accounts.ts';
import { departmentNames, type Department } from '#contract/stay/checkout-departments.rules.ts';
import { CHECKOUT_ACCESS, checkouts as routes } from '#contract/stay/checkouts.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { offerPayTypes } from './accounts-ledger.ts';
import { person } from './care.ts';
import { harness } from './harness.ts';

const PURSES = { cash: 1, grant: 2, deposit: 3 } as const;

/** The thirteenth of a month, at most 31 days ago, so that twelve days of its month are charged. */
export function thirteenth(today: string): string {
  let day = today;
  while (!day.endsWith('-13')) day = nextDay(day, -1);
  return day;
}

export async function checkoutHouse() {
  const t = await harness();
  const tenantId = await t.tenant('平安颐养院');
  await offerPayTypes(t, tenantId);
  const head = await t.user(tenantId, { name: '院长' });
  const view = routes.page.access;
  const nurse = await t.user(tenantId, { name: '李敏', permissions: [view, routes.submit.access, CHECKOUT_ACCESS.of('nursing')] });
  const finance = await t.user(tenantId, { name: '陈财务', permissions: [view, CHECKOUT_ACCESS.of('finance'), CHECKOUT_ACCESS.settle] });
  const viewer = await t.user(tenantId, { name: '小何', permissions: [view] });
  const stranger = await t.user(await t.tenant());
  const today = dayOf(Date.now());
  const leaveDate = thirteenth(today);
  const month = new Date(Date.UTC(Number(leaveDate.slice(0, 4)), Number(leaveDate.slice(5, 7)), 0)).getUTCDate();
  // Earlier months are settled elsewhere, so that the fees are those of twelve days.
  await t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`insert into parameters (tenant_id, name, key, value)
      values (${tenantId}, '已结算至', 'STAY_SETTLED_UNTIL', ${nextDay(leaveDate, -13)})`),
  );
  const pay = async (oldmanId: number, purse: keyof typeof PURSES, amount: number) => {
    const more = purse === 'grant' ? { source: '民政补贴' } : { payType: 1 };
    const paid = await t.route(accounts.recharge, head, { oldmanId, purse: PURSES[purse], amount, ...more } as never);
    assert.equal(paid.status, 200, String(paid.msg));
  };
  const form = (oldmanId: number, more: object = {}) =>
    ({ oldmanId, leaveDate, destination: 1, reason: '家属接回照顾', ...more }) as Record<string, unknown>;
  const sign = (id: number, department: Department, as = head, more: object = {}) => t.route(routes.sign, as, { id, department, ...more });
  const read = async (id: number, as = head) => (await t.route(routes.get, as, { id })).data;
  return {
    t,
    tenantId,
    head,
    nurse,
    finance,
    viewer,
    stranger,
    today,
    leaveDate,
    /** Twelve days of what 3000, 1800 and 900 yuan a month come to, in yuan. */
    due: [300_000, 180_000, 90_000].reduce((sum, fen) => sum + Math.round((fen * 12) / month), 0) / 100,
    pay,
    form,
    sign,
    read,
    row: <R extends object>(query: ReturnType<typeof sql<R>>) => t.deps.inTenant(tenantId, (tx) => tx.row<R>(query)),
    /** A resident with a bed, a contract of 3000, 1800 and 900 yuan a month, and money. */
    async resident(name: string, { cash = 0, deposit = 0, grant = 0 } = {}): Promise<number> {
      const id = await person(t, tenantId, name);
      await t.deps.inTenant(tenantId, (tx) =>
        tx.run(
          sql`update beds set status = 2 where tenant_id = ${tenantId} and id = (select bed_id from people where tenant_id = ${tenantId} and id = ${id})`,
        ),
      );
      const start = nextDay(leaveDate, -60);
      const terms = { bedFee: 3000, careFee: 1800, mealFee: 900, deposit: 5000, signerName: '王强' };
      const input = { oldmanId: id, effectiveDate: start, endDate: nextDay(start, 364), signedDate: start, ...terms };
      const made = await t.route(contracts.create, head, input as never);
      assert.equal(made.status, 200, String(made.msg));
      if (cash) await pay(id, 'cash', cash);
      if (deposit) await pay(id, 'deposit', deposit);
      if (grant) await pay(id, 'grant', grant);
      return id;
    },
    async asked(oldmanId: number, more: object = {}): Promise<number> {
      const made = await t.route(routes.submit, nurse, form(oldmanId, more));
      assert.equal(made.status, 200, String(made.msg));
      return made.data;
    },
    async signAll(id: number): Promise<void> {
      for (const department of departmentNames) {
        const signed = await sign(id, department);
        assert.equal(signed.status, 200, String(signed.msg));
      }
    },
    purses: async (id: number) => {
      const { availableBalance, virtualAvailableBalance, depositBalance } = (await t.route(accounts.get, head, { id })).data;
      return [availableBalance, virtualAvailableBalance, depositBalance];
    },
  };
}
