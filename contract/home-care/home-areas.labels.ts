/** What the fields of service areas are called. */
import type { LabelsOf } from '../labels.ts';
import type { homeAreas } from './home-areas.ts';

export const homeAreaLabels = {
  name: '区域名称',
  shape: '范围方式',
  longitude: '经度',
  latitude: '纬度',
  radius: '半径',
  points: '边界',
  districts: '行政区',
  streets: '街道或社区',
  departmentId: '服务团队',
  departmentName: '服务团队',
  weekdays: '服务日',
  startClock: '开始时间',
  endClock: '结束时间',
  leadHours: '提前预约',
  capacity: '半天可约',
  enabled: '状态',
  projects: '服务项目',
  projectIds: '服务项目',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof homeAreas>;
