/** Accounts of people: lists, one account, and what is booked by hand. */
import { sql } from 'kysely';
import { accountLabels } from '#contract/accounts/accounts.labels.ts';
import { accountRequests as requestRoutes, accounts as routes } from '#contract/accounts/accounts.ts';
import { movementKinds, notMoney, purses } from '#contract/accounts/accounts.rules.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { titled } from '#contract/labels.ts';
import { dayOf } from '#contract/time.ts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db } from '../db/tenant.ts';
import { notFound, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, pageOf } from '../lists/paging.ts';
import { exporting, type Export } from '../transfers/exports.ts';
import { bookOrAsk, withdrawRequest } from './account-requests.ts';
import { accountList, accountOf, toAccount } from './account-rows.ts';
import { alertOf } from './account-settings.ts';
import { book, lockAccount } from './ledger.ts';

const MOST_REQUESTS = 20;

async function reachedAccount(context: Context, id: number) {
  const row = await context.tx.row(accountOf(context.session, id));
  if (!row) throw notFound('服务对象');
  return row;
}

/** Throws 422 unless money can come in or go out in this way (dictionary pay_type). */
export async function needPayType({ tx }: Context, payType: number): Promise<void> {
  const known =
    !notMoney.includes(payType) &&
    (await tx.row(sql`
      select 1 from dictionary_items i join dictionaries d on d.tenant_id = i.tenant_id and d.id = i.dictionary_id
      where i.tenant_id = ${tx.tenantId} and d.type = 'pay_type' and i.value = ${String(payType)}`));
  if (!known) throw refused('支付方式不可用，请重新选择');
}

/** A subsidy that was given, whole; its movement puts the sum in. */
async function addGrant(context: Context, { oldmanId, source, expireDate, uses }: z.output<typeof routes.recharge.input>, fen: number) {
  const { tx, deps } = context;
  if (expireDate !== null && expireDate < dayOf(deps.now())) throw refused('补贴有效期已过');
  const made = await tx.row(
    db
      .insertInto('account_grants')
      .values({
        tenant_id: tx.tenantId,
        person_id: oldmanId,
        source,
        amount_fen: fen,
        left_fen: 0,
        expires_on: expireDate,
        uses: [...new Set(uses)],
        created_at: instant(deps.now()) as never,
      })
      .returning('id'),
  );
  return made!.id;
}

async function recharge(input: z.output<typeof routes.recharge.input>, context: Context) {
  const { oldmanId, purse, amount, payType, remarks } = input;
  await reachedAccount(context, oldmanId);
  const fen = toFen(amount);
  const account = await lockAccount(context.tx, oldmanId);
  const kind = movementKinds.recharge;
  if (purse === purses.grant) {
    const grants = [{ id: await addGrant(context, input, fen), fen }];
    const text = [input.source, remarks].filter(Boolean).join('，');
    return { movementId: await book(context, account, { kind, grants, from: { grantor: fen }, text }), caseId: null };
  }
  await needPayType(context, payType);
  const to = purse === purses.cash ? { cash: fen } : { deposit: fen };
  return { movementId: await book(context, account, { kind, ...to, from: { money: fen }, text: remarks, payType }), caseId: null };
}

const accountSheet: Export<ReturnType<typeof toAccount>> = {
  name: '账户',
  list: accountList,
  columns: titled(accountLabels, [
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 24 },
    { key: 'availableBalance', format: 'money', width: 14 },
    { key: 'virtualAvailableBalance', format: 'money', width: 14 },
    { key: 'depositBalance', format: 'money', width: 14 },
    { key: 'low', value: ({ low }) => (low ? '是' : ''), width: 10 },
    { key: 'updateTime', format: 'dateTime', width: 20 },
  ]),
};

export const accounts: Handlers<typeof routes> = {
  async page(input, context) {
    const list = accountList(context.session);
    const order = list.order(input);
    const found = await pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
    return { ...found, records: found.records.map(toAccount) };
  },
  export: exporting(routes.export, accountSheet),

  async statistics(input, context) {
    const query = await accountList(context.session).matching(input, context);
    const found = await context.tx.row(
      query.select([
        sql<number>`count(*)`.as('accounts'),
        sql<number>`coalesce(sum(greatest(person_accounts.cash_fen, 0)), 0)::bigint`.as('available'),
        sql<number>`coalesce(sum(person_accounts.grant_fen), 0)::bigint`.as('virtual'),
        sql<number>`coalesce(sum(person_accounts.deposit_fen), 0)::bigint`.as('deposit'),
        sql<number>`coalesce(-sum(least(person_accounts.cash_fen, 0)), 0)::bigint`.as('owed'),
        sql<number>`count(*) filter (where person_accounts.cash_fen < 0)`.as('owing'),
        sql<number>`count(*) filter (where person_accounts.low)`.as('low'),
      ]),
    );
    const { available, virtual, deposit, owed, ...counts } = found!;
    return { ...counts, available: toYuan(available), virtual: toYuan(virtual), deposit: toYuan(deposit), owed: toYuan(owed) };
  },

  async get({ id }, context) {
    const { tx } = context;
    const row = await reachedAccount(context, id);
    const [grants, requests] = await Promise.all([
      tx.rows(
        db
          .selectFrom('account_grants')
          .select(['id', 'source', 'amount_fen', 'left_fen', 'expires_on', 'uses', 'created_at'])
          .where('tenant_id', '=', tx.tenantId)
          .where('person_id', '=', id)
          .where('left_fen', '>', 0)
          .orderBy('id'),
      ),
      tx.rows(
        db
          .selectFrom('account_requests')
          .select(['id', 'kind', 'purse', 'amount_fen', 'reason', 'receiver', 'state', 'case_id', 'user_id', 'user_name', 'created_at'])
          .where('tenant_id', '=', tx.tenantId)
          .where('person_id', '=', id)
          .orderBy('id', 'desc')
          .limit(MOST_REQUESTS),
      ),
    ]);
    return {
      ...toAccount(row),
      grants: grants.map((grant) => ({
        id: grant.id,
        source: grant.source,
        amount: toYuan(grant.amount_fen),
        left: toYuan(grant.left_fen),
        expireDate: grant.expires_on,
        uses: grant.uses as ('goods' | 'service')[],
        createTime: grant.created_at,
      })),
      requests: requests.map((request) => ({
        id: request.id,
        tradingType: request.kind,
        purse: request.purse,
        amount: toYuan(request.amount_fen),
        reason: request.reason,
        receiver: request.receiver,
        state: request.state,
        caseId: request.case_id,
        userId: request.user_id,
        createBy: request.user_name,
        createTime: request.created_at,
      })),
    };
  },

  // A page that lost the answer sends the same once more.
  recharge: (input, context) => once(context, routes.recharge, input, () => recharge(input, context)),

  adjust: (input, context) =>
    once(context, routes.adjust, input, async () => {
      const { oldmanId, purse, amount, reason } = input;
      await reachedAccount(context, oldmanId);
      const asked = { personId: oldmanId, kind: movementKinds.adjust, purse, fen: toFen(amount), payType: null, receiver: null, reason };
      return bookOrAsk(context, asked);
    }),

  withdraw: (input, context) =>
    once(context, routes.withdraw, input, async () => {
      const { oldmanId, purse, amount, payType, receiver, reason } = input;
      await reachedAccount(context, oldmanId);
      await needPayType(context, payType);
      return bookOrAsk(context, {
        personId: oldmanId,
        kind: movementKinds.withdraw,
        purse,
        fen: -toFen(amount),
        payType,
        receiver,
        reason,
      });
    }),

  async alert({ oldmanId, alertBalance }, context) {
    const { tx } = context;
    await reachedAccount(context, oldmanId);
    const { cashFen, grantFen } = await lockAccount(tx, oldmanId);
    const alert = alertBalance === null || alertBalance === undefined ? null : toFen(alertBalance);
    const low = cashFen + grantFen < (alert ?? (await alertOf(tx)));
    await tx.run(sql`
      update person_accounts set alert_fen = ${alert}, low = ${low}, version = version + 1
      where tenant_id = ${tx.tenantId} and id = ${oldmanId}`);
    await context.emit('account.changed', { personId: oldmanId });
    return true;
  },
};

export const accountRequests: Handlers<typeof requestRoutes> = { withdraw: withdrawRequest };
