/** What the fields of virtual beds are called. */
import type { LabelsOf } from '../labels.ts';
import type { virtualBeds } from './virtual-beds.ts';

export const virtualBedLabels = {
  userName: '姓名',
  gender: { title: '性别', dictionary: 'gender' },
  age: '年龄',
  careLevel: { title: '护理等级', dictionary: 'care_level' },
  status: { title: '状态', dictionary: 'oldman_status' },
  address: '家庭住址',
  mobile: '联系电话',
  packageNames: '服务包',
  deviceOnline: '在线设备',
  deviceTotal: '设备',
  lastVisitTime: '上次上门',
  lastVisitName: '上次服务人员',
  nextVisitTime: '下次上门',
  nextVisitName: '下次服务人员',
  openWarnings: '未处理预警',
  departmentId: '所属部门',
  overdue: '未上门',
} satisfies LabelsOf<typeof virtualBeds>;
