/** What the buttons of a goods order open: 收款, 发货, 签收, 取消, 退款, 删除, 编辑. */
import { Checkbox, Form, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { accounts } from '#contract/accounts/accounts.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { payTypeOffered, type GoodsAction } from '#contract/goods-orders/goods-orders.rules.ts';
import { titleOf } from '#contract/labels.ts';
import { goodsOrderLabels } from '#contract/goods-orders/goods-orders.labels.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { yuan } from '#web/ui/display.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { EditOrderDrawer } from './edit-order-drawer.tsx';
import { useGoodsSend, type GoodsOrderHead } from './order-calls.ts';
import { DeliveryTag, PaymentTag } from './order-tags.tsx';
import '#web/ui/form.css';
import './orders.css';

interface AskProps<Values> {
  order: GoodsOrderHead;
  title: string;
  okText: string;
  danger?: boolean;
  note?: ReactNode;
  sending: boolean;
  onOk: (values: Values) => void;
  onClose: () => void;
  initial?: Partial<Values>;
  children?: ReactNode;
}

/** The order once more, the fields, which hold `Values`, and the question. */
function Ask<Values extends object>({
  order,
  title,
  okText,
  danger = false,
  note,
  sending,
  onOk,
  onClose,
  initial = {},
  children,
}: AskProps<Values>) {
  return (
    <FormDialog<Values>
      title={title}
      okText={okText}
      cancelText="返回"
      danger={danger}
      pending={sending}
      width={500}
      requiredMark={false}
      initial={initial}
      onSubmit={onOk}
      onClose={onClose}
    >
      <div className="y-goods-line">
        <p>
          <b>{order.orderNo}</b>
          <PaymentTag value={order.payStatus} />
          {order.payStatus === 2 && <DeliveryTag value={order.deliveryStatus} />}
          <strong>{yuan(order.orderPrice)}</strong>
        </p>
        <p>
          {order.nickName}　{order.productName}
        </p>
      </div>
      {children}
      {note && <p className="y-goods-hint">{note}</p>}
    </FormDialog>
  );
}

interface Props {
  order: GoodsOrderHead;
  onClose: () => void;
  /** When the order is gone. */
  onDeleted: () => void;
}

const head = ({ id, version }: GoodsOrderHead) => ({ id, version });

const Reason = ({ label, placeholder }: { label: string; placeholder: string }) => (
  <Form.Item name="reason" label={label} rules={[{ required: true, whitespace: true, message: `请输入${label}` }]}>
    <Input.TextArea maxLength={100} showCount rows={3} placeholder={placeholder} />
  </Form.Item>
);

function Pay({ order, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.pay, onClose, true);
  const { options, reading } = useDictionary('pay_type');
  const offered = options.filter(({ value }) => payTypeOffered(Number(value)));
  const mayAccount = useMay()(accounts.get);
  const { data: account } = useCall(accounts.get, { id: order.oldmanId }, { quiet: true, enabled: mayAccount });
  return (
    <Ask
      order={order}
      title="收款"
      okText="确认收款"
      note="订单中有服务套餐的，收款后立即添加到下单人的服务包。"
      sending={send.isPending}
      onOk={({ payType }: { payType: string }) => send.mutate({ ...head(order), payType: Number(payType) })}
      onClose={onClose}
    >
      <Form.Item
        name="payType"
        label={titleOf(goodsOrderLabels, 'payType')}
        rules={[{ required: true, message: '请选择支付方式' }]}
        extra={account && `账户余额：可用${yuan(account.availableBalance)}，补贴${yuan(account.virtualAvailableBalance)}`}
      >
        <Select
          options={offered.map(({ value, label }) => ({ value: String(value), label }))}
          loading={reading}
          placeholder="请选择支付方式"
        />
      </Form.Item>
    </Ask>
  );
}

function Ship({ order, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.ship, onClose);
  return (
    <Ask
      order={order}
      title="发货"
      okText="确认发货"
      note={`收货地址：${order.address}（${order.nickName} ${order.phone}${order.bedPlace ? `，${order.bedPlace}` : ''}）`}
      sending={send.isPending}
      onOk={({ carrier, trackingNo = '' }: { carrier: string; trackingNo?: string }) =>
        send.mutate({ ...head(order), carrier, trackingNo })
      }
      onClose={onClose}
    >
      <Form.Item
        name="carrier"
        label={titleOf(goodsOrderLabels, 'carrier')}
        rules={[{ required: true, whitespace: true, message: '请输入承运方' }]}
      >
        <Input maxLength={30} placeholder="快递公司，或送货人姓名" />
      </Form.Item>
      <Form.Item name="trackingNo" label={titleOf(goodsOrderLabels, 'trackingNo')}>
        <Input maxLength={40} placeholder="自行送货可不填" />
      </Form.Item>
    </Ask>
  );
}

function Sign({ order, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.sign, onClose);
  return (
    <Ask
      order={order}
      title="确认商品已签收？"
      okText="签收"
      sending={send.isPending}
      onOk={() => send.mutate(head(order))}
      onClose={onClose}
    />
  );
}

function Cancel({ order, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.cancel, onClose);
  return (
    <Ask
      order={order}
      title={`确认取消订单号为${order.orderNo}的订单？`}
      okText="取消订单"
      danger
      note="取消后不能恢复，占用的库存立即退回。"
      sending={send.isPending}
      onOk={({ reason }: { reason: string }) => send.mutate({ ...head(order), reason })}
      onClose={onClose}
    >
      <Reason label="取消原因" placeholder="如 选错商品" />
    </Ask>
  );
}

function Refund({ order, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.refund, onClose, true);
  const sent = order.deliveryStatus === 2 || order.deliveryStatus === 3;
  return (
    <Ask
      order={order}
      title={`退款 ${yuan(order.orderPrice)}`}
      okText="确认退款"
      danger
      note={`全额退款，不能撤销。${order.deliveryStatus === 1 ? '库存立即退回。' : ''}订单中的服务套餐同时作废；已使用过的套餐不能退款。`}
      sending={send.isPending}
      initial={{ restock: true }}
      onOk={({ reason, restock = true }: { reason: string; restock?: boolean }) => send.mutate({ ...head(order), reason, restock })}
      onClose={onClose}
    >
      {sent && (
        <Form.Item name="restock" valuePropName="checked">
          <Checkbox>商品已退回，计入库存</Checkbox>
        </Form.Item>
      )}
      <Reason label="退款原因" placeholder="如 商品破损" />
    </Ask>
  );
}

function Delete({ order, onDeleted, onClose }: Props) {
  const send = useGoodsSend(goodsOrders.remove, onDeleted);
  return (
    <Ask
      order={order}
      title="确定删除该订单吗？"
      okText="删除"
      danger
      note="删除后不能恢复。未支付的订单同时取消，占用的库存立即退回。"
      sending={send.isPending}
      onOk={() => send.mutate({ id: order.id })}
      onClose={onClose}
    />
  );
}

const DIALOGS: Record<GoodsAction, (props: Props) => ReactNode> = {
  pay: Pay,
  ship: Ship,
  sign: Sign,
  cancel: Cancel,
  refund: Refund,
  delete: Delete,
  edit: EditOrderDrawer,
};

/** `const [ask, dialogs] = useGoodsDialogs(); … onClick={() => ask('pay', order)} … {dialogs}` */
export function useGoodsDialogs(onDeleted?: () => void): [(action: GoodsAction, order: GoodsOrderHead) => void, ReactNode] {
  const [opened, setOpened] = useState<{ action: GoodsAction; order: GoodsOrderHead } | null>(null);
  const close = () => setOpened(null);
  const deleted = () => {
    close();
    onDeleted?.();
  };
  const Dialog = opened && DIALOGS[opened.action];
  return [
    (action, order) => setOpened({ action, order }),
    opened && Dialog && <Dialog key={`${opened.action}.${opened.order.id}`} order={opened.order} onClose={close} onDeleted={deleted} />,
  ];
}
