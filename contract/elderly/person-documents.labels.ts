/** What the fields of papers are called. */
import type { LabelsOf } from '../labels.ts';
import type { personDocuments } from './person-documents.ts';

export const documentLabels = {
  oldmanId: '服务对象',
  oldmanName: '服务对象',
  type: { title: '文件类型', dictionary: 'document_type' },
  title: '文件名称',
  number: '证件号码',
  issuedDate: '签发日期',
  expireDate: '到期日期',
  state: '状态',
  files: '附件',
  fileCount: '附件',
  note: '备注',
  owner: '归属',
  createBy: '登记人',
  createTime: '登记时间',
} satisfies LabelsOf<typeof personDocuments>;
