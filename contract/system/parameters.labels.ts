/** What the fields of parameters are called. */
import type { LabelsOf } from '../labels.ts';
import type { parameters } from './parameters.ts';

export const parameterLabels = {
  publicName: '参数名称',
  publicKey: '参数键',
  publicValue: '参数值',
  isPublic: '公开',
  system: '来源',
  updateTime: '更新时间',
} satisfies LabelsOf<typeof parameters>;
