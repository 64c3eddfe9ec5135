/** What a page may know of the tab it is in. */
import { createContext, useContext, useEffect } from 'react';
import { rename } from './tabs.ts';
import { tabs } from './tab-store.ts';

export interface TabContext {
  id: string;
  /** False while the page waits in the background. Its effects are stopped then anyway. */
  visible: boolean;
  /** Closes the tab and goes back to the one before. */
  close: () => void;
}

export const TabContext = createContext<TabContext>({ id: '', visible: true, close: () => history.back() });

export const useTab = () => useContext(TabContext);

/** Names the tab of this page, for example after the person that it shows; nothing is changed while `label` is empty. */
export function useTabLabel(label: string | null | undefined): void {
  const { id } = useTab();
  useEffect(() => {
    if (id && label) tabs.setState(rename(tabs.getState(), id, label));
  }, [id, label]);
}
