/**
 * Notices of the operating system, for alarms that come while the user works in another
 * window. They carry a name and a rule, nothing of health.
 */

import { isLocked, session } from '#web/api/session.ts';
import { permission } from '#web/shell/notice-permission.ts';
import { preferences } from '#web/theme/preferences.ts';

/**
 * Shows a notice if it is allowed and wanted, and the user is not looking at this page; without a
 * name while the screen is locked. The same warning never has two.
 */
export function showNotice(
  { id, name, warningText, severity }: { id: number; name: string; warningText: string; severity: number },
  onOpen: () => void,
): void {
  if (
    permission() !== 'granted' ||
    !preferences.getState().shows.notices ||
    (document.visibilityState === 'visible' && document.hasFocus())
  )
    return;
  const locked = isLocked(session.getState());
  try {
    const notice = new Notification(locked ? '有新的预警，请解锁后处理' : `${warningText} · ${name}`, {
      tag: `yian.warning.${id}`,
      requireInteraction: severity === 1,
      icon: '/favicon.svg',
      // What happens again is heard again, also while the first notice still stands.
      ...({ renotify: true } as NotificationOptions),
    });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      // What the lock hides is not opened over it.
      if (!isLocked(session.getState())) onOpen();
    });
  } catch {
    // Some mobile browsers have the constructor and forbid it.
  }
}
