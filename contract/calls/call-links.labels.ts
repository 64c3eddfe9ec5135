/** What the fields of links are called. */
import type { LabelsOf } from '../labels.ts';
import type { callLinks } from './call-links.ts';

export const callLinkLabels = {
  name: '链接名称',
  groupId: '技能组',
  groupName: '技能组',
  menuId: '语音菜单',
  menuName: '语音菜单',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  expireTime: '有效期至',
  mostCalls: '同时通话数',
  welcome: '页面文字',
  enabled: '状态',
  uses: '使用次数',
  lastUseTime: '最近使用',
  phone: '手机号',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof callLinks>;
