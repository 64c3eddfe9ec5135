/** The spreadsheet of goods orders. */
import type { z } from 'zod';
import { deliveryLabels, paymentLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import type { GoodsOrder } from '#contract/goods-orders/goods-orders.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof GoodsOrder>;

export const goodsOrderSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '商品订单',
  list: () => list,
  columns: [
    { key: 'orderNo', title: '订单编号', width: 20 },
    { key: 'buyTime', title: '下单时间', format: 'dateTime', width: 20 },
    { key: 'nickName', title: '姓名', width: 12 },
    { key: 'phone', title: '电话', width: 16 },
    { key: 'address', title: '收货地址', width: 36 },
    { key: 'productName', title: '商品名称', width: 30 },
    { key: 'num', title: '数量', width: 8 },
    { key: 'unitPrice', title: '单价', format: 'money', width: 12 },
    { key: 'orderPrice', title: '订单金额', format: 'money', width: 12 },
    { key: 'payStatus', title: '支付状态', value: ({ payStatus }) => paymentLabels[payStatus] ?? '', width: 10 },
    { key: 'payType', title: '支付方式', dictionary: 'pay_type', width: 12 },
    { key: 'payTime', title: '支付时间', format: 'dateTime', width: 20 },
    {
      key: 'deliveryStatus',
      title: '发货状态',
      value: ({ deliveryStatus }) => (deliveryStatus === null ? '无需发货' : (deliveryLabels[deliveryStatus] ?? '')),
      width: 10,
    },
    { key: 'carrier', title: '承运方', width: 14 },
    { key: 'trackingNo', title: '运单号', width: 20 },
    { key: 'shipTime', title: '发货时间', format: 'dateTime', width: 20 },
    { key: 'signTime', title: '签收时间', format: 'dateTime', width: 20 },
    { key: 'closeTime', title: '取消/退款时间', format: 'dateTime', width: 20 },
    { key: 'closeReason', title: '取消/退款原因', width: 30 },
    { key: 'remarks', title: '备注', width: 30 },
    { key: 'createBy', title: '创建人', width: 12 },
  ],
});
