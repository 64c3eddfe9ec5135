/**
 * One identified device on one connection: frames go to the sink in order, answers go out in the same order, each only after
 * its frame is committed. Reading stops while frames wait.
 */
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { EventSink, KnownDevice, MessagePart, PartStore } from '#server/ingest/events.ts';
import type { Backlog } from '#server/ingest/tcp/backlog.ts';
import type { FrameRates } from '#server/ingest/tcp/frame-rates.ts';
import type { GatewayCounts, GatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import type { Decoded, TcpProtocol, WireFrame } from '#server/ingest/tcp/protocol.ts';

export interface SessionParts {
  readonly sink: EventSink;
  /** Where messages in parts are put together; absent, they are not taken. */
  readonly parts?: PartStore;
  readonly clock: () => number;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
  readonly limits: GatewayLimits;
  readonly counts: GatewayCounts;
  readonly backlog: Backlog;
  readonly rates: FrameRates;
}

/** Whose connection it is. */
export interface Met {
  readonly device: KnownDevice;
  /** The id by which the device was found. */
  readonly id: string;
  /** From where it came, as staff read it. */
  readonly address: string;
  /** Whether this is the connection that is told commands. */
  isEstablished(): boolean;
  /** Called for what it says, before any of it is stored. */
  onHeard(): void;
  /** Called once, when the device has shown its credential, in protocols that have them. */
  onAdmitted(): void;
}

export interface Session<F> {
  readonly device: KnownDevice;
  readonly address: string;
  take(frames: readonly F[]): void;
  /** Sends a command; false when the device does not read. Gives the message index in the protocols that have one. */
  send(content: string | Buffer): { index: string | null } | false;
  /** Drops what has not reached the sink (the device sends it again) and resolves when the rest is settled. */
  finish(): Promise<void>;
  /** Resolves when nothing received is left to store; goes on after the connection is gone. */
  idle(): Promise<void>;
  /** Ends the connection at once. What was received is still stored. */
  drop(): void;
}

/** The last four digits: enough to find a device, too little to be one. */
export function shortened(id: string): string {
  return `…${id.slice(-4)}`;
}

/** What a frame came to: itself or, when it was the last part of a message, the whole. */
interface Stored<F> {
  readonly frame: F;
  readonly decoded: Decoded;
}

/** Takes over a socket whose device is known; bytes still come through the gateway's framer and `take`. */
export function openSession<F extends WireFrame, M>(
  socket: Socket,
  protocol: TcpProtocol<F, M>,
  { device, id: shown, address, isEstablished, onHeard, onAdmitted }: Met,
  parts: SessionParts,
): Session<F> {
  const { sink, clock, log, limits, counts, backlog, rates, parts: partStore } = parts;
  const { key: deviceKey, profile } = device;
  const memory = protocol.remember();
  let queue: F[] = [];
  let started = 0;
  const resting: (() => void)[] = [];
  let tail: Promise<void> = Promise.resolve();
  let keeping: Promise<unknown> = Promise.resolve();
  let stopped = false;
  let admitted = !protocol.admitted;
  let failing = false;
  let slowed: NodeJS.Timeout | null = null;

  function write(bytes: Buffer): boolean {
    if (socket.destroyed || !socket.writable) return false;
    if (socket.writableLength > limits.unreadBytes) {
      counts.unread++;
      socket.destroy();
      return false;
    }
    socket.write(bytes);
    return true;
  }

  function admit(): void {
    if (admitted || !protocol.admitted?.(memory)) return;
    admitted = true;
    onAdmitted();
  }

  /** Keeps a part after those before it; gives the whole message when none is missing. */
  async function assemble(frame: F, decoded: Decoded, part: MessagePart): Promise<F | Decoded> {
    if (!partStore || !protocol.join) throw new Error('Messages in parts are not taken here');
    const kept = keeping.then(() => partStore.keep(device, part));
    keeping = kept.catch(() => {});
    const body = await kept;
    if (body === 'refused') return { ...decoded, discarded: 1 };
    return typeof body === 'string' ? decoded : protocol.join(frame, body);
  }

  /** Decodes and stores; null when nothing may be answered. Never rejects. */
  async function store(frame: F): Promise<Stored<F> | null> {
    try {
      const receivedAt = clock();
      const read = (one: F) => protocol.decode(one, { deviceKey, receivedAt, profile }, memory);
      const first = read(frame);
      admit();
      const { part } = first;
      const whole = part ? await assemble(frame, first, part) : frame;
      if ('events' in whole) return { frame, decoded: whole };
      const decoded = whole === frame ? first : read(whole);
      counts.discardedValues += decoded.discarded;
      if (!decoded.known) counts.unknownCommands++;
      // What answers a command comes from where commands go, and from nowhere else.
      const events = isEstablished() ? decoded.events : decoded.events.filter(({ kind }) => kind !== 'reply');
      for (const event of events) if (event.kind === 'alarm') counts.alarms++;
      if (events.length > 0) {
        await sink.accept({ device, protocol: protocol.name, receivedAt, events });
        counts.committed++;
        failing = false;
      }
      if (part) await partStore?.finish(device, part);
      return { frame: whole, decoded };
    } catch (error) {
      counts.rejected++;
      const name = error instanceof Error ? error.name : 'unknown';
      // Once per outage: a fleet talking to a database that is down must not fill the log as well.
      if (!failing) log.warn({ device: shortened(shown), protocol: protocol.name, error: name }, 'device frames not stored, not answered');
      failing = true;
      return null;
    }
  }

  function answer({ frame, decoded }: Stored<F>): void {
    const bytes = protocol.reply(frame, decoded, { deviceKey, profile, now: clock() }, memory);
    if (bytes && write(bytes)) counts.replies++;
    if (decoded.verdict !== 'refused') return;
    counts.refusedCredentials++;
    log.warn({ device: shortened(shown), protocol: protocol.name }, 'device refused, its credential is wrong');
    queue = [];
    socket.end();
    socket.destroySoon();
  }

  /** Answers a frame after those before it; never rejects. */
  async function settle(frame: F, before: Promise<void>, stored: Promise<Stored<F> | null>): Promise<void> {
    await before;
    const done = await stored;
    try {
      if (done) answer(done);
    } catch (error) {
      log.error({ err: error }, 'device answer failed');
    }
    started--;
    backlog.remove(frame.size);
    pump();
    rested();
  }

  function rested(): void {
    if (started === 0 && queue.length === 0) for (const resolve of resting.splice(0)) resolve();
  }

  /** Whether the next frame may be taken by the device's rate; when not, the pump runs again when it may. */
  function mayTake(): boolean {
    if (slowed) return false;
    const ms = rates.take(isEstablished() ? deviceKey : `${deviceKey} ${address}`);
    if (ms === 0) return true;
    counts.throttled++;
    // A device that sends too fast and goes away leaves nothing to be worked off: it was not
    // answered, and connecting again and again would pile it up.
    if (socket.destroyed) queue = [];
    else
      slowed = setTimeout(() => {
        slowed = null;
        pump();
      }, ms).unref();
    return false;
  }

  function pump(): void {
    let next = 0;
    while (next < queue.length && started < limits.waitingFrames && !backlog.full && mayTake()) {
      const frame = queue[next++]!;
      started++;
      backlog.add(frame.size);
      tail = settle(frame, tail, store(frame));
    }
    if (next > 0) queue = queue.slice(next);
    if (backlog.full && queue.length > 0) backlog.onRoom(pump);
    if (socket.destroyed) rested();
    if (stopped) return;
    // The queue never holds more than one chunk: reading stops until the sink has taken all of it.
    if (queue.length > 0) socket.pause();
    else if (socket.isPaused()) socket.resume();
  }

  return {
    device,
    address,
    take(frames) {
      if (frames.length > 0) onHeard();
      for (const frame of frames) {
        const id = protocol.idOf(frame);
        if (id !== null && id !== shown && !device.ids.includes(id)) {
          counts.foreignIds++;
          log.warn({ device: shortened(shown), claims: shortened(id) }, 'device changed its id');
          socket.destroy();
          break;
        }
        queue.push(frame);
      }
      pump();
    },
    send(content) {
      const command = protocol.command(content, memory);
      if (!command || !write(command.bytes)) return false;
      counts.commands++;
      return { index: command.index };
    },
    async finish() {
      stopped = true;
      queue = [];
      await tail;
    },
    idle() {
      if (started === 0 && queue.length === 0) return Promise.resolve();
      return new Promise((resolve) => resting.push(resolve));
    },
    drop() {
      socket.destroy();
    },
  };
}
