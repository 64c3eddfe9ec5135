/** What a person has made of the menu: the groups that stand open and the favourites. Kept in this browser for each user. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { showMessage } from '#web/api/messages.ts';
import { onEnding, session } from '#web/api/session.ts';

export interface MenuMemory {
  /** Ids of the groups that the person opened; null until they open or close one. */
  opened: readonly string[] | null;
  /** Paths, in the order in which they were chosen. */
  favourites: readonly string[];
}

/** The key of the group of favourites. */
export const FAVOURITES = 'favourites';
const MOST_FAVOURITES = 12;
const nothing: MenuMemory = { opened: null, favourites: [] };

const texts = (list: unknown): string[] => (Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []);

/** What was kept, without what makes no sense. */
export function readMemory(text: string | null): MenuMemory {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<MenuMemory> | null;
    const opened = Array.isArray(kept?.opened) ? texts(kept.opened) : null;
    return { opened, favourites: texts(kept?.favourites).slice(0, MOST_FAVOURITES) };
  } catch {
    return nothing;
  }
}

/**
 * The groups that a person has opened, after the menu said that `keys` are open. The way to the page that is shown is open by itself,
 * so it counts only when it was opened before.
 */
export const openedBy = (keys: readonly string[], way: readonly string[], before: readonly string[]): string[] =>
  keys.filter((key) => !way.includes(key) || before.includes(key));

/**
 * With the page at the end of the favourites, which then stand open, or without it when it is one. Unchanged when there are as many as
 * there may be.
 */
export function toggled(memory: MenuMemory, path: string): MenuMemory {
  const { opened, favourites } = memory;
  if (favourites.includes(path)) return { opened, favourites: favourites.filter((one) => one !== path) };
  if (favourites.length >= MOST_FAVOURITES) return memory;
  return { opened: opened && [...new Set([...opened, FAVOURITES])], favourites: [...favourites, path] };
}

const keyOf = () => `yian.menu.${session.getState().user?.id ?? 0}`;

const memory = createStore<MenuMemory | null>(() => null);
onEnding(() => memory.setState(null, true));

/** Read once for the person who is signed in. */
function remembered(): MenuMemory {
  const known = memory.getState();
  if (known) return known;
  try {
    return readMemory(localStorage.getItem(keyOf()));
  } catch {
    return nothing;
  }
}

function remember(next: MenuMemory): void {
  memory.setState(next, true);
  try {
    localStorage.setItem(keyOf(), JSON.stringify(next));
  } catch {
    // Shown for now, forgotten at the next reload.
  }
}

export function useMenuMemory(): MenuMemory {
  const known = useStore(memory);
  return known ?? remembered();
}

export const rememberOpened = (opened: readonly string[]): void => remember({ ...remembered(), opened });
export function toggleFavourite(path: string): void {
  const before = remembered();
  const after = toggled(before, path);
  if (after === before) return showMessage('warning', `最多收藏${MOST_FAVOURITES}个页面，请先取消其他收藏`);
  remember(after);
}
