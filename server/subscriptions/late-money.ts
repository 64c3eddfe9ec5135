/**
 * Money that came for an order which had ended, and its return: one person of the platform
 * notes it, another one confirms it; only then it is booked.
 */
import { isoOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { toFen } from '#contract/fields.ts';
import { fenText } from '#contract/money.ts';
import {
  canDo,
  claimKinds,
  claimKindLabels,
  claimStates,
  MOST_LATE_TIMES,
  payTypeLabels,
  payTypes,
} from '#contract/subscriptions/package-orders.rules.ts';
import type { orderVerifications as routes } from '#contract/subscriptions/order-verifications.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { needVersion, refuse } from '../db/transitions.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { recipientsWith, tellThoseWith } from '../messages/messages.ts';
import { amend, lockOrder, packageOrder, record, type LockedOrder } from './order-steps.ts';
import { receiveLate } from './settlements.ts';
import { tellBuyer } from './tell-buyer.ts';

interface Claim {
  id: number;
  kind: number;
  pay_type: number;
  amount_fen: number;
  reference: string;
  note: string | null;
  state: number;
  made_tenant_id: number;
  made_user_id: number;
  made_name: string;
}

/** The order for the platform, its subscriber's turn taken. Throws 409 when it is not as the caller read it. */
async function open(work: Work, id: number, version: number | undefined): Promise<LockedOrder> {
  const order = await lockOrder(work.tx, { id, subscriberId: null });
  await needVersion(packageOrder, work, order, version);
  return order;
}

/** Notes it; nothing is booked yet. Throws 409 when something of the order waits already. */
async function claim(
  context: Context,
  order: LockedOrder,
  its: { kind: number; pay_type: number; amount_fen: number; reference: string; note: string | null },
) {
  const { tx, deps, session } = context;
  const made = {
    made_tenant_id: session.home.tenantId,
    made_user_id: session.home.userId,
    made_name: session.name,
    created_at: isoOf(deps.now()),
  };
  const added = await tx.run(
    db
      .insertInto('package_claims')
      .values({ tenant_id: PLATFORM, order_id: order.id, subscriber_id: order.subscriber_id, ...its, ...made })
      .onConflict((on) => on.doNothing()),
  );
  if (added === 0) throw conflict('该订单或流水号已有登记待复核，请先复核');
  await amend({ tx, deps }, order, {});
  const what = `${claimKindLabels[its.kind]}${fenText(its.amount_fen)}，${payTypeLabels[its.pay_type]}，流水号${its.reference}`;
  await record(tx, deps, order, its.kind === claimKinds.receive ? 'receive' : 'refund', `${what}，待他人复核`, session.name);
  const text = `${order.number}：${session.name}登记了${what}，请另一人复核`;
  await tellThoseWith(tx, deps, 'sys_packageorder_refund', { kind: 'notice', title: '款项登记待复核', text, link: '/platform/order' });
}

/** Decides a waiting claim, by another person than made it. Throws 403 for one's own, 409 when it is decided. */
async function decide(context: Context, order: LockedOrder, claimId: number, state: number, reason: string | null): Promise<Claim> {
  const { tx, deps, session } = context;
  const { tenantId, userId } = session.home;
  const found = await tx.row<Claim>(
    db
      .selectFrom('package_claims')
      .select(['id', 'kind', 'pay_type', 'amount_fen', 'reference', 'note', 'state', 'made_tenant_id', 'made_user_id', 'made_name'])
      .where('tenant_id', '=', PLATFORM)
      .where('order_id', '=', order.id)
      .where('id', '=', claimId),
  );
  if (!found) throw notFound('登记');
  if (found.made_tenant_id === tenantId && found.made_user_id === userId) throw forbidden('该款项由您登记，需由其他人复核');
  const decided = { decided_tenant_id: tenantId, decided_user_id: userId, decided_name: session.name, decided_at: isoOf(deps.now()) };
  const won = await tx.run(
    db
      .updateTable('package_claims')
      .set({ state, reason, ...decided })
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', claimId)
      .where('state', '=', claimStates.waiting),
  );
  if (won === 0) throw await refuse(packageOrder, context, order, { refusal: '该登记已被他人复核，请刷新后重试', status: 409 });
  return found;
}

/** Books the return of money. Throws 409 when no longer so much is due. */
async function giveBack(work: Work, order: LockedOrder, { amount_fen, pay_type, reference, note, made_name }: Claim): Promise<void> {
  const { tx, deps, actor } = work;
  if (amount_fen > order.refund_fen) throw conflict('登记的退款超过该订单的待退金额，请退回后重新登记');
  await tx.run(
    db.insertInto('package_payments').values({
      tenant_id: PLATFORM,
      order_id: order.id,
      subscriber_id: order.subscriber_id,
      kind: 2,
      pay_type,
      amount_fen: -amount_fen,
      reference,
      user_name: made_name,
      created_at: isoOf(deps.now()),
    }),
  );
  await amend(work, order, { refund_fen: sql`refund_fen - ${amount_fen}` as never });
  const what = `${payTypeLabels[pay_type]}退款${fenText(amount_fen)}，流水号${reference}`;
  await record(tx, deps, order, 'confirm', note ? `${what}，${note}` : what, actor.name);
  await tellBuyer(work, order, '款项已退回', `已向您${what}，请留意到账。`);
}

export const lateMoney: Pick<Handlers<typeof routes>, 'receive' | 'refund' | 'confirmers' | 'confirm' | 'decline'> = {
  async receive({ id, version, price, reference }, context) {
    const order = await open(context, id, version);
    if (canDo('pay', { payStatus: order.pay_status, bill: order.bill !== null })) throw refused('订单还在支付中，请核实到账或等待其结束');
    const fen = toFen(price);
    const most = order.total_fen * MOST_LATE_TIMES;
    if (fen < 1) throw invalid('到账金额至少0.01元');
    if (fen > most) throw invalid(`到账金额不能超过应付金额的两倍（${fenText(most)}），请核对`);
    const booked = await context.tx.row(sql`
      select 1 from package_payments
      where tenant_id = ${PLATFORM} and kind = 1 and pay_type = ${payTypes.transfer} and lower(reference) = lower(${reference}) limit 1`);
    if (booked) throw conflict('该流水号已入账');
    await claim(context, order, { kind: claimKinds.receive, pay_type: payTypes.transfer, amount_fen: fen, reference, note: null });
    return true;
  },

  async refund({ id, version, payType, reference, note }, context) {
    const order = await open(context, id, version);
    if (order.refund_fen === 0) throw conflict('该订单没有待退款项');
    await claim(context, order, {
      kind: claimKinds.refund,
      pay_type: payType,
      amount_fen: order.refund_fen,
      reference,
      note: note ?? null,
    });
    return true;
  },

  async confirmers(_input, context) {
    const { tx, session } = context;
    const { tenantId, userId } = session.home;
    return tx.rows<{ name: string }>(sql`
      select name from users where tenant_id = ${tx.tenantId} and id = any(${await recipientsWith(tx, 'sys_packageorder_refund')}::bigint[])
        and (coalesce(home_tenant_id, tenant_id), coalesce(home_user_id, id)) <> (${tenantId}, ${userId}) order by id limit 20`);
  },

  async confirm({ id, claimId, version }, context) {
    const order = await open(context, id, version);
    const found = await decide(context, order, claimId, claimStates.confirmed, null);
    if (found.kind === claimKinds.refund) await giveBack(context, order, found);
    else {
      const { tx, deps, session } = context;
      await record(tx, deps, order, 'confirm', `${claimKindLabels[found.kind]}${fenText(found.amount_fen)}`, session.name);
      await receiveLate(tx, deps, order, {
        payType: found.pay_type,
        amountFen: found.amount_fen,
        reference: found.reference,
        userName: found.made_name,
      });
    }
    return true;
  },

  async decline({ id, claimId, version, reason }, context) {
    const order = await open(context, id, version);
    const found = await decide(context, order, claimId, claimStates.refused, reason);
    const { tx, deps, session } = context;
    await amend({ tx, deps }, order, {});
    await record(tx, deps, order, 'decline', `${claimKindLabels[found.kind]}${fenText(found.amount_fen)}未通过复核`, session.name);
    return true;
  },
};
