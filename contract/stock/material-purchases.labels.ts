/** What the fields of a purchase are called. */
import type { LabelsOf } from '../labels.ts';
import type { MaterialPurchaseLine, materialPurchases } from './material-purchases.ts';

export const purchaseLabels = {
  number: '采购单号',
  userName: '申请人',
  departmentName: '部门',
  summary: '采购内容',
  reason: '采购原因',
  amount: '采购金额',
  state: '状态',
  closeReason: '关闭原因',
  createTime: '申请时间',
  startDate: '申请日期',
  name: '物资名称',
  lines: '采购明细',
} satisfies LabelsOf<typeof materialPurchases>;

export const purchaseLineLabels = {
  name: '物资名称',
  spec: '规格',
  unit: '单位',
  quantity: '数量',
  price: '单价',
  supplier: '供应商',
  received: '已入库',
} satisfies LabelsOf<{ line: typeof MaterialPurchaseLine }>;
