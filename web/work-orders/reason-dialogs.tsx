/** 暂停, 继续, 取消, 删除: asked once more, with the reason that goes into the timeline. */
import { Modal } from 'antd';
import { useState } from 'react';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { showMessage } from '#web/api/messages.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { fasterText } from './faster.ts';
import { useOrderSend, type OrderHead } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import { ReasonField } from './reason-field.tsx';

const KINDS = {
  stop: { route: workOrders.stop, title: '是否确认暂停此服务', note: '暂停后未完成的服务全部停下，可随时继续。', danger: false },
  continue: { route: workOrders.continue, title: '是否确认继续此服务', note: '各项服务回到暂停前的状态。', danger: false },
  cancel: { route: workOrders.cancel, title: '是否确认取消此服务', note: '取消后不能恢复，已完成的服务仍计费。', danger: true },
} as const;

export type ReasonKind = keyof typeof KINDS;

const HAND_BACK = '您尚未开始的服务回到待派单，由调度人员另派他人。';

interface Props {
  order: OrderHead;
  onClose: () => void;
}

/** One job instead of the whole order. */
interface OneJob {
  id: number;
  name: string;
}

const ONE_JOB: Record<ReasonKind, string> = {
  stop: '只暂停这一项服务，其余服务照常进行。',
  continue: '这一项服务回到暂停前的状态。',
  cancel: '只取消这一项服务，取消后不能恢复；已扣的服务包次数会退回。',
};

/** `onDone` when the order has changed, by this person or by somebody faster; `onClose` unless given. */
export function ReasonDialog({
  kind,
  order,
  job,
  onClose,
  onDone = onClose,
}: Props & { kind: ReasonKind; job?: OneJob | undefined; onDone?: () => void }) {
  const { route, title, note, danger } = KINDS[kind];
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  // While it stands, the clock of its targets stands: that needs a reason. Clients that only know the specification's call give none.
  const missing = kind === 'stop' && reason.trim() === '';
  const send = useOrderSend(route, {
    onDone,
    onConflict(fresh) {
      showMessage('warning', fasterText(fresh));
      onDone();
    },
  });
  return (
    <DraftDialog
      title={title}
      okText="确定"
      cancelText="返回"
      okButtonProps={{ danger, loading: send.isPending }}
      onOk={() => {
        setPressed(true);
        if (!missing) send.mutate({ id: order.id, version: order.version, reason: reason.trim(), ...(job ? { jobId: job.id } : {}) });
      }}
      isDirty={() => reason.trim() !== ''}
      onClose={onClose}
      width={480}
    >
      <OrderLine order={job ? { ...order, serverProjectName: job.name } : order} />
      <p className="y-order-hint">{job ? ONE_JOB[kind] : note}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        placeholder={kind === 'stop' ? '暂停的原因，将记入时间线' : '原因（选填），将记入时间线'}
        required={kind === 'stop'}
        missing={pressed && missing ? '请填写暂停的原因' : null}
      />
    </DraftDialog>
  );
}

/** 要求改派: somebody else has to go; the reason is what the dispatcher decides by. */
export function HandBackDialog({ order, jobId, jobName, onClose }: Props & { jobId?: number | undefined; jobName?: string | undefined }) {
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const missing = reason.trim() === '';
  const send = useOrderSend(workOrders.handBack, { once: true, onDone: onClose });
  return (
    <DraftDialog
      title="要求改派"
      okText="要求改派"
      cancelText="返回"
      okButtonProps={{ loading: send.isPending }}
      onOk={() => {
        setPressed(true);
        if (!missing) send.mutate({ id: order.id, reason: reason.trim(), ...(jobId === undefined ? {} : { jobId }) });
      }}
      isDirty={() => reason.trim() !== ''}
      onClose={onClose}
      width={480}
    >
      <OrderLine order={jobName === undefined ? order : { ...order, serverProjectName: jobName }} />
      <p className="y-order-hint">{HAND_BACK}</p>
      <ReasonField
        value={reason}
        onChange={setReason}
        placeholder="不能前往的原因，将告知调度人员"
        required
        missing={pressed && missing ? '请填写改派的原因' : null}
      />
    </DraftDialog>
  );
}

export function DeleteDialog({ order, onClose, onDeleted }: Props & { onDeleted: () => void }) {
  const send = useOrderSend(workOrders.remove, { onDone: onDeleted });
  return (
    <Modal
      open
      title="是否确认删除此服务"
      okText="删除"
      cancelText="返回"
      okButtonProps={{ danger: true, loading: send.isPending }}
      onOk={() => send.mutate({ id: order.id })}
      onCancel={onClose}
      width="min(480px, 94vw)"
    >
      <OrderLine order={order} />
      <p className="y-order-hint">删除后不能恢复。</p>
    </Modal>
  );
}
