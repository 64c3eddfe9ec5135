/** 派单: who goes. Somebody who was faster is named, so is what the person does at that time, and only a second, deliberate press goes on. */
import { Alert } from 'antd';
import { useState } from 'react';
import { canDo, canDoJob } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { JobChoice } from './job-choice.tsx';
import { fasterText } from './faster.ts';
import { useOrderSend, type OrderHead, type OrderSummary } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import { CarerField, type Carer } from './carer-field.tsx';

/** How much somebody has to do already; nothing until it is known. */
function Load({ carer }: { carer: Carer }) {
  const quiet = { quiet: true } as const;
  const waiting = useCall(workOrders.page, { serverUserId: carer.id, status: 2, size: 1 }, quiet);
  const running = useCall(workOrders.page, { serverUserId: carer.id, status: 3, size: 1 }, quiet);
  if (!waiting.data || !running.data) return null;
  return (
    <p className="y-order-hint" role="status">
      {carer.name}当前待服务 {waiting.data.total} 单，服务中 {running.data.total} 单
    </p>
  );
}

interface Props {
  order: OrderHead;
  jobId?: number | undefined;
  onClose: () => void;
}

export function DispatchDialog({ order, jobId, onClose }: Props) {
  const [carer, setCarer] = useState<Carer | null>(null);
  const [chosen, setChosen] = useState(jobId ?? null);
  const [missing, setMissing] = useState(false);
  const [fresh, setFresh] = useState<OrderSummary | null>(null);
  const [overlap, setOverlap] = useState<string | null>(null);
  const detail = useCall(workOrders.get, { id: order.id }, { quiet: true });
  const jobs = (detail.data?.workOrder.workOrderJobs ?? []).filter(({ status }) => canDoJob('send', status));
  const now = fresh ?? order;
  const open = canDo('send', now.state);
  const work = chosen === null ? { workOrderIds: [order.id] } : { jobId: chosen };
  const send = useOrderSend(workOrders.dispatch, { once: true, onDone: onClose, onConflict: setFresh, onOverlap: setOverlap });
  const confirm = () => {
    if (!carer) return setMissing(true);
    send.mutate({
      id: order.id,
      version: now.version,
      force: overlap !== null,
      serverUserId: carer.id,
      serverUserName: carer.name,
      ...(carer.phone ? { serverUserPhone: carer.phone } : {}),
      ...(chosen === null ? {} : { jobId: chosen }),
    });
  };
  return (
    <DraftDialog
      title="派单"
      okText={fresh ? '仍要改派' : overlap ? '仍要派单' : '派单'}
      cancelText="取消"
      okButtonProps={{ loading: send.isPending, disabled: !open, danger: fresh !== null || overlap !== null }}
      onOk={confirm}
      isDirty={() => carer !== null && fresh === null}
      onClose={onClose}
      width={560}
    >
      <OrderLine order={now} />
      {fresh && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={fasterText(fresh)}
          description={open ? '如确需改派，请再次确认。' : '该工单已不能派单。'}
        />
      )}
      <JobChoice
        jobs={jobs}
        value={chosen}
        onChange={(one) => {
          setChosen(one);
          setOverlap(null);
        }}
      />
      <div className="y-order-field">
        <label htmlFor="y-dispatch-carer">服务人员</label>
        <CarerField
          id="y-dispatch-carer"
          value={carer}
          clearable={false}
          tenantId={order.tenantId}
          ranking={open ? work : null}
          ranked
          onChange={(one) => {
            setCarer(one);
            setMissing(false);
            setOverlap(null);
          }}
        />
        {missing && (
          <p className="y-order-problem" role="alert">
            请选择服务人员
          </p>
        )}
        {carer && <Load key={carer.id} carer={carer} />}
        {overlap && <Alert type="warning" showIcon role="alert" title={overlap} description="如确需这样安排，请再次确认。" />}
      </div>
    </DraftDialog>
  );
}
