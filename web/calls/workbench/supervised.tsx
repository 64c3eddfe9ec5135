/** How a seat is told that a supervisor stands behind its call, where the institution says so: by a mark, and by tones of the media. */
import { useEffect } from 'react';
import { legParts } from '#contract/calls/hearing.rules.ts';
import { showMessage } from '#web/api/messages.ts';
import type { SeatCall, SeatNow } from './acts.ts';
import { panel } from './panel-state.ts';
import { tryRinging } from './ringtone.ts';
import { legName } from './use-call-now.ts';
import './supervised.css';

const DOES: Readonly<Record<number, string>> = {
  [legParts.listens]: '正在监听',
  [legParts.whispers]: '正在耳语，只有您听到',
  [legParts.talks]: '已强插进通话',
};
const takenText = (name: string) => `${name}接管了您的通话`;

/** Says once that the call was taken over, whatever page is open; the sound of the call is gone, so the tone comes from the page. */
export function useTakenOver(now: SeatNow | undefined): void {
  const name = now?.takenOverBy ?? null;
  const toned = now?.toned ?? false;
  useEffect(() => {
    if (name === null) return;
    showMessage('warning', takenText(name));
    if (!toned) return;
    const { ringer, speaker } = panel.getState();
    void tryRinging(ringer ?? speaker);
  }, [name, toned]);
}

export function Supervised({ call, now }: { call: SeatCall | null; now: SeatNow }) {
  const behind = (call?.legs ?? []).filter(({ supervises, mine, part }) => supervises && !mine && DOES[part]);
  if (behind.length === 0 && now.takenOverBy === null) return null;
  return (
    <div className="cw-supervised" role="status">
      {behind.map((leg) => (
        <p key={leg.id}>
          {legName(leg)}
          {DOES[leg.part]}
        </p>
      ))}
      {now.takenOverBy !== null && <p>{takenText(now.takenOverBy)}</p>}
    </div>
  );
}
