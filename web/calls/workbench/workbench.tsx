/** 通话工作台 of who has a seat: rings on every page, keeps the sound, and floats above the pages. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { callProviders } from '#contract/calls/call-services.ts';
import { legParts } from '#contract/calls/hearing.rules.ts';
import { callKinds, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { dialWith, endDialling, type Dialled } from '#web/api/dialling.ts';
import { showMessage } from '#web/api/messages.ts';
import { isLocked, onEnding, session } from '#web/api/session.ts';
import { onRealtime } from '#web/shell/realtime.ts';
import { CloudWorkbench } from './aliyun-sdk.tsx';
import { useAct, useSeat, useSeatNow, type Seat, type SeatCall, type SeatNow } from './acts.ts';
import { LockedRing } from './locked-ring.tsx';
import { pageId } from './page-id.ts';
import { Panel } from './panel.tsx';
import { panel, showEntry, usePanel } from './panel-state.ts';
import { keepSeen, lookAtLeg, silence, speak, speaking } from './speaking.ts';
import { ownLeg, useCallNow } from './use-call-now.ts';
import { useCallKeys } from './use-call-keys.ts';
import { shouldSpeak, speaksHere } from './use-duty.ts';
import { useRing } from './use-ring.ts';
import { useTakenOver } from './supervised.tsx';

onEnding(() => {
  silence();
  endDialling();
});

/** Numbers of all pages are dialled through the seat. */
function useDialling(now: SeatNow | undefined): void {
  const { run, pending } = useAct();
  const dial = useEffectEvent(async ({ phone, oldmanId, warningId }: Dialled) => {
    if (pending !== null) return;
    const made = await run('MakeCall', { callee: phone, oldmanId: oldmanId ?? undefined, warningId: warningId ?? undefined });
    // The refusal has said why; the button that helps is there.
    showEntry(made || (now && now.state !== seatStates.offline) ? 'outbound' : 'work');
  });
  useEffect(() => {
    dialWith((what) => void dial(what));
    return () => dialWith(null);
  }, []);
}

/** Keeps the sound of this page as the server says. */
function useSound(seat: Seat, now: SeatNow | undefined): void {
  const here = speaksHere(seat);
  useEffect(() => (here ? keepSeen() : undefined), [here]);
  useEffect(
    () =>
      onRealtime((message) => {
        if (message.type === 'call-leg.changed') void lookAtLeg(message.legId);
      }),
    [],
  );
  const state = now?.state;
  const speaker = now?.pageId ?? null;
  const before = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (state === undefined) return;
    // While a seat comes on duty it has the sound already, and is still offline.
    const left = state === seatStates.offline && before.current !== undefined && before.current !== seatStates.offline;
    before.current = state;
    if (left) return silence();
    if (state === seatStates.offline) return;
    let gone = false;
    void pageId().then((own) => {
      if (gone) return undefined;
      const sound = speaking.getState().state;
      if (speaker !== null && speaker !== own) return sound === 'on' || sound === 'off' ? silence('elsewhere') : undefined;
      return shouldSpeak(seat, state) ? void speak() : undefined;
    });
    return () => {
      gone = true;
    };
  }, [seat, state, speaker]);
}

/** The panel opens where something begins or ends; in between the entry stays that the seat has chosen. */
function useOpening(call: SeatCall | null, ringing: boolean, now: SeatNow | undefined): void {
  const isOver = call?.status === callStatus.hungUp;
  // What was spoken of is written down after the call: its notes are there.
  const isOn = call !== null && (!isOver || now?.state === seatStates.afterCall);
  // Who stands behind a call of others goes on from there: whispers, speaks, takes over.
  const part = call === null ? undefined : ownLeg(call)?.part;
  const behind = part === legParts.listens || part === legParts.whispers;
  const shown = isOn && !behind ? `${call.jobId} ${isOver}` : null;
  const known = now !== undefined;
  const first = useRef(true);
  const open = useEffectEvent(() => showEntry(ringing || call?.kind === callKinds.inbound ? 'inbound' : 'outbound'));
  useEffect(() => {
    if (ringing) open();
  }, [ringing]);
  useEffect(() => {
    if (!known) return;
    // After a reload the entry stays that was open.
    if (shown !== null && !first.current) open();
    first.current = false;
  }, [shown, known]);
}

/** A page that is left takes its sound with it: said before, while there is a call. */
function useLeaveQuestion(talking: boolean): void {
  useEffect(() => {
    if (!talking) return;
    const warn = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [talking]);
}

function Seated({ seat }: { seat: Seat }) {
  const now = useSeatNow();
  const call = useCallNow(now);
  useTakenOver(now);
  const { open } = usePanel();
  const locked = useStore(session, isLocked);
  const ringing = useRing(now);
  useDialling(now);
  useSound(seat, now);
  useOpening(call, ringing, now);
  useLeaveQuestion(call !== null && call.status !== callStatus.hungUp);
  useCallKeys(now);
  const { problem } = useStore(speaking);
  useEffect(() => {
    if (problem !== null && !panel.getState().open) showMessage('warning', problem);
  }, [problem]);
  if (locked) return ringing ? createPortal(<LockedRing />, document.body) : null;
  return open && now ? createPortal(<Panel seat={seat} now={now} call={call} />, document.body) : null;
}

export default function Workbench() {
  const seat = useSeat();
  if (!seat) return null;
  return seat.provider === callProviders.aliyun ? <CloudWorkbench /> : <Seated seat={seat} />;
}
