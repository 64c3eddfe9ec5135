/** What the fields of visits at home are called. */
import type { LabelsOf } from '../labels.ts';
import type { homeDays } from './home-days.ts';

export const homeVisitLabels = {
  workNo: '工单编号',
  phase: '状态',
  serverProjectName: '服务项目',
  serverTime: '计划时间',
  minutes: '计划时长',
  checkInTime: '签到',
  checkOutTime: '签退',
  oldmanName: '服务对象',
  oldmanPhone: '联系电话',
  oldmanAddress: '服务地址',
  serverUserId: '服务人员',
  serverUserName: '服务人员',
  userName: '服务对象',
  day: '日期',
} satisfies LabelsOf<typeof homeDays>;
