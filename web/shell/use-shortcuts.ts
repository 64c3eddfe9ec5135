/** Listens to the keys of the frame while it is there. */
import { useEffect, useEffectEvent } from 'react';
import { isLocked, session } from '#web/api/session.ts';
import { isDark, preferences } from '#web/theme/preferences.ts';
import { useLeaving } from './leaving.ts';
import { openDialog } from './dialogs.ts';
import { paletteDialog, shortcutsDialog } from './own-dialogs.ts';
import { go } from './go.ts';
import { lockScreen } from './locking.ts';
import { shortcutOf, type ShortcutName } from './shortcuts.ts';
import { stepTabs, tabs } from './tab-store.ts';
import { close, currentTab, HOME, neighbour, refresh } from './tabs.ts';

const TYPED =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=""], [contenteditable=true]';
/** One that is fading out lies above the page no more: its wrapper stays a moment longer. */
const DIALOG = '.ant-modal-wrap:has(.ant-modal:not(.ant-zoom-leave)), .ant-drawer-open';
const SEARCH = '#frame main input:not([type=hidden]):not([disabled])';

const shown = (element: Element) => element.getClientRects().length > 0;

/**
 * Whether a key that is pressed on `target` is typed text, and whether a dialog lies above the page. Looked for when it is asked: most keys
 * are letters, for which nobody asks.
 */
export const here = (target: EventTarget | null) => ({
  get typing() {
    return target instanceof Element && target.closest(TYPED) !== null;
  },
  get dialog() {
    return [...document.querySelectorAll(DIALOG)].some(shown);
  },
});

const showTab = (by: number) =>
  stepTabs((now) => {
    const next = neighbour(now, by);
    return { ...now, current: next.id };
  });

function focusSearch(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>(SEARCH)].find(shown);
  field?.focus();
  field?.select();
}

const acts: Record<ShortcutName, (leave: ReturnType<typeof useLeaving>) => void> = {
  palette: () => openDialog(paletteDialog),
  shortcuts: () => openDialog(shortcutsDialog),
  search: focusSearch,
  nextTab: () => showTab(1),
  previousTab: () => showTab(-1),
  closeTab: (leave) => leave((now) => close(now, now.current)),
  refreshTab: (leave) => leave((now) => refresh(now, currentTab(now).id)),
  home: () => go(HOME),
  collapse: () => preferences.setState(({ collapsed }) => ({ collapsed: !collapsed })),
  dark: () => preferences.setState(({ mode }) => ({ mode: isDark(mode) ? 'light' : 'dark' })),
  lock: lockScreen,
};

export function useShortcuts(): void {
  const leave = useLeaving();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isLocked(session.getState())) return;
    const name = shortcutOf(event, here(event.target));
    if (!name) return;
    event.preventDefault();
    if (name !== 'closeTab' || tabs.getState().list.length > 1) acts[name](leave);
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
