/** What is begun from a call, with what is known filled in: a work order, a ticket. */
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { tickets } from '#contract/tickets/tickets.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { callStatus } from '#contract/calls/seat-states.rules.ts';
import { dialling } from '#web/api/dialling.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useMay } from '#web/ui/may.ts';
import { useAct, type SeatCall } from './acts.ts';
import { panel } from './panel-state.ts';
import { otherNumber } from './use-call-now.ts';

const TicketForm = lazyPart(() => import('#web/tickets/ticket-form.tsx'));
const WorkOrderDrawer = lazyPart(() => import('#web/work-orders/work-order-drawer.tsx'));

export function FromCall({ call }: { call: SeatCall }) {
  const may = useMay();
  const { run, pending } = useAct();
  const dial = useStore(dialling, (state) => state.dial);
  const [open, setOpen] = useState<'order' | 'ticket' | null>(null);
  const close = () => setOpen(null);
  const number = otherNumber(call);
  // What was noted is what it is about: nobody types it twice.
  const noted = useStore(panel, ({ draft }) => (draft?.jobId === call.jobId ? draft.summary.trim() : ''));
  return (
    <div className="cw-from" role="group" aria-label="由通话发起">
      {may(workOrders.create) && call.oldmanId !== null && (
        <Button size="small" onClick={() => setOpen('order')}>
          下单
        </Button>
      )}
      {may(tickets.create) && (
        <Button size="small" onClick={() => setOpen('ticket')}>
          登记诉求
        </Button>
      )}
      {call.status === callStatus.hungUp && dial && number && (
        <Button
          size="small"
          disabled={pending !== null}
          onClick={() => void run('MakeCall', { callee: number, oldmanId: call.oldmanId ?? undefined })}
        >
          回拨
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'order' && <WorkOrderDrawer orderId={null} personId={call.oldmanId} warningId={call.warningId} onClose={close} />}
        {open === 'ticket' && (
          <TicketForm
            from={{}}
            known={{
              askerPhone: number,
              askerName: call.name,
              ...(noted ? { text: noted } : {}),
              ...(call.oldmanId === null ? {} : { oldmanId: call.oldmanId }),
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}
