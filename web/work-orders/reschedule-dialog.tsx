/** 批量改期: several orders by days, to a time, to a person; all of them or none. */
import { Alert, App, Input, InputNumber, Modal, Select, Space } from 'antd';
import { useState } from 'react';
import { DAY, instantOf, textOf } from '#contract/time.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { canDo, canDoJob, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { CarerField, type Carer } from './carer-field.tsx';
import { ClockField } from './clock-field.tsx';
import { overlapOf } from './faster.ts';
import type { OrderSummary } from './order-calls.ts';
import './plans.css';

const WAYS = [
  { value: 1 as const, label: '推迟' },
  { value: -1 as const, label: '提前' },
];

/** A time some days later or earlier, at another time of the day where one is chosen (HH:mm). */
function shifted(time: string, days: number, clock: string): string {
  const moved = textOf(instantOf(time) + days * DAY);
  return clock ? `${moved.slice(0, 10)} ${clock}:00` : moved;
}

export default function RescheduleDialog({
  orders,
  clear,
  onClose,
}: {
  orders: readonly OrderSummary[];
  clear: () => void;
  onClose: () => void;
}) {
  const [way, setWay] = useState<1 | -1>(1);
  const [days, setDays] = useState(1);
  const [time, setTime] = useState('');
  const [carer, setCarer] = useState<Carer | null>(null);
  const [reason, setReason] = useState('');
  const open = orders.filter(({ state }) => canDo('edit', state));
  const closed = orders.filter((order) => !open.includes(order));
  const done = () => {
    clear();
    onClose();
  };
  const { modal } = App.useApp();
  const send = useSend(workOrderPlans.reschedule, {
    changes: [workOrders.page, workOrders.get],
    onSuccess: done,
    async onError(error, input) {
      const overlap = overlapOf(error);
      if (overlap === null) return;
      const sure = await modal.confirm({
        title: '时间重叠',
        content: `${overlap}。仍要这样安排吗？`,
        okText: '仍要安排',
        cancelText: '放弃',
      });
      if (sure) send.mutate({ ...input, force: true });
    },
  });
  const shiftDays = way * days;
  // Of several orders each has a time of its own.
  const only = open.length === 1 ? open[0] : undefined;
  const detail = useCall(workOrders.get, { id: only?.id ?? 0 }, { quiet: true, enabled: only !== undefined });
  const job = detail.data?.workOrder.workOrderJobs.find(({ status }) => canDoJob('send', status));
  const ranking = job ? { jobId: job.id, at: shifted(job.serverTime, shiftDays, time) } : null;
  const nothing = days === 0 && time === '' && carer === null;
  return (
    <Modal
      open
      title={`批量改期（${open.length} 单）`}
      okText="改期"
      cancelText="取消"
      okButtonProps={{ loading: send.isPending, disabled: nothing || open.length === 0 }}
      onOk={() =>
        send.mutate({
          orders: open.map(({ id, version }) => ({ id, version })),
          shiftDays,
          time,
          reason: reason.trim(),
          ...(carer ? { serverUserId: carer.id } : {}),
        })
      }
      onCancel={onClose}
      width="min(520px, 94vw)"
    >
      <div className="y-plan-moving">
        {closed.length > 0 && (
          <Alert
            type="info"
            showIcon
            title={`${closed.length} 单不能改期，已略过：${[...new Set(closed.map(({ state }) => orderStatusLabels[state]))].join('、')}`}
          />
        )}
        <div className="y-order-field">
          <label htmlFor="y-shift-days">日期</label>
          <Space.Compact block>
            <Select aria-label="推迟或提前" className="y-plan-way" value={way} options={WAYS} onChange={setWay} />
            <InputNumber<number>
              id="y-shift-days"
              min={0}
              max={365}
              precision={0}
              value={days}
              onChange={(value) => setDays(value ?? 0)}
              suffix="天"
            />
          </Space.Compact>
        </div>
        <div className="y-order-field">
          <label htmlFor="y-shift-time">时间</label>
          <ClockField id="y-shift-time" value={time} onChange={setTime} placeholder="不选则不变" />
        </div>
        <div className="y-order-field">
          <label htmlFor="y-shift-carer">服务人员（不选则不变）</label>
          <CarerField id="y-shift-carer" value={carer} onChange={setCarer} ranking={ranking} />
        </div>
        <div className="y-order-field">
          <label htmlFor="y-shift-reason">原因（选填）</label>
          <Input id="y-shift-reason" value={reason} maxLength={100} onChange={({ target }) => setReason(target.value)} />
        </div>
        <p className="y-plan-rule">所选工单的全部未开始服务一起改，有一单不能改则都不改。</p>
        {send.isError && <Alert type="error" showIcon role="alert" title={send.error.message} />}
      </div>
    </Modal>
  );
}
