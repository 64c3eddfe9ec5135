/** What became of the decision about a warning that was sent last. Pure. */
import type { WarningRow } from './use-open-warnings.ts';

/** What was decided, about which version of the warning. */
export interface Decision {
  version: number;
  processMode: number;
  isDisposed: number;
  remark: string;
}

export interface Outcome {
  /** Why it was refused, in the server's words. */
  refusal: string | null;
  /** The network failed while it was sent: it may have arrived or not. */
  lost: Decision | null;
}

/** Nothing was sent, or the answer is awaited. */
export const AWAITED: Outcome = { refusal: null, lost: null };

/** The outcome of a call that failed; a status of 0 says that there was no answer. */
export const failed = (decision: Decision, { status, message }: { status: number; message: string }): Outcome => ({
  refusal: message,
  lost: status === 0 ? decision : null,
});

/** Whether the warning as it is read now shows that a lost decision arrived. */
export const hasArrived = ({ lost }: Outcome, row: Pick<WarningRow, 'version' | 'isDisposed' | 'remark'> | undefined): boolean =>
  lost !== null &&
  row !== undefined &&
  row.version > lost.version &&
  row.isDisposed === lost.isDisposed &&
  (row.remark ?? '') === lost.remark;
