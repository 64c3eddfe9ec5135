/** What the fields of enquiries are called. */
import type { LabelsOf } from '../labels.ts';
import type { enquiries } from './enquiries.ts';

export const enquiryLabels = {
  state: '状态',
  userName: '老人姓名',
  gender: { title: '性别', dictionary: 'gender' },
  age: '年龄',
  contactName: '咨询人',
  contactRelation: { title: '与老人关系', dictionary: 'relation' },
  mobile: '联系电话',
  source: { title: '咨询来源', dictionary: 'enquiry_source' },
  careLevel: { title: '预期护理等级', dictionary: 'care_level' },
  wantedDate: '期望入住',
  wishes: '需求',
  remarks: '备注',
  visitTime: '参观时间',
  waitTime: '排队时间',
  ahead: '前面等候',
  nextDate: '下次跟进',
  lostReason: { title: '流失原因', dictionary: 'enquiry_lost_reason' },
  lostNote: '流失说明',
  ownerId: '跟进人',
  ownerName: '跟进人',
  createBy: '登记人',
  createTime: '咨询时间',
  nextUntil: '跟进截至',
  startDate: '咨询日期',
  text: '内容',
  reason: { title: '流失原因', dictionary: 'enquiry_lost_reason' },
  note: '流失说明',
} satisfies LabelsOf<typeof enquiries>;
