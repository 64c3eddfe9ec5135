/** Whether the person asked the system for no movement. */
import { useSyncExternalStore } from 'react';

const still = window.matchMedia('(prefers-reduced-motion: reduce)');

function subscribe(changed: () => void): () => void {
  still.addEventListener('change', changed);
  return () => still.removeEventListener('change', changed);
}

export const useStill = () => useSyncExternalStore(subscribe, () => still.matches);
