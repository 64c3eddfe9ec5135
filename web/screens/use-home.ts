/** The figures of the home page, fresh: read again when news comes, at most every few seconds, and soon while they are being made. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { home } from '#contract/screens/home.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { onRealtime } from '#web/shell/realtime.ts';

/** A busy hour brings an event a second; the figures of a whole institution need not follow each. */
const CALM_MS = 3000;
const SOON_MS = 2000;
const SLOW_MS = 120_000;

export function useHome() {
  const client = useQueryClient();
  const query = useCall(
    home.read,
    {},
    {
      quiet: true,
      staleTime: CALM_MS,
      refetchInterval: ({ state: { data } }) => (data?.beds?.counting ? SOON_MS : SLOW_MS),
    },
  );
  const again = useEffectEvent(() => void client.invalidateQueries({ queryKey: keyOf(home.read) }));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onRealtime(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, CALM_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
  return query;
}
