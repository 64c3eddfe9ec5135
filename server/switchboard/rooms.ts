/** The room of a call as the media is told it: who hears whom, what is played, what is recorded. Pure. */
import { legKinds, legStates, hearing } from '#contract/calls/hearing.rules.ts';
import { callKinds, callPhases } from '#contract/calls/seat-states.rules.ts';
import type { Playing, RoomLeg } from '../call-media/media.ts';
import type { MediaCall, MediaLeg } from '../calls/media-view.ts';

/** By which the media knows the sound of a leg: of a seat with a browser it is that of its page. Null while there is none. */
export function soundOfLeg(leg: MediaLeg, all: readonly MediaLeg[]): string | null {
  if (leg.kind !== legKinds.seat || leg.device === 2) return leg.mediaId;
  return all.findLast((page) => page.callId === null && page.seatId === leg.seatId)?.mediaId ?? null;
}

/** What a caller hears before a seat speaks. */
function waiting({ phase, kind }: MediaCall, leg: MediaLeg, greeting: string | null): Playing | null {
  if (kind === callKinds.echo) return { kind: 'echo' };
  if (leg.kind === legKinds.seat) return null;
  if (phase === callPhases.queued) return { kind: 'hold-music' };
  if (phase === callPhases.menu) return greeting === null ? { kind: 'beep' } : { kind: 'file', path: greeting, loop: false };
  return null;
}

/** The legs of the room of a call; `greeting` is the file of its menu. */
export function roomOf(call: MediaCall, all: readonly MediaLeg[], greeting: string | null): RoomLeg[] {
  const legs = all.filter(({ callId }) => callId === call.id);
  const sounds = new Map(legs.map((leg) => [leg.id, soundOfLeg(leg, all)]));
  return hearing(legs).flatMap(({ legId, hears, plays }) => {
    const leg = legs.find(({ id }) => id === legId) as MediaLeg;
    const sound = sounds.get(legId);
    if (!sound) return [];
    const play = plays ? ({ kind: plays } as const) : waiting(call, leg, greeting);
    const heard = hears.flatMap((id) => sounds.get(id) ?? []);
    return [{ legId: sound, hears: heard, muted: leg.muted, ...(play ? { play } : {}) }];
  });
}

/** Which legs are on which channel of the recording: callers left, seats right. */
export function channelsOf(call: MediaCall, all: readonly MediaLeg[]): { left: string[]; right: string[] } {
  const legs = all.filter(({ callId, state }) => callId === call.id && state === legStates.connected);
  const of = (seat: boolean) => legs.filter(({ kind }) => (kind === legKinds.seat) === seat).flatMap((leg) => soundOfLeg(leg, all) ?? []);
  const [left, right] = [of(false), of(true)];
  // Two colleagues: who called is left.
  return left.length > 0 ? { left, right } : { left: right.slice(0, 1), right: right.slice(1) };
}
