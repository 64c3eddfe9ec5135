/** `录入 302` and `录入 冯克勤` in the command palette: the rounds of a room, or of a person. */
import { people } from '#contract/elderly/people.ts';
import { measurements } from '#contract/health/measurements.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { call } from '#web/api/call.ts';
import { roomsNamed } from '#web/rooms/room-finder.ts';
import type { Finder } from '#web/shell/finders.ts';
import { go } from '#web/shell/go.ts';

const MOST = 5;
const ENTER = /^录入\s*(\S.*)$/;

/** The room or the name behind 录入; null for other words. */
export const toEnter = (words: string): string | null => ENTER.exec(words)?.[1]?.trim() ?? null;

export const finder: Finder = {
  looksFor: (words, may) => may(measurements.round) && toEnter(words) !== null,
  async find(words, may, signal) {
    const text = (toEnter(words) ?? '').slice(0, 20);
    const options = { signal, quiet: true };
    const [house, found] = await Promise.all([
      call(rooms.tree, {}, options),
      may(people.page) && [...text].length >= 2 ? call(people.page, { keyword: text, size: MOST }, options) : null,
    ]);
    return [
      ...roomsNamed(house, text)
        .slice(0, MOST)
        .map(({ id, place }) => ({
          key: `enter-room-${id}`,
          group: '录入体征',
          label: `录入：${place}`,
          run: () => go(`/health/entry?room=${id}`),
        })),
      ...(found?.records ?? []).map((person) => ({
        key: `enter-${person.id}`,
        group: '录入体征',
        label: `录入：${person.userName}`,
        ...(person.place ? { note: person.place } : {}),
        run: () => go(`/health/entry?name=${encodeURIComponent(person.userName)}`),
      })),
    ];
  },
};
