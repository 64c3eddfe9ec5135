/**
 * One simulated watch: keeps its connection, answers commands, wants its heartbeats answered, and sends an alarm again until
 * the server acknowledged it. Time moves by `tick`, so one timer drives any number of watches.
 */
import type { Frame } from '#server/ingest/tcp/framer.ts';
import type { Body } from './body.ts';
import type { Chaos } from './chaos.ts';
import { bump } from './counts.ts';
import type { SimulatorCounts } from './counts.ts';
import { bracketFrame, positionContent } from './frames.ts';
import { connect } from './link.ts';
import type { Link } from './link.ts';
import type { Random } from './random.ts';

export interface WatchParts {
  host: string;
  port: number;
  vendor: string;
  id: string;
  body: Body;
  random: Random;
  chaos: Chaos | null;
  counts: SimulatorCounts;
  heartbeatMs: number;
  resendMs: number;
}

export interface SimulatedWatch {
  readonly id: string;
  readonly online: boolean;
  /** Everything that is due at `now` (monotonic ms). */
  tick(now: number): void;
  /** Sends one routine frame: the next measurement of the round. Away from the server a position is stored instead. */
  measure(): void;
  /** Queues an alarm with this status word; it is sent until acknowledged. */
  alarm(status: number): void;
  /** Sends bytes as they are; alarms among them are sent until acknowledged. For replays. */
  say(bytes: Buffer, command: string): void;
  /** Alarms not acknowledged yet. */
  readonly pending: number;
  stop(): Promise<void>;
}

type Routine = 'UD' | 'heart' | 'bphrt' | 'oxygen' | 'btemp2';

const rounds: readonly Routine[] = ['UD', 'heart', 'UD', 'oxygen', 'UD', 'bphrt', 'UD', 'btemp2'];
const MOST_STORED = 100;
const PATIENCE = 5;

export function createWatch(parts: WatchParts): SimulatedWatch {
  const { host, port, vendor, id, body, random, chaos, counts } = parts;
  const alarms: Buffer[] = [];
  const stored: string[] = [];
  let link: Link | null = null;
  let dialling: Promise<void> | null = null;
  let stopped = false;
  let met = false;
  let index = random.between(1, 0x7fff);
  let round = random.between(0, rounds.length - 1);
  let dialAt = 0;
  let backOff = 1000;
  let heartbeatAt = 0;
  let unanswered = 0;
  let alarmSentAt = -1;
  // Answers carry no alarm number: an alarm sent twice may be answered twice, and the second answer must not count for the
  // next alarm. Taking one too few only sends an alarm again.
  let sends = 0;
  let stale = 0;
  let skipped = 0;

  function put(bytes: Buffer, command: string): void {
    bump(counts.sent, command);
    for (const piece of chaos ? chaos.mangle(bytes) : [bytes]) link?.write(piece);
  }

  function frame(content: string): Buffer {
    index = index >= 0xffff ? 1 : index + 1;
    return bracketFrame({ vendor, id, index: vendor === 'ZJ' ? index.toString(16).padStart(4, '0') : null }, content);
  }

  function speak(content: string): void {
    put(frame(content), content.split(',', 1)[0]!);
  }

  function heartbeat(now: number): void {
    if (unanswered > 0) counts.heartbeatsUnanswered++;
    if (unanswered >= PATIENCE) {
      // A real watch restarts here; what it has not delivered stays in its memory.
      counts.reboots++;
      unanswered = 0;
      link?.close();
      return;
    }
    unanswered++;
    heartbeatAt = now + parts.heartbeatMs;
    speak(body.content('LK'));
  }

  function pushAlarm(now: number): void {
    const first = alarms[0];
    if (!first || (alarmSentAt >= 0 && now - alarmSentAt < parts.resendMs)) return;
    if (alarmSentAt >= 0) counts.alarmsSentAgain++;
    alarmSentAt = now;
    sends++;
    put(first, 'AL');
  }

  function acknowledged(): void {
    if (stale > 0) {
      stale--;
      if (alarmSentAt >= 0) skipped++;
    } else if (alarmSentAt >= 0) {
      alarms.shift();
      counts.alarmsAcknowledged++;
      stale = Math.max(0, sends - 1 - skipped);
      alarmSentAt = -1;
      sends = 0;
      skipped = 0;
    }
  }

  function hear(heard: Frame): void {
    const command = heard.text.split(',', 1)[0]!;
    bump(counts.answers, command);
    backOff = 1000;
    if (command === 'LK') unanswered = 0;
    else if (command === 'AL') acknowledged();
    else if (!['UD', 'INIT', 'heart', 'bphrt', 'oxygen', 'TKQ', 'JXTKR'].includes(command)) {
      bump(counts.commands, command);
      put(bracketFrame({ vendor, id, index: heard.index }, command), command);
      if (command === 'CR') speak(positionContent('UD', body.fix(Date.now())));
      if (command === 'hrtstart') speak(body.content('heart'));
    }
  }

  async function lost(former: Link): Promise<void> {
    await former.closed;
    if (link === former) link = null;
    if (stopped) return;
    counts.disconnects++;
    waitToDial();
  }

  function waitToDial(): void {
    dialAt = performance.now() + backOff;
    backOff = Math.min(30_000, backOff * 2);
  }

  function opened(fresh: Link): void {
    link = fresh;
    met = true;
    counts.connects++;
    heartbeatAt = 0;
    unanswered = 0;
    alarmSentAt = -1;
    sends = 0;
    stale = 0;
    skipped = 0;
    fresh.onFrame = hear;
    void lost(fresh);
    if (vendor === 'ZJ') speak('INIT,13800000000,sim,1.0,2026-01-01');
    speak(body.content('LK'));
    unanswered = 1;
    // Stored positions come in a burst and not in order.
    for (const content of stored.splice(0).sort(() => random.next() - 0.5)) speak(content);
  }

  async function dial(): Promise<void> {
    try {
      const fresh = await connect({ host, port });
      if (stopped) fresh.close();
      else opened(fresh);
    } catch {
      counts.connectFailures++;
      waitToDial();
    }
    dialling = null;
  }

  return {
    id,
    get online() {
      return link !== null;
    },
    get pending() {
      return alarms.length;
    },
    tick(now) {
      if (stopped) return;
      if (!link) {
        if (!dialling && now >= dialAt) dialling = dial();
        return;
      }
      if (heartbeatAt === 0) heartbeatAt = now + parts.heartbeatMs;
      if (now >= heartbeatAt) heartbeat(now);
      pushAlarm(now);
    },
    measure() {
      const kind = rounds[round++ % rounds.length]!;
      if (link && kind !== 'UD') speak(body.content(kind));
      else if (link) speak(positionContent('UD', body.fix(Date.now())));
      else if (met && kind === 'UD' && stored.length < MOST_STORED) {
        counts.storedPositions++;
        stored.push(positionContent('UD2', body.fix(Date.now())));
      }
    },
    alarm(status) {
      counts.alarms++;
      alarms.push(frame(positionContent('AL', body.fix(Date.now(), status))));
    },
    say(bytes, command) {
      if (!command.startsWith('AL')) put(bytes, command);
      else {
        counts.alarms++;
        alarms.push(bytes);
      }
    },
    async stop() {
      stopped = true;
      await dialling;
      link?.close();
      await link?.closed;
    },
  };
}
