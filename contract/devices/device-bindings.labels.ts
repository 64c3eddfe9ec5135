/** What the fields of bindings are called: which device a person wore, and when. */
import type { LabelsOf } from '../labels.ts';
import type { deviceBindings } from './device-bindings.ts';

export const deviceBindingLabels = {
  bindTime: '开始',
  releaseTime: '结束',
  oldmanName: '佩戴人',
  roomName: '房间',
} satisfies LabelsOf<typeof deviceBindings>;
