/** A call that rings is heard, stands in the title of the window, and is told by the operating system while the page is hidden. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isLocked, session } from '#web/api/session.ts';
import { callInTitle } from '#web/api/system-title.ts';
import { permission } from '#web/shell/notice-permission.ts';
import { preferences } from '#web/theme/preferences.ts';
import type { SeatNow } from './acts.ts';
import { panel, showEntry } from './panel-state.ts';
import { startRinging, stopRinging } from './ringtone.ts';
import { speaking } from './speaking.ts';
import { callName, isRinging } from './use-call-now.ts';

function showNotice(jobId: string, text: string): (() => void) | undefined {
  if (permission() !== 'granted' || !preferences.getState().shows.notices) return undefined;
  if (document.visibilityState === 'visible' && document.hasFocus()) return undefined;
  try {
    const notice = new Notification(isLocked(session.getState()) ? '有来电，请解锁后接听' : `来电 ${text}`, {
      tag: `yian.call.${jobId}`,
      requireInteraction: true,
      icon: '/favicon.svg',
    });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      showEntry('inbound');
    });
    return () => notice.close();
  } catch {
    // Some mobile browsers have the constructor and forbid it.
    return undefined;
  }
}

/** Gives whether a call rings at the seat. The page that has the sound rings; without one every page does. */
export function useRing(now: SeatNow | undefined): boolean {
  const call = now && isRinging(now) ? now.call : null;
  const jobId = call?.jobId ?? null;
  const text = call ? callName(call) : '';
  const elsewhere = useStore(speaking, ({ state }) => state === 'elsewhere');
  useEffect(() => {
    if (jobId === null) return;
    callInTitle(`来电 ${text}`);
    const close = elsewhere ? undefined : showNotice(jobId, text);
    if (!elsewhere) {
      const { ringer, speaker } = panel.getState();
      void startRinging(ringer ?? speaker);
    }
    return () => {
      callInTitle('');
      close?.();
      stopRinging();
    };
  }, [jobId, text, elsewhere]);
  return jobId !== null;
}
