/** The room of a call as the media is told it: who hears whom, what is played, what is recorded. Pure. */
import { legKinds, legParts, legStates, hearing } from '#contract/calls/hearing.rules.ts';
import { callKinds, callPhases } from '#contract/calls/seat-states.rules.ts';
import type { Playing, RoomLeg, Said } from '../call-media/media.ts';
import type { MediaCall, MediaLeg } from '../calls/media-view.ts';

/** By which the media knows the sound of a leg: of a seat with a browser it is that of its page. Null while there is none. */
export function soundOfLeg(leg: MediaLeg, all: readonly MediaLeg[]): string | null {
  if (leg.kind !== legKinds.seat || leg.device === 2) return leg.mediaId;
  return all.findLast((page) => page.callId === null && page.seatId === leg.seatId)?.mediaId ?? null;
}

/** Files of A-law that are heard in a call; null: a tone, or the product's own music. `say` is told to those who wait. */
export type Files = Readonly<MediaCall['sounds'] & { say: Said | null }>;

const musicOf = ({ music }: Files): Playing => (music === null ? { kind: 'hold-music' } : { kind: 'file', path: music, loop: true });

/** What a caller hears before a seat speaks. */
function waiting({ phase, kind, turn }: MediaCall, leg: MediaLeg, files: Files): Playing | null {
  if (kind === callKinds.echo) return { kind: 'echo' };
  if (leg.kind === legKinds.seat) return null;
  if (phase === callPhases.queued) return musicOf(files);
  if (phase === callPhases.menu)
    return files.greeting === null ? { kind: 'beep' } : { kind: 'file', path: files.greeting, loop: false, turn };
  return null;
}

/** The tone by which a seat is told that a supervisor stands behind it: now, and every 15 seconds. */
const behind = (call: MediaCall, leg: MediaLeg, legs: readonly MediaLeg[]): Playing | null =>
  call.toned &&
  leg.kind === legKinds.seat &&
  leg.part === legParts.talks &&
  !leg.supervises &&
  legs.some(({ supervises, state }) => supervises && state === legStates.connected)
    ? { kind: 'beep' }
    : null;

/** The legs of the room of a call; `files` are its sounds as the media reads them. */
export function roomOf(call: MediaCall, all: readonly MediaLeg[], files: Files): RoomLeg[] {
  const legs = all.filter(({ callId }) => callId === call.id);
  const sounds = new Map(legs.map((leg) => [leg.id, soundOfLeg(leg, all)]));
  return hearing(legs).flatMap(({ legId, hears, plays }) => {
    const leg = legs.find(({ id }) => id === legId) as MediaLeg;
    const sound = sounds.get(legId);
    if (!sound) return [];
    const play =
      plays === 'hold-music' ? musicOf(files) : plays ? ({ kind: plays } as const) : (waiting(call, leg, files) ?? behind(call, leg, legs));
    const heard = hears.flatMap((id) => sounds.get(id) ?? []);
    const say = call.phase === callPhases.queued && leg.kind !== legKinds.seat ? files.say : null;
    return [{ legId: sound, hears: heard, muted: leg.muted, ...(play ? { play } : {}), ...(say ? { say } : {}) }];
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
