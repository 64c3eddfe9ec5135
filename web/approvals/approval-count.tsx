/** Counts what waits for this person's decision or correction, for the badge of 审批中心. Draws nothing. */
import { useEffect } from 'react';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { useCall } from '#web/api/call.ts';
import { APPROVALS } from '#web/shell/addresses.ts';
import { badges } from '#web/shell/badges.ts';

/** Events bring news at once; where sockets are blocked this does. */
const SLOW_MS = 60_000;

export default function ApprovalCount() {
  const { data } = useCall(approvalCases.count, {}, { quiet: true, refetchInterval: SLOW_MS });
  const waiting = data ? data.todo + data.returned : 0;
  useEffect(() => badges.setState({ [APPROVALS]: waiting }), [waiting]);
  return null;
}
