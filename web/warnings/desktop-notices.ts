/** Notices of the operating system, for alarms that come while somebody works in another window. They carry a name and a rule, nothing of health. */

export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

export const permission = (): Permission => ('Notification' in globalThis ? Notification.permission : 'unsupported');

/** Asks the person; only from within a click. */
export const askPermission = async (): Promise<Permission> => ('Notification' in globalThis ? Notification.requestPermission() : 'unsupported');

/** Shows a notice if it is allowed and nobody is looking at this page. The same warning never has two. */
export function showNotice({ id, name, warningText, severity }: { id: number; name: string; warningText: string; severity: number }, onOpen: () => void): void {
  if (permission() !== 'granted' || (document.visibilityState === 'visible' && document.hasFocus())) return;
  try {
    const notice = new Notification(`${warningText} · ${name}`, { tag: `yian.warning.${id}`, requireInteraction: severity === 1, icon: '/favicon.svg' });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      onOpen();
    });
  } catch {
    // Some mobile browsers have the constructor and forbid it.
  }
}
