/**
 * What one process commits, every process hears: PostgreSQL NOTIFY on one channel over a connection of its own.
 * NOTIFY keeps nothing for a listener that is away, therefore a lost connection ends in `onGap`.
 */
import { Client, type ClientConfig } from 'pg';
import { CHANNEL } from '../events.ts';

/** A notice as it arrives (contract/events.ts names the kinds): tenant, kind, ids. */
export interface HeardNotice {
  t: number;
  k: string;
  p: Record<string, unknown>;
}

export interface NotifyOptions {
  /** A fresh client configuration for every attempt. */
  database: () => ClientConfig;
  /** By default that of the events. */
  channel?: string;
  onNotice: (notice: HeardNotice) => void;
  /** Notices may have been missed. Called after the connection is back and listening. */
  onGap: () => void;
  /** For the log: why the connection went or an attempt failed. */
  onLost?: (error: Error) => void;
  minDelayMs?: number;
  maxDelayMs?: number;
  /** How often a silent connection is asked for a sign of life. */
  probeMs?: number;
}

export type Notifications = ReturnType<typeof listenForNotices>;

/** The notice of a payload; null when it is not one of ours. */
export function readNotice(text: string): HeardNotice | null {
  try {
    const value = JSON.parse(text) as Partial<HeardNotice> | null;
    const isNotice = typeof value?.k === 'string' && Number.isSafeInteger(value.t) && typeof value.p === 'object' && value.p !== null;
    return isNotice ? (value as HeardNotice) : null;
  } catch {
    return null;
  }
}

/** Ends a client without waiting for the goodbye of a peer that may be dead. */
function discard(client: Client) {
  client.end().catch(() => {});
  const { connection } = client as unknown as { connection?: { stream?: { destroy?: () => void } } };
  connection?.stream?.destroy?.();
}

/** Starts listening and keeps at it until `stop()`. `ready` resolves when the first LISTEN stands. */
export function listenForNotices(options: NotifyOptions) {
  const { channel = CHANNEL, minDelayMs = 100, maxDelayMs = 5000, probeMs = 15_000 } = options;
  const counters = { received: 0, malformed: 0, lost: 0, gaps: 0, listening: false };
  let stopped = false;
  let missed = false;
  let delay = minDelayMs;
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let announceReady = () => {};
  const ready = new Promise<void>((resolve) => (announceReady = resolve));

  function lose(of: Client, error: Error) {
    if (client !== of) return;
    client = null;
    missed = true;
    counters.listening = false;
    counters.lost++;
    clearInterval(timer);
    discard(of);
    if (stopped) return;
    options.onLost?.(error);
    timer = setTimeout(attempt, delay * (0.5 + Math.random() / 2));
    delay = Math.min(maxDelayMs, delay * 2);
  }

  async function attempt() {
    const of = new Client({ connectionTimeoutMillis: 5000, query_timeout: 5000, keepAlive: true, ...options.database() });
    client = of;
    of.on('error', (error) => lose(of, error));
    of.on('end', () => lose(of, new Error('connection ended')));
    of.on('notification', ({ payload: text }) => {
      const notice = readNotice(text ?? '');
      counters[notice ? 'received' : 'malformed']++;
      if (notice) options.onNotice(notice);
    });
    try {
      await of.connect();
      await of.query(`listen ${channel}`);
    } catch (error) {
      return lose(of, error as Error);
    }
    if (client !== of) return;
    delay = minDelayMs;
    counters.listening = true;
    let asking = false;
    timer = setInterval(async () => {
      if (asking) return;
      asking = true;
      await of.query('select 1').catch((error: Error) => lose(of, error));
      asking = false;
    }, probeMs);
    announceReady();
    if (!missed) return;
    missed = false;
    counters.gaps++;
    options.onGap();
  }

  void attempt();
  return {
    ready,
    counters: () => ({ ...counters }),
    stop() {
      stopped = true;
      clearInterval(timer);
      const last = client;
      client = null;
      counters.listening = false;
      if (last) discard(last);
    },
  };
}
