/** Dialling through a seat: pages dial without knowing the workbench of calls, which says here that it can, and what call there is. */
import { createStore } from 'zustand/vanilla';
import { FORGET_MS } from '#contract/calls/seat-states.rules.ts';

/** What a page knows about a number that is dialled. */
export interface Dialled {
  phone: string;
  name?: string | undefined;
  oldmanId?: number | null | undefined;
  warningId?: number | null | undefined;
}

/** The call at hand. `status` 0 initialised, 1 established, 2 hung up: as on the wire. */
export interface CallNow {
  callPhone: string;
  jobId: string;
  status: number;
  warningId: number | null;
}

interface Dialling {
  /** Null: the person has no seat, numbers are telephone links. */
  dial: ((what: Dialled) => void) | null;
  /** Null two minutes after it was hung up. */
  call: CallNow | null;
}

const none: Dialling = { dial: null, call: null };
export const dialling = createStore<Dialling>(() => none);
let forgetting: ReturnType<typeof setTimeout> | undefined;

function forgetCall(): void {
  clearTimeout(forgetting);
  forgetting = undefined;
}

/** Notes the state of a call; what was hung up is forgotten after 120,000 ms. */
export function noteCall(call: CallNow): void {
  const before = dialling.getState().call;
  if (before?.jobId === call.jobId && before.status === call.status && before.warningId === call.warningId) return;
  forgetCall();
  dialling.setState({ call });
  if (call.status === 2) forgetting = setTimeout(() => dialling.setState({ call: null }), FORGET_MS);
}

/** Says how numbers are dialled from now on, or with null that they are links again. */
export const dialWith = (dial: Dialling['dial']): void => dialling.setState({ dial });

/** Forgets both: the person signs out. */
export function endDialling(): void {
  forgetCall();
  dialling.setState(none);
}
