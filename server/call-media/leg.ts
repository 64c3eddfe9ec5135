import type { Player, Saying } from './player.ts';
import type { Sound } from './sound.ts';

export interface Measured {
  roundTripMs: number | null;
  /** In per cent: of what we sent, as far as the other side tells. */
  lostThere: number | null;
}

/** One end of a call as the mixer knows it. */
export interface Leg {
  readonly id: string;
  readonly sound: Sound;
  player: Player | null;
  /** Heard before `player`. */
  saying: Saying | null;
  /** The room it is in. */
  roomId: string | null;
  /** What it says in this tick; null is silence. */
  said: Uint8Array | null;
  measure(): Promise<Measured>;
}
