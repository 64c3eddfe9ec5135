/** What the fields of the results of questionnaires are called. */
import type { LabelsOf } from '../labels.ts';
import type { questionnaireResults } from './questionnaire-results.ts';

export const questionnaireResultLabels = {
  createTime: '提交时间',
  submitAddress: '提交地址',
  projectName: '问卷名称',
  serialNumber: '提交序号',
  userName: '填写人',
  personName: '服务对象',
  workNo: '工单编号',
  serverProjectName: '服务项目',
  editTime: '修改时间',
  editUserName: '修改人',
} satisfies LabelsOf<typeof questionnaireResults>;
