/** Whether the cards of alarms are folded into the strip at the edge: as it was last chosen in this browser. */
import { createStore } from 'zustand/vanilla';

const KEY = 'yian.alarm-cards';
const FOLDED = 'folded';

export const folded = createStore<boolean>(() => typeof document !== 'undefined' && localStorage.getItem(KEY) === FOLDED);
folded.subscribe((now) => (now ? localStorage.setItem(KEY, FOLDED) : localStorage.removeItem(KEY)));
