import { Tag } from 'antd';
import { stateLabels } from '#contract/onboarding/invitations.rules.ts';

const COLORS: Record<number, string> = { 0: 'processing', 1: 'success', 2: 'error' };

/** Where an invitation or application stands. */
export function StateTag({ status }: { status: number }) {
  return <Tag color={COLORS[status] ?? 'default'}>{stateLabels[status]}</Tag>;
}
