/**
 * What a protocol has to know for the gateway to speak it: how bytes become frames, whose a frame is, what it says, what is answered.
 * Everything here is pure but for the memory that one connection keeps; sockets, limits, commits and order are the gateway's.
 */
import type { DeviceEvent, DeviceProfile, MessagePart, Protocol } from '#server/ingest/events.ts';

export interface FramerCounts {
  frames: number;
  garbageBytes: number;
  /** Frames without an end, or with a wrong checksum. */
  broken: number;
  wrongLengths: number;
}

export function noFramerCounts(): FramerCounts {
  return { frames: 0, garbageBytes: 0, broken: 0, wrongLengths: 0 };
}

export interface WireFrame {
  /** Bytes on the wire. */
  readonly size: number;
}

export interface Framer<F> {
  /** Takes the next chunk and gives the frames that are complete now, in order. Never throws. Nothing after an overflow. */
  push(chunk: Buffer): F[];
  /** True when an unfinished or finished frame went over the limit: drop the connection. */
  readonly overflow: boolean;
  /** The limit in bytes; a gateway raises it once it knows the device. */
  limit: number;
}

export interface Decoded {
  readonly events: readonly DeviceEvent[];
  /** Values thrown away because no body or device can have them, or because the device was not worn. */
  readonly discarded: number;
  /** False for a message nobody knows. */
  readonly known: boolean;
  /**
   * `unheard`: not before the device has shown its credential. `refused`: the credential is wrong, the connection ends after the answer.
   */
  readonly verdict?: 'unheard' | 'refused';
  /** The frame is one of several that make a message: it is kept, and what it says is read when all are there. */
  readonly part?: MessagePart;
  /** What raises alarms that may go on: the module keeps it with the answer, so that what lasts is one alarm. */
  readonly lasting?: ReadonlySet<string>;
}

/** What decoding needs to know beside the frame. */
export interface FrameContext {
  readonly deviceKey: string;
  /** Epoch ms. */
  readonly receivedAt: number;
  readonly profile: DeviceProfile;
}

/** What answering needs to know: the time of answering in epoch ms. */
export interface AnswerContext {
  readonly deviceKey: string;
  readonly profile: DeviceProfile;
  readonly now: number;
}

export interface Command {
  readonly bytes: Buffer;
  /** By which the device's answer names the command; null in protocols without one. */
  readonly index: string | null;
}

/** `M` is what one connection remembers between its frames. */
export interface TcpProtocol<F extends WireFrame, M> {
  readonly name: Protocol;
  /** The largest frame of a known device, in bytes. */
  readonly largestFrame: number;
  /** So long its devices may say nothing in ordinary times, in ms. */
  readonly heartbeatMs: number;
  framer(counts: FramerCounts, limit: number): Framer<F>;
  remember(): M;
  /** The id in a frame; null when the frame belongs to whoever the connection is. */
  idOf(frame: F): string | null;
  /** Other ways in which the same id may be registered. */
  spellings?(id: string): string[];
  /** Whether the connection has shown its credential; absent, an id is enough. */
  admitted?(memory: M): boolean;
  /** Never throws; alarms come first, SOS first among them. Frames come in the order of the wire. */
  decode(frame: F, context: FrameContext, memory: M): Decoded;
  /** The whole message in place of its last part, in protocols that send some in parts. */
  join?(frame: F, body: Buffer): F;
  /** The answer, or null when the protocol wants none. Asked for after the frame's events are committed, in the order of the wire. */
  reply(frame: F, decoded: Decoded, context: AnswerContext, memory: M): Buffer | null;
  /** A command as it goes to the wire; null while that is not known, for example before the first frame. */
  command(content: string | Buffer, memory: M): Command | null;
}
