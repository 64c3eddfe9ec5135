/** A tenant buys outside of login. Every call but the offer carries a token for one institution; what it may touch is looked up again. */
import type { Route } from '#contract/http.ts';
import { externalOrders as routes } from '#contract/subscriptions/external-orders.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, notFound } from '../errors.ts';
import { asPlatform } from '../users/external-tokens.ts';
import { bearer, type Handlers } from '../http/implement.ts';
import { logPublic } from '../system/public-logs.ts';
import { inside } from '../db/inside.ts';
import { withStored } from '../files/file-keeping.ts';
import { addBill, checkReceipt, nameReceipt } from './bills.ts';
import { asHolder, type Buyer } from './buyers.ts';
import { onSale, saleOf, toItems, toOffer } from './offers.ts';
import { createOrder, quoteFor } from './order-creation.ts';
import { readOrder } from './order-rows.ts';
import { orderToken } from './order-tokens.ts';
import { cancelOrder, readCurrent, readOwn } from './own-orders.ts';
import { askOf, orderToCheck, settleChecked } from './payment-checks.ts';
import { alipayNotify, codesOf, offeredPayTypes, orderToPay, payOrder, wechatNotify } from './payments.ts';

/** A write of a token's holder, with its row in the institution's operation log. */
const logged = <T>(context: Context, route: Route, token: string, work: (platform: Tx, buyer: Buyer) => Promise<T>): Promise<T> =>
  asHolder(context.deps, token, async (platform, buyer) => {
    const answer = await work(platform, buyer);
    await inside(platform, context.deps, buyer.tenantId, (tx) =>
      logPublic(tx, route, context.request, { userId: buyer.userId, username: buyer.name }),
    );
    return answer;
  });

interface HolderForm {
  token: string | null;
  phone: string | null;
  tenantId: number | null;
}

const tokenOf = ({ request }: Context, { token }: Pick<HolderForm, 'token'>) =>
  token ?? bearer(String(request.headers.authorization)) ?? '';

/**
 * As `logged`, for a body that may say whose token it is. The phone may come masked, as
 * an answer of ours showed it. Throws 403 when the token is another's.
 */
function loggedAs<T>(context: Context, route: Route, form: HolderForm, work: (platform: Tx, buyer: Buyer) => Promise<T>): Promise<T> {
  const { phone, tenantId } = form;
  return logged(context, route, tokenOf(context, form), (platform, buyer) => {
    if (tenantId !== null && tenantId !== buyer.tenantId) throw forbidden('租户编号（tenantId）与订购凭证不一致');
    if (phone !== null && !phone.includes('*') && phone !== buyer.phone) throw forbidden('手机号（phone）与订购凭证不一致');
    return work(platform, buyer);
  });
}

export const externalOrders: Handlers<typeof routes> = {
  // Nothing to sell is an empty list: somebody without a package may have to wait for one.
  offers: (_input, { deps }) =>
    asPlatform(deps, async (platform) => (await onSale(platform)).filter((row) => toItems(row).length > 0).map(toOffer)),
  items: ({ id }, { deps }) =>
    asPlatform(deps, async (platform) => {
      const sale = await saleOf(platform, id);
      if (!sale) throw notFound('产品包');
      return toItems(sale);
    }),
  payTypes: async (_input, { deps }) => offeredPayTypes(deps),
  orderToken,
  quote: ({ token, ...choice }, { deps }) => asHolder(deps, token, (platform, buyer) => quoteFor(platform, deps, buyer, choice)),
  current: ({ id }, { deps }) => asHolder(deps, id, (platform, buyer) => readCurrent(platform, deps, buyer)),
  page: ({ id, ...input }, { deps }) => asHolder(deps, id, (platform, buyer) => readOwn(platform, deps, buyer, input)),
  async create(input, context) {
    const { deps, sessions } = context;
    const order = await loggedAs(context, routes.create, input, (platform, buyer) => createOrder(platform, deps, buyer, input));
    sessions.forget({ tenantId: order.tenantId });
    return order;
  },
  async pay(input, context) {
    const { deps } = context;
    const request = await asHolder(deps, tokenOf(context, input), (platform, buyer) => orderToPay(platform, deps, buyer, input));
    const codes = await codesOf(deps, input.payType, request);
    return loggedAs(context, routes.pay, input, (platform, buyer) => payOrder(platform, deps, buyer, input, codes));
  },
  async check({ token, id }, context) {
    const { deps } = context;
    const before = await logged(context, routes.check, token, (platform, buyer) => orderToCheck(platform, deps, buyer, id));
    const notice = await askOf(deps, before);
    const order = notice ? await asPlatform(deps, (platform) => settleChecked(platform, deps, before, notice)) : before;
    context.sessions.forget({ tenantId: order.tenantId });
    return order;
  },
  cancel: ({ a, b }, context) => logged(context, routes.cancel, b, (platform, buyer) => cancelOrder(platform, context.deps, buyer, a)),
  async upload({ token }, context) {
    const { deps, upload } = context;
    await asHolder(deps, token, async () => checkReceipt(upload));
    return withStored(deps, upload, (stored) =>
      logged(context, routes.upload, token, (platform, buyer) => nameReceipt(platform, deps, buyer, stored)),
    );
  },
  bill: (input, context) =>
    loggedAs(context, routes.bill, input, async (platform, buyer) => {
      const id = await addBill(platform, context.deps, buyer, input);
      return (await readOrder(platform, context.deps, id, buyer.tenantId))!;
    }),
  wechatNotify,
  alipayNotify,
};
