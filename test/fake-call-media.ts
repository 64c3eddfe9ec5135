/** A media of calls that has no sound: it writes down what it is told, and says what the test wants to have happened. */
import type { CallMedia, MediaEvent, OutgoingCall, Playing, RoomState } from '#server/call-media/media.ts';

export interface FakeMedia extends CallMedia {
  rooms: Map<string, RoomState>;
  dialled: Map<string, OutgoingCall>;
  refused: Map<string, number>;
  answeredPhones: Set<string>;
  closed: Set<string>;
  keys: [legId: string, digits: string][];
  happen(event: MediaEvent): void;
  playOf(legId: string): Playing | undefined;
  hears(legId: string): string[] | undefined;
}

export function callMedia(): FakeMedia {
  const listeners: ((event: MediaEvent) => void)[] = [];
  const rooms = new Map<string, RoomState>();
  const dialled = new Map<string, OutgoingCall>();
  const refused = new Map<string, number>();
  const answeredPhones = new Set<string>();
  const closed = new Set<string>();
  const keys: FakeMedia['keys'] = [];
  const inRoom = (legId: string) => [...rooms.values()].flatMap(({ legs }) => legs).find((leg) => leg.legId === legId);
  return {
    rooms,
    dialled,
    refused,
    answeredPhones,
    closed,
    keys,
    happen: (event) => listeners.forEach((listener) => listener(event)),
    playOf: (legId) => inRoom(legId)?.play,
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
    play() {},
    sendDtmf: (legId, digits) => void keys.push([legId, digits]),
    setSip() {},
    stats: async () => ({ legs: 0, rooms: rooms.size, ticks: 0, lateTicks: 0, dropped: {}, sipPort: null }),
    ready: async () => {},
    close: async () => {},
    on: (listener) => void listeners.push(listener),
  };
}
