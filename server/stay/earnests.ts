/** 定金 of reservations: taken at the desk, and paid back or kept when they do not come (docs/decisions/093). */
import type { z } from 'zod';
import { caseStates } from '#contract/approvals/approval-cases.rules.ts';
import { toFen, toYuan } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import { earnestKinds, settleProblem } from '#contract/stay/earnests.rules.ts';
import { earnests as routes } from '#contract/stay/earnests.ts';
import { needPayType } from '../accounts/accounts.ts';
import { aloneOf } from '../accounts/account-settings.ts';
import { moneyRequests, type MoneyRequest } from '../accounts/money-requests.ts';
import type { Described } from '../approvals/approval-subjects.ts';
import type { Context, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { addLine, holderOf, leftOf, reachedHolder, refuseAsked, type Holder } from './earnest-ledger.ts';

const tell = (work: Work, { enquiryId, admissionId }: Holder) =>
  enquiryId === null ? work.emit('admission.changed', { admissionId: admissionId! }) : work.emit('enquiry.changed', { enquiryId });

interface Settled {
  returnedFen: number;
  keptFen: number;
  payType: number | null;
  receiver: string | null;
  reason: string;
}

/** Throws 422 unless exactly what is held is decided. */
async function needAll(tx: Tx, holder: Holder, { returnedFen, keptFen }: Settled): Promise<number> {
  const leftFen = await leftOf(tx, holder);
  const problem = settleProblem({ leftFen, returnedFen, keptFen });
  if (problem !== null) throw refused(problem);
  return leftFen;
}

/** Writes down what is paid back and what is kept. */
async function execute(work: Work, holder: Holder, settled: Settled, requestId: number | null): Promise<void> {
  let leftFen = await needAll(work.tx, holder, settled);
  const { returnedFen, keptFen, payType, receiver: partner, reason: text } = settled;
  if (returnedFen > 0)
    ({ leftFen } = await addLine(work, holder, leftFen, {
      kind: earnestKinds.returned,
      fen: -returnedFen,
      text,
      payType,
      partner,
      requestId,
    }));
  if (keptFen > 0) await addLine(work, holder, leftFen, { kind: earnestKinds.kept, fen: -keptFen, text, requestId });
  await tell(work, holder);
}

async function take(input: z.output<typeof routes.take.input>, context: Context): Promise<{ id: number }> {
  const holder = await reachedHolder(context, input);
  if (!holder.open) throw refused('已入住、已取消或已流失的，不能再收定金');
  await refuseAsked(context.tx, holder);
  await needPayType(context, input.payType);
  const { amount, payType, payer: partner, terms: text } = input;
  const line = { kind: earnestKinds.taken, fen: toFen(amount), text, payType, partner };
  const { id } = await addLine(context, holder, await leftOf(context.tx, holder), line);
  await tell(context, holder);
  return { id };
}

const heldOf = ({ enquiry_id, admission_id }: MoneyRequest<'earnest'>) => ({ enquiryId: enquiry_id, admissionId: admission_id });
const settledOf = ({ returned_fen, kept_fen, pay_type, receiver, reason }: MoneyRequest<'earnest'>): Settled => ({
  returnedFen: returned_fen,
  keptFen: kept_fen,
  payType: pay_type,
  receiver,
  reason,
});

async function describe(_work: Work, row: MoneyRequest<'earnest'>): Promise<Described> {
  const fen = row.returned_fen + row.kept_fen;
  return {
    title: `${row.name}定金${fenText(fen)}处理`,
    facts: [
      { label: '姓名', value: row.name },
      { label: '定金余额', value: fenText(fen) },
      { label: '退还', value: fenText(row.returned_fen) },
      { label: '不退转收入', value: fenText(row.kept_fen) },
      ...(row.receiver === null ? [] : [{ label: '收款人', value: row.receiver }]),
      { label: '处理原因', value: row.reason },
    ],
    variables: { amount: toYuan(fen) },
    people: {},
    personId: null,
  };
}

/** Sums above the limit are decided by approvals. */
const requests = moneyRequests({
  kind: 'earnest',
  noun: '定金处理申请',
  describe,
  execute: async (work, row) => execute(work, await holderOf(work, heldOf(row)), settledOf(row), row.id),
  tell: async (work, row) => tell(work, await holderOf(work, heldOf(row))),
});
export const decideEarnestsByApproval = requests.declare;

async function settle(input: z.output<typeof routes.settle.input>, context: Context): Promise<{ caseId: number | null }> {
  const { tx, session } = context;
  const holder = await reachedHolder(context, input);
  await refuseAsked(tx, holder);
  const settled: Settled = {
    returnedFen: toFen(input.returned),
    keptFen: toFen(input.kept),
    payType: input.returned > 0 ? input.payType : null,
    receiver: input.returned > 0 ? input.receiver || null : null,
    reason: input.reason,
  };
  if (settled.returnedFen > 0 && settled.payType === null) throw invalid('请选择支付方式');
  if (settled.returnedFen > 0 && settled.receiver === null) throw invalid('请填写收款人');
  if (settled.payType !== null) await needPayType(context, settled.payType);
  const leftFen = await needAll(tx, holder, settled);
  if (leftFen <= (await aloneOf(tx))) {
    await execute(context, holder, settled, null);
    return { caseId: null };
  }
  const made = await tx.row(
    db
      .insertInto('earnest_requests')
      .values({
        tenant_id: tx.tenantId,
        enquiry_id: holder.enquiryId,
        admission_id: holder.admissionId,
        name: holder.name,
        returned_fen: settled.returnedFen,
        kept_fen: settled.keptFen,
        pay_type: settled.payType,
        receiver: settled.receiver,
        reason: settled.reason,
        user_id: session.userId,
        user_name: session.name,
      })
      .returning('id'),
  );
  const caseId = await requests.ask(context, made!.id);
  await tell(context, holder);
  return { caseId };
}

export const earnests: Handlers<typeof routes> = {
  async read(input, context) {
    const { tx } = context;
    const holder = await reachedHolder(context, input);
    const lines = await tx.rows(
      db
        .selectFrom('earnest_movements')
        .selectAll()
        .where('tenant_id', '=', tx.tenantId)
        .where(holder.enquiryId === null ? 'admission_id' : 'enquiry_id', '=', holder.enquiryId ?? holder.admissionId)
        .orderBy('id', 'desc')
        .limit(100),
    );
    const request = await tx.row(
      db
        .selectFrom('earnest_requests')
        .selectAll()
        .where('tenant_id', '=', tx.tenantId)
        .where(holder.enquiryId === null ? 'admission_id' : 'enquiry_id', '=', holder.enquiryId ?? holder.admissionId)
        .where('state', 'in', [caseStates.running, caseStates.returned])
        .limit(1),
    );
    return {
      left: toYuan(lines[0]?.after_fen ?? 0),
      open: holder.open && request === undefined,
      lines: lines.map((line) => ({
        id: line.id,
        number: line.number,
        kind: line.kind,
        userName: line.name,
        amount: toYuan(line.amount_fen),
        after: toYuan(line.after_fen),
        payType: line.pay_type,
        partner: line.partner,
        text: line.text,
        createBy: line.user_name,
        createTime: line.created_at,
      })),
      request: request
        ? {
            id: request.id,
            returned: toYuan(request.returned_fen),
            kept: toYuan(request.kept_fen),
            reason: request.reason,
            state: request.state,
            caseId: request.case_id,
            createId: request.user_id,
            createBy: request.user_name,
          }
        : null,
    };
  },

  // Money is taken and paid back once, however often a page sends it.
  take: (input, context) => once(context, routes.take, input, () => take(input, context)),
  settle: (input, context) => once(context, routes.settle, input, () => settle(input, context)),

  withdraw: ({ id }, context) => requests.withdraw(context, id),
};
