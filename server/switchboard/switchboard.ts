/** Makes the sound follow the database: reads what a tenant's calls must sound like, and tells the media what differs. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callStatus } from '#contract/calls/seat-states.rules.ts';
import { farewellOf, type Piece } from '#contract/calls/spoken.rules.ts';
import type { CallMedia, Recording } from '../call-media/media.ts';
import { SYSTEM } from '../calls/call-clock.ts';
import { beginRecording, endRecording, recordingFile } from '../calls/call-recordings.ts';
import {
  answered,
  mediaView,
  pageClosed,
  phoneDid,
  takeDigits,
  type MediaCall,
  type MediaLeg,
  type MediaView,
} from '../calls/media-view.ts';
import type { Dependencies, Work } from '../context.ts';
import { workIn } from '../events.ts';
import { farewellsOf, ownFile, replacedPieces, type Replaced } from '../calls/spoken-files.ts';
import { channelsOf, roomOf, soundOfLeg, type Files } from './rooms.ts';

/** A leg that the media has, and whose it is. */
export interface Known {
  tenantId: number;
  leg: MediaLeg;
}
interface Room {
  tenantId: number;
  callId: number;
  recording: { path: string; key: Buffer } | null;
}

/** The turn of a telephone's last words. */
export const LAST = 'last';

const roomId = (tenantId: number, callId: number) => `${tenantId}:${callId}`;
export const trunkOf = (tenantId: number) => `trunk-${tenantId}`;
export const tenantOfTrunk = (id: string): number | null => Number(/^trunk-(\d+)$/.exec(id)?.[1] ?? 0) || null;
export const phoneUser = (tenantId: number, extension: string) => `${tenantId}-${extension}`;

export interface SwitchboardOptions {
  deps: Dependencies;
  media: CallMedia;
  /** A file that is heard when a recording begins, where the institution has none of its own. */
  announcement: string | null;
  /** A file of the store as the media reads it; null when it cannot be fetched. */
  soundFile?: (name: string) => Promise<string | null>;
}

export function switchboard({ deps, media, announcement, soundFile = async () => null }: SwitchboardOptions) {
  const known = new Map<string, Known>();
  const rooms = new Map<string, Room>();
  /** Telephones that hear their last words. */
  const leaving = new Set<string>();
  const chains = new Map<number, Promise<void>>();

  const within = <T>(tenantId: number, run: (work: Work) => Promise<T>): Promise<T> =>
    deps.inTenant(tenantId, (tx) => run(workIn(tx, deps, SYSTEM)));

  /** One thing of a tenant after the other; what fails is logged, and looked at again with the next round. */
  function chain(tenantId: number, what: string, run: () => Promise<unknown>): Promise<void> {
    const before = chains.get(tenantId);
    const attempt = async () => {
      await before;
      try {
        await run();
      } catch (error) {
        deps.log.warn({ err: error, tenantId }, `${what} failed`);
      }
      if (chains.get(tenantId) === next) chains.delete(tenantId);
    };
    const next: Promise<void> = attempt();
    chains.set(tenantId, next);
    return next;
  }

  async function openPage(tenantId: number, leg: MediaLeg): Promise<void> {
    known.set(leg.mediaId, { tenantId, leg });
    try {
      const answer = await media.openBrowserLeg(leg.mediaId, leg.offer as string);
      if (await within(tenantId, (work) => answered(work, leg, answer))) return;
    } catch (error) {
      deps.log.warn({ err: error, tenantId }, 'an offer of sound could not be answered');
      await within(tenantId, (work) => pageClosed(work, leg, 'BadOffer'));
    }
    known.delete(leg.mediaId);
    media.closeLeg(leg.mediaId);
  }

  function dialLeg(tenantId: number, leg: MediaLeg, call: MediaCall | undefined): void {
    known.set(leg.mediaId, { tenantId, leg });
    const user = leg.kind === legKinds.seat ? phoneUser(tenantId, leg.extension ?? '') : leg.address.replace(/[^+\d]/g, '');
    const trunk = leg.kind === legKinds.seat ? {} : { trunk: trunkOf(tenantId) };
    media.dialPhone(leg.mediaId, { uri: `sip:${user}@calls`, from: call?.trunk || 'anonymous', ...trunk });
  }

  /** Sounds that are to be there and are not yet. */
  async function openLegs(tenantId: number, { legs, calls }: MediaView): Promise<void> {
    for (const leg of legs) {
      const there = known.get(leg.mediaId);
      if (there) {
        there.leg = leg;
        continue;
      }
      const isPage = leg.kind === legKinds.page || leg.callId === null;
      if (isPage && leg.offer !== null && leg.answer === null) await openPage(tenantId, leg);
      const isPhone = leg.kind === legKinds.phone || (leg.kind === legKinds.seat && leg.callId !== null && leg.device === 2);
      if (!isPhone) continue;
      if (leg.state === legStates.connected && leg.kind === legKinds.phone) {
        // The process that had this telephone's sound has ended.
        await within(tenantId, (work) => phoneDid(work, leg, 'ended', 'IVRException'));
        continue;
      }
      dialLeg(
        tenantId,
        leg,
        calls.find(({ id }) => id === leg.callId),
      );
    }
  }

  /** The sound of the institution in the place of a piece, else the product's. */
  const pieceFile = async (piece: Piece, { [piece]: name }: Replaced) => (name && (await soundFile(name))) || ownFile(piece);

  async function filesOf({ sounds, told }: MediaCall, replaced: Replaced): Promise<Files> {
    const [greeting, music, own] = await Promise.all(
      [sounds.greeting, sounds.music, sounds.announcement].map((name) => (name === null ? null : soundFile(name))),
    );
    const paths = told && (await Promise.all(told.pieces.map((piece) => pieceFile(piece, replaced))));
    const say = told && paths && paths.length > 0 ? { paths, turn: told.turn } : null;
    return { greeting: greeting ?? null, music: music ?? null, announcement: own ?? announcement, say };
  }

  async function recordingOf(tenantId: number, call: MediaCall, view: MediaView, room: Room, files: Files): Promise<Recording | null> {
    if (call.status !== callStatus.established || !call.recorded) return null;
    if (!room.recording) {
      const begun = await within(tenantId, (work) => beginRecording(work, call.id));
      if (!begun) return null;
      mkdirSync(dirname(recordingFile(deps.config.dataDir, begun.path)), { recursive: true, mode: 0o700 });
      room.recording = begun;
    }
    const { path, key } = room.recording;
    return {
      path: recordingFile(deps.config.dataDir, path),
      key,
      ...channelsOf(call, view.legs),
      ...(files.announcement && call.announced ? { announce: files.announcement } : {}),
    };
  }

  async function setRooms(tenantId: number, view: MediaView): Promise<void> {
    for (const call of view.calls) {
      const id = roomId(tenantId, call.id);
      const room = rooms.get(id) ?? { tenantId, callId: call.id, recording: null };
      rooms.set(id, room);
      const files = await filesOf(call, view.replaced);
      media.setRoom(id, { legs: roomOf(call, view.legs, files), record: await recordingOf(tenantId, call, view, room, files) });
    }
  }

  async function closeRoom(id: string, { tenantId, recording }: Room): Promise<void> {
    rooms.delete(id);
    const done = await media.closeRoom(id);
    if (recording)
      await within(tenantId, ({ tx }) => endRecording(tx, recording.path, done ? 2 : 3, done?.durationMs ?? 0, done?.bytes ?? 0));
  }

  /** What is said to telephones whose calls the house has ended, before they end: by the id of the call. */
  async function lastWords(tenantId: number, gone: readonly Known[]): Promise<Map<number, string>> {
    const ids = gone.flatMap(({ leg: { kind, state, callId } }) =>
      kind === legKinds.phone && state === legStates.connected && callId !== null ? [callId] : [],
    );
    if (ids.length === 0) return new Map();
    const said = await deps.inTenant(tenantId, async (tx) => {
      const last = (await farewellsOf(tx, ids)).map((call) => ({ callId: call.callId, piece: farewellOf(call) }));
      return { last, replaced: last.some(({ piece }) => piece !== null) ? await replacedPieces(tx) : {} };
    });
    const files = said.last.map(async ({ callId, piece }) => piece && ([callId, await pieceFile(piece, said.replaced)] as const));
    return new Map((await Promise.all(files)).filter((file) => file !== null));
  }

  /** Legs that are no more: a telephone is told why, and ends when it has heard it (`leg.played`). */
  async function closeLegs(tenantId: number, gone: readonly Known[]): Promise<void> {
    const last = await lastWords(tenantId, gone);
    for (const { leg } of gone) {
      const path = leg.kind === legKinds.phone && leg.callId !== null ? last.get(leg.callId) : undefined;
      // It may have hung up meanwhile.
      if (!known.delete(leg.mediaId)) continue;
      if (path === undefined) media.closeLeg(leg.mediaId);
      else {
        leaving.add(leg.mediaId);
        media.play(leg.mediaId, { kind: 'file', path, loop: false, turn: LAST });
      }
    }
  }

  /** Rooms and legs that are no more: a page's sound stays for the next call. */
  async function closeRest(tenantId: number, { calls, legs }: MediaView): Promise<void> {
    const live = new Set(calls.map(({ id }) => roomId(tenantId, id)));
    for (const [id, room] of rooms) if (room.tenantId === tenantId && !live.has(id)) await closeRoom(id, room);
    const wanted = new Set(legs.map(({ mediaId }) => mediaId));
    const gone = [...known].flatMap(([mediaId, one]) => (one.tenantId === tenantId && !wanted.has(mediaId) ? [one] : []));
    await closeLegs(tenantId, gone);
  }

  async function sendKeys(tenantId: number, { legs }: MediaView): Promise<void> {
    for (const leg of legs.filter(({ digits, kind }) => digits !== '' && kind === legKinds.phone)) {
      const digits = await within(tenantId, ({ tx }) => takeDigits(tx, leg.id));
      if (digits !== '') media.sendDtmf(leg.mediaId, digits);
    }
  }

  async function follow(tenantId: number): Promise<void> {
    const view = await deps.inTenant(tenantId, mediaView);
    await openLegs(tenantId, view);
    await setRooms(tenantId, view);
    await closeRest(tenantId, view);
    await sendKeys(tenantId, view);
  }

  const waiting = new Set<number>();
  /** Makes the sound of a tenant as it should be; many notices at once are one look. */
  function reconcile(tenantId: number): Promise<void> {
    if (waiting.has(tenantId)) return chains.get(tenantId) ?? Promise.resolve();
    waiting.add(tenantId);
    return chain(tenantId, 'making the sound follow', () => {
      waiting.delete(tenantId);
      return follow(tenantId);
    });
  }

  return {
    known,
    rooms,
    leaving,
    chain,
    within,
    reconcile,
    soundOfLeg,
    /** Tenants whose sound the media has. */
    tenants: () => new Set([...known.values(), ...rooms.values()].map(({ tenantId }) => tenantId)),
    /** Resolves when all that was begun is done. */
    async settled(): Promise<void> {
      while (chains.size > 0) await Promise.all(chains.values());
    },
  };
}
export type Switchboard = ReturnType<typeof switchboard>;
