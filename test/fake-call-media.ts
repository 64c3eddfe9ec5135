/** A media of calls that has no sound: it writes down what it is told, and says what the test wants to have happened. */
import { basename } from 'node:path';
import type { CallMedia, MediaEvent, OutgoingCall, Playing, RoomState } from '#server/call-media/media.ts';

export interface FakeMedia extends CallMedia {
  rooms: Map<string, RoomState>;
  dialled: Map<string, OutgoingCall>;
  refused: Map<string, number>;
  answeredPhones: Set<string>;
  closed: Set<string>;
  /** What a leg in no room was given to hear last. */
  played: Map<string, Playing | null>;
  keys: [legId: string, digits: string][];
  happen(event: MediaEvent): void;
  playOf(legId: string): Playing | undefined;
  /** Of a leg that is told something: which pieces, and the turn. */
  told(legId: string): { pieces: string[]; turn: string } | null;
  hears(legId: string): string[] | undefined;
}

export function callMedia(): FakeMedia {
  const listeners: ((event: MediaEvent) => void)[] = [];
  const rooms = new Map<string, RoomState>();
  const dialled = new Map<string, OutgoingCall>();
  const refused = new Map<string, number>();
  const answeredPhones = new Set<string>();
  const closed = new Set<string>();
  const played: FakeMedia['played'] = new Map();
  const keys: FakeMedia['keys'] = [];
  const inRoom = (legId: string) => [...rooms.values()].flatMap(({ legs }) => legs).find((leg) => leg.legId === legId);
  return {
    rooms,
    dialled,
    refused,
    answeredPhones,
    closed,
    played,
    keys,
    happen: (event) => listeners.forEach((listener) => listener(event)),
    playOf: (legId) => inRoom(legId)?.play,
    told: (legId) => {
      const say = inRoom(legId)?.say;
      return say ? { pieces: say.paths.map((path) => basename(path, '.al')), turn: say.turn } : null;
    },
    hears: (legId) => inRoom(legId)?.hears,
    openBrowserLeg: async (legId) => `answer of ${legId}`,
    dialPhone: (legId, call) => void dialled.set(legId, call),
    ringPhone() {},
    answerPhone: (legId) => void answeredPhones.add(legId),
    refusePhone: (legId, status) => void refused.set(legId, status),
    closeLeg: (legId) => void closed.add(legId),
    setRoom: (id, room) => void rooms.set(id, room),
    async closeRoom(id) {
      rooms.delete(id);
      return null;
    },
    play: (legId, playing) => void played.set(legId, playing),
    sendDtmf: (legId, digits) => void keys.push([legId, digits]),
    setSip() {},
    stats: async () => ({ legs: 0, rooms: rooms.size, ticks: 0, lateTicks: 0, dropped: {}, sipPort: null }),
    ready: async () => {},
    close: async () => {},
    on: (listener) => void listeners.push(listener),
  };
}

interface Board {
  settled: () => Promise<unknown>;
  reconcile: (tenantId: number) => Promise<unknown>;
}

/** Waits until the process of the calls has done what it heard of, and what is left of an institution's calls besides. */
export async function settle(board: Board, tenantId: number): Promise<void> {
  await board.settled();
  await board.reconcile(tenantId);
  await board.settled();
}
