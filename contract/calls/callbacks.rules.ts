/** Callbacks: which number is called back, and how long one keeps its place in a queue. Pure. */
import { phoneOf } from '../phones.rules.ts';
import { HOUR } from '../time.ts';
import { callKinds } from './seat-states.rules.ts';

/** What becomes of the wish: it waits, was called back, the caller came again by herself, it is not called back. 0: there is none. */
export const callbackStates = { waits: 1, calledBack: 2, cameAgain: 3, dropped: 4 } as const;

/** A callback that has not had its turn by then is made by staff from 现在: after hours a telephone that rings by itself is no service. */
export const KEPT_MS = 2 * HOUR;

/** A key so soon after the queue began belongs to the menu before it. */
export const KEY_AFTER_MS = 2000;

export interface Parties {
  kind: number;
  caller: string;
  callee: string;
}
/** The number of the other side, as it is dialled: who called, or who was called. Null where there is none, or one that cannot be dialled. */
export const callbackNumber = ({ kind, caller, callee }: Parties): string | null =>
  phoneOf(kind === callKinds.inbound ? caller : callee, 'dialled');
