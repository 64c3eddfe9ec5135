/** What the fields of menus are called. */
import type { LabelsOf } from '../labels.ts';
import type { menus } from './menus.ts';

export const menuLabels = {
  name: '名称',
  type: '类型',
  path: '路径',
  permission: '权限标识',
  icon: '图标',
  sort: '排序',
  keepAlive: '切换时保留',
  parentId: '上级',
} satisfies LabelsOf<typeof menus>;
