/** The page's ear: both sockets kept open, and the word to read again whenever something may have been missed. */
import { eventsTopic, readMessage, remindTopic, warningsTopic, type RealtimeMessage } from '#contract/realtime.ts';
import { deviceSocket } from './device-socket.ts';
import { keepLink, type Link, type LinkState } from './links.ts';
import { stompSocket } from './stomp-socket.ts';
import { browserSurroundings, type Surroundings } from './surroundings.ts';
import { GAP_MS, watchWakeUps, type WakeUp } from './wake-ups.ts';

export interface RealtimeState {
  stomp: LinkState;
  device: LinkState;
}

export interface RealtimeOptions {
  tenantId: number;
  userId: number;
  username: string;
  /** `afterRefusal`: the server did not accept the last one, so it should be refreshed first. Null when there is none for now. */
  getToken: (afterRefusal: boolean) => Promise<string | null>;
  /** A message of ids; may come twice, may be missing: read what it names. */
  onEvent: (message: RealtimeMessage) => void;
  /** Somebody asks this person to do a task; the text is its plain name. */
  onRemind: (task: string) => void;
  /** Something may have been missed: read again whatever the page shows. */
  onCatchUp: () => void;
  onState?: (state: RealtimeState) => void;
  /** `wss://host`; the page's own by default. */
  address?: string;
  surroundings?: Surroundings;
}

export type Realtime = ReturnType<typeof startRealtime>;

const DEVICE_ATTEMPTS = 6;
/** Several reasons to read again mostly come together. */
const GATHER_MS = 200;

const ownAddress = () => location.origin.replace(/^http/, 'ws');

/** Connects and stays connected until `stop()`. */
export function startRealtime(options: RealtimeOptions) {
  const surroundings = options.surroundings ?? browserSurroundings();
  const address = options.address ?? ownAddress();
  const state: RealtimeState = { stomp: 'connecting', device: 'connecting' };
  let stomp: Link | null = null;
  let device: Link | null = null;
  let probeDevice = () => {};
  let heardAt = surroundings.now();
  let gathering: unknown = null;

  function catchUp() {
    gathering ??= surroundings.setTimeout(() => {
      gathering = null;
      options.onCatchUp();
    }, GATHER_MS);
  }

  function changed(side: keyof RealtimeState, next: LinkState) {
    state[side] = next;
    options.onState?.({ ...state });
    if (next === 'open') catchUp();
  }

  function take(message: RealtimeMessage | null) {
    if (message?.type === 'resync') catchUp();
    else if (message) options.onEvent(message);
  }

  function wake(why: WakeUp) {
    // A hidden page's timers are throttled as if it slept, but then its socket has been heard.
    const afresh = why === 'online' || surroundings.now() - heardAt > GAP_MS;
    if (afresh) heardAt = surroundings.now();
    stomp?.wake(afresh);
    device?.wake(afresh);
    if (!afresh) probeDevice();
    catchUp();
  }

  const { WebSocket } = surroundings;
  if (!WebSocket) {
    surroundings.log('browser does not support WebSocket');
    changed('stomp', 'unsupported');
    changed('device', 'unsupported');
  } else {
    const { tenantId, userId, username, getToken } = options;
    const takeText = (body: string) => take(readMessage(body));
    const topics = {
      [remindTopic(tenantId, username)]: options.onRemind,
      [warningsTopic(tenantId)]: takeText,
      [eventsTopic(tenantId)]: takeText,
    };
    const onHeard = () => (heardAt = surroundings.now());
    const open = stompSocket({ WebSocket, address, tenantId, getToken, topics, onHeard, log: surroundings.log });
    const onMessage = (message: RealtimeMessage) => {
      // The topics bring the same warnings; the device socket stands in for them.
      if (message.type === 'resync' || (state.stomp !== 'open' && !['pong', 'error'].includes(message.type))) take(message);
    };
    const sockets = deviceSocket({ WebSocket, surroundings, address, userId, getToken, onMessage });
    probeDevice = sockets.probe;
    stomp = keepLink({ surroundings, open, onState: (next) => changed('stomp', next) });
    device = keepLink({ surroundings, open: sockets.open, maxAttempts: DEVICE_ATTEMPTS, onState: (next) => changed('device', next) });
  }
  const stopWatching = watchWakeUps(surroundings, wake);

  return {
    state: (): RealtimeState => ({ ...state }),
    stop() {
      stopWatching();
      surroundings.clearTimeout(gathering);
      stomp?.stop();
      device?.stop();
    },
  };
}
