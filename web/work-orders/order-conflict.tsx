/** Somebody saved the order while it was being edited: nothing is overwritten unless one says so. */
import { Alert, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { canDo } from '#contract/work-orders/work-orders.rules.ts';
import { fasterText } from './faster.ts';
import type { OrderSummary } from './order-calls.ts';

interface Props {
  fresh: OrderSummary;
  onTake: () => void;
  onKeep: () => void;
}

export function OrderConflict({ fresh, onTake, onKeep }: Props) {
  const open = canDo('edit', fresh.state);
  const place = useRef<HTMLDivElement>(null);
  // Whoever saved looks at the foot of a long form. In new browsers scrolling gives a promise, which is no way to end an effect.
  useEffect(() => void place.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div ref={place}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        className="y-conflict"
        title={`保存失败：${fasterText(fresh)}`}
        description={
          open ? (
            <div className="y-conflict-buttons">
              <Button size="small" type="primary" onClick={onTake}>
                载入最新内容
              </Button>
              <Button size="small" onClick={onKeep}>
                保留我的内容
              </Button>
            </div>
          ) : (
            '该工单已不能修改。'
          )
        }
      />
    </div>
  );
}
