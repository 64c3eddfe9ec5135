/** Rooms in the command palette, by the beginning of their name. */
import { beds } from '#contract/rooms/beds.ts';
import { rooms, type Building } from '#contract/rooms/rooms.ts';
import { placeText } from '#contract/rooms/places.rules.ts';
import { call } from '#web/api/call.ts';
import type { Finder } from '#web/shell/finders.ts';
import { go } from '#web/shell/go.ts';

const MOST = 6;
const NAME = /^\S{2,20}$/;

export interface FoundRoom {
  id: number;
  name: string;
  place: string;
  beds: number;
  free: number;
}

/** The rooms of the house whose name begins with `text`, in their order. */
export const roomsNamed = (buildings: readonly Building[], text: string): FoundRoom[] =>
  buildings.flatMap(({ building, floors }) =>
    floors.flatMap(({ floor, rooms: list }) =>
      list
        .filter(({ name }) => name.startsWith(text))
        .map((room) => ({ ...room, place: placeText({ building, floor, roomName: room.name, bedName: null }) ?? room.name })),
    ),
  );

export const finder: Finder = {
  looksFor: (words, may) => may(beds.page) && NAME.test(words),
  async find(words, _may, signal) {
    const found = roomsNamed(await call(rooms.tree, {}, { signal, quiet: true }), words).slice(0, MOST);
    return found.map(({ id, name, place, beds: all, free }) => ({
      key: `room-${id}`,
      group: '房间',
      label: name,
      note: `${place} · 床位 ${all}，空闲 ${free}`,
      run: () => go(`/business/bcroom/index?room=${id}`),
    }));
  },
};
