/**
 * The figures of a screen, kept fresh: by events as they come, by readings of its own where sockets
 * are blocked, and with the word for how far they can be believed.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Output, Route } from '#contract/http.ts';
import { freshness, POLL_MS, RETRY_MS } from '#contract/screens/screens.rules.ts';
import { call, keyOf } from '#web/api/call.ts';
import { startRealtime } from '#web/api/realtime.ts';
import type { CallError } from '#web/api/refusals.ts';
import { refresh, session } from '#web/api/session.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { toMillis } from '#web/ui/display.ts';
import { useSecond } from '#web/ui/clock.ts';

/** A reading that takes longer is a lost one. */
const TIMEOUT_MS = 10_000;
/** What is urgent is read at once, everything else together. */
const [AT_ONCE_MS, GATHER_MS] = [150, 4000];
const WARNINGS: readonly string[] = ['warning.'];

/** Asks to read soon, one reading after the other: none is overtaken by events that keep coming. Gives the asking, and what ends it. */
function reader(read: () => Promise<unknown>) {
  let [timer, due, running, again] = [0 as unknown as ReturnType<typeof setTimeout>, Infinity, false, false];
  const start = async () => {
    due = Infinity;
    if (running) return void (again = true);
    running = true;
    await read().catch(() => {});
    running = false;
    if (!again) return;
    again = false;
    ask(AT_ONCE_MS);
  };
  function ask(within: number): void {
    const at = Date.now() + within;
    if (at >= due) return;
    due = at;
    clearTimeout(timer);
    timer = setTimeout(() => void start(), within);
  }
  return { ask, end: () => clearTimeout(timer) };
}

/** Hears the tenant's events while the screen is there; true while they can be heard. */
function usePushed(key: readonly unknown[], urgent: readonly string[], within: number): boolean {
  const client = useQueryClient();
  const user = useCurrentUser()?.sysUser;
  const { tenantId, userId, username } = user ?? {};
  const [pushed, setPushed] = useState(false);
  const path = key[0];
  useEffect(() => {
    if (!tenantId || !userId || !username) return;
    const { ask, end } = reader(() => client.refetchQueries({ queryKey: [path] }));
    const realtime = startRealtime({
      tenantId,
      userId,
      username,
      getToken: async (afterRefusal) => (afterRefusal ? refresh() : (session.getState().tokens?.access ?? null)),
      onEvent: ({ type }) => ask(urgent.some((start) => type.startsWith(start)) ? within : GATHER_MS),
      // A reminder is for the person who let the screen in, not for everybody who passes by.
      onRemind: () => {},
      onCatchUp: () => ask(AT_ONCE_MS),
      onState: ({ stomp, device }) => {
        setPushed(stomp === 'open' || device === 'open');
        // A lost link is the first sign of a lost network.
        if (stomp !== 'open') ask(AT_ONCE_MS);
      },
    });
    // So that a pulled cable is seen at once, and not at the next reading.
    const gone = () => ask(0);
    window.addEventListener('offline', gone);
    return () => {
      window.removeEventListener('offline', gone);
      end();
      realtime.stop();
    };
  }, [client, path, tenantId, userId, username, urgent, within]);
  return pushed;
}

export interface Watched<T> {
  data: T | undefined;
  error: CallError | null;
  state: ReturnType<typeof freshness>;
  /** Whether events tell of changes, or only the clock. */
  hears: boolean;
  /** Epoch milliseconds of the last good reading, by this machine's clock; 0 before the first. */
  readAt: number;
  /** This machine's clock now, and the server's, both by the second. */
  now: number;
  serverNow: number;
}

interface Options {
  /** False: its figures change without events that this tenant hears. */
  hears?: boolean;
  /** How events begin after which it reads `within` so many milliseconds; the same array each time. */
  urgent?: readonly string[];
  within?: number;
}

/** Reads `route` for as long as the screen is there. */
export function useScreen<R extends Route>(
  route: R,
  { hears = true, urgent = WARNINGS, within = AT_ONCE_MS }: Options = {},
): Watched<Output<R> & { time: string }> {
  type Data = Output<R> & { time: string };
  const key = keyOf(route, {} as never);
  const pushed = usePushed(key, urgent, within);
  const now = useSecond();
  const { data, error, dataUpdatedAt, status } = useQuery<Data, CallError>({
    queryKey: key,
    queryFn: ({ signal }) => call(route, {} as never, { signal, quiet: true, timeout: TIMEOUT_MS }) as Promise<Data>,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : POLL_MS),
    refetchIntervalInBackground: true,
    refetchOnReconnect: 'always',
    // The browser's opinion of the network does not keep the screen from asking.
    networkMode: 'always',
    staleTime: 0,
  });
  const ahead = data ? toMillis(data.time) - dataUpdatedAt : 0;
  return {
    data,
    error,
    state: freshness({ readAt: dataUpdatedAt || now, failing: status === 'error', pushed: pushed || !hears, now }),
    hears,
    readAt: dataUpdatedAt,
    now,
    serverNow: now + ahead,
  };
}
