/** A tenant asks for the invoice of a paid order. */
import { Form, Input, Radio } from 'antd';
import { invoiceKindLabels, invoiceKinds, invoiceProblem } from '#contract/subscriptions/invoices.rules.ts';
import { invoices } from '#contract/subscriptions/invoices.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { titleOf } from '#contract/labels.ts';
import { invoiceLabels } from '#contract/subscriptions/invoices.labels.ts';
import { showMessage } from '#web/api/messages.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { rulesOf } from '#web/ui/contract-rules.ts';
import { yuan } from '#web/ui/display.ts';
import { useOrderSend } from './buyers.ts';

const { shape } = invoices.create.input;

interface Values {
  kind: number;
  title: string;
  taxNumber?: string;
  addressPhone?: string;
  bankAccount?: string;
  email?: string;
  remarks?: string;
}

export function InvoiceDialog({ order, onClose }: { order: PackageOrder; onClose: () => void }) {
  const [form] = Form.useForm<Values>();
  const kind = Form.useWatch('kind', form);
  const create = useOrderSend(invoices.create, onClose);
  const special = kind === invoiceKinds.special;
  const submit = (values: Values) => {
    const taxNumber = values.taxNumber?.trim().toUpperCase() || null;
    const problem = invoiceProblem({
      kind: values.kind,
      taxNumber,
      addressPhone: values.addressPhone?.trim() || null,
      bankAccount: values.bankAccount?.trim() || null,
    });
    if (problem) return showMessage('error', problem);
    create.mutate({ ...values, taxNumber, orderId: order.id } as never);
  };
  return (
    <FormDialog
      form={form}
      title={`申请发票 · ${order.orderNo}`}
      okText="提交申请"
      pending={create.isPending}
      width={560}
      className="sub-invoice-form"
      initial={{ kind: invoiceKinds.ordinary, title: order.tenantName }}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="sub-note">
        {order.itemName}，{order.itemDuration}天，开票金额 <b>{yuan(order.itemPrice)}</b>
      </p>
      <Form.Item name="kind" label={titleOf(invoiceLabels, 'kind')}>
        <Radio.Group options={Object.entries(invoiceKindLabels).map(([value, label]) => ({ value: Number(value), label }))} />
      </Form.Item>
      <Form.Item name="title" label={titleOf(invoiceLabels, 'title')} rules={rulesOf(shape.title, '发票抬头')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="taxNumber" label={titleOf(invoiceLabels, 'taxNumber')} required={special}>
        <Input maxLength={20} placeholder="统一社会信用代码" />
      </Form.Item>
      <Form.Item name="addressPhone" label={titleOf(invoiceLabels, 'addressPhone')} required={special}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="bankAccount" label={titleOf(invoiceLabels, 'bankAccount')} required={special}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="email" label={titleOf(invoiceLabels, 'email')} rules={rulesOf(shape.email, '接收邮箱')}>
        <Input maxLength={80} type="email" placeholder="电子发票发送到此邮箱" />
      </Form.Item>
      <Form.Item name="remarks" label={titleOf(invoiceLabels, 'remarks')}>
        <Input maxLength={100} />
      </Form.Item>
    </FormDialog>
  );
}
