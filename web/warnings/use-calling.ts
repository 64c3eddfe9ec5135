/** 通话: who is on the telephone about a warning. It stands on the server, so that a drawer that is opened again knows. */
import { useStore } from 'zustand';
import { warningRecords } from '#contract/warnings/warning-records.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Output } from '#contract/http.ts';
import { callStatus } from '#contract/calls/seat-states.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { dialling } from '#web/api/dialling.ts';

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

/** Whether the seat of this person is in a call about the warning: it is decided when that has ended. */
export const useCallOf = (warningId: number): boolean =>
  useStore(dialling, ({ call }) => call !== null && call.warningId === warningId && call.status !== callStatus.hungUp);
