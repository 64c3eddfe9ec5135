/** Where a handover stands, and where its page is. */
import { Tag } from 'antd';
import { handoverStateLabels, handoverStates } from '#contract/handovers/handover-commands.rules.ts';

const COLORS: Record<number, string> = {
  [handoverStates.draft]: 'default',
  [handoverStates.signed]: 'warning',
  [handoverStates.received]: 'success',
};

export const HandoverTag = ({ state }: { state: number }) => (
  <Tag color={COLORS[state] ?? 'default'} variant="outlined">
    {handoverStateLabels[state]}
  </Tag>
);

export const HANDOVERS = '/handover/index';
export const handoverAddress = (id: number) => `/handover/detail?id=${id}`;
