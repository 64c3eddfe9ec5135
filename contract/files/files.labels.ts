/** What the fields of files are called. */
import type { LabelsOf } from '../labels.ts';
import type { files } from './files.ts';

export const fileLabels = {
  original: '文件名',
  type: '类型',
  fileSize: '大小',
  purpose: '可见范围',
  createUser: '上传人',
  createTime: '上传时间',
  fileName: '存储名',
} satisfies LabelsOf<typeof files>;
