/** What the fields of service packages are called. */
import type { LabelsOf } from '../labels.ts';
import type { servicePackages } from './service-packages.ts';

export const servicePackageLabels = {
  name: '套餐名称',
  projects: '服务项目',
  price: '套餐价格',
  worth: '单次合计',
  validDays: '有效期',
  enabled: '状态',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof servicePackages>;
