/** What the platform decides about an order: that its money never came, that it came too late, that it went back. */
import { Form, Input, Radio } from 'antd';
import type { ReactNode } from 'react';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { MOST_LATE_TIMES, payTypeLabels, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import type { PackageOrder } from '#contract/subscriptions/package-orders.ts';
import { titleOf } from '#contract/labels.ts';
import { orderClaimLabels } from '#contract/subscriptions/order-verifications.labels.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { useOrderSend } from './buyers.ts';
import { SecondPerson } from './second-person.tsx';

export type MoneyAction = 'fail' | 'receive' | 'refund';

interface AskProps<Values> {
  order: PackageOrder;
  title: string;
  note: string;
  okText: string;
  danger?: boolean;
  /** Another person has to confirm it. */
  confirmed?: boolean;
  sending: boolean;
  initial?: Partial<Values>;
  onOk: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
}

function Ask<Values extends object>({
  order,
  title,
  note,
  okText,
  danger = false,
  confirmed = false,
  sending,
  initial = {},
  onOk,
  onClose,
  children,
}: AskProps<Values>) {
  return (
    <FormDialog<Values>
      title={`${title} · ${order.orderNo}`}
      okText={okText}
      cancelText="返回"
      danger={danger}
      pending={sending}
      width={480}
      className="sub-invoice-form"
      initial={initial}
      onSubmit={onOk}
      onClose={onClose}
    >
      <p className="sub-note">
        {order.tenantName}，{order.itemName}，{yuan(order.itemPrice)}。{note}
      </p>
      {confirmed && <SecondPerson noted={false} />}
      {children}
    </FormDialog>
  );
}

const needed = (message: string) => [{ required: true, whitespace: true, message }];

function Fail({ order, onClose }: Props) {
  const send = useOrderSend(orderVerifications.fail, onClose);
  const { id, version } = order;
  return (
    <Ask
      order={order}
      title="判定支付失败"
      note="款项确实没有到账时使用，订单就此结束，不能恢复。"
      okText="判定失败"
      danger
      sending={send.isPending}
      onOk={({ reason }: { reason: string }) => send.mutate({ id, version, reason })}
      onClose={onClose}
    >
      <Form.Item name="reason" label="原因" rules={needed('请输入原因')}>
        <Input.TextArea maxLength={100} showCount rows={3} placeholder="如 银行退票" />
      </Form.Item>
    </Ask>
  );
}

function Receive({ order, onClose }: Props) {
  const send = useOrderSend(orderVerifications.receive, onClose);
  const { id, version } = order;
  return (
    <Ask
      order={order}
      title="登记到账待退"
      note="订单结束后才到的款项。登记后由另一位同事复核，复核通过后列入待退金额，租户会收到通知。"
      okText="登记"
      confirmed
      sending={send.isPending}
      initial={{ price: order.itemPrice }}
      onOk={({ price, reference }: { price: number; reference: string }) => send.mutate({ id, version, price, reference })}
      onClose={onClose}
    >
      <Form.Item name="price" label="到账金额" extra="不超过应付金额的两倍" rules={[{ required: true, message: '请输入金额' }]}>
        <MoneyInput min={0.01} max={order.itemPrice * MOST_LATE_TIMES} />
      </Form.Item>
      <Form.Item name="reference" label="银行流水号" rules={needed('请输入流水号')}>
        <Input maxLength={64} />
      </Form.Item>
    </Ask>
  );
}

function Refund({ order, onClose }: Props) {
  const send = useOrderSend(orderVerifications.refund, onClose);
  const { id, version } = order;
  return (
    <Ask
      order={order}
      title={`登记退款 ${yuan(order.refund)}`}
      note="请先在银行或支付平台完成退款，再在此登记；另一位同事复核通过后入账，租户会收到通知。"
      okText="登记退款"
      confirmed
      danger
      sending={send.isPending}
      initial={{ payType: order.payType ?? payTypes.transfer }}
      onOk={({ payType, reference, note }: { payType: number; reference: string; note?: string }) =>
        send.mutate({ id, version, payType, reference, note })
      }
      onClose={onClose}
    >
      <Form.Item name="payType" label="退款方式" extra="按收款方式原路退回；同一订单的收款见订单详情的收支记录">
        <Radio.Group options={choices(payTypeLabels).map(({ value, label }) => ({ value: Number(value), label }))} />
      </Form.Item>
      <Form.Item name="reference" label="退款流水号" rules={needed('请输入退款流水号')}>
        <Input maxLength={64} />
      </Form.Item>
      <Form.Item name="note" label={titleOf(orderClaimLabels, 'note')}>
        <Input maxLength={100} />
      </Form.Item>
    </Ask>
  );
}

interface Props {
  order: PackageOrder;
  onClose: () => void;
}

const DIALOGS: Record<MoneyAction, (props: Props) => ReactNode> = { fail: Fail, receive: Receive, refund: Refund };

export function MoneyDialog({ action, ...props }: Props & { action: MoneyAction }) {
  const Dialog = DIALOGS[action];
  return <Dialog {...props} />;
}
