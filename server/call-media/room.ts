import { QUIET_FRAME } from './alaw.ts';
import type { Leg } from './leg.ts';
import type { MediaEvent, RecordingDone, RoomLeg, RoomState } from './media.ts';
import { mix } from './mixer.ts';
import { played, Player, samePlaying, Saying } from './player.ts';
import { RecordingWriter } from './recording-writer.ts';

export interface RoomTools {
  leg(legId: string): Leg | undefined;
  emit(event: MediaEvent): void;
  warn(text: string): void;
}

/** One conversation: who hears whom, and its recording. */
export class Room {
  readonly id: string;
  readonly #tools: RoomTools;
  #legs: RoomLeg[] = [];
  #muted = new Set<string>();
  #writer: RecordingWriter | null = null;
  #announcement: Player | null = null;

  constructor(id: string, tools: RoomTools) {
    this.id = id;
    this.#tools = tools;
  }

  /** Makes the room as it is described; what stays goes on unheard: music, a file, the recording. */
  set({ legs, record }: RoomState) {
    const named = new Set(legs.map(({ legId }) => legId));
    for (const { legId } of this.#legs) {
      const leg = this.#tools.leg(legId);
      if (leg?.roomId === this.id && !named.has(legId)) Room.#leave(leg);
    }
    this.#legs = legs;
    this.#muted = new Set(legs.filter(({ muted }) => muted).map(({ legId }) => legId));
    for (const entry of legs) {
      const leg = this.#tools.leg(entry.legId);
      if (leg) this.#enter(leg, entry);
    }
    if (record?.path === this.#writer?.recording.path) {
      if (record && this.#writer) Object.assign(this.#writer.recording, { left: record.left, right: record.right });
      return;
    }
    void this.#endRecording();
    if (!record) return;
    this.#writer = this.#newWriter({ ...record });
    const { announce } = record;
    this.#announcement = announce
      ? new Player({ kind: 'file', path: announce, loop: false }, () => (this.#announcement = null), this.#tools.warn)
      : null;
  }

  static #leave(leg: Leg) {
    leg.roomId = null;
    leg.player = null;
    leg.saying = null;
  }
  #enter(leg: Leg, { play, say }: RoomLeg) {
    // What another room had it hear is no matter of this one.
    if (leg.roomId !== this.id) leg.saying = null;
    leg.roomId = this.id;
    this.#play(leg, play);
    if (!say) leg.saying = null;
    else if (leg.saying?.turn !== say.turn) leg.saying = new Saying(say, this.#tools.warn);
  }
  #play(leg: Leg, play: RoomLeg['play']) {
    if (samePlaying(leg.player?.playing ?? null, play ?? null)) return;
    leg.player = play ? new Player(play, () => this.#tools.emit(played(leg.id, play)), this.#tools.warn) : null;
  }
  #newWriter(recording: NonNullable<RoomState['record']>) {
    const writer = new RecordingWriter(recording, (reason) => {
      if (this.#writer === writer) this.#writer = null;
      this.#tools.emit({ type: 'recording.failed', roomId: this.id, path: recording.path, reason });
    });
    return writer;
  }

  /** A leg that has just come: it may be expected. */
  arrived(leg: Leg) {
    const entry = this.#legs.find(({ legId }) => legId === leg.id);
    if (entry) this.#enter(leg, entry);
  }
  /** Another room has the leg now. */
  lost(legId: string) {
    this.#legs = this.#legs.filter((entry) => entry.legId !== legId);
  }

  tick() {
    const announced = this.#announcement?.next(null) ?? null;
    const sources: Uint8Array[] = [];
    for (const { legId, hears } of this.#legs) {
      const leg = this.#tools.leg(legId);
      if (!leg || leg.roomId !== this.id) continue;
      sources.length = 0;
      for (const other of hears) this.#hear(other, sources);
      const one = leg.saying?.next() ?? leg.player?.next(leg.said) ?? null;
      if (one) sources.push(one);
      if (announced) sources.push(announced);
      leg.sound.give(mix(sources));
    }
    const writer = this.#writer;
    if (writer) writer.add(this.#channel(writer.recording.left, announced), this.#channel(writer.recording.right, announced));
  }
  #hear(legId: string, sources: Uint8Array[]) {
    if (this.#muted.has(legId)) return;
    const leg = this.#tools.leg(legId);
    if (leg?.roomId === this.id && leg.said) sources.push(leg.said);
  }
  #channel(legIds: string[], announced: Uint8Array | null): Uint8Array {
    const sources: Uint8Array[] = announced ? [announced] : [];
    for (const legId of legIds) this.#hear(legId, sources);
    return sources.length ? mix(sources) : QUIET_FRAME;
  }

  async #endRecording(): Promise<RecordingDone | null> {
    const writer = this.#writer;
    this.#writer = null;
    this.#announcement = null;
    const done = (await writer?.end()) ?? null;
    if (done) this.#tools.emit({ type: 'recording.done', roomId: this.id, ...done });
    return done;
  }

  /** Lets the legs go and ends the recording. */
  close(): Promise<RecordingDone | null> {
    for (const { legId } of this.#legs) {
      const leg = this.#tools.leg(legId);
      if (leg?.roomId === this.id) Room.#leave(leg);
    }
    this.#legs = [];
    return this.#endRecording();
  }
}
