/**
 * The sound of calls. All of it runs in a worker thread (worker.ts); this file is how the process that owns it speaks to it.
 * What a caller may build on:
 * - A browser leg ends with one `leg.closed`, a phone leg with one `phone.ended`, also when we ended it; `died` ends all legs and rooms.
 * - An order for a leg or a room that is not there (any more) does nothing: the event that says so is on its way.
 * - `dialPhone` takes `trunk`; without it the uri's host names a trunk, or its user a registered phone. Nothing else is ever dialled.
 * - Trunks and phones may change at any time (`setSip`); calls that are on go on.
 * - A recording that cannot be written says `recording.failed`; the call goes on.
 */
import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { MediaClient, newWorker } from './media-client.ts';

/** What a leg is given to hear besides the others. */
export type Playing =
  | { kind: 'ringback' | 'busy' | 'hold-music' | 'beep' | 'silence' | 'echo' }
  /** A file of A-law at 8 kHz without a header (`toALaw` makes one). */
  | { kind: 'file'; path: string; loop: boolean; /** The same file with another turn begins anew. */ turn?: string };

/** Files that are said one after the other, once; the same files with another turn are said again. */
export interface Said {
  /** Files of A-law as `Playing` has them. */
  paths: string[];
  turn: string;
}

/** A sealed recording of two channels; legs that are in neither list are not recorded, nor is a leg while it is muted. */
export interface Recording {
  /** A file that is not there yet. */
  path: string;
  /** 32 bytes. */
  key: Uint8Array;
  left: string[];
  right: string[];
  /** A file that all legs of the room hear when the recording begins; it is recorded too. */
  announce?: string;
}
export interface RecordingDone {
  path: string;
  durationMs: number;
  bytes: number;
}

export interface RoomLeg {
  legId: string;
  /** The legs whose speech this one hears. */
  hears: string[];
  /** None of the others hears what it says. */
  muted: boolean;
  /** Heard besides the legs of `hears`: music on hold is `play` with `hears: []`. */
  play?: Playing;
  /** Heard instead of `play`, which goes on afterwards where it was. Without it what is being said stops. */
  say?: Said;
}
export interface RoomState {
  legs: RoomLeg[];
  record: Recording | null;
}

/** A gateway or PBX that calls go out by and come in from. */
export interface SipTrunk {
  id: string;
  host: string;
  port: number;
  /** Addresses (or networks in CIDR) that may call in without a password. */
  addresses: string[];
  user?: string;
  password?: string;
  /** Whether we register there, so that calls come in through a router. */
  register?: boolean;
}
/** A telephone that registers with us by digest. */
export interface SipPhone {
  id: string;
  user: string;
  password: string;
}
export interface SipAccounts {
  trunks: SipTrunk[];
  phones: SipPhone[];
}
export interface SipOptions extends SipAccounts {
  /** Of UDP; 0 takes a free one. */
  port: number;
  /** The address that is listened on; 0.0.0.0 for all. */
  address: string;
  realm: string;
  /** A phone in a call that sends no sound for so long is asked whether it is there; one that does not answer for as long is gone. */
  silentMs?: number;
}

export interface OutgoingCall {
  uri: string;
  /** The number that is shown to the called. */
  from: string;
  displayName?: string;
  trunk?: string;
}

export type MediaEvent =
  | { type: 'leg.connected' | 'leg.disconnected' | 'leg.closed'; legId: string; reason?: string }
  | { type: 'leg.dtmf'; legId: string; digit: string }
  /** A file that does not loop was heard to its end; `turn` is that of the file. */
  | { type: 'leg.played'; legId: string; turn: string | null }
  | { type: 'leg.quality'; legId: string; lossPercent: number; jitterMs: number; roundTripMs: number | null }
  /** By a trunk, or by one of the registered phones. */
  | {
      type: 'phone.invited';
      legId: string;
      from: string;
      to: string;
      displayName: string | null;
      trunk: string | null;
      phone: string | null;
    }
  | { type: 'phone.ringing' | 'phone.answered'; legId: string }
  /** `status` is the SIP status of a call that was not answered, 200 of one that was. `lost`: it sent no sound and answered no question. */
  | { type: 'phone.ended'; legId: string; status: number; byUs: boolean; lost?: true }
  | { type: 'phone.registered'; phone: string; online: boolean }
  /** After each attempt to register, and again before the registration ends. */
  | { type: 'trunk.registered'; trunk: string; online: boolean; status: number }
  | { type: 'recording.done'; roomId: string; path: string; durationMs: number; bytes: number }
  | { type: 'recording.failed'; roomId: string; path: string; reason: string }
  /** The worker died; it is started again, empty. */
  | { type: 'died'; legIds: string[]; roomIds: string[] };

export interface MediaStats {
  legs: number;
  rooms: number;
  ticks: number;
  /** Ticks that came more than 20 ms late. */
  lateTicks: number;
  /** What was dropped, by reason: malformed and foreign packets. */
  dropped: Record<string, number>;
  /** The UDP port of SIP, or null. */
  sipPort: number | null;
}

/** What the worker does; the client passes each call on as a message. */
export interface MediaOrders {
  /** A leg to a browser: answers its offer, which holds all its candidates. Rejects an offer that cannot be answered. */
  openBrowserLeg(legId: string, offerSdp: string): Promise<string>;
  /** A leg to a phone; events tell ringing, answered, ended. */
  dialPhone(legId: string, call: OutgoingCall): void;
  /** A phone that called in (`phone.invited`): let it ring, answer it, or refuse it with a SIP status. */
  ringPhone(legId: string): void;
  answerPhone(legId: string): void;
  refusePhone(legId: string, status: number): void;
  closeLeg(legId: string): void;
  /** Desired state of one conversation, whole; only what differs is changed. A leg is in one room at most: the last that names it. */
  setRoom(roomId: string, room: RoomState): void;
  /** Ends the room and its recording; its legs go on in no room. */
  closeRoom(roomId: string): Promise<RecordingDone | null>;
  /** To one leg that is in no room (ringing, queue, greeting, echo). Null stops. */
  play(legId: string, playing: Playing | null): void;
  /** 0-9, *, #, A-D; others are left out. */
  sendDtmf(legId: string, digits: string): void;
  setSip(accounts: SipAccounts): void;
  stats(): Promise<MediaStats>;
}
export interface CallMedia extends MediaOrders {
  /** Resolves when the worker takes calls (its SIP port is open). Rejects if it cannot start. */
  ready(): Promise<void>;
  /** Ends all calls and recordings, then the worker. */
  close(): Promise<void>;
  on(listener: (event: MediaEvent) => void): void;
}

type MediaLog = Pick<Logger, 'info' | 'warn' | 'error'>;
export interface MediaOptions {
  /** Addresses that browsers and phones reach us by; the first one stands in SDP of phones. Empty: those of the interfaces. */
  publicAddresses: string[];
  /** UDP ports of sound, both ends included; a leg takes one. */
  rtpPorts: [number, number];
  sip: SipOptions | null;
  log: MediaLog;
}

/** Messages of both directions. */
export type Order = { call: number; method: keyof MediaOrders | 'close'; args: unknown[] };
export type Report =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'event'; event: MediaEvent }
  | { kind: 'log'; level: 'info' | 'warn' | 'error'; text: string }
  | { kind: 'answer'; call: number; value: unknown; error: string | null };
export type WorkerOptions = Omit<MediaOptions, 'log'>;

/** Starts the worker. `startWorker` is replaced by tests that kill it. */
export function startCallMedia(options: MediaOptions, startWorker: (options: WorkerOptions) => Worker = newWorker): CallMedia {
  return new MediaClient(options, startWorker);
}
