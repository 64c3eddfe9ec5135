/** 批量派单: several orders to one person, one after another; each order is won or lost on its own. */
import { useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';
import { canDo, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { call } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { fasterText, freshOf } from './faster.ts';
import type { OrderSummary } from './order-calls.ts';
import { CarerField, type Carer } from './carer-field.tsx';

/** Per order: null while it waits, '' when it was sent, otherwise why not. */
type Results = ReadonlyMap<number, string>;

export default function BatchDispatch({ orders, clear, onClose }: { orders: readonly OrderSummary[]; clear: () => void; onClose: () => void }) {
  const client = useQueryClient();
  const [carer, setCarer] = useState<Carer | null>(null);
  const [results, setResults] = useState<Results>(new Map());
  const [running, setRunning] = useState(false);
  const open = orders.filter(({ state }) => canDo('send', state));
  const over = results.size > 0 && !running;

  const run = async (to: Carer) => {
    setRunning(true);
    for (const { id, version } of open) {
      let text = '';
      try {
        await call(workOrders.dispatch, { id, version, serverUserId: to.id }, { quiet: true });
      } catch (error) {
        const fresh = freshOf(error as CallError);
        text = fresh ? fasterText(fresh) : (error as Error).message;
      }
      setResults((now) => new Map(now).set(id, text));
    }
    setRunning(false);
    clear();
    void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/members/workorder') });
  };
  const stateOf = ({ id, state }: OrderSummary) => {
    if (!canDo('send', state)) return `${orderStatusLabels[state]}，不派`;
    const text = results.get(id);
    return text === undefined ? orderStatusLabels[state] : text || '派单成功';
  };
  return (
    <Modal
      open
      title={`批量派单（${open.length} 单）`}
      okText={over ? '完成' : '派单'}
      cancelText="取消"
      cancelButtonProps={{ style: over ? { display: 'none' } : {}, disabled: running }}
      okButtonProps={{ loading: running, disabled: !over && (carer === null || open.length === 0) }}
      onOk={() => (over ? onClose() : carer && void run(carer))}
      onCancel={running ? () => {} : onClose}
      width="min(560px, 94vw)"
    >
      <div className="y-order-field">
        <label htmlFor="y-batch-carer">服务人员</label>
        <CarerField id="y-batch-carer" value={carer} onChange={setCarer} disabled={running || over} clearable={false} />
      </div>
      <ul className="y-batch" aria-live="polite">
        {orders.map((order) => (
          <li key={order.id} data-failed={Boolean(results.get(order.id)) || undefined}>
            <b>{order.workNo}</b>
            <span>{order.oldmanName}</span>
            <span>{stateOf(order)}</span>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
