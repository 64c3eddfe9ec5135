/** Pausing, continuing and ending a plan: what becomes of the orders that are there already is asked, not guessed. */
import { Alert, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useSend } from '#web/api/call.ts';
import type { PlanRow } from './plans.tsx';

export type Step = 'pause' | 'resume' | 'end';

const TEXTS: Record<Step, { title: string; text: string; ok: string }> = {
  pause: { title: '暂停周期工单', text: '暂停后不再生成新的工单，可以随时继续。', ok: '暂停' },
  resume: { title: '继续周期工单', text: '从今天起继续按计划生成工单。', ok: '继续' },
  end: { title: '结束周期工单', text: '结束后不再生成新的工单，不能恢复。', ok: '结束' },
};

export const CANCELS = '同时取消明天起尚未开始的工单';

export function PlanStep({ step, plan, onClose }: { step: Step; plan: PlanRow; onClose: () => void }) {
  const [cancelFuture, setCancelFuture] = useState(step === 'end');
  const changes = [workOrderPlans.page, workOrderPlans.days, workOrders.page];
  const send = useSend(workOrderPlans[step], { changes, onSuccess: onClose });
  const { title, text, ok } = TEXTS[step];
  return (
    <Modal
      open
      title={title}
      okText={ok}
      cancelText="取消"
      okButtonProps={{ danger: step === 'end', loading: send.isPending }}
      onOk={() => send.mutate({ id: plan.id, version: plan.version, cancelFuture })}
      onCancel={onClose}
      width="min(460px, 94vw)"
    >
      <p>
        <b>{plan.name}</b>（{plan.oldmanName}）
      </p>
      <p>{text}</p>
      {step !== 'resume' && (
        <Checkbox checked={cancelFuture} onChange={({ target }) => setCancelFuture(target.checked)}>
          {CANCELS}
        </Checkbox>
      )}
      {send.error?.status === 409 && <Alert type="warning" showIcon title={send.error.message} />}
    </Modal>
  );
}
