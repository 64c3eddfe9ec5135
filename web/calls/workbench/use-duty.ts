/** Coming on duty and leaving it: the sound first, then the seat. */
import { useState } from 'react';
import { seatStates } from '#contract/calls/seat-states.rules.ts';
import { askPermission } from '#web/shell/notice-permission.ts';
import { useAct, type Seat } from './acts.ts';
import { unlockRinging } from './ringtone.ts';
import { silence, speak, speaking } from './speaking.ts';

/** Seats of a telephone have their sound there. */
export const speaksHere = ({ device, provider }: Seat): boolean => device === 1 && provider !== 3;

export function useDuty(seat: Seat) {
  const { run, pending } = useAct();
  const [coming, setComing] = useState(false);
  return {
    run,
    pending,
    coming,
    /** From within a press, so that browsers let the page ring. */
    async come(take = false): Promise<void> {
      unlockRinging();
      void askPermission();
      setComing(true);
      try {
        if (speaksHere(seat) && !(await speak(take))) return;
        if (await run('SignInGroup')) await run('ReadyForService');
      } finally {
        setComing(false);
      }
    },
    async leave(): Promise<void> {
      if (await run('SignOutGroup')) silence();
    },
  };
}

/** The sound comes back after a reload, and goes where another page took it. */
export function shouldSpeak(seat: Seat, state: number): boolean {
  return speaksHere(seat) && state !== seatStates.offline && speaking.getState().state === 'off' && speaking.getState().problem === null;
}
