/** A package order on paper. */
import { orderActionLabels, payStatusLabels, payTypeLabels } from '#contract/subscriptions/package-orders.rules.ts';
import { orderKindLabels } from '#contract/subscriptions/package-prices.rules.ts';
import { useSystemTitle } from '#web/api/system-title.ts';
import { yuan } from '#web/ui/display.ts';
import type { OrderDetail } from './order-sections.tsx';
import { Paper, PaperFacts, PaperFoot } from './paper.tsx';

const SystemTitle = () => useSystemTitle();

export const OrderPaper = ({ order, onDone }: { order: OrderDetail; onDone: () => void }) => (
  <Paper onDone={onDone}>
    <h1>产品包订购单</h1>
    <p>{order.orderNo}</p>
    <PaperFacts
      facts={[
        ['订购单位', order.tenantName],
        ['下单人', [order.buyerName, order.buyerPhone].filter(Boolean).join('　')],
        ['下单时间', order.createTime],
        ['支付状态', payStatusLabels[order.payStatus]],
        ['产品包', `${order.itemName}（${orderKindLabels[order.kind]}）`],
        ['购买时长', `${order.itemDuration}天`],
        ['产品包有效期', `${order.startTime.slice(0, 10)} 至 ${order.endTime.slice(0, 10)}`],
        ['支付方式', payTypeLabels[order.payType ?? 0]],
        ['产品包价格', yuan(order.listPrice)],
        ['剩余价值抵扣', yuan(order.credit)],
        ['应付金额', yuan(order.itemPrice)],
        ['支付时间', order.payTime],
        ['银行流水号', order.billNo],
        ['回单编号', order.receiptNo],
        ['核实人', order.verifiedName],
        ['开通时间', order.activateTime],
      ]}
    />
    <h2>订单日志</h2>
    <table>
      <thead>
        <tr>
          {['时间', '事项', '经手人', '说明'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.logs.map(({ action, note, userName, createTime }) => (
          <tr key={`${createTime}.${action}`}>
            <td>{createTime}</td>
            <td>{orderActionLabels[action as keyof typeof orderActionLabels] ?? action}</td>
            <td>{userName}</td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <PaperFoot>
      <SystemTitle />
    </PaperFoot>
  </Paper>
);
