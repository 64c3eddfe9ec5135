/** Asking for a purchase, and asking again for one that was returned. */
import { Alert, Form, Input } from 'antd';
import { useId } from 'react';
import type { Output } from '#contract/http.ts';
import { purchaseLabels } from '#contract/stock/material-purchases.labels.ts';
import { materialPurchases } from '#contract/stock/material-purchases.ts';
import { useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { yuan } from '#web/ui/display.ts';
import { PurchaseLines, sumOf, type LineValues } from './purchase-lines.tsx';
import './purchases.css';

export type Purchase = Output<typeof materialPurchases.get>;

interface Values {
  reason: string;
  lines: LineValues[];
}

interface Props {
  /** The one that was returned; null: a new one. */
  purchase: Purchase | null;
  /** What a new one begins with. */
  lines?: LineValues[];
  onSent?: () => void;
  onClose: () => void;
}

function Total() {
  const lines = Form.useWatch<LineValues[] | undefined>('lines', Form.useFormInstance());
  return (
    <p className="y-purchase-total" aria-live="polite">
      合计 <b>{yuan(sumOf(lines ?? []))}</b>
    </p>
  );
}

export function PurchaseDrawer({ purchase, lines = [], onSent, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const done = {
    changes: [materialPurchases.page, materialPurchases.get],
    onSuccess: () => {
      onSent?.();
      onClose();
    },
  };
  const create = useSend(materialPurchases.create, { ...done, once: true });
  const resubmit = useSend(materialPurchases.resubmit, done);
  const submit = ({ reason, lines: typed }: Values) => {
    const input = {
      reason,
      lines: typed.map(({ materialId, name, spec, unit, quantity, price, supplier }) => ({
        materialId: materialId ?? null,
        name: name ?? '',
        spec: spec ?? null,
        unit: unit ?? '',
        quantity: quantity as number,
        price: price as number,
        supplier: supplier ?? null,
      })),
    };
    if (purchase) resubmit.mutate({ ...input, id: purchase.id, version: purchase.version });
    else create.mutate(input);
  };
  const failed = create.error ?? resubmit.error;
  return (
    <SideDrawer
      title={purchase ? `修改采购 ${purchase.number}` : '申请采购'}
      open
      size="large"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel={purchase ? '重新提交' : '提交申请'}
      confirming={create.isPending || resubmit.isPending}
      onConfirm={() => form.submit()}
    >
      {failed && <Alert type="error" showIcon role="alert" title={failed.message} />}
      <Form<Values>
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={purchase ? { reason: purchase.reason, lines: purchase.lines } : { lines }}
        scrollToFirstError={{ block: 'center', focus: true }}
        onFinish={submit}
      >
        <Form.Item name="reason" label={purchaseLabels.reason} rules={[{ required: true, whitespace: true, message: '请填写采购原因' }]}>
          <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} placeholder="如 护理垫库存不足" />
        </Form.Item>
        <h2 className="y-purchase-title">{purchaseLabels.lines}</h2>
        <PurchaseLines />
        <Total />
      </Form>
    </SideDrawer>
  );
}
