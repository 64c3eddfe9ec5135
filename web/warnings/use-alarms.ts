/** Makes arrivals heard and seen; used once, by the bell. */
import { useEffect } from 'react';
import { alarms, handleWarning, learn, useAlarms } from './alarm-state.ts';
import { listenForTouch, play } from './alarm-sound.ts';
import { cardsOf, occurrenceOf, rings } from './arrivals.ts';
import { useQuarterMinute } from './clock.ts';
import { showNotice } from './desktop-notices.ts';
import { isCritical } from './severities.ts';
import { useUrgent, type WarningRow } from './use-open-warnings.ts';

/** Calm enough to think, often enough to be found. */
const AGAIN_MS = 9000;

/** Gives the warnings that stand on the screen by themselves, and whether any of them rings. */
export function useAlarmCards(): { cards: WarningRow[]; ringing: boolean } {
  const { rows, read } = useUrgent();
  const { known, arrived, putAway, watching } = useAlarms();
  const now = useQuarterMinute();
  useEffect(listenForTouch, []);

  useEffect(() => {
    if (!read) return;
    const fresh = learn(rows);
    if (fresh.length > 0) play(fresh.some(({ severity }) => isCritical(severity)) ? 'critical' : 'ordinary');
    for (const row of fresh) showNotice(row, () => handleWarning(row.id));
  }, [rows, read]);

  const ringing = rows.some((row) => rings(row, arrived, now) && !putAway.has(occurrenceOf(row)));
  useEffect(() => {
    if (!ringing) return;
    play('critical');
    const timer = setInterval(() => play('critical'), AGAIN_MS);
    return () => clearInterval(timer);
  }, [ringing]);

  // Whoever has it open in the drawer needs no card of it.
  const cards = cardsOf(rows, { known, arrived, putAway }, now).filter(({ id }) => id !== watching);
  return { cards, ringing };
}

/** Whether a warning is one that the drawer opens with a sound: urgent, and nobody has answered. */
export const opensWithSound = ({ severity, isDisposed, acknowledgeTime }: WarningRow) =>
  severity <= 2 && isDisposed === 0 && acknowledgeTime === null && alarms.getState().known !== null;
