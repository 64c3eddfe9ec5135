/** The keys of calls: they work on every page, also while something is typed. Those of the frame are other letters. */
import { useEffect, useEffectEvent } from 'react';
import { isLocked, session } from '#web/api/session.ts';
import { useAct, type SeatNow } from './acts.ts';
import { isRinging, isTalking, otherTalkers, ownLeg } from './use-call-now.ts';

/** Code of the key with Alt, and what it does. */
const callKeys = { KeyJ: 'answer', KeyG: 'release', KeyS: 'mute', KeyH: 'hold' } as const;

export function useCallKeys(now: SeatNow | undefined): void {
  const { run } = useAct();
  const press = useEffectEvent((what: (typeof callKeys)[keyof typeof callKeys]): boolean => {
    const call = now?.call;
    if (!now || !call) return false;
    const { jobId } = call;
    if (what === 'answer') return isRinging(now) && (void run('AnswerCall', { jobId }), true);
    if (what === 'release') return ownLeg(call) !== undefined && (void run('ReleaseCall', { jobId }), true);
    if (!isTalking(call)) return false;
    if (what === 'mute') void run(ownLeg(call)?.muted ? 'UnmuteCall' : 'MuteCall', { jobId });
    else void run(otherTalkers(call).some(({ held }) => held) ? 'RetrieveCall' : 'HoldCall', { jobId });
    return true;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat || isLocked(session.getState())) return;
      const what = callKeys[event.code as keyof typeof callKeys];
      if (what && press(what)) event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
