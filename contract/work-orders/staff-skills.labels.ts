/** What the fields of the skills of staff are called. */
import type { LabelsOf } from '../labels.ts';
import type { staffSkills } from './staff-skills.ts';

export const staffSkillLabels = {
  userName: '员工',
  deptName: '部门',
  serverTypeName: '服务分类',
  level: '等级',
  validUntil: '有效期至',
  certificate: '证书',
  remarks: '备注',
  createTime: '登记时间',
  userId: '员工',
  serverTypeId: '服务分类',
  expired: '有效期',
} satisfies LabelsOf<typeof staffSkills>;
