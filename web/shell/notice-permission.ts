/** Whether the browser shows notices of the operating system for us. */

export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

/** Gives what the browser says now. */
export const permission = (): Permission => ('Notification' in globalThis ? Notification.permission : 'unsupported');

/** Asks the person; only from within a click. Gives the answer. */
export const askPermission = async (): Promise<Permission> =>
  'Notification' in globalThis ? Notification.requestPermission() : 'unsupported';
