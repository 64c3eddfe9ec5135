/** What a seat does without a call: on duty, ready, on a break, off duty. Pure. */
import type { CallRefusal, Presence } from './call-state.ts';
import { breakCodes, seatStates } from './seat-states.rules.ts';

export type DutyCommand = { action: 'sign-in' | 'sign-out' | 'ready' | 'reset' } | { action: 'break'; code: string };

/** What is said to a seat that dials before it is on duty (specification). */
export const NOT_ONLINE = 'cloud call not online, please go online before dialing';

const no = (code: string, refusal: string, status: CallRefusal['status'] = 409): CallRefusal => ({ code, refusal, status });

/** What a command makes of what the seat does, or why it is refused. `now` ends the time after a call at once. */
export function decideDuty(presence: Presence, command: DutyCommand): { next: Presence } | CallRefusal {
  const { action } = command;
  const to = (state: number, breakCode = '') => ({ next: { ...presence, state, breakCode, callId: null, dueAt: null } });
  const busy = presence.callId !== null;
  if (action === 'sign-in') {
    // Signing in again, from another page or after a reload, changes nothing of a seat that is on duty.
    return presence.state === seatStates.offline ? to(seatStates.break, 'Warm-up') : { next: presence };
  }
  if (busy) return no('Agent.StateError', '通话中不能切换状态，请先挂断');
  if (action === 'sign-out') return to(seatStates.offline);
  if (presence.state === seatStates.offline) return no('Agent.StateError', '坐席未上线，请先上线');
  if (action === 'ready' || action === 'reset') return to(seatStates.ready);
  if (action === 'break' && breakCodes[command.code] === undefined)
    return no('Parameter.Invalid', '小休原因不在可选范围内，请重新选择', 422);
  return to(seatStates.break, action === 'break' ? command.code : '');
}

/** Whether a seat may begin a call, or why not. */
export function mayDial(presence: Pick<Presence, 'state' | 'callId'>): CallRefusal | null {
  if (presence.state === seatStates.offline) return no('Agent.StateError', NOT_ONLINE);
  if (presence.callId !== null) return no('Agent.StateError', '坐席正在通话，请先挂断');
  return null;
}
