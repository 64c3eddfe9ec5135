/**
 * Notices of the operating system for messages that come while the person works in another window. Draws nothing. Alarms have notices of
 * their own; where the browser is subscribed, the service worker shows them.
 */
import { useEffect } from 'react';
import { chosen } from '#contract/messages/channels.rules.ts';
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import { messages } from '#contract/messages/messages.ts';
import { endOfWindows } from '#contract/time-windows.rules.ts';
import { call } from '#web/api/call.ts';
import { isLocked, session } from '#web/api/session.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { permission } from '#web/shell/notice-permission.ts';
import { onRealtime } from '#web/shell/realtime.ts';
import { preferences } from '#web/theme/preferences.ts';
import { isPushed, renewPush } from './browser-push.ts';

const watched = () => document.visibilityState === 'visible' && document.hasFocus();
const newest = async () => (await call(messages.page, { a: 0, b: 'unread', size: 1 })).records[0];

/** Shows the newest message unless it was `shown`; gives the newest id. */
async function showNewest(shown: number): Promise<number> {
  const message = await newest();
  if (!message || message.id <= shown) return shown;
  const { id, kind, title, link } = message;
  const { choices, defaults, quiet } = await call(messagePreferences.own, {});
  if (kind === 'warning' || !chosen(kind, 'push', choices, defaults) || endOfWindows(quiet, Date.now()) !== null) return id;
  try {
    const notice = new Notification(isLocked(session.getState()) ? '有新的消息，请解锁后查看' : title, {
      tag: `yian.message.${id}`,
      icon: '/favicon.svg',
    });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      if (!isLocked(session.getState())) go(link ?? '/message/index');
    });
  } catch {
    // Some mobile browsers have the constructor and forbid it.
  }
  return id;
}

export default function MessageNotices() {
  const { tenantId, userId } = useCurrentUser()?.sysUser ?? {};
  useEffect(() => {
    if (!tenantId || !userId) return;
    const user = { tenantId, userId };
    void renewPush(user).catch((error: Error) => console.warn(`This browser shows no messages: ${error.message}`));
    // What was there before is no news.
    let last =
      permission() === 'granted'
        ? newest().then(
            (message) => message?.id ?? 0,
            () => 0,
          )
        : Promise.resolve(0);
    const stop = onRealtime(({ type, userId: whose }) => {
      if (type !== 'message.changed' || whose !== userId || permission() !== 'granted' || isPushed(user)) return;
      if (!preferences.getState().shows.notices || watched()) return;
      last = last.then((shown) => showNewest(shown).catch(() => shown));
    });
    const follow = ({ data }: MessageEvent<unknown>) => {
      const { open } = (typeof data === 'object' && data !== null ? data : {}) as { open?: unknown };
      if (typeof open === 'string' && /^\/(?!\/)/.test(open)) go(open);
    };
    navigator.serviceWorker?.addEventListener('message', follow);
    return () => {
      stop();
      navigator.serviceWorker?.removeEventListener('message', follow);
    };
  }, [tenantId, userId]);
  return null;
}
