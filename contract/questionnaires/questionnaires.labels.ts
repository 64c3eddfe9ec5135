/** What the fields of questionnaires are called. */
import type { LabelsOf } from '../labels.ts';
import type { questionnaires } from './questionnaires.ts';

export const questionnaireLabels = {
  name: '问卷名称',
  key: '编码',
  status: '状态',
  category: { title: '分类', dictionary: 'questionnaire_category' },
  results: '已填写',
  serverProjectNames: '绑定服务项目',
  createBy: '创建人',
  createTime: '创建时间',
  updateTime: '修改时间',
} satisfies LabelsOf<typeof questionnaires>;
