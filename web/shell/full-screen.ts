/** The browser's full screen. */
import { useSyncExternalStore } from 'react';

function watch(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

/** Fills the screen or leaves it; refused where the browser does not allow it. */
export const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();

export const useFullScreen = () => useSyncExternalStore(watch, () => document.fullscreenElement !== null);
