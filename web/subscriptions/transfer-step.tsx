/** Step 3 of buying by transfer: where to send the money, and the receipt that proves it. */
import { Alert, App, Button, Form, Input } from 'antd';
import { useId } from 'react';
import { billStates, canDo, payTypes } from '#contract/subscriptions/package-orders.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { packageOrderLabels } from '#contract/subscriptions/package-orders.labels.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { shortTime } from '#web/ui/display.ts';
import { useUnsavedPart } from '#web/ui/draft-dialog.tsx';
import { useOrderSend, type Buyer, type PackageOrder } from './buyers.ts';
import { deadlineText } from './order-words.ts';
import { CancelButton } from './pay-step.tsx';
import { ReceiptField, type Receipt } from './receipt-field.tsx';
import { TransferAccount } from './transfer-account.tsx';

interface Values {
  billNo: string;
  receiptNo: string;
  bill: Receipt;
}

/** What has become of the receipt that was sent last. */
function Sent({ order }: { order: PackageOrder }) {
  const now = useQuarterMinute();
  if (order.billState === billStates.waiting)
    return (
      <Alert
        type="success"
        showIcon
        title="回执单已提交，等待平台核实"
        description={`流水号 ${order.billNo}，${shortTime(order.billTime, serverNow())} 提交。收到转账后24小时内为您升级账号；如填写有误，可在下方重新提交。`}
      />
    );
  const deadline = deadlineText(order.deadline, now);
  if (order.billState === billStates.refused)
    return (
      <Alert
        type="error"
        showIcon
        title={`回执单被退回：${order.billReason ?? ''}`}
        description={`请核对后重新提交，${deadline}前未提交，订单将自动取消。`}
      />
    );
  return <Alert type="warning" showIcon title={`请在${deadline}前完成转账并提交回执单，否则订单将自动取消。`} />;
}

interface Props {
  buyer: Buyer;
  order: PackageOrder;
  onOrder: (order: PackageOrder) => void;
  onCancelled: () => void;
}

export function TransferStep({ buyer, order, onOrder, onCancelled }: Props) {
  const { modal } = App.useApp();
  const [form] = Form.useForm<Values>();
  const send = useOrderSend(buyer.routes.bill, (done) => {
    onOrder(done);
    form.setFieldsValue({ bill: done.billUrl && done.billLink ? { url: done.billUrl, link: done.billLink } : undefined } as never);
  });
  const waits = order.billState === billStates.waiting;
  const submit = ({ billNo, receiptNo, bill }: Values) =>
    void modal.confirm({
      title: waits ? '重新提交会覆盖之前提交的回执单，是否继续？' : '确认提交？再次提交会覆盖之前提交的回执单',
      content: waits
        ? `之前提交：流水号 ${order.billNo}，回单编号 ${order.receiptNo}`
        : `流水号 ${billNo.trim()}，回单编号 ${receiptNo.trim()}`,
      okText: '确定',
      cancelText: '取消',
      centered: true,
      onOk: () =>
        send
          .mutateAsync(
            buyer.input({
              orderNo: order.orderNo,
              billNo,
              receiptNo,
              billUrl: bill.url,
              payType: payTypes.transfer,
              price: order.itemPrice,
              overwrite: waits,
            }),
          )
          // The call has said why.
          .catch(() => {}),
    });
  const sent = order.billUrl && order.billLink ? { url: order.billUrl, link: order.billLink } : undefined;
  useUnsavedPart(() => {
    const { billNo = '', receiptNo = '', bill } = form.getFieldsValue() as Partial<Values>;
    return billNo.trim() !== (order.billNo ?? '') || receiptNo.trim() !== (order.receiptNo ?? '') || bill?.url !== sent?.url;
  });
  return (
    <div className="sub-step">
      <Sent order={order} />
      <div className="sub-transfer">
        <TransferAccount order={order} />
        <section aria-label="提交回执">
          <h3>提交回执</h3>
          <Form<Values>
            key={order.id}
            form={form}
            name={useId()}
            layout="vertical"
            initialValues={{ billNo: order.billNo ?? '', receiptNo: order.receiptNo ?? '', bill: sent }}
            onFinish={submit}
          >
            <Form.Item
              name="billNo"
              label={titleOf(packageOrderLabels, 'billNo')}
              rules={[{ required: true, whitespace: true, message: '请输入流水号' }]}
            >
              <Input maxLength={64} placeholder="请输入流水号" autoComplete="off" />
            </Form.Item>
            <Form.Item
              name="receiptNo"
              label={titleOf(packageOrderLabels, 'receiptNo')}
              rules={[{ required: true, whitespace: true, message: '请输入回单编号' }]}
            >
              <Input maxLength={64} placeholder="请输入回单编号" autoComplete="off" />
            </Form.Item>
            <Form.Item name="bill" label="回执单" extra="jpg 或 png 图片，小于 5MB" rules={[{ required: true, message: '请上传回执单' }]}>
              <ReceiptField buyer={buyer} />
            </Form.Item>
          </Form>
        </section>
      </div>
      <footer className="sub-foot">
        {canDo('cancel', { payStatus: order.payStatus, bill: waits }) && <CancelButton buyer={buyer} order={order} onDone={onCancelled} />}
        <Button type="primary" size="large" loading={send.isPending} onClick={() => form.submit()}>
          提交
        </Button>
      </footer>
    </div>
  );
}
