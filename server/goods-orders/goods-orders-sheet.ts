/** The spreadsheet of goods orders. */
import type { z } from 'zod';
import { deliveryLabels, paymentLabels } from '#contract/goods-orders/goods-orders.rules.ts';
import type { GoodsOrder } from '#contract/goods-orders/goods-orders.ts';
import { titled } from '#contract/labels.ts';
import { goodsOrderLabels } from '#contract/goods-orders/goods-orders.labels.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';

type Row = z.output<typeof GoodsOrder>;

export const goodsOrderSheet = <Search>(list: List<Row, Search>): Export<Row, Search> => ({
  name: '商品订单',
  list: () => list,
  columns: titled(goodsOrderLabels, [
    { key: 'orderNo', width: 20 },
    { key: 'buyTime', format: 'dateTime', width: 20 },
    { key: 'nickName', width: 12 },
    { key: 'phone', width: 16 },
    { key: 'address', width: 36 },
    { key: 'bedPlace', width: 24 },
    { key: 'productName', width: 30 },
    { key: 'num', width: 8 },
    { key: 'unitPrice', format: 'money', width: 12 },
    { key: 'orderPrice', format: 'money', width: 12 },
    { key: 'payStatus', value: ({ payStatus }) => paymentLabels[payStatus] ?? '', width: 10 },
    { key: 'payType', width: 12 },
    { key: 'payTime', format: 'dateTime', width: 20 },
    {
      key: 'deliveryStatus',
      value: ({ deliveryStatus }) => (deliveryStatus === null ? '无需发货' : (deliveryLabels[deliveryStatus] ?? '')),
      width: 10,
    },
    { key: 'carrier', width: 14 },
    { key: 'trackingNo', width: 20 },
    { key: 'shipTime', format: 'dateTime', width: 20 },
    { key: 'signTime', format: 'dateTime', width: 20 },
    { key: 'closeTime', format: 'dateTime', width: 20 },
    { key: 'closeReason', width: 30 },
    { key: 'remarks', width: 30 },
    { key: 'createBy', width: 12 },
  ]),
});
