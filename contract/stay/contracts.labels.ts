/** What the fields of contracts are called. */
import type { LabelsOf } from '../labels.ts';
import { termLabels } from './admissions.labels.ts';
import type { contracts } from './contracts.ts';

export const contractLabels = {
  ...termLabels,
  number: '合同编号',
  state: '状态',
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  place: '房间床位',
  effectiveDate: '生效日期',
  endDate: '到期日期',
  trialDate: '试住至',
  signedDate: '签订日期',
  reason: '变更原因',
  endedDate: '终止日期',
  createBy: '登记人',
  createTime: '登记时间',
  endsUntil: '到期截至',
} satisfies LabelsOf<typeof contracts>;
