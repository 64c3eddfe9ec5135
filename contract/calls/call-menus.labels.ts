/** What the fields of menus are called. */
import type { LabelsOf } from '../labels.ts';
import type { callMenus } from './call-menus.ts';

export const callMenuLabels = {
  name: '菜单名称',
  tree: '菜单内容',
  hours: '服务时间',
  holidays: '节假日服务',
  closedText: '非服务时间提示',
  closedSoundId: '非服务时间语音',
  enabled: '状态',
  usedBy: '来电入口',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callMenus>;
