/** A tenant buys, signed in. */
import { packageOrders as routes } from '#contract/subscriptions/package-orders.ts';
import type { Handlers } from '../http/implement.ts';
import { once } from '../http/idempotency.ts';
import { storeFile } from '../files/file-keeping.ts';
import { addBill, checkReceipt, nameReceipt } from './bills.ts';
import { asBuyer } from './buyers.ts';
import { createOrder, quoteFor } from './order-creation.ts';
import { readOrder } from './order-rows.ts';
import { cancelOrder, readCurrent, readOwn, readOwnDetail } from './own-orders.ts';
import { packageOrderColumns } from './package-orders-sheet.ts';
import { askOf, orderToCheck, settleChecked } from './payment-checks.ts';
import { codesOf, offeredPayTypes, orderToPay, payOrder } from './payments.ts';
import { MOST_SMALL, smallExport } from './small-exports.ts';
import { readSubscription } from './standings.ts';

export const packageOrders: Handlers<typeof routes> = {
  payTypes: async (_input, { deps }) => offeredPayTypes(deps),
  quote: (input, context) => asBuyer(context, (platform, buyer) => quoteFor(platform, context.deps, buyer, input)),
  subscription: (_input, context) => readSubscription(context),
  create: (input, context) =>
    once(context, routes.create, input, () =>
      asBuyer(context, (platform, buyer) => createOrder(platform, context.deps, buyer, input)),
    ).then((order) => {
      // An order of nothing is open at once.
      context.afterCommit(() => context.sessions.forget({ tenantId: order.tenantId }));
      return order;
    }),
  current: (_input, context) => asBuyer(context, (platform, buyer) => readCurrent(platform, context.deps, buyer)),
  page: (input, context) => asBuyer(context, (platform, buyer) => readOwn(platform, context.deps, buyer, input)),
  export: async (input, context) => {
    const { records } = await asBuyer(context, (platform, buyer) =>
      readOwn(platform, context.deps, buyer, { ...input, current: 1, size: MOST_SMALL }),
    );
    return smallExport(context, routes.export, input, { name: '订购订单', columns: packageOrderColumns, idOf: ({ id }) => id }, records);
  },
  detail: ({ id }, context) => asBuyer(context, (platform, buyer) => readOwnDetail(platform, context.deps, buyer, id)),
  pay: async (input, context) => {
    const { deps, tx } = context;
    const request = await asBuyer(context, (platform, buyer) => orderToPay(platform, deps, buyer, input));
    const codes = await tx.outside(() => codesOf(deps, input.payType, request));
    return once(context, routes.pay, input, () => asBuyer(context, (platform, buyer) => payOrder(platform, deps, buyer, input, codes)));
  },
  check: async ({ id }, context) => {
    const { deps, tx } = context;
    const before = await asBuyer(context, (platform, buyer) => orderToCheck(platform, deps, buyer, id));
    const notice = await tx.outside(() => askOf(deps, before));
    const order = notice ? await asBuyer(context, (platform) => settleChecked(platform, deps, before, notice)) : before;
    context.afterCommit(() => context.sessions.forget({ tenantId: order.tenantId }));
    return order;
  },
  cancel: ({ id }, context) => asBuyer(context, (platform, buyer) => cancelOrder(platform, context.deps, buyer, id)),
  upload: async (_input, context) => {
    const { deps, tx, upload, afterRollback } = context;
    await asBuyer(context, async () => checkReceipt(upload));
    const stored = await tx.outside(() => storeFile(deps, upload, afterRollback));
    return asBuyer(context, (platform, buyer) => nameReceipt(platform, deps, buyer, stored));
  },
  bill: (input, context) =>
    once(context, routes.bill, input, () =>
      asBuyer(context, async (platform, buyer) => {
        const id = await addBill(platform, context.deps, buyer, input);
        return (await readOrder(platform, context.deps, id, buyer.tenantId))!;
      }),
    ),
};
