/** The platform sells: the orders and receipts of a tenant, made by the platform's own people in the tenant's name. */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { platformSales as routes } from '#contract/subscriptions/platform-sales.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context } from '../context.ts';
import { inside } from '../db/inside.ts';
import { workIn } from '../events.ts';
import { storeFile } from '../files/file-keeping.ts';
import { once } from '../http/idempotency.ts';
import type { Handlers } from '../http/implement.ts';
import { addBill, checkReceipt, nameReceipt } from './bills.ts';
import { asSeller } from './buyers.ts';
import { createOrder, quoteFor } from './order-creation.ts';
import { readOrder } from './order-rows.ts';
import { cancelOrder, readCurrent } from './own-orders.ts';
import { askOf, orderToCheck, settleChecked } from './payment-checks.ts';
import { codesOf, offeredPayTypes, orderToPay, payOrder } from './payments.ts';
import { readSubscription } from './standings.ts';

/** What is opened, or not any more, is read anew by the tenant's people. */
function forget({ afterCommit, sessions }: Context, order: PackageOrder): PackageOrder {
  afterCommit(() => sessions.forget({ tenantId: order.tenantId }));
  return order;
}

export const platformSales: Handlers<typeof routes> = {
  standing: ({ tenantId }, context) =>
    asSeller(context, tenantId, async (platform, buyer, tenantName) => {
      const { deps } = context;
      const order = await readCurrent(platform, deps, buyer);
      const last = await platform.row<{ number: string; fen: number }>(sql`
        select number, total_fen as fen from package_orders
        where tenant_id = ${PLATFORM} and subscriber_id = ${tenantId} and pay_status = ${payStatus.paid} order by paid_at desc limit 1`);
      const standing = await inside(platform, deps, tenantId, (tx) => readSubscription(workIn(tx, deps, context.actor)));
      return { ...standing, tenantId, tenantName, order, lastPrice: last ? toYuan(last.fen) : null, lastOrderNo: last?.number ?? null };
    }),
  payTypes: async (_input, { deps }) => offeredPayTypes(deps),
  quote: ({ tenantId, ...choice }, context) =>
    asSeller(context, tenantId, (platform, buyer) => quoteFor(platform, context.deps, buyer, choice)),
  current: ({ tenantId }, context) => asSeller(context, tenantId, (platform, buyer) => readCurrent(platform, context.deps, buyer)),
  create: (input, context) =>
    once(context, routes.create, input, () =>
      asSeller(context, input.tenantId, (platform, buyer) => createOrder(platform, context.deps, buyer, input)),
    ).then((order) => forget(context, order)),
  async pay(input, context) {
    const { deps, tx } = context;
    const request = await asSeller(context, input.tenantId, (platform, buyer) => orderToPay(platform, deps, buyer, input));
    const codes = await tx.outside(() => codesOf(deps, input.payType, request));
    return once(context, routes.pay, input, () =>
      asSeller(context, input.tenantId, (platform, buyer) => payOrder(platform, deps, buyer, input, codes)),
    );
  },
  async check({ tenantId, id }, context) {
    const { deps, tx } = context;
    const before = await asSeller(context, tenantId, (platform, buyer) => orderToCheck(platform, deps, buyer, id));
    const notice = await tx.outside(() => askOf(deps, before));
    return forget(
      context,
      notice ? await asSeller(context, tenantId, (platform) => settleChecked(platform, deps, before, notice)) : before,
    );
  },
  cancel: ({ tenantId, id }, context) => asSeller(context, tenantId, (platform, buyer) => cancelOrder(platform, context.deps, buyer, id)),
  async upload({ tenantId }, context) {
    const { deps, tx, upload, afterRollback } = context;
    await asSeller(context, tenantId, async () => checkReceipt(upload));
    const stored = await tx.outside(() => storeFile(deps, upload, afterRollback));
    return asSeller(context, tenantId, (platform, buyer) => nameReceipt(platform, deps, buyer, stored));
  },
  bill: ({ tenantId, ...input }, context) =>
    once(context, routes.bill, { tenantId, ...input }, () =>
      asSeller(context, tenantId, async (platform, buyer) => {
        const id = await addBill(platform, context.deps, buyer, input);
        return (await readOrder(platform, context.deps, id, buyer.tenantId))!;
      }),
    ),
};
