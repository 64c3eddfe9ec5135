/** The open tabs: one store, kept in sessionStorage so that a reload restores them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';
import { go } from './go.ts';
import { addressOf, currentTab, noTabs, open, restore, type Tabs } from './tabs.ts';

const KEY = 'yian.tabs';

export const tabs = createStore<Tabs>(() => restore(sessionStorage.getItem(KEY)));
tabs.subscribe((state) => sessionStorage.setItem(KEY, JSON.stringify(state)));
onEnding(() => tabs.setState(noTabs));

export const useTabs = () => useStore(tabs);

/** Opens a page's tab; does nothing when it is the one that is shown. */
export function openTab(page: { label: string; path: string; search: string }): void {
  const now = tabs.getState();
  const { path, search, seen } = currentTab(now);
  if (seen === 0 || path !== page.path || search !== page.search) tabs.setState(open(now, page));
}

/** Changes the tabs and shows whichever is current then. */
export function stepTabs(step: (tabs: Tabs) => Tabs): void {
  const before = tabs.getState();
  const after = step(before);
  tabs.setState(after);
  const address = addressOf(currentTab(after));
  if (address !== addressOf(currentTab(before))) go(address);
}
