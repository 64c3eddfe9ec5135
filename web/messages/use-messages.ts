/** The unread messages of the signed-in person, kept fresh by the server's news. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { messages } from '#contract/messages/messages.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { onRealtime } from '#web/shell/realtime.ts';

/** How often the number is read again while no news comes. */
const MINUTES = 5 * 60_000;

/** The number of unread messages; undefined until it is known. */
export function useUnread(): number | undefined {
  const client = useQueryClient();
  const userId = useCurrentUser()?.sysUser.userId;
  useEffect(
    () =>
      onRealtime(({ type, userId: whose }) => {
        if (type !== 'resync' && (type !== 'message.changed' || whose !== userId)) return;
        for (const route of [messages.unread, messages.page]) void client.invalidateQueries({ queryKey: keyOf(route) });
      }),
    [client, userId],
  );
  return useCall(messages.unread, {}, { quiet: true, refetchInterval: MINUTES, enabled: userId !== undefined }).data?.unread;
}

/** Calls that change what is read here. */
export const STALE = [messages.unread, messages.page] as const;

/** More unread ones are not counted on badges. */
export const BADGE_MAX = 99;
