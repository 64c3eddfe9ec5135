import { useSyncExternalStore } from 'react';
import { isDark, preferences } from '#web/theme/preferences.ts';

function subscribe(changed: () => void): () => void {
  const screen = window.matchMedia('(prefers-color-scheme: dark)');
  screen.addEventListener('change', changed);
  const stop = preferences.subscribe(changed);
  return () => {
    screen.removeEventListener('change', changed);
    stop();
  };
}

/** Whether the dark theme is on, by choice or by the system. */
export const useDark = () => useSyncExternalStore(subscribe, () => isDark(preferences.getState().mode));
