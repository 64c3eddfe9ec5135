/** What the fields of tickets, their settings, groups, answers and views, and of the register of complaints are called. */
import type { LabelsOf } from '../labels.ts';
import type { savedTicketViews } from './saved-ticket-views.ts';
import type { ticketGroups, ticketReplies, ticketSettings } from './ticket-settings.ts';
import type { ticketStatistics } from './ticket-statistics.ts';
import type { tickets } from './tickets.ts';

export const ticketLabels = {
  ticketNo: '诉求编号',
  title: '标题',
  type: '类型',
  priority: '优先级',
  state: '状态',
  source: '来源',
  askerName: '诉求人',
  askerPhone: '联系电话',
  relation: '与服务对象关系',
  about: '投诉对象',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  ownerId: '处理人',
  ownerName: '处理人',
  groupId: '处理小组',
  groupName: '处理小组',
  tags: '标签',
  tag: '标签',
  dueTime: '应办时间',
  firstDueTime: '首次回复时限',
  solveDueTime: '解决时限',
  firstAnswerTime: '首次回复',
  solveTime: '解决时间',
  reopened: '重开次数',
  score: '满意度',
  createTime: '登记时间',
  createUser: '登记人',
  endTime: '办结时间',
  keyword: '关键词',
  startDate: '登记日期',
  text: '内容',
  files: '附件',
  result: '处理结果',
  reason: '原因',
  code: '查询码',
} satisfies LabelsOf<typeof tickets>;

export const ticketSettingsLabels = {
  hours: '服务时段',
  holidays: '遵循节假日',
  remindMinutes: '提前提醒',
  reopenDays: '可重新打开',
  closeDays: '自动关闭',
  answerDays: '投诉答复期限',
  resultDays: '投诉办结期限',
  workingDays: '期限按工作日',
  groupId: '家属诉求分给',
  byLoad: '按负荷自动分配',
} satisfies LabelsOf<typeof ticketSettings>;

export const ticketGroupLabels = {
  name: '小组名称',
  deptId: '包含部门',
  deptName: '包含部门',
  headId: '组长',
  headName: '组长',
  memberIds: '成员',
  memberNames: '成员',
} satisfies LabelsOf<typeof ticketGroups>;

export const ticketReplyLabels = {
  title: '标题',
  text: '内容',
  sort: '排序',
} satisfies LabelsOf<typeof ticketReplies>;

export const savedTicketViewLabels = {
  name: '视图名称',
  shared: '共享给全院',
  filters: '查询条件',
  sort: '排序',
  descending: '倒序',
} satisfies LabelsOf<typeof savedTicketViews>;

export const complaintLabels = {
  ticketNo: '诉求编号',
  createTime: '受理时间',
  source: '受理方式',
  askerName: '投诉人',
  askerPhone: '联系电话',
  about: '投诉对象',
  oldmanName: '服务对象',
  title: '标题',
  content: '投诉内容',
  ownerName: '处理人',
  state: '状态',
  firstAnswerTime: '首次答复',
  answerBy: '应答复日期',
  answered: '按期答复',
  result: '处理结果',
  solveTime: '办结时间',
  resultBy: '应办结日期',
  concluded: '按期办结',
  score: '满意度',
  startDate: '受理日期',
} satisfies LabelsOf<typeof ticketStatistics>;
