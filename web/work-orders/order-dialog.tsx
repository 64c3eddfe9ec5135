/** Whatever a button of an order opens; fetched beside the page that has the buttons. */
import { DispatchDialog } from './dispatch-dialog.tsx';
import type { Asked } from './order-actions.ts';
import type { OrderHead } from './order-calls.ts';
import { RatingDialog } from './rating-dialog.tsx';
import { DeleteDialog, HandBackDialog, ReasonDialog } from './reason-dialogs.tsx';
import { VisitDialog } from './visit-dialog.tsx';
import WorkOrderDrawer from './work-order-drawer.tsx';

export interface Opened {
  action: Asked;
  /** As it was shown when the button was pressed: its version goes to the server. */
  order: OrderHead;
  jobId?: number | undefined;
  jobName?: string | undefined;
}

export default function OrderDialog({
  action,
  order,
  jobId,
  jobName,
  onClose,
  onDeleted,
}: Opened & { onClose: () => void; onDeleted: () => void }) {
  switch (action) {
    case 'send':
      return <DispatchDialog order={order} jobId={jobId} onClose={onClose} />;
    case 'start':
    case 'finish':
      return <VisitDialog action={action} order={order} jobId={jobId} onClose={onClose} />;
    case 'stop':
    case 'continue':
    case 'cancel':
      return (
        <ReasonDialog
          kind={action}
          order={order}
          job={jobId === undefined ? undefined : { id: jobId, name: jobName ?? '' }}
          onClose={onClose}
        />
      );
    case 'return':
      return <HandBackDialog order={order} jobId={jobId} jobName={jobName} onClose={onClose} />;
    case 'comment':
      return <RatingDialog order={order} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog order={order} onClose={onClose} onDeleted={onDeleted} />;
    case 'edit':
      return <WorkOrderDrawer orderId={order.id} onClose={onClose} />;
  }
}
