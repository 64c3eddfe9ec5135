/** What a list shows: page, size, sorting and filters, in the address of its page or, in a drawer, in memory. */
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

export const SIZES = [10, 20, 50, 100] as const;

export interface ListState {
  current: number;
  /** Rows of a page; null until the person chooses: as many as there is room for. */
  size: number | null;
  /** Name of the sort on the wire, a column of the server. */
  sort: string | null;
  descending: boolean;
  /** As typed; empty ones are not there. */
  filters: Readonly<Record<string, string>>;
}

export const firstPage: ListState = { current: 1, size: null, sort: null, descending: false, filters: {} };

const RESERVED = new Set(['page', 'size', 'asc', 'desc']);

type Filters = Readonly<Record<string, string>>;
const NONE: Filters = {};

/**
 * The state that an address says; a value that makes no sense there is the default. `names`
 * are the filters of the list, other keys belong to the page. `begin` are the filters as long as the address names none.
 */
export function readAddress(params: URLSearchParams, names: ReadonlySet<string>, begin: Filters = NONE): ListState {
  const current = Number(params.get('page'));
  const size = Number(params.get('size'));
  const sort = params.get('desc') ?? params.get('asc');
  const own = [...params].filter(([name]) => names.has(name) && !RESERVED.has(name));
  return {
    current: Number.isSafeInteger(current) && current > 0 ? current : 1,
    size: SIZES.find((one) => one === size) ?? null,
    sort: sort && /^\w{1,40}$/.test(sort) ? sort : null,
    descending: params.has('desc'),
    filters: own.length === 0 ? begin : Object.fromEntries(own.filter(([, value]) => value !== '')),
  };
}

/** Whether these are the filters with which the list begins. */
const isBegin = (filters: Filters, begin: Filters) =>
  Object.keys(filters).length === Object.keys(begin).length && Object.entries(begin).every(([name, value]) => filters[name] === value);

/** The address of a state; defaults are left out, keys of others stay. Of a list that begins with filters, an empty one says: none. */
export function writeAddress(
  params: URLSearchParams,
  names: ReadonlySet<string>,
  state: ListState,
  begin: Filters = NONE,
): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => !names.has(name) && !RESERVED.has(name)));
  const filters = Object.entries(state.filters).filter(([, value]) => value !== '');
  if (!isBegin(Object.fromEntries(filters), begin)) for (const [name, value] of filters) next.set(name, value);
  if (filters.length === 0) for (const name of Object.keys(begin)) next.set(name, '');
  if (state.current > 1) next.set('page', String(state.current));
  if (state.size !== null) next.set('size', String(state.size));
  if (state.sort) next.set(state.descending ? 'desc' : 'asc', state.sort);
  return next;
}

/** The server's order: the person's, or the one in which the list stands by itself. */
const orderOf = ({ sort, descending }: ListState, order: string | null) =>
  sort ? { [descending ? 'descs' : 'ascs']: [sort] } : order ? { ascs: [order] } : {};

/** What goes to the server; `fit` is the size of a page as long as the person has not chosen one. */
export function toInput(list: ListState, fit: number, order: string | null = null): Record<string, unknown> {
  return { ...list.filters, current: list.current, size: list.size ?? fit, ...orderOf(list, order) };
}

/** What an export of the list is asked for: the same rows in the same order, of all pages. */
export function exportInput(fixed: object, list: ListState, order: string | null = null): Record<string, unknown> {
  return { ...fixed, ...list.filters, ...orderOf(list, order) };
}

export type ChangeList = (change: Partial<ListState>) => void;

/** In the address: survives a reload, can be sent to a colleague. */
export function useAddressState(names: readonly string[], begin: Filters = NONE): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const known = names.join();
  const own = useMemo(() => new Set(known.split(',')), [known]);
  const state = useMemo(() => readAddress(params, own, begin), [params, own, begin]);
  const change = useCallback<ChangeList>(
    (part) =>
      setParams((now) => writeAddress(now, own, { ...readAddress(now, own, begin), current: 1, ...part }, begin), { replace: true }),
    [setParams, own, begin],
  );
  return [state, change];
}

/** In memory, for drawers and for lists inside a page. */
export function useOwnState(): [ListState, ChangeList] {
  const [state, setState] = useState(firstPage);
  const change = useCallback<ChangeList>((part) => setState((now) => ({ ...now, current: 1, ...part })), []);
  return [state, change];
}
