/** Brings the server's news to the pages: what an event names is read again; whoever wants to hear an event itself may. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useEffect } from 'react';
import type { EventName } from '#contract/events.ts';
import { staleCalls, type RealtimeMessage } from '#contract/realtime.ts';
import type { Realtime } from '#web/api/realtime.ts';
import { isLocked, refresh, session } from '#web/api/session.ts';
import { useCurrentUser } from './current-user.ts';
import { keepTrying } from './lazy-part.ts';
import { whenSeen } from './message-line.ts';
import { whenIdle } from './when-idle.ts';

const EVERY_STALE = Object.values(staleCalls).flat();
const isNamed = (path: unknown, prefixes: readonly string[]) => prefixes.some((prefix) => String(path).startsWith(prefix));

/** Events of a moment come together; each reading answers for all of them. */
const GATHER_MS = 300;

const hearers = new Set<(message: RealtimeMessage) => void>();

/** Hears every event as it comes, and `resync` where some may have been missed. Gives a function that stops hearing. */
export function onRealtime(hear: (message: RealtimeMessage) => void): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

function gathered(client: QueryClient) {
  const stale = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (paths: readonly string[]) => {
    for (const path of paths) stale.add(path);
    timer ??= setTimeout(() => {
      timer = undefined;
      const prefixes = [...stale];
      stale.clear();
      void client.invalidateQueries({ predicate: ({ queryKey: [path], meta }) => !meta?.calm && isNamed(path, prefixes) });
    }, GATHER_MS);
  };
}

/** Listens while somebody of a tenant is signed in. */
export function useRealtime(): void {
  const client = useQueryClient();
  const { notification } = App.useApp();
  const user = useCurrentUser()?.sysUser;
  const { tenantId, userId, username } = user ?? {};
  useEffect(() => {
    if (!tenantId || !userId || !username) return;
    const invalidate = gathered(client);
    let realtime: Realtime | null = null;
    let ended = false;
    const start = async () => {
      const { startRealtime } = await keepTrying(() => import('#web/api/realtime.ts'));
      if (ended) return;
      realtime = startRealtime({
        tenantId,
        userId,
        username,
        getToken: async (afterRefusal) => (afterRefusal ? refresh() : (session.getState().tokens?.access ?? null)),
        onEvent(message) {
          invalidate(staleCalls[message.type as EventName] ?? []);
          for (const hear of hearers) hear(message);
        },
        onRemind: (task) =>
          whenSeen(() =>
            notification.warning({
              title: '协作提醒',
              // The cards of alarms stand at the top.
              placement: 'bottomRight',
              description: isLocked(session.getState()) ? '有新的任务，请解锁后处理' : `${task}任务，请及时处理`,
            }),
          ),
        onCatchUp() {
          // What no event names was not missed; it is read again when it is old, so that a
          // page that has just opened does not read everything twice.
          void client.invalidateQueries({ predicate: (query) => query.isStale() || isNamed(query.queryKey[0], EVERY_STALE) });
          for (const hear of hearers) hear({ type: 'resync' });
        },
      });
    };
    // The pages read by themselves what they show first; a link that opens makes up for what it missed.
    const cancel = whenIdle(() => void start());
    return () => {
      ended = true;
      cancel();
      realtime?.stop();
    };
  }, [client, notification, tenantId, userId, username]);
}
