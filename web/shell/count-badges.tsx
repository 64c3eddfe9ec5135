/** Counts what the menu's badges say: open warnings, and the orders that wait for this person. Draws nothing; read again when news comes. */
import { useEffect } from 'react';
import { warnings } from '#contract/warnings/warnings.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { badges } from './badges.ts';
import { useCurrentUser } from './current-user.ts';

/** As the bell reads it, which makes it one call. */
const POLL = { quiet: true, refetchInterval: 30_000, staleTime: 0 } as const;
const SLOW = { quiet: true, refetchInterval: 120_000 } as const;

export default function CountBadges() {
  const may = useMay();
  const me = useCurrentUser()?.sysUser.userId ?? 0;
  const open = useCall(warnings.top, {}, { ...POLL, enabled: may(warnings.top) });
  // Who dispatches is waited for by what nobody has been sent for; everybody else by what they were sent for.
  const dispatches = may(workOrders.dispatch);
  const mine = dispatches ? { status: orderStatus.unassigned } : { status: orderStatus.assigned, serverUserId: me };
  const orders = useCall(workOrders.page, { ...mine, size: 10 }, { ...SLOW, enabled: may(workOrders.page) && me > 0 });
  const [warned, waiting] = [open.data?.total ?? 0, orders.data?.total ?? 0];
  useEffect(() => badges.setState({ '/warning/warning/index': warned, '/order/workorder': waiting }, true), [warned, waiting]);
  return null;
}
