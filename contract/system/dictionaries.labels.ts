/** What the fields of dictionaries and of their items are called. */
import type { LabelsOf } from '../labels.ts';
import type { dictionaries, dictionaryItems } from './dictionaries.ts';

export const dictionaryLabels = {
  type: '字典类型',
  description: '描述',
  system: '系统内置',
  items: '字典项数',
  remarks: '备注',
  createTime: '创建时间',
} satisfies LabelsOf<typeof dictionaries>;

export const dictionaryItemLabels = {
  type: '字典类型',
  value: '值',
  label: '标签',
  description: '描述',
  sort: '排序',
  remarks: '备注',
  createTime: '创建时间',
  dictId: '字典类型',
  updateTime: '更新时间',
} satisfies LabelsOf<typeof dictionaryItems>;
