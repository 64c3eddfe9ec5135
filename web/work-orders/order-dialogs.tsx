/** Whatever a button of an order opens. One place for the list, the detail page and the carer's view. */
import { useState, type ReactNode } from 'react';
import { DispatchDialog } from './dispatch-dialog.tsx';
import type { Asked } from './order-actions.ts';
import type { OrderHead } from './order-calls.ts';
import { RatingDialog } from './rating-dialog.tsx';
import { DeleteDialog, ReasonDialog } from './reason-dialogs.tsx';
import { VisitDialog } from './visit-dialog.tsx';
import { WorkOrderDrawer } from './work-order-drawer.tsx';

interface Opened {
  action: Asked;
  /** As it was shown when the button was pressed: its version goes to the server. */
  order: OrderHead;
  jobId?: number | undefined;
  jobName?: string | undefined;
}

function Dialog({ action, order, jobId, jobName, onClose, onDeleted }: Opened & { onClose: () => void; onDeleted: () => void }) {
  switch (action) {
    case 'send':
      return <DispatchDialog order={order} jobId={jobId} onClose={onClose} />;
    case 'start':
    case 'finish':
      return <VisitDialog action={action} order={order} jobId={jobId} onClose={onClose} />;
    case 'stop':
    case 'continue':
    case 'cancel':
      return <ReasonDialog kind={action} order={order} job={jobId === undefined ? undefined : { id: jobId, name: jobName ?? '' }} onClose={onClose} />;
    case 'comment':
      return <RatingDialog order={order} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog order={order} onClose={onClose} onDeleted={onDeleted} />;
    case 'edit':
      return <WorkOrderDrawer orderId={order.id} onClose={onClose} />;
  }
}

/** `const [ask, dialogs] = useOrderDialogs(); … onClick={() => ask('send', order)} … {dialogs}` */
export function useOrderDialogs(onDeleted?: () => void): [(action: Asked, order: OrderHead, jobId?: number, jobName?: string) => void, ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const deleted = () => {
    close();
    onDeleted?.();
  };
  return [
    (action, order, jobId, jobName) => setOpened({ action, order, jobId, jobName }),
    opened && <Dialog key={`${opened.action}.${opened.order.id}`} {...opened} onClose={close} onDeleted={deleted} />,
  ];
}
