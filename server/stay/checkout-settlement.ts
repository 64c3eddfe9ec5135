/**
 * What a check-out comes to, and carrying it through: fees, purses, contract, care plans, bed and state in the one transaction of the
 * request, so that a killed process leaves all of it or nothing (docs/decisions/083).
 */
import type { z } from 'zod';
import { movementKinds } from '#contract/accounts/accounts.rules.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import { checkoutEvents, statusAfter } from '#contract/stay/checkout-commands.rules.ts';
import { departmentNames, type Department } from '#contract/stay/checkout-departments.rules.ts';
import type { CheckOutFee, checkouts as routes } from '#contract/stay/checkouts.ts';
import type { FeeLine } from '#contract/stay/stay-fees.rules.ts';
import { settle, type Settlement } from '#contract/stay/stay-settlement.rules.ts';
import { dayOf } from '#contract/time.ts';
import { needPayType } from '../accounts/accounts.ts';
import { book, grantsOf, lockAccount, type LockedAccount } from '../accounts/ledger.ts';
import { stopPlansOf } from '../care/plan-machine.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';
import { applyTo, openFor } from '../db/transitions.ts';
import { conflict, invalid, refused } from '../errors.ts';
import { leaveForGood } from '../elderly/absences.ts';
import { withdrawArrangements } from '../elderly/arrangements.ts';
import { lock } from '../elderly/person-locks.ts';
import { hasGone } from '../elderly/registrations.ts';
import { endOutings } from '../visitors/outings.ts';
import { checkoutMachine, note } from './checkout-machine.ts';
import { openWith } from './checkout-open.ts';
import type { CheckoutRow } from './checkout-rows.ts';
import { endContracts } from './contract-rows.ts';
import { stayCharges } from './stay-charges.ts';

type Form = z.output<typeof routes.checkOut.input>;

const yuanOrNull = (fen: number | null) => (fen === null ? null : toYuan(fen));
const sumOf = (lines: readonly FeeLine[]): number => lines.reduce((sum, { amountFen }) => sum + amountFen, 0);

interface Whom {
  personId: number;
  personName: string;
  leaveDate: string;
  checkoutId: number | null;
  /** The last settled day that the check-out says; null: none. */
  settledUntil: string | null;
}

/** What is open with each department that has something open. */
async function openWithAll({ tx, deps }: Context, { personId, checkoutId }: Whom) {
  const asked = { personId, checkoutId, today: dayOf(deps.now()) };
  const found: { department: Department; things: Awaited<ReturnType<typeof openWith>> }[] = [];
  for (const department of departmentNames) {
    const things = await openWith(tx, department, asked);
    if (things.length > 0) found.push({ department, things });
  }
  return found;
}

/** The fees of a check-out as they are now, explained, with what they leave of the purses. */
export async function feeOf(context: Context, whom: Whom): Promise<z.input<typeof CheckOutFee>> {
  const { tx } = context;
  const { fromDate, settledUntil, lines, hints } = await stayCharges(tx, whom.personId, whom.leaveDate, whom.settledUntil);
  const purse = await tx.row(
    db
      .selectFrom('person_accounts')
      .select(['cash_fen', 'grant_fen', 'deposit_fen'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', whom.personId),
  );
  const purses = { cashFen: purse?.cash_fen ?? 0, grantFen: purse?.grant_fen ?? 0, depositFen: purse?.deposit_fen ?? 0 };
  const settled = settle(sumOf(lines), purses);
  return {
    oldmanId: whom.personId,
    oldmanName: whom.personName,
    leaveDate: whom.leaveDate,
    fromDate,
    settledUntil,
    lines: lines.map(({ kind, text, from, to, days, monthFen, amountFen }) => ({
      kind,
      text,
      fromDate: from,
      toDate: to,
      days,
      monthAmount: yuanOrNull(monthFen),
      amount: toYuan(amountFen),
    })),
    hints,
    availableBalance: toYuan(purses.cashFen),
    virtualAvailableBalance: toYuan(purses.grantFen),
    depositBalance: toYuan(purses.depositFen),
    dueAmount: toYuan(settled.dueFen),
    fromCash: toYuan(settled.fromCashFen),
    fromDeposit: toYuan(settled.fromDepositFen),
    refund: toYuan(settled.refundFen),
    supplement: toYuan(settled.payFen),
    open: await openWithAll(context, whom),
  };
}

/** Throws 422 with what has to be done before anybody leaves. */
export function refuseBlocked(things: readonly { text: string; blocks: boolean }[]): void {
  const blocking = things.filter(({ blocks }) => blocks);
  if (blocking.length > 0) throw refused(`请先处理：${blocking.map(({ text }) => text).join('；')}`, blocking);
}

const manualLine = ({ text, amount, reason }: Form['manual'][number]): FeeLine => ({
  kind: 'manual',
  text: `${text}（${reason}）`,
  from: null,
  to: null,
  days: null,
  monthFen: null,
  amountFen: toFen(amount),
});

/** Throws unless all is said that this settlement needs. */
async function checkForm(context: Context, form: Form, { payFen, refundFen }: Settlement): Promise<void> {
  if (payFen > 0 && form.owed && !form.owedReason) throw invalid('请填写欠费原因');
  if (payFen > 0 && !form.owed) {
    if (form.payType === null) throw invalid(`还需补交${fenText(payFen)}，请选择支付方式`);
    await needPayType(context, form.payType);
  }
  if (refundFen > 0 && form.refundType === null) throw invalid('请选择退款方式');
  if (refundFen > 0 && !form.receiver) throw invalid('请填写收款人');
}

/** Books the settlement: what is paid, the fees out of the purses, subsidies to their givers, the rest paid back. */
async function bookAll(context: Context, { personId }: LockedAccount, row: CheckoutRow, form: Form, settled: Settlement): Promise<void> {
  const { tx } = context;
  const { dueFen, fromDepositFen, refundFen, payFen, grantBackFen } = settled;
  const closing = true;
  if (payFen > 0 && !form.owed)
    await book(context, await lockAccount(tx, personId), {
      kind: movementKinds.recharge,
      cash: payFen,
      from: { money: payFen },
      text: `退住补交，${row.number}`,
      payType: form.payType,
      closing,
    });
  if (dueFen !== 0 || fromDepositFen > 0 || grantBackFen > 0) {
    const grants = (await grantsOf(tx, personId)).map(({ id, leftFen }) => ({ id, fen: -leftFen }));
    await book(context, await lockAccount(tx, personId), {
      kind: movementKinds.checkout,
      cash: fromDepositFen - dueFen,
      deposit: -fromDepositFen,
      grants,
      from: { income: -dueFen, grantor: -grantBackFen },
      text: `退住结算，${row.number}${grantBackFen > 0 ? '，未用补贴退回' : ''}`,
      closing,
    });
  }
  if (refundFen === 0) return;
  const left = await lockAccount(tx, personId);
  await book(context, left, {
    kind: movementKinds.withdraw,
    cash: -left.cashFen,
    deposit: -left.depositFen,
    from: { money: -refundFen },
    text: `退住退款，${row.number}，收款人${form.receiver}`,
    closing,
  });
}

const writeLines = ({ tx }: Context, checkoutId: number, lines: readonly FeeLine[]) =>
  tx.run(
    db.insertInto('checkout_lines').values(
      lines.map((line, place) => ({
        tenant_id: tx.tenantId,
        checkout_id: checkoutId,
        place: place + 1,
        kind: line.kind,
        text: line.text,
        from_on: line.from,
        to_on: line.to,
        days: line.days,
        month_fen: line.monthFen,
        amount_fen: line.amountFen,
      })),
    ),
  );

/** Carries a check-out through. Throws 404, 409, and 422 with what is wrong; then nothing has changed. */
export async function checkOut(form: Form, context: Context): Promise<true> {
  const { tx, deps, session } = context;
  const row = await openFor(checkoutMachine, context, form, 'settle');
  const { person_id: personId, leave_on: leaveDate } = row;
  if (leaveDate > dayOf(deps.now())) throw refused('退住日期未到，请在当天或之后办理');
  const person = await lock(personId, context);
  if (hasGone(person.status)) throw refused('该服务对象已离开机构，请取消退住申请');
  const whom = { personId, personName: row.person_name, leaveDate, checkoutId: row.id, settledUntil: row.settled_until };
  refuseBlocked((await openWithAll(context, whom)).flatMap(({ things }) => things));
  const account = await lockAccount(tx, personId);
  const lines = [...(await stayCharges(tx, personId, leaveDate, row.settled_until)).lines, ...form.manual.map(manualLine)];
  const settled = settle(sumOf(lines), account);
  if (settled.dueFen !== toFen(form.dueAmount))
    throw conflict(`费用已变化，现为${fenText(settled.dueFen)}，请核对后重新确认`, await feeOf(context, whom));
  const backFen = settled.refundFen - settled.payFen;
  if (form.refund !== undefined && toFen(form.refund) !== backFen)
    throw conflict(
      `账户余额已变化，现应${backFen < 0 ? '补交' : '退'}${fenText(Math.abs(backFen))}，请核对后重新确认`,
      await feeOf(context, whom),
    );
  await checkForm(context, form, settled);
  const owedFen = form.owed ? settled.payFen : 0;
  const set = {
    due_fen: settled.dueFen,
    deposit_fen: settled.fromDepositFen,
    refund_fen: settled.refundFen,
    paid_fen: settled.payFen - owedFen,
    owed_fen: owedFen,
    owed_reason: owedFen > 0 ? form.owedReason : null,
    pay_type: settled.payFen - owedFen > 0 ? form.payType : null,
    refund_type: settled.refundFen > 0 ? form.refundType : null,
    receiver: settled.refundFen > 0 ? form.receiver : null,
  };
  return applyTo(checkoutMachine, context, row, { action: 'settle', by: session.name, set }, async () => {
    if (lines.length > 0) await writeLines(context, row.id, lines);
    await bookAll(context, account, row, form, settled);
    await note(context, row.id, checkoutEvents.settled, `应收${fenText(settled.dueFen)}，退款${fenText(settled.refundFen)}`);
    await endContracts(context, personId, leaveDate);
    await stopPlansOf(context, personId, '已办理退住');
    await withdrawArrangements(context, personId);
    await endOutings(context, personId);
    // The bed last: what hears of it finds everything else done.
    await leaveForGood(context, personId, statusAfter(row.destination));
  });
}
