/** 派单 out of 现在: the order is read first, since a row has no version of it. */
import { useEffect } from 'react';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { DispatchDialog } from '#web/work-orders/dispatch-dialog.tsx';

export default function NowDispatch({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isError } = useCall(workOrders.get, { id });
  // The call has said what is wrong.
  useEffect(() => {
    if (isError) onClose();
  }, [isError, onClose]);
  return data ? <DispatchDialog order={data.workOrder} onClose={onClose} /> : null;
}
