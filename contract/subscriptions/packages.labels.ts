/** What the fields of packages are called. */
import type { LabelsOf } from '../labels.ts';
import type { packages } from './packages.ts';

export const packageLabels = {
  packageName: '产品包名称',
  packageCode: '产品包编码',
  open: '状态',
  items: '规格',
  accountLimit: '用户',
  peopleLimit: '服务对象',
  deviceLimit: '设备',
  storageLimit: '存储空间',
  menus: '功能',
  tenants: '使用租户',
  version: '版本',
  updateTime: '更新时间',
  description: '说明',
  sort: '排序',
} satisfies LabelsOf<typeof packages>;
