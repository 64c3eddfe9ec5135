/** Says that this page shows a ticket, or that something is being written in it, as long as it is seen; gives who else does. */
import { useEffect, useEffectEvent } from 'react';
import { PRESENCE_EVERY_MS } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { call, useCall } from '#web/api/call.ts';

export function usePresence(id: number, typing: boolean) {
  const { data } = useCall(tickets.viewers, { id }, { quiet: true, refetchInterval: PRESENCE_EVERY_MS });
  const sign = useEffectEvent((ticketId: number, writes: boolean, leaving = false) => {
    // Nobody is told when it fails: the next one says it again.
    void call(tickets.sign, { id: ticketId, typing: writes, leaving }, { quiet: true }).catch(() => {});
  });
  const again = useEffectEvent((ticketId: number) => sign(ticketId, typing && !document.hidden, document.hidden));
  useEffect(() => sign(id, typing), [id, typing]);
  useEffect(() => {
    const show = () => again(id);
    const timer = setInterval(() => !document.hidden && again(id), PRESENCE_EVERY_MS);
    document.addEventListener('visibilitychange', show);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', show);
      sign(id, false, true);
    };
  }, [id]);
  return data ?? [];
}
