/** The open warnings, kept fresh: by events as they come, and by a slow reading of its own where sockets are blocked. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { warnings } from '#contract/warnings/warnings.ts';
import type { Output } from '#contract/http.ts';
import { keyOf, useCall } from '#web/api/call.ts';

export type WarningRow = Output<typeof warnings.get>;

const POLL = { quiet: true, refetchInterval: 30_000, refetchIntervalInBackground: true, staleTime: 0 } as const;
const NONE: readonly WarningRow[] = [];

/** What the bell shows: how many are open, the three latest. */
export const useTop = () => useCall(warnings.top, {}, POLL);

/** The open warnings that may have to be heard: what rings and what stands on the screen is among them. */
export function useUrgent(): { rows: readonly WarningRow[]; read: boolean } {
  const { data } = useCall(warnings.alarms, {}, POLL);
  return { rows: data ?? NONE, read: data !== undefined };
}

/** Makes the lists of warnings be read again when the bell's own reading shows a change that no event told of. */
export function useListsFollow(top: Output<typeof warnings.top> | undefined): void {
  const client = useQueryClient();
  const seen =
    top &&
    `${top.total}:${top.records.map(({ id, version, count, acknowledgeTime }) => [id, version, count, acknowledgeTime].join()).join(';')}`;
  // What the page reads first changes nothing: its lists were asked for at the same time.
  const first = useRef(seen === undefined);
  useEffect(() => {
    if (seen === undefined) return;
    if (!first.current)
      void client.invalidateQueries({ queryKey: keyOf(warnings.page), predicate: ({ state }) => Date.now() - state.dataUpdatedAt > 2000 });
    first.current = false;
  }, [client, seen]);
}
