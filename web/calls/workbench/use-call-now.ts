/** The call at hand as the panel shows it; what was hung up stays for its notes until it is forgotten. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { legKinds, legParts, legStates } from '#contract/calls/hearing.rules.ts';
import { callKinds, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { dialling, noteCall } from '#web/api/dialling.ts';
import type { Leg, SeatCall, SeatNow } from './acts.ts';

/** The number of the other side. */
export const otherNumber = ({ kind, caller, callee }: Pick<SeatCall, 'kind' | 'caller' | 'callee'>): string =>
  kind === callKinds.inbound ? caller : callee;

export const ownLeg = (call: SeatCall): Leg | undefined => call.legs.find(({ mine }) => mine);
/** Who speaks in a call besides the seat. */
export const otherTalkers = (call: SeatCall): Leg[] => call.legs.filter(({ mine, part }) => !mine && part === legParts.talks);
export const consultedLeg = (call: SeatCall): Leg | undefined =>
  call.legs.find(({ part, mine, toSeatId }) => part === legParts.consulted && !mine && toSeatId === (ownLeg(call)?.seatId ?? null));
export const isRinging = (now: SeatNow): boolean => now.state === seatStates.ringing && now.call !== null;
/** Whether the seat speaks with the other side: what is done to calls may be done. */
export const isTalking = (call: SeatCall | null): call is SeatCall =>
  call !== null && call.status === callStatus.established && ownLeg(call)?.state === legStates.connected;
/** Who the leg is, as far as is known. */
export const legName = ({ name, address, kind }: Leg): string => name || address || (kind === legKinds.page ? '通话链接' : '未知号码');
/** Who the call is with. */
export const callName = (call: SeatCall): string => {
  if (call.kind === callKinds.echo) return '回声测试';
  return call.name || otherNumber(call) || '未知号码';
};

/** Notes the state for the shell, and gives the call: the one at hand, or the last one until it is forgotten. */
export function useCallNow(now: SeatNow | undefined): SeatCall | null {
  const current = now?.call ?? null;
  const [last, setLast] = useState<SeatCall | null>(null);
  // Who only listened in has nothing to write down.
  const part = current === null ? undefined : ownLeg(current)?.part;
  const stays = part === legParts.talks || part === legParts.consulted;
  if (current !== null && stays && current !== last) setLast(current);
  const remembered = useStore(dialling, ({ call }) => call);
  const loaded = now !== undefined;
  useEffect(() => {
    if (current !== null)
      return part === legParts.listens || part === legParts.whispers
        ? undefined
        : noteCall({
            callPhone: otherNumber(current),
            jobId: current.jobId,
            status: current.status,
            warningId: current.warningId,
          });
    const known = dialling.getState().call;
    if (loaded && known !== null && known.status !== callStatus.hungUp) noteCall({ ...known, status: callStatus.hungUp });
  }, [current, part, loaded]);
  if (current !== null) return current;
  if (last === null || remembered?.jobId !== last.jobId) return null;
  return { ...last, status: callStatus.hungUp, legs: [] };
}
