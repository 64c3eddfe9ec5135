/** Confirms a settlement: what is paid back or paid, and that the person leaves. */
import { useQueryClient } from '@tanstack/react-query';
import { Form, Input, Switch } from 'antd';
import { toYuan } from '#contract/fields.ts';
import { statusAfter } from '#contract/stay/checkout-commands.rules.ts';
import { checkoutLabels } from '#contract/stay/checkouts.labels.ts';
import { checkouts } from '#contract/stay/checkouts.ts';
import type { Settlement } from '#contract/stay/stay-settlement.rules.ts';
import { keyOf, useSend } from '#web/api/call.ts';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { leavingChanges, type CheckoutShown } from './checkout-calls.ts';

/** What is charged or given besides the fees of the stay. */
export interface Manual {
  text: string;
  amount: number;
  reason: string;
}

interface Values {
  refundType?: number;
  receiver?: string;
  payType?: number;
  owed: boolean;
  owedReason?: string;
}

interface Props {
  checkout: CheckoutShown;
  settled: Settlement;
  manual: readonly Manual[];
  onClose: () => void;
}

export function LeaveDialog({ checkout, settled: { dueFen, refundFen, payFen }, manual, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  const owed = Form.useWatch('owed', form) ?? false;
  const client = useQueryClient();
  const send = useSend(checkouts.checkOut, {
    ...leavingChanges,
    once: true,
    onSuccess: onClose,
    // Fees or purses have changed meanwhile: the new sums are shown here, to be confirmed.
    onError: ({ status }) => void (status === 409 && client.invalidateQueries({ queryKey: keyOf(checkouts.fee) })),
  });
  const after = statusAfter(checkout.destination) === 5 ? '已故' : '已离院';
  return (
    <FormDialog<Values>
      title={`办理${checkout.oldmanName}退住`}
      okText="办理退住"
      danger
      form={form}
      initial={{ owed: false }}
      pending={send.isPending}
      onSubmit={(values) =>
        send.mutate({
          id: checkout.id,
          version: checkout.version,
          dueAmount: toYuan(dueFen),
          refund: toYuan(refundFen - payFen),
          manual: [...manual],
          refundType: values.refundType ?? null,
          receiver: values.receiver ?? null,
          payType: values.payType ?? null,
          owed: values.owed,
          owedReason: values.owedReason ?? null,
        })
      }
      onClose={onClose}
    >
      <p>
        应收{yuan(toYuan(dueFen))}
        {refundFen > 0 && `，退款${yuan(toYuan(refundFen))}`}
        {payFen > 0 && `，需补交${yuan(toYuan(payFen))}`}。办理后账户结清，合同终止，照护计划停止，床位空出待清洁，状态改为{after}
        ，不能撤销。
      </p>
      {refundFen > 0 && (
        <>
          <Form.Item name="refundType" label={checkoutLabels.refundType.title} rules={[{ required: true, message: '请选择退款方式' }]}>
            <DictionarySelect type={checkoutLabels.refundType.dictionary} numeric />
          </Form.Item>
          <Form.Item
            name="receiver"
            label={checkoutLabels.receiver}
            rules={[{ required: true, whitespace: true, message: '请填写收款人' }]}
          >
            <Input maxLength={50} />
          </Form.Item>
        </>
      )}
      {payFen > 0 && (
        <Form.Item name="owed" label="暂不补交，记为欠费" valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
      {payFen > 0 && !owed && (
        <Form.Item name="payType" label={checkoutLabels.payType.title} rules={[{ required: true, message: '请选择支付方式' }]}>
          <DictionarySelect type={checkoutLabels.payType.dictionary} numeric />
        </Form.Item>
      )}
      {payFen > 0 && owed && (
        <Form.Item
          name="owedReason"
          label={checkoutLabels.owedReason}
          rules={[{ required: true, whitespace: true, message: '请填写欠费原因' }]}
        >
          <Input maxLength={200} />
        </Form.Item>
      )}
    </FormDialog>
  );
}
