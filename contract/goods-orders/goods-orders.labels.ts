/** What the fields of goods orders are called. */
import type { LabelsOf } from '../labels.ts';
import type { goodsOrders } from './goods-orders.ts';

export const goodsOrderLabels = {
  orderNo: '订单编号',
  buyTime: '下单时间',
  nickName: '姓名',
  phone: '电话',
  address: '收货地址',
  bedPlace: '位置',
  productName: '商品名称',
  num: '数量',
  unitPrice: '单价',
  orderPrice: '订单金额',
  payStatus: '支付状态',
  payType: { title: '支付方式', dictionary: 'pay_type' },
  payTime: '支付时间',
  deliveryStatus: '发货状态',
  carrier: '承运方',
  trackingNo: '运单号',
  shipTime: '发货时间',
  signTime: '签收时间',
  closeTime: '取消/退款时间',
  closeReason: '取消/退款原因',
  remarks: '备注',
  createBy: '创建人',
  productImage: '图片',
  startTime: '下单时间',
} satisfies LabelsOf<typeof goodsOrders>;
