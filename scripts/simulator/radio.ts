/**
 * The access points of the demonstration's houses, and how strong each is in each room: by
 * distance along the corridor and through floors. Deterministic.
 */
import type { Random } from './random.ts';

/** What a device hears around it. */
export interface Around {
  mac: string;
  /** dBm. */
  rssi: number;
}

export interface RadioRoom {
  id: number;
  building: string;
  floor: string;
}

const BESIDE = -42;
const ROOM = 9;
const FLOOR = 17;
const FAINTEST = -88;

const hex = (value: number) => (value & 0xff).toString(16).padStart(2, '0');

/** By room what is heard in its middle; `rooms` in the order of the house. Every second room of a floor has an access point. */
export function radioOf(rooms: readonly RadioRoom[], tenantId: number): Map<number, Around[]> {
  const buildings = [...new Set(rooms.map(({ building }) => building))];
  const floorsOf = Map.groupBy(rooms, ({ building, floor }) => `${building} ${floor}`);
  const floors = [...floorsOf.keys()];
  const spots = rooms.map((room) => ({
    id: room.id,
    building: buildings.indexOf(room.building),
    floor: floors.indexOf(`${room.building} ${room.floor}`),
    at: floorsOf.get(`${room.building} ${room.floor}`)!.indexOf(room),
  }));
  const points = spots
    .filter(({ at }) => at % 2 === 0)
    .map((spot) => ({ ...spot, mac: `24:69:68:${hex(tenantId)}:${hex(spot.floor)}:${hex(spot.at)}` }));
  return new Map(
    spots.map((spot) => [
      spot.id,
      points
        .filter(({ building }) => building === spot.building)
        .map(({ mac, floor, at }) => ({ mac, rssi: BESIDE - ROOM * Math.abs(at - spot.at) - FLOOR * Math.abs(floor - spot.floor) }))
        .filter(({ rssi }) => rssi >= FAINTEST)
        .toSorted((a, b) => b.rssi - a.rssi)
        .slice(0, 8),
    ]),
  );
}

/** As one report hears it: a dB or two more or less each time. */
export const heardNow = (around: readonly Around[], random: Random): Around[] =>
  around.map(({ mac, rssi }) => ({ mac, rssi: rssi + random.between(-2, 2) }));
