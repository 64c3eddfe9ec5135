/** Counts the orders that wait for this person, for the badge of the menu. Draws nothing; read again when news comes. */
import { useEffect } from 'react';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { badges } from '#web/shell/badges.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { useMay } from '#web/ui/may.ts';

const SLOW = { quiet: true, refetchInterval: 120_000 } as const;

export default function WaitingCount() {
  const may = useMay();
  const me = useCurrentUser()?.sysUser.userId ?? 0;
  // Who dispatches is waited for by what nobody has been sent for; everybody else by what they were sent for.
  const dispatches = may(workOrders.dispatch);
  const mine = dispatches ? { status: orderStatus.unassigned } : { status: orderStatus.assigned, serverUserId: me };
  const orders = useCall(workOrders.page, { ...mine, size: 10 }, { ...SLOW, enabled: may(workOrders.page) && me > 0 });
  const waiting = orders.data?.total ?? 0;
  useEffect(() => badges.setState({ '/order/workorder': waiting }), [waiting]);
  return null;
}
