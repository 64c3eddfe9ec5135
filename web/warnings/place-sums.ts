/** Rooms with something open, summed up by floor. Pure. */
import { floorText } from '#contract/rooms/places.rules.ts';

interface Place {
  building: string | null;
  floor: string | null;
  roomName: string | null;
  open: number;
  unanswered: number;
  severity: number;
}

export interface Floor {
  building: string;
  floor: string;
  label: string;
  /** `302（2条）`, in the order of the house. */
  rooms: string[];
  open: number;
  unanswered: number;
  /** The gravest. */
  severity: number;
}

/** The floors in the order of the rooms; what has no place in the house is in none of them. */
export function floorsOf(places: readonly Place[]): Floor[] {
  const floors = new Map<string, Floor>();
  for (const { building, floor, roomName, open, unanswered, severity } of places) {
    if (building === null || floor === null) continue;
    const key = `${building}\n${floor}`;
    const before = floors.get(key) ?? {
      building,
      floor,
      label: floorText({ building, floor }),
      rooms: [],
      open: 0,
      unanswered: 0,
      severity,
    };
    floors.set(key, {
      ...before,
      rooms: [...before.rooms, `${roomName ?? ''}（${open}条）`],
      open: before.open + open,
      unanswered: before.unanswered + unanswered,
      severity: Math.min(before.severity, severity),
    });
  }
  return [...floors.values()];
}
