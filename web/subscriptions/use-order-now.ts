/** What has become of an order that is no longer under way. */
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { packageOrders, type PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { useCall } from '#web/api/call.ts';
import type { Buyer } from './buyers.ts';

/** The order as it is now; null for none, and until it is known. */
export function useOrderNow({ token, detail }: Buyer, order: PackageOrder | null): PackageOrder | null {
  const asked = { quiet: true, staleTime: 0 };
  const own = useCall(detail ?? packageOrders.detail, { id: order?.id ?? 0 }, { ...asked, enabled: detail !== null && order !== null });
  const listed = useCall(externalOrders.page, { id: token ?? '', size: 20 }, { ...asked, enabled: token !== null && order !== null });
  if (order === null) return null;
  return own.data ?? listed.data?.records.find(({ id }) => id === order.id) ?? null;
}
