/** What the fields of commands to devices are called. */
import type { LabelsOf } from '../labels.ts';
import type { deviceCommands } from './device-commands.ts';

export const deviceCommandLabels = {
  createTime: '下发时间',
  kind: '指令',
  state: '状态',
  parameters: '内容',
  sendTime: '发送时间',
  answerTime: '确认时间',
  refusal: '说明',
  createName: '操作人',
} satisfies LabelsOf<Pick<typeof deviceCommands, 'page'>>;
