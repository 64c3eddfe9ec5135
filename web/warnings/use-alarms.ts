/** Makes arrivals heard and seen; used once, by the bell. */
import { useEffect } from 'react';
import { sayAtEnd } from '#web/api/session.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { isCritical } from '#web/ui/severities.ts';
import { alarms, handleWarning, learn, useAlarms } from './alarm-state.ts';
import { listenForTouch, play } from './alarm-sound.ts';
import { cardsOf, isUnanswered, occurrenceOf, rings } from './arrivals.ts';
import { showNotice } from './desktop-notices.ts';
import { useUrgent, type WarningRow } from './use-open-warnings.ts';

/** Calm enough to think, often enough to be found. */
const AGAIN_MS = 9000;

/**
 * Browsers put pages in the background to sleep, but none that holds a lock. What sleeps hears no
 * alarm, and after half an hour its session has ended. Gives what ends it.
 */
function stayAwake(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks?.request('yian.awake', { mode: 'shared' }, () => promise);
  return resolve;
}

/** Gives the warnings that stand on the screen by themselves, and whether any of them rings. */
export function useAlarmCards(): { cards: WarningRow[]; ringing: boolean } {
  const { rows, read } = useUrgent();
  const { known, arrived, putAway, watching } = useAlarms();
  const now = useQuarterMinute();
  useEffect(listenForTouch, []);
  useEffect(stayAwake, []);

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

  const waiting = rows.filter(({ severity, ...row }) => isCritical(severity) && isUnanswered(row)).length;
  useEffect(() => {
    sayAtEnd(() => (waiting > 0 ? `（有 ${waiting} 条紧急预警等待确认，请立即登录）` : ''));
    return () => sayAtEnd(() => '');
  }, [waiting]);

  // Whoever has it open in the drawer needs no card of it.
  const cards = cardsOf(rows, { known, arrived, putAway }, now).filter(({ id }) => id !== watching);
  return { cards, ringing };
}

/** Whether a warning is one that the drawer opens with a sound: urgent, and nobody has answered. */
export const opensWithSound = ({ severity, isDisposed, acknowledgeTime }: WarningRow) =>
  severity <= 2 && isDisposed === 0 && acknowledgeTime === null && alarms.getState().known !== null;
