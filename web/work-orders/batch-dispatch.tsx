/** 批量派单: several orders to one person, one after another; each order is won or lost on its own. */
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { canDo, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { call } from '#web/api/call.ts';
import type { CallError } from '#web/api/refusals.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { Time } from '#web/ui/time.tsx';
import { fasterText, freshOf, overlapOf } from './faster.ts';
import type { OrderSummary } from './order-calls.ts';
import { CarerField, type Carer } from './carer-field.tsx';

/** Why an order was not sent, and whether a second press could: `overlap` if one insists, `lost` when there was no answer. */
interface Failure {
  text: string;
  again: 'overlap' | 'lost' | null;
}
/** Absent while it waits, null when it was sent. */
type Results = ReadonlyMap<number, Failure | null>;

function failureOf(error: CallError): Failure {
  const [fresh, overlap] = [freshOf(error), overlapOf(error)];
  if (overlap !== null) return { text: overlap, again: 'overlap' };
  return { text: fresh ? fasterText(fresh) : error.message, again: error.status === 0 ? 'lost' : null };
}

export default function BatchDispatch({
  orders,
  clear,
  onClose,
}: {
  orders: readonly OrderSummary[];
  clear: () => void;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [carer, setCarer] = useState<Carer | null>(null);
  const [results, setResults] = useState<Results>(new Map());
  const [running, setRunning] = useState(false);
  const open = orders.filter(({ state }) => canDo('send', state));
  const ranking = open.length ? { workOrderIds: open.map(({ id }) => id) } : null;
  const failed = (again: Failure['again']) => open.filter(({ id }) => results.get(id)?.again === again);
  const over = results.size > 0 && !running;

  const run = async (to: Carer, some: readonly OrderSummary[], force: boolean) => {
    setRunning(true);
    for (const { id, version } of some) {
      const failure = await call(workOrders.dispatch, { id, version, serverUserId: to.id, force }, { quiet: true }).then(
        () => null,
        (error) => failureOf(error as CallError),
      );
      setResults((now) => new Map(now).set(id, failure));
    }
    setRunning(false);
    clear();
    void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith('/members/workorder') });
  };
  const stateOf = ({ id, state, serverUserName }: OrderSummary) => {
    if (!canDo('send', state)) return `${orderStatusLabels[state]}，不派`;
    const failure = results.get(id);
    if (failure !== undefined) return failure?.text ?? '派单成功';
    return [orderStatusLabels[state], serverUserName].filter(Boolean).join('：');
  };
  const again = (why: 'overlap' | 'lost', label: string) =>
    over &&
    carer &&
    failed(why).length > 0 && (
      <Button danger={why === 'overlap'} onClick={() => void run(carer, failed(why), why === 'overlap')}>
        {label}（{failed(why).length} 单）
      </Button>
    );
  return (
    <DraftDialog
      title={`批量派单（${open.length} 单）`}
      okText={over ? '完成' : '派单'}
      cancelText="取消"
      cancelButtonProps={{ style: over ? { display: 'none' } : {} }}
      okButtonProps={{ loading: running, disabled: !over && (carer === null || open.length === 0) }}
      onOk={() => (over ? onClose() : carer && void run(carer, open, false))}
      isDirty={() => carer !== null && !over}
      onClose={onClose}
      footer={(buttons) => (
        <>
          {again('overlap', '时间重叠的仍要派单')}
          {again('lost', '重试')}
          {buttons}
        </>
      )}
      width={560}
    >
      <div className="y-order-field">
        <label htmlFor="y-batch-carer">服务人员</label>
        <CarerField
          id="y-batch-carer"
          value={carer}
          onChange={setCarer}
          disabled={running || over}
          clearable={false}
          ranking={ranking}
          ranked
        />
      </div>
      <ul className="y-batch" aria-live="polite">
        {orders.map((order) => (
          <li key={order.id} data-failed={Boolean(results.get(order.id)) || undefined}>
            <b>{order.workNo}</b>
            <span>
              {order.oldmanName}
              <small>
                <Time value={order.serverTime} /> {order.serverProjectName}
              </small>
            </span>
            <span>{stateOf(order)}</span>
          </li>
        ))}
      </ul>
    </DraftDialog>
  );
}
