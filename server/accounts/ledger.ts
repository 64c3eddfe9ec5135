/**
 * The one way in which money of people moves: the account locked, never below nothing but for services that were done, every step in the
 * ledger. Other areas charge and give back through here, in their own transaction.
 */
import { sql } from 'kysely';
import { dayOf } from '#contract/time.ts';
import { toYuan } from '#contract/fields.ts';
import { fenText, yuanText } from '#contract/money.ts';
import {
  isLow,
  movementKinds,
  receiptNumber,
  spendable,
  splitCharge,
  type Grant,
  type GrantUse,
} from '#contract/accounts/accounts.rules.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { alertOf } from './account-settings.ts';

export interface LockedAccount {
  personId: number;
  personName: string;
  cashFen: number;
  grantFen: number;
  depositFen: number;
  alertFen: number | null;
  low: boolean;
}

/** The account of a person, locked; it is opened with the first money. Throws 422 when there is no such person. */
export async function lockAccount(tx: Tx, personId: number): Promise<LockedAccount> {
  const person = await tx.row<{ name: string }>(
    sql`select name from people where tenant_id = ${tx.tenantId} and id = ${personId} for key share`,
  );
  if (!person) throw refused('服务对象不存在');
  await tx.run(sql`insert into person_accounts (tenant_id, id) values (${tx.tenantId}, ${personId}) on conflict do nothing`);
  const row = await tx.row<Omit<LockedAccount, 'personId' | 'personName'>>(sql`
    select cash_fen as "cashFen", grant_fen as "grantFen", deposit_fen as "depositFen", alert_fen as "alertFen", low
    from person_accounts where tenant_id = ${tx.tenantId} and id = ${personId} for update`);
  return { personId, personName: person.name, ...row! };
}

/** The subsidies of an account in which something is left; read after it is locked. */
export const grantsOf = (tx: Tx, personId: number): Promise<Grant[]> =>
  tx.rows<Grant>(sql`
    select id, left_fen as "leftFen", expires_on as "expiresOn", uses from account_grants
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and left_fen > 0 order by id`);

interface Entry {
  kind: number;
  /** How each purse changes, fen. */
  cash?: number;
  deposit?: number;
  /** How subsidies change, each named. */
  grants?: readonly { id: number; fen: number }[];
  /** Where it came from; together as much as the purses gained. */
  from: { money?: number; grantor?: number; income?: number; adjustment?: number; earnest?: number };
  text: string;
  payType?: number | null;
  goodsOrderId?: number | null;
  workOrderId?: number | null;
  requestId?: number | null;
  /** The person leaves: staff are not told that little is left, only what is owed. */
  closing?: boolean;
}

/** Those who pay in at once take turns. */
async function nextReceipt(tx: Tx, day: string): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`receipts:${tx.tenantId}`}, 0))`);
  const ofDay = receiptNumber(day, 0).slice(0, 10);
  const last = await tx.row<{ serial: number }>(sql`
    select coalesce(max(substr(number, 11)::integer), 0) as serial from account_movements
    where tenant_id = ${tx.tenantId} and number >= ${ofDay} and number < ${ofDay} || 'a'`);
  return receiptNumber(day, last!.serial + 1);
}

/** Staff hear once that little is left, and again after there was enough. */
async function tellLow(work: Work, account: LockedAccount, after: { cashFen: number; grantFen: number }, low: boolean): Promise<void> {
  if (!low || account.low) return;
  const left = toYuan(spendable(after));
  await tellThoseWith(work.tx, work.deps, 'members_oldmanaccount_recharge', {
    kind: 'notice',
    title: `${account.personName}账户${left < 0 ? '欠费' : '余额不足'}`,
    text: left < 0 ? `欠费${yuanText(-left)}` : `余额${yuanText(left)}，请提醒家属充值`,
    link: `/members/account?oldmanId=${account.personId}`,
  });
}

/** Writes a movement of a locked account and its balances; gives the movement's id. The caller has made sure that no purse falls below nothing. */
export async function book(work: Work, account: LockedAccount, entry: Entry): Promise<number> {
  const { tx, deps, actor } = work;
  const { kind, cash = 0, deposit = 0, grants = [], from, text, payType = null } = entry;
  const grant = grants.reduce((sum, { fen }) => sum + fen, 0);
  const after = { cashFen: account.cashFen + cash, grantFen: account.grantFen + grant, depositFen: account.depositFen + deposit };
  const low = isLow(after, entry.closing ? 0 : (account.alertFen ?? (await alertOf(tx))));
  const now = deps.now();
  await tx.run(sql`
    update person_accounts set cash_fen = ${after.cashFen}, grant_fen = ${after.grantFen}, deposit_fen = ${after.depositFen},
      low = ${low}, version = version + 1, updated_at = ${instant(now)}
    where tenant_id = ${tx.tenantId} and id = ${account.personId}`);
  const made = await tx.row<{ id: number }>(
    db
      .insertInto('account_movements')
      .values({
        tenant_id: tx.tenantId,
        number: from.money ? await nextReceipt(tx, dayOf(now)) : null,
        person_id: account.personId,
        kind,
        cash_fen: cash,
        grant_fen: grant,
        deposit_fen: deposit,
        money_fen: from.money ?? 0,
        grantor_fen: from.grantor ?? 0,
        income_fen: from.income ?? 0,
        adjustment_fen: from.adjustment ?? 0,
        earnest_fen: from.earnest ?? 0,
        cash_after: after.cashFen,
        grant_after: after.grantFen,
        deposit_after: after.depositFen,
        pay_type: payType,
        text,
        goods_order_id: entry.goodsOrderId ?? null,
        work_order_id: entry.workOrderId ?? null,
        request_id: entry.requestId ?? null,
        user_id: actor.userId,
        user_name: actor.name,
        created_at: instant(now) as never,
      })
      .returning('id'),
  );
  const { id } = made!;
  if (grants.length > 0) {
    const [ids, sums] = [grants.map((one) => one.id), grants.map(({ fen }) => fen)];
    await tx.run(sql`
      update account_grants g set left_fen = g.left_fen + one.fen
      from unnest(${ids}::bigint[], ${sums}::bigint[]) as one(id, fen) where g.tenant_id = ${tx.tenantId} and g.id = one.id`);
    await tx.run(sql`
      insert into account_grant_uses (tenant_id, movement_id, grant_id, amount_fen)
      select ${tx.tenantId}, ${id}, one.id, one.fen from unnest(${ids}::bigint[], ${sums}::bigint[]) as one(id, fen)`);
  }
  await tellLow(work, account, after, low);
  await work.emit('account.changed', { personId: account.personId });
  return id;
}

export interface Charge {
  personId: number;
  fen: number;
  use: GrantUse;
  text: string;
  /** What is paid: one of them. An order is paid once. */
  goodsOrderId?: number;
  workOrderId?: number;
  /** The service is done: what is not there is owed. */
  overdraft: boolean;
}

/** Pays an order out of an account. Throws 422 when that has too little. Nothing is booked for an order that costs nothing. */
export async function charge(work: Work, { personId, fen, use, text, goodsOrderId, workOrderId, overdraft }: Charge): Promise<void> {
  if (fen === 0) return;
  const { tx, deps } = work;
  const account = await lockAccount(tx, personId);
  const split = splitCharge(
    fen,
    { cashFen: account.cashFen, grants: await grantsOf(tx, personId) },
    { use, day: dayOf(deps.now()), overdraft },
  );
  if (split === null) throw refused(`账户余额不足，可用余额${fenText(account.cashFen)}，请先充值或选择其他支付方式`);
  await book(work, account, {
    kind: movementKinds.charge,
    cash: -split.cashFen,
    grants: split.grants.map(({ id, fen: taken }) => ({ id, fen: -taken })),
    from: { income: -fen },
    text,
    goodsOrderId: goodsOrderId ?? null,
    workOrderId: workOrderId ?? null,
  });
}

/** Gives back what a goods order was paid with out of an account, to where it came from. */
export async function giveBack(work: Work, { goodsOrderId, text }: { goodsOrderId: number; text: string }): Promise<void> {
  const { tx } = work;
  const paid = await tx.row<{ id: number; personId: number; cashFen: number; grantFen: number }>(sql`
    select id, person_id as "personId", cash_fen as "cashFen", grant_fen as "grantFen" from account_movements
    where tenant_id = ${tx.tenantId} and goods_order_id = ${goodsOrderId} and kind = ${movementKinds.charge}`);
  if (!paid) return;
  const account = await lockAccount(tx, paid.personId);
  const uses = await tx.rows<{ id: number; fen: number }>(sql`
    select grant_id as id, -amount_fen as fen from account_grant_uses
    where tenant_id = ${tx.tenantId} and movement_id = ${paid.id} order by grant_id`);
  await book(work, account, {
    kind: movementKinds.giveBack,
    cash: -paid.cashFen,
    grants: uses,
    from: { income: -paid.cashFen - paid.grantFen },
    text,
    goodsOrderId,
  });
}
