/** This browser among those that show a person's messages while no page is open. */
import { messagePreferences } from '#contract/messages/message-preferences.ts';
import { pushSubscriptions } from '#contract/messages/push-subscriptions.ts';
import { call } from '#web/api/call.ts';
import { askPermission, permission } from '#web/shell/notice-permission.ts';

/** Whose messages this browser shows: a user's id of a tenant. A shared computer shows those of the last who wanted it. */
const KEY = 'yian.push';
const whose = (user: { tenantId: number; userId: number }) => `${user.tenantId}:${user.userId}`;

export const canPush = (): boolean => import.meta.env.PROD && 'serviceWorker' in navigator && 'PushManager' in globalThis;
export const isPushed = (user: { tenantId: number; userId: number }): boolean =>
  permission() === 'granted' && localStorage.getItem(KEY) === whose(user);

const bytesOf = (base64url: string) =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0)!);

const registered = () => navigator.serviceWorker.register('/sw.js', { scope: '/carer' });

/** Gives the browser's subscription to the server, which keeps it as long as the session. */
async function subscribe(pushKey: string): Promise<void> {
  const registration = await registered();
  const known = await registration.pushManager.getSubscription();
  const key = bytesOf(pushKey);
  // The operator has other keys now.
  const same = known && new Uint8Array(known.options.applicationServerKey ?? new ArrayBuffer()).toString() === key.toString();
  if (known && !same) await known.unsubscribe();
  const subscription = same ? known : await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = subscription.toJSON();
  await call(pushSubscriptions.add, { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' });
}

/** From within a click. Throws in words for the person. */
export async function startPush(pushKey: string, user: { tenantId: number; userId: number }): Promise<void> {
  if ((await askPermission()) !== 'granted') throw new Error('浏览器不允许通知，请在浏览器的网站设置中开启');
  try {
    await subscribe(pushKey);
  } catch (error) {
    throw new Error('浏览器的推送服务连接不上，请稍后再试', { cause: error });
  }
  localStorage.setItem(KEY, whose(user));
}

export async function stopPush(): Promise<void> {
  localStorage.removeItem(KEY);
  const registration = await registered();
  const known = await registration.pushManager.getSubscription();
  if (!known) return;
  await call(pushSubscriptions.remove, { endpoint: known.endpoint });
  await known.unsubscribe();
}

/** After signing in: the subscription went with the session before. */
export async function renewPush(user: { tenantId: number; userId: number }): Promise<void> {
  if (!canPush() || !isPushed(user)) return;
  const { pushKey } = await call(messagePreferences.own, {});
  if (pushKey !== null) await subscribe(pushKey);
}
