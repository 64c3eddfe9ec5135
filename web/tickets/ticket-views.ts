/** What the list of tickets shows, as its address has it, and as a saved view keeps it. */
import type { Output } from '#contract/http.ts';
import type { savedTicketViews } from '#contract/tickets/saved-ticket-views.ts';
import { ticketViewNames, type TicketView } from '#contract/tickets/tickets.rules.ts';
import { firstPage, readAddress, writeAddress, type ListState } from '#web/ui/list-state.ts';

export type SavedView = Output<typeof savedTicketViews.list>[number];

/** One of the lists that everybody has, with filters and an order of one's own. */
export interface Shown extends Pick<ListState, 'filters' | 'sort' | 'descending'> {
  tab: TicketView;
}

const tabOf = (name: unknown): TicketView => ticketViewNames.find((one) => one === name) ?? 'all';

/** What an address shows; `names` are the filters of the list. */
export function shownIn(params: URLSearchParams, names: ReadonlySet<string>): Shown {
  const { filters, sort, descending } = readAddress(params, names);
  return { tab: tabOf(params.get('tab')), filters, sort, descending };
}

/** The saved view that an address names. */
export const savedIn = (params: URLSearchParams, views: readonly SavedView[]): SavedView | undefined =>
  views.find(({ id }) => String(id) === params.get('saved'));

/** The address that shows something, of a saved view with its id. */
export function addressOf(shown: Shown, names: ReadonlySet<string>, saved?: number): URLSearchParams {
  const params = new URLSearchParams();
  if (shown.tab !== 'all') params.set('tab', shown.tab);
  if (saved !== undefined) params.set('saved', String(saved));
  return writeAddress(params, names, { ...firstPage, ...shown });
}

/** What a saved view shows. */
export function shownBy({ filters: { view, ...filters }, sort, descending }: SavedView): Shown {
  const texts = Object.entries(filters).map(([name, value]) => [name, String(value)]);
  return { tab: tabOf(view), filters: Object.fromEntries(texts), sort, descending: sort !== null && descending };
}

/** What is saved of it. */
export const savedOf = ({ tab, filters, sort, descending }: Shown) => ({
  filters: { ...(filters as object), ...(tab === 'all' ? {} : { view: tab }) },
  sort: sort as SavedView['sort'],
  descending,
});

const text = ({ tab, filters, sort, descending }: Shown) =>
  JSON.stringify([tab, sort, descending, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

export const isSame = (one: Shown, other: Shown): boolean => text(one) === text(other);
/** Nothing that a view could be for. */
export const isPlain = (shown: Shown): boolean =>
  isSame({ ...shown, tab: 'all' }, { tab: 'all', filters: {}, sort: null, descending: false });
