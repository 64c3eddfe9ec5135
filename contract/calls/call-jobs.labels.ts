/** What the fields of outbound jobs are called. */
import type { LabelsOf } from '../labels.ts';
import type { callJobs } from './call-jobs.ts';

export const callJobLabels = {
  name: '任务名称',
  kind: '类型',
  state: '状态',
  groupId: '技能组',
  groupName: '技能组',
  script: '话术',
  hours: '拨打时段',
  mostAttempts: '最多拨打',
  pauseMinutes: '重拨间隔',
  automatic: '每日自动补充',
  rule: '名单条件',
  againDays: '再次列入',
  nextFill: '下次补充',
  total: '名单数',
  done: '已完成',
  inVain: '未联系上',
  dialling: '拨打方式',
  menuId: '语音菜单',
  menuName: '语音菜单',
  lines: '同时拨打',
  questionnaireId: '问卷',
  questionnaireName: '问卷',
  remarks: '备注',
  createTime: '创建时间',
  numbers: '号码',
} satisfies LabelsOf<typeof callJobs>;
