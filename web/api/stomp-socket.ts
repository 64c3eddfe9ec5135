/** One attempt at the STOMP socket: signs in, subscribes, counts as open when the server has confirmed every subscription. */
import { Client, Versions } from '@stomp/stompjs';
import { CLOSE_REPLACED, CLOSE_SESSION_ENDED, HEARTBEAT_MS, STOMP_PATH } from '#contract/realtime.ts';
import { afterToken, type Attempt } from './links.ts';

export interface StompSocketOptions {
  WebSocket: typeof WebSocket;
  /** `wss://host`. */
  address: string;
  tenantId: number;
  /** `afterRefusal`: the server did not accept the last one. Null when there is none for now. */
  getToken: (afterRefusal: boolean) => Promise<string | null>;
  /** Destination → what to do with the body of a message. */
  topics: Record<string, (body: string) => void>;
  onHeard: () => void;
  log: (text: string) => void;
}

/** Makes the `open` of a link. */
export function stompSocket(options: StompSocketOptions): (attempt: Attempt) => () => void {
  let refused = false;

  function begin(token: string, attempt: Attempt): () => void {
    const client = new Client({
      webSocketFactory() {
        const ws = new options.WebSocket(options.address + STOMP_PATH, ['v12.stomp', 'v11.stomp']);
        ws.addEventListener('message', options.onHeard);
        return ws;
      },
      stompVersions: new Versions([Versions.V1_2, Versions.V1_1]),
      connectHeaders: { Authorization: `Bearer ${token}`, 'TENANT-ID': String(options.tenantId) },
      heartbeatIncoming: HEARTBEAT_MS,
      heartbeatOutgoing: HEARTBEAT_MS,
      // Reconnecting is the link's business; a dead network must not hold up the news that it is dead.
      reconnectDelay: 0,
      discardWebsocketOnCommFailure: true,
      onConnect() {
        refused = false;
        const unconfirmed = new Set(Object.keys(options.topics));
        for (const [destination, take] of Object.entries(options.topics)) {
          client.watchForReceipt(destination, () => {
            unconfirmed.delete(destination);
            if (unconfirmed.size === 0) attempt.opened();
          });
          client.subscribe(destination, ({ body }) => take(body), { receipt: destination });
        }
      },
      onStompError: ({ headers }) => options.log(`STOMP: ${headers.message ?? headers.code}`),
      onWebSocketClose({ code, reason }) {
        // stompjs reports a socket that it drops by itself with the same 4001.
        if (code === CLOSE_SESSION_ENDED && !reason?.startsWith('Quick discarding')) refused = true;
        attempt.closed(code === CLOSE_REPLACED ? 'replaced' : 'lost');
      },
    });
    client.activate();
    return () => void client.deactivate({ force: true });
  }

  return afterToken(() => options.getToken(refused), begin);
}
