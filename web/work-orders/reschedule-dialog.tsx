/** 批量改期: several orders by days, to a time, to a person; all of them or none. */
import { Alert, App, Input, InputNumber, Select, Space } from 'antd';
import { useState } from 'react';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { canDo, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useSend } from '#web/api/call.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { CarerField, type Carer } from './carer-field.tsx';
import { ClockField } from './clock-field.tsx';
import { overlapOf } from './faster.ts';
import type { OrderSummary } from './order-calls.ts';
import './plans.css';

const WAYS = [
  { value: 1 as const, label: '推迟' },
  { value: -1 as const, label: '提前' },
];

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
  const ranking = open.length ? { workOrderIds: open.map(({ id }) => id), shiftDays, time } : null;
  const nothing = days === 0 && time === '' && carer === null;
  return (
    <DraftDialog
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
      isDirty={() => way !== 1 || days !== 1 || time !== '' || carer !== null || reason.trim() !== ''}
      onClose={onClose}
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
    </DraftDialog>
  );
}
