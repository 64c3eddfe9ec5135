/** What the fields of temporary customers are called. */
import type { LabelsOf } from '../labels.ts';
import type { callCustomers } from './call-customers.ts';

export const callCustomerLabels = {
  name: '姓名',
  mobile: '电话',
  gender: { title: '性别', dictionary: 'gender' },
  address: '地址',
  relation: '与服务对象关系',
  oldmanId: '相关服务对象',
  oldmanName: '相关服务对象',
  level: '级别',
  levelReason: '级别原因',
  remarks: '备注',
  createBy: '登记人',
  lastCallTime: '最近通话',
  createTime: '登记时间',
} satisfies LabelsOf<typeof callCustomers>;
