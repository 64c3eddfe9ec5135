/**
 * Who buys: the user who is signed in, the platform for a tenant, or outside of login the holder of a token for one institution. The same
 * calls under three addresses.
 */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Output, Route } from '#contract/http.ts';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { invoiceIssues, invoices } from '#contract/subscriptions/invoices.ts';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { platformSales } from '#contract/subscriptions/platform-sales.ts';
import { packageOrders, type PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { useSend } from '#web/api/call.ts';

export type { PackageOrder };
export type Offer = Output<typeof externalOrders.offers>[number];
export type Item = Output<typeof externalOrders.items>[number];
export type Quote = Output<typeof packageOrders.quote>;

type Shared = 'payTypes' | 'quote' | 'current' | 'create' | 'pay' | 'check' | 'cancel' | 'upload' | 'bill';

export interface Buyer {
  /** Null when signed in. */
  token: string | null;
  routes: Pick<typeof packageOrders, Shared>;
  /** The input of a call, with the token where there is one. */
  input: <T extends object>(own: T) => T;
  currentInput: { id?: number };
  cancelInput: (order: number) => { id: number };
  /** Where one order is read; null where it is looked for in the list. */
  detail: typeof packageOrders.detail | typeof orderVerifications.detail | null;
}

export const tenantBuyer: Buyer = {
  token: null,
  routes: packageOrders,
  input: (own) => own,
  currentInput: {},
  cancelInput: (id) => ({ id }),
  detail: packageOrders.detail,
};

/** The platform for a tenant. Inputs and answers are the same but for the tenant's id. */
export const platformBuyer = (tenantId: number): Buyer => ({
  token: null,
  routes: platformSales as unknown as Buyer['routes'],
  input: (own) => ({ ...own, tenantId }),
  currentInput: { tenantId } as unknown as Buyer['currentInput'],
  cancelInput: (id) => ({ id, tenantId }) as unknown as { id: number },
  detail: orderVerifications.detail,
});

/** Dialog mode 1. Inputs and answers are the same but for the token. */
export const externalBuyer = (token: string): Buyer => ({
  token,
  routes: externalOrders as unknown as Buyer['routes'],
  input: (own) => ({ ...own, token }),
  currentInput: { id: token } as unknown as Buyer['currentInput'],
  cancelInput: (order) => ({ a: order, b: token }) as unknown as { id: number },
  detail: null,
});

const roots = [packageOrders.page, externalOrders.page, orderVerifications.page, invoices.page, invoiceIssues.page].map(({ path }) =>
  path.split('/').slice(0, 3).join('/'),
);

/** Everything that shows orders, receipts, invoices or the subscription is read again. */
export const readOrdersAgain = (client: QueryClient): void =>
  void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => roots.some((root) => String(path).startsWith(root)) });

/** As `useSend`, for package orders: read again whether it worked or somebody was faster. Sent twice, it happens once. */
export function useOrderSend<R extends Route>(route: R, onDone?: (data: Output<R>) => void, onConflict?: (data: unknown) => void) {
  const client = useQueryClient();
  return useSend(route, {
    once: true,
    onSuccess: (data: Output<R>) => {
      readOrdersAgain(client);
      onDone?.(data);
    },
    onError: ({ status, data }) => {
      if (status !== 409) return;
      readOrdersAgain(client);
      onConflict?.(data);
    },
  });
}
