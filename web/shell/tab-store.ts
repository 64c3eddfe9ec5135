/** The open tabs: one store, kept in sessionStorage so that a reload restores them. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';
import { go } from './go.ts';
import { addressOf, currentTab, noTabs, restore, type Tabs } from './tabs.ts';

const KEY = 'yian.tabs';

export const tabs = createStore<Tabs>(() => restore(sessionStorage.getItem(KEY)));
tabs.subscribe((state) => sessionStorage.setItem(KEY, JSON.stringify(state)));
onEnding(() => tabs.setState(noTabs));

export const useTabs = () => useStore(tabs);

/** Changes the tabs and shows whichever is current then. */
export function stepTabs(step: (tabs: Tabs) => Tabs): void {
  const before = tabs.getState();
  const after = step(before);
  tabs.setState(after);
  const address = addressOf(currentTab(after));
  if (address !== addressOf(currentTab(before))) go(address);
}
