/** 评价: one to five stars and a few words, once. */
import { Input, Radio, Rate } from 'antd';
import { useState } from 'react';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { labelOf } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { useOrderSend, type OrderHead } from './order-calls.ts';
import { OrderLine } from './order-line.tsx';
import './work-orders.css';

const MAX = 200;
const BEST = 5;
/** `workOrderScore.status` on the wire. */
export const scoreMethods: Record<number, string> = { 1: '工作人员回访', 2: '服务对象评价' };

export function RatingDialog({ order, onClose }: { order: OrderHead; onClose: () => void }) {
  const [score, setScore] = useState(BEST);
  const [method, setMethod] = useState('1');
  const [text, setText] = useState('');
  const { options } = useDictionary('work_order_score');
  const send = useOrderSend(workOrders.score, { onDone: onClose });
  return (
    <DraftDialog
      title="评价"
      okText="提交"
      cancelText="取消"
      okButtonProps={{ loading: send.isPending, disabled: score === 0 }}
      onOk={() => send.mutate({ workOrderId: order.id, score, method: Number(method), scoreContent: text.trim() })}
      isDirty={() => score !== BEST || method !== '1' || text.trim() !== ''}
      onClose={onClose}
      width={480}
    >
      <OrderLine order={order} />
      <div className="y-order-field y-order-stars">
        <Rate
          value={score}
          onChange={setScore}
          allowClear={false}
          tooltips={options.map(({ label }) => ({ title: label }))}
          aria-label="星级"
        />
        <b>{score > 0 && labelOf(options, score)}</b>
      </div>
      <div className="y-order-field">
        <Radio.Group
          options={choices(scoreMethods)}
          value={method}
          onChange={(event) => setMethod(String(event.target.value))}
          aria-label="评价方式"
        />
      </div>
      <Input.TextArea
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={MAX}
        showCount
        rows={4}
        placeholder="评价内容（选填）"
        aria-label="评价内容"
      />
    </DraftDialog>
  );
}
