/** 通话: who is on the telephone about a warning. It stands on the server, so that a drawer that is opened again knows. */
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';

export type WarningRecord = Output<typeof warningRecords.ofWarning>[number];

/** What shows something else after a record of a warning. */
export const RECORD_CHANGES = [warningRecords.ofWarning, warnings.timeline] as const;

const NONE: readonly WarningRecord[] = [];

/** The records of a warning, and the call of this person that goes on. */
export function useRecords(warningId: number) {
  const { data } = useCall(warningRecords.ofWarning, { warningId }, { quiet: true, staleTime: 0 });
  const records = data ?? NONE;
  return { records, calling: records.find((one) => one.calling) ?? null };
}

/** Beside the telephone link: says that a call begins. What cannot be written down keeps nobody from calling. */
export const useStartCall = () => useSend(warningRecords.startCall, { changes: RECORD_CHANGES });
