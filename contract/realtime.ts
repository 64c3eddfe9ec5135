/** What the sockets and the browser agree on: paths, destinations, close codes and messages. */

export const STOMP_PATH = '/act/ws';
export const DEVICE_PATH = '/tenant-device/websocket/';

/** A reminder for one person; the body is the plain task name. */
export const remindTopic = (tenantId: number, username: string) => `/task/${tenantId}/${username}/remind`;
/** Warnings of a tenant; JSON bodies of ids. */
export const warningsTopic = (tenantId: number) => `/topic/${tenantId}/warnings`;
/** Everything else that makes a page's data stale; JSON bodies of ids. */
export const eventsTopic = (tenantId: number) => `/topic/${tenantId}/events`;

/** WebSocket close codes of our own: both tell the browser that reconnecting at once is pointless. */
export const CLOSE_SESSION_ENDED = 4001;
export const CLOSE_REPLACED = 4002;

/** Sub-protocols of the device socket: `device` is answered, the other carries the access token which a browser cannot put into a header. */
export const DEVICE_PROTOCOL = 'yian.device';
export const BEARER_PROTOCOL = 'yian.bearer.';

/** The longest silence of a living connection, in milliseconds, is three of these. */
export const HEARTBEAT_MS = 5000;

/** A message on a topic or the device socket. `resync` means: events may have been missed, read again. */
export interface RealtimeMessage {
  type: string;
  [id: string]: unknown;
}

/** Turns text from a socket into a message; null when it is not one. */
export function readMessage(text: string): RealtimeMessage | null {
  try {
    const value: unknown = JSON.parse(text);
    const isMessage = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
    return isMessage ? (value as RealtimeMessage) : null;
  } catch {
    return null;
  }
}
