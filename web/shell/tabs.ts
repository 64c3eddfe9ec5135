/** The tab bar's rules. Pure: every function gives the next state. */

export interface Tab {
  id: string;
  label: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  /** Counts reloads: another value makes the page anew. */
  round: number;
  /** When it was last shown, in visits; 0 not yet since this page was loaded. */
  seen: number;
}

export interface Tabs {
  list: readonly Tab[];
  current: string;
  visits: number;
}

export const HOME = '/wel/index';
const HOME_ID = 'home';
/** So many pages stay alive at once. */
export const ALIVE = 8;

export const homeTab: Tab = { id: HOME_ID, label: '首页', path: HOME, search: '', round: 0, seen: 0 };
export const noTabs: Tabs = { list: [homeTab], current: HOME_ID, visits: 0 };

export const isHome = (tab: Tab) => tab.id === HOME_ID;
/** A single tab cannot be closed; otherwise all but home can. */
export const canClose = (tabs: Tabs, tab: Tab) => tabs.list.length > 1 && !isHome(tab);
export const currentTab = (tabs: Tabs): Tab => tabs.list.find(({ id }) => id === tabs.current) ?? homeTab;
export const addressOf = (tab: Tab) => tab.path + tab.search;

function show(tabs: Tabs, id: string, change: Partial<Tab> = {}): Tabs {
  const visits = tabs.visits + 1;
  return { list: tabs.list.map((tab) => (tab.id === id ? { ...tab, ...change, seen: visits } : tab)), current: id, visits };
}

/** Shows a page: in the tab that has its address or, failing that, its label; otherwise in a new one at the end. */
export function open(tabs: Tabs, page: { label: string; path: string; search: string }): Tabs {
  if (page.path === HOME) return show(tabs, HOME_ID, { search: page.search });
  const { label, path, search } = page;
  const known =
    tabs.list.find((tab) => tab.path === path && tab.search === search) ??
    tabs.list.find((tab) => tab.id === tabs.current && tab.path === path) ??
    tabs.list.find((tab) => tab.label === label && !isHome(tab));
  if (known) return show(tabs, known.id, { path, search });
  const id = `tab-${tabs.visits + 1}`;
  return show({ ...tabs, list: [...tabs.list, { id, label, path, search, round: 0, seen: 0 }] }, id);
}

/** The tab so many places to the right of the current one, from the last on to the first. */
export function neighbour(tabs: Tabs, by: number): Tab {
  const { list } = tabs;
  const at = list.findIndex(({ id }) => id === tabs.current);
  return list[(at + by + list.length) % list.length] ?? homeTab;
}

/** Another label for a tab, as a detail page has when it knows whose it is. */
export const rename = (tabs: Tabs, id: string, label: string): Tabs =>
  tabs.list.some((tab) => tab.id === id && tab.label !== label)
    ? { ...tabs, list: tabs.list.map((tab) => (tab.id === id ? { ...tab, label } : tab)) }
    : tabs;

function keep(tabs: Tabs, stays: (tab: Tab, index: number) => boolean): Tabs {
  const list = tabs.list.filter((tab, index) => isHome(tab) || stays(tab, index));
  if (list.some(({ id }) => id === tabs.current)) return { ...tabs, list };
  // Back to where one was before.
  const last = list.reduce((best, tab) => (tab.seen > best.seen ? tab : best));
  return show({ ...tabs, list }, last.id);
}

export const close = (tabs: Tabs, id: string): Tabs => keep(tabs, (tab) => tab.id !== id);
/** Keeps home and this one, and shows it. */
export const closeOthers = (tabs: Tabs, id: string): Tabs =>
  show(
    keep(tabs, (tab) => tab.id === id),
    id,
  );
export const closeRight = (tabs: Tabs, id: string): Tabs => {
  const at = tabs.list.findIndex((tab) => tab.id === id);
  return keep(tabs, (_tab, index) => index <= at);
};
export const closeAll = (tabs: Tabs): Tabs =>
  show(
    keep(tabs, () => false),
    HOME_ID,
  );
/** Makes a tab's page anew. */
export const refresh = (tabs: Tabs, id: string): Tabs =>
  show(tabs, id, { round: (tabs.list.find((tab) => tab.id === id)?.round ?? 0) + 1 });

/** The tabs whose pages are mounted: seen since loading, the most recent of them. */
export function alive(tabs: Tabs, most = ALIVE): Set<string> {
  const seen = tabs.list.filter((tab) => tab.seen > 0 || tab.id === tabs.current);
  return new Set(
    seen
      .sort((a, b) => b.seen - a.seen)
      .slice(0, most)
      .map(({ id }) => id),
  );
}

/** The tabs as they were before a reload; nothing of them has been seen yet. */
export function restore(text: string | null): Tabs {
  try {
    const kept = JSON.parse(text ?? 'null') as Tabs | null;
    const list = (kept?.list ?? []).filter((tab) => !isHome(tab) && typeof tab.label === 'string' && /^\/[^/]/.test(tab.path));
    const visits = Number(kept?.visits) || 0;
    return { list: [homeTab, ...list.map((tab) => ({ ...tab, round: 0, seen: 0 }))], current: HOME_ID, visits };
  } catch {
    return noTabs;
  }
}
