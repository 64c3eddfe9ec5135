/** Makes arrivals heard and seen; used once, by the bell. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isLocked, sayAtEnd, session } from '#web/api/session.ts';
import { alarmInTitle } from '#web/api/system-title.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { isCritical } from '#web/ui/severities.ts';
import { alarms, handleWarning, learn, useAlarms } from './alarm-state.ts';
import { listenForTouch, play } from './alarm-sound.ts';
import { awayOf, cardsOf, isUnanswered, occurrenceOf, rings } from './arrivals.ts';
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

interface OnScreen {
  /** The warnings that stand on the screen by themselves. */
  cards: WarningRow[];
  /** Those of critical ones whose card was put away though no one has confirmed. */
  away: WarningRow[];
  /** All that may have to be heard. */
  rows: readonly WarningRow[];
  ringing: boolean;
}

export function useAlarmCards(): OnScreen {
  const { rows, read } = useUrgent();
  const { known, arrived, putAway, watching } = useAlarms();
  const now = useQuarterMinute();
  useEffect(listenForTouch, []);
  useEffect(stayAwake, []);

  useEffect(() => {
    if (!read) return;
    const { known: before, arrived: heard } = alarms.getState();
    const fresh = learn(rows);
    if (fresh.length > 0) play(fresh.some(({ severity }) => isCritical(severity)) ? 'critical' : 'ordinary');
    // A page that begins in the background may not sound yet: what rings there already has a notice, too.
    const told = before === null ? rows.filter((row) => rings(row, heard, Date.now())) : fresh;
    for (const row of told) showNotice(row, () => handleWarning(row.id));
  }, [rows, read]);

  const ringing = rows.some((row) => rings(row, arrived, now) && !putAway.has(occurrenceOf(row)));
  useEffect(() => {
    if (!ringing) return;
    play('critical');
    const timer = setInterval(() => play('critical'), AGAIN_MS);
    return () => clearInterval(timer);
  }, [ringing]);

  const unanswered = rows.filter(({ severity, ...row }) => isCritical(severity) && isUnanswered(row));
  const waiting = unanswered.length;
  useEffect(() => {
    sayAtEnd(() => (waiting > 0 ? `（有 ${waiting} 条紧急预警等待确认，请立即登录）` : ''));
    return () => sayAtEnd(() => '');
  }, [waiting]);

  const [first] = unanswered;
  const locked = useStore(session, isLocked);
  const named = first && !locked ? `${first.warningText} ${first.name}` : '紧急预警';
  const title = waiting > 1 ? `${waiting}条 ${named}` : waiting === 1 ? named : '';
  useEffect(() => {
    alarmInTitle(title);
    return () => alarmInTitle('');
  }, [title]);

  // Whoever has it open in the drawer needs no card of it.
  const others = rows.filter(({ id }) => id !== watching);
  const seen = { known, arrived, putAway };
  return { cards: cardsOf(others, seen, now), away: awayOf(others, seen, now), rows, ringing };
}

/** Whether a warning is one that the drawer opens with a sound: urgent, and nobody has answered. */
export const opensWithSound = ({ severity, isDisposed, acknowledgeTime }: WarningRow) =>
  severity <= 2 && isDisposed === 0 && acknowledgeTime === null && alarms.getState().known !== null;
