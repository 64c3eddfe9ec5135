/** Dialling through a seat: pages dial without knowing the workbench of calls, which says here that it can, and what call there is. */
import { createStore } from 'zustand/vanilla';
import { FORGET_MS } from '#contract/calls/seat-states.rules.ts';
import { telOf } from '#contract/phones.rules.ts';

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

/** What of a click says what it means. */
interface Click {
  /** Which click of a series; 0 for a key. */
  detail: number;
  currentTarget: Pick<Element, 'closest'>;
  stopPropagation: () => void;
  preventDefault: () => void;
}

/** So long a number in a row that opens by a double click waits for the second click. */
export const SECOND_CLICK_MS = 500;
let waiting: ReturnType<typeof setTimeout> | undefined;

/**
 * Gives what a link or button needs to dial a number. A double click dials once; in a row that it opens, not at all.
 * `onTel` is called where the device's own telephone dials: a call through the workbench is written down by itself.
 */
export const dialLink = (what: Dialled, onTel?: () => void) => ({
  href: telOf(what.phone),
  onClick(event: Click): void {
    // The row of a list opens what it is about.
    event.stopPropagation();
    clearTimeout(waiting);
    if (event.detail > 1) return event.preventDefault();
    const { dial } = dialling.getState();
    if (!dial) return onTel?.();
    event.preventDefault();
    if (event.currentTarget.closest('[data-opens=double]')) waiting = setTimeout(dial, SECOND_CLICK_MS, what);
    else dial(what);
  },
});
