/** An inspection as the pages have it: what is read again when it changes, and its words. */
import { callInspections } from '#contract/calls/call-inspections.ts';
import type { Output } from '#contract/http.ts';
import { now } from '#contract/screens/now.ts';

export type Inspection = Output<typeof callInspections.get>;

export const inspectionChanges = [callInspections.page, callInspections.get, now.read];

/** How a call came to its inspection, by `byHand`, for searches. */
export const originLabels = { false: '抽样', true: '人工' } as const;

/** `抽样：每周随机抽检`, `人工：周管理`. */
export const originText = ({ senderName, planName }: Pick<Inspection, 'senderName' | 'planName'>): string =>
  senderName === '' ? [originLabels.false, planName].filter(Boolean).join('：') : `${originLabels.true}：${senderName}`;
