/** One attempt at the device socket, and its keep-alive. */
import { BEARER_PROTOCOL, CLOSE_REPLACED, DEVICE_PATH, DEVICE_PROTOCOL, readMessage, type RealtimeMessage } from '#contract/realtime.ts';
import { afterToken, type Attempt } from './links.ts';
import type { Surroundings } from './surroundings.ts';

export interface DeviceSocketOptions {
  WebSocket: typeof WebSocket;
  surroundings: Surroundings;
  /** `wss://host`. */
  address: string;
  userId: number;
  getToken: (afterRefusal: boolean) => Promise<string | null>;
  onMessage: (message: RealtimeMessage) => void;
}

const KEEP_ALIVE_MS = 540_000;
const ANSWER_MS = 10_000;

/** Makes the `open` of a link, and `probe`, which asks an open socket whether it still lives. */
export function deviceSocket(options: DeviceSocketOptions) {
  const { surroundings } = options;
  let probe = () => {};

  function begin(token: string, attempt: Attempt): () => void {
    const ws = new options.WebSocket(`${options.address}${DEVICE_PATH}${options.userId}`, [DEVICE_PROTOCOL, BEARER_PROTOCOL + token]);
    let keepAlive: unknown;
    let answer: unknown;
    let dropped = false;
    const ask = () => {
      surroundings.clearTimeout(keepAlive);
      surroundings.clearTimeout(answer);
      if (ws.readyState !== ws.OPEN) return attempt.closed('lost');
      ws.send('ping');
      answer = surroundings.setTimeout(() => attempt.closed('lost'), ANSWER_MS);
      keepAlive = surroundings.setTimeout(ask, KEEP_ALIVE_MS);
    };
    ws.addEventListener('open', () => {
      probe = ask;
      keepAlive = surroundings.setTimeout(ask, KEEP_ALIVE_MS);
      attempt.opened();
    });
    ws.addEventListener('message', ({ data }) => {
      surroundings.clearTimeout(answer);
      const message = readMessage(String(data));
      if (message && !dropped) options.onMessage(message);
    });
    ws.addEventListener('close', ({ code }) => attempt.closed(code === CLOSE_REPLACED ? 'replaced' : 'lost'));
    return () => {
      dropped = true;
      surroundings.clearTimeout(keepAlive);
      surroundings.clearTimeout(answer);
      if (probe === ask) probe = () => {};
      ws.close();
    };
  }

  return { open: afterToken(() => options.getToken(false), begin), probe: () => probe() };
}
