/** What tests of accounts begin with, and every account against its ledger and its subsidies. */
import { sql } from 'kysely';
import { accountMovements, accounts } from '#contract/accounts/accounts.ts';
import { person } from './care.ts';
import { harness, type Harness, type TestUser } from './harness.ts';

/** The accounts, subsidies and movements of a tenant that do not agree with what was booked. */
export const ledgerErrors = (t: Harness, tenantId: number) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.rows<{ what: string; id: number }>(sql`
      select 'account' as what, a.id from person_accounts a
        left join (select person_id, sum(cash_fen) as cash, sum(grant_fen) as "grant", sum(deposit_fen) as deposit
          from account_movements where tenant_id = ${tenantId} group by person_id) m on m.person_id = a.id
        where a.tenant_id = ${tenantId} and (a.cash_fen, a.grant_fen, a.deposit_fen)
          is distinct from (coalesce(m.cash, 0), coalesce(m."grant", 0), coalesce(m.deposit, 0))
      union all select 'grants', a.id from person_accounts a where a.tenant_id = ${tenantId} and a.grant_fen <>
        coalesce((select sum(g.left_fen) from account_grants g where g.tenant_id = a.tenant_id and g.person_id = a.id), 0)
      union all select 'grant', g.id from account_grants g where g.tenant_id = ${tenantId} and g.left_fen <>
        coalesce((select sum(u.amount_fen) from account_grant_uses u where u.tenant_id = g.tenant_id and u.grant_id = g.id), 0)
      union all select 'after', m.id from (select id, cash_after, sum(cash_fen) over (partition by person_id order by id) as sum
        from account_movements where tenant_id = ${tenantId}) m where m.cash_after <> m.sum`),
  );

/** The ways to pay of a tenant, as its dictionary has them. */
export const offerPayTypes = (t: Harness, tenantId: number) =>
  t.deps.inTenant(tenantId, (tx) =>
    tx.run(sql`with made as (insert into dictionaries (tenant_id, type) values (${tenantId}, 'pay_type') returning id)
      insert into dictionary_items (tenant_id, dictionary_id, value, label)
      select ${tenantId}, made.id, one.value, one.label from made,
        (values ('1', '现金'), ('2', '账户余额'), ('3', '服务包'), ('4', '线下转账')) as one(value, label)`),
  );

/** An institution with its head, who keeps its accounts, a nurse who sees them, and a stranger; the limits are 1,000 and 500 yuan. */
export async function accountHouse() {
  const t = await harness();
  const tenant = await t.tenant('平安颐养院');
  await offerPayTypes(t, tenant);
  const set = (key: string, value: string) =>
    t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenant}, ${key}, ${key}, ${value})`),
    );
  await set('ACCOUNT_ALONE', '1000');
  await set('ACCOUNT_ALERT', '500');
  const keeps = [accounts.page, accounts.recharge, accounts.adjust, accounts.withdraw, accounts.export].map(({ access }) => access);
  const finance = await t.user(tenant, { name: '陈财务', permissions: keeps });
  const read = async (id: number, as = finance) => (await t.route(accounts.get, as, { id })).data;
  return {
    t,
    head: await t.user(tenant, { name: '院长' }),
    finance,
    nurse: await t.user(tenant, { name: '李敏', permissions: [accounts.page.access] }),
    stranger: await t.user(await t.tenant()),
    someone: (name: string) => person(t, tenant, name),
    pay: (oldmanId: number, amount: number, more: object = {}, as: TestUser | null = finance) =>
      t.route(accounts.recharge, as, { oldmanId, amount, ...more } as never),
    read,
    balances: async (id: number) => {
      const { availableBalance, virtualAvailableBalance, depositBalance } = await read(id);
      return [availableBalance, virtualAvailableBalance, depositBalance];
    },
    movements: async (oldmanId: number) => (await t.route(accountMovements.page, finance, { oldmanId, size: 100 })).data.records,
  };
}
