/** What the fields of materials and of their ledger are called. */
import type { LabelsOf } from '../labels.ts';
import type { materialMovements, materials, projectMaterials } from './materials.ts';

export const materialLabels = {
  code: '物资编码',
  name: '物资名称',
  spec: '规格',
  unit: '单位',
  quantity: '库存数量',
  safetyQuantity: '安全库存',
  low: '库存状态',
  price: '参考单价',
  enabled: '状态',
  remarks: '备注',
  createBy: '创建人',
  createTime: '创建时间',
  allowed: '适用',
} satisfies LabelsOf<typeof materials & typeof projectMaterials>;

export const movementLabels = {
  createTime: '时间',
  materialCode: '物资编码',
  materialName: '物资名称',
  kind: '类型',
  quantity: '变动数量',
  balance: '结存数量',
  unit: '单位',
  source: { title: '来源', dictionary: 'material_source' },
  reason: '原因',
  orderNo: '关联单号',
  createBy: '操作人',
  name: '物资名称',
  startTime: '时间',
} satisfies LabelsOf<typeof materialMovements>;
