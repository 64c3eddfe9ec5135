/** What a list shows: page, size, sorting and filters, in the address of its page or, in a drawer, in memory. */
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

export const SIZES = [10, 20, 50, 100] as const;
const DEFAULT_SIZE = 10;

export interface ListState {
  current: number;
  size: number;
  /** Name of the sort on the wire, a column of the server. */
  sort: string | null;
  descending: boolean;
  /** As typed; empty ones are not there. */
  filters: Readonly<Record<string, string>>;
}

export const firstPage: ListState = { current: 1, size: DEFAULT_SIZE, sort: null, descending: false, filters: {} };

const RESERVED = new Set(['page', 'size', 'asc', 'desc']);

/**
 * The state that an address says; a value that makes no sense there is the default. `names`
 * are the filters of the list, other keys belong to the page.
 */
export function readAddress(params: URLSearchParams, names: ReadonlySet<string>): ListState {
  const current = Number(params.get('page'));
  const size = Number(params.get('size'));
  const sort = params.get('desc') ?? params.get('asc');
  return {
    current: Number.isSafeInteger(current) && current > 0 ? current : 1,
    size: SIZES.find((one) => one === size) ?? DEFAULT_SIZE,
    sort: sort && /^\w{1,40}$/.test(sort) ? sort : null,
    descending: params.has('desc'),
    filters: Object.fromEntries([...params].filter(([name, value]) => names.has(name) && !RESERVED.has(name) && value !== '')),
  };
}

/** The address of a state; defaults are left out, keys of others stay. */
export function writeAddress(params: URLSearchParams, names: ReadonlySet<string>, state: ListState): URLSearchParams {
  const next = new URLSearchParams([...params].filter(([name]) => !names.has(name) && !RESERVED.has(name)));
  for (const [name, value] of Object.entries(state.filters)) if (value !== '') next.set(name, value);
  if (state.current > 1) next.set('page', String(state.current));
  if (state.size !== DEFAULT_SIZE) next.set('size', String(state.size));
  if (state.sort) next.set(state.descending ? 'desc' : 'asc', state.sort);
  return next;
}

/** What goes to the server. */
export function toInput({ current, size, sort, descending, filters }: ListState): Record<string, unknown> {
  return { ...filters, current, size, ...(sort ? { [descending ? 'descs' : 'ascs']: [sort] } : {}) };
}

/** What an export of the list is asked for: the same rows in the same order, of all pages. */
export function exportInput(fixed: object, { sort, descending, filters }: ListState): Record<string, unknown> {
  return { ...fixed, ...filters, ...(sort ? { [descending ? 'descs' : 'ascs']: [sort] } : {}) };
}

export type ChangeList = (change: Partial<ListState>) => void;

/** In the address: survives a reload, can be sent to a colleague. */
export function useAddressState(names: readonly string[]): [ListState, ChangeList] {
  const [params, setParams] = useSearchParams();
  const known = names.join();
  const own = useMemo(() => new Set(known.split(',')), [known]);
  const state = useMemo(() => readAddress(params, own), [params, own]);
  const change = useCallback<ChangeList>(
    (part) => setParams((now) => writeAddress(now, own, { ...readAddress(now, own), current: 1, ...part }), { replace: true }),
    [setParams, own],
  );
  return [state, change];
}

/** In memory, for drawers and for lists inside a page. */
export function useOwnState(): [ListState, ChangeList] {
  const [state, setState] = useState(firstPage);
  const change = useCallback<ChangeList>((part) => setState((now) => ({ ...now, current: 1, ...part })), []);
  return [state, change];
}
