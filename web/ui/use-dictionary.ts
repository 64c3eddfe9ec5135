/** Option lists that tenants keep: read once, by `sort`. Apart from the fields, so that a page which only shows labels loads no select. */
import { dictionaries } from '#contract/system/dictionaries.ts';
import { useCall } from '#web/api/call.ts';
import type { Option } from './display.ts';

const KEEP_MS = 10 * 60_000;

const toOptions = (items: readonly { value: string; label: string; sort: number }[]): Option[] =>
  items.toSorted((a, b) => a.sort - b.sort).map(({ value, label }) => ({ value, label }));

/** The options of a type, e.g. `care_level`; none while they are on their way. */
export function useDictionary(type: string) {
  const query = useCall(dictionaries.byType, { type }, { staleTime: KEEP_MS, quiet: true });
  return { options: query.data ? toOptions(query.data) : [], reading: query.isPending, failed: query.isError, reload: query.refetch };
}
