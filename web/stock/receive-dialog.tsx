/** 采购入库: what has come of each line; more than was ordered only with a reason. */
import { Form, Input, InputNumber } from 'antd';
import { hundredths } from '#contract/stock/materials.rules.ts';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { materials } from '#contract/stock/materials.ts';
import { outstanding } from '#contract/stock/purchase-commands.rules.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Purchase } from './purchase-drawer.tsx';
import '#web/ui/form.css';
import './purchases.css';

interface Values {
  /** By the id of a line. */
  come: Record<number, number | null>;
  reason?: string;
}

export function ReceiveDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const come = Form.useWatch('come', form);
  const receive = useSend(materialPurchases.receive, {
    changes: [materialPurchases.get, materialPurchases.page, materials.page],
    once: true,
    onSuccess: onClose,
    onError: ({ status }) => status === 409 && onClose(),
  });
  const more = purchase.lines.some((line) => hundredths(come?.[line.id] ?? 0) > hundredths(outstanding(line)));
  const submit = ({ come: typed, reason = '' }: Values) => {
    const lines = purchase.lines.flatMap(({ id }) => {
      const quantity = typed[id] ?? 0;
      return quantity > 0 ? [{ lineId: id, quantity }] : [];
    });
    if (lines.length === 0) return showMessage('warning', '请填写入库数量');
    receive.mutate({ id: purchase.id, version: purchase.version, lines, reason: reason.trim() });
  };
  return (
    <FormDialog
      form={form}
      title={`采购入库 ${purchase.number}`}
      okText="入库"
      pending={receive.isPending}
      width={640}
      initial={{ come: Object.fromEntries(purchase.lines.map((line) => [line.id, outstanding(line) || null])) }}
      onSubmit={submit}
      onClose={onClose}
    >
      {purchase.lines.map((line) => (
        <Form.Item
          key={line.id}
          name={['come', line.id]}
          label={`${line.name}${line.spec ? `（${line.spec}）` : ''}`}
          extra={`采购 ${line.quantity} ${line.unit}，已入库 ${line.received} ${line.unit}${line.materialId === null ? '，不计库存' : ''}`}
        >
          <InputNumber<number> min={0} max={9_999_999} precision={2} suffix={line.unit} placeholder="0" />
        </Form.Item>
      ))}
      {more && (
        <Form.Item name="reason" label="多收原因" rules={[{ required: true, whitespace: true, message: '多收请填写原因' }]}>
          <Input maxLength={100} placeholder="如 供应商赠送" />
        </Form.Item>
      )}
    </FormDialog>
  );
}
