/** 现在, fresh: read again when news comes, at most every few seconds, and slowly where sockets are blocked. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { NowKind } from '#contract/screens/now.rules.ts';
import { now } from '#contract/screens/now.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { onRealtime } from '#web/shell/realtime.ts';

/** A busy hour brings an event a second. */
const CALM_MS = 2000;
const SLOW_MS = 60_000;

/** Of one kind or, with null, of all. */
export const useNow = (kind: NowKind | null, enabled = true) =>
  useCall(now.read, kind === null ? {} : { kind }, {
    quiet: true,
    enabled,
    staleTime: CALM_MS,
    refetchInterval: SLOW_MS,
  });

/** Reads every answer of 现在 that is shown again `calm` ms after news came. */
export function useNowFollows(calm = CALM_MS): void {
  const client = useQueryClient();
  const pause = useEffectEvent(() => calm);
  const again = useEffectEvent(() => void client.invalidateQueries({ queryKey: keyOf(now.read) }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRealtime(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, pause());
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}
