/** One simulated device of any protocol on its connection: logs in, beats, measures, repeats alarms until they are answered. */
import { connect as dial, type Socket } from 'node:net';
import { createBody, type Body, type Place } from './body.ts';
import { bump, type SimulatorCounts } from './counts.ts';
import type { Around } from './radio.ts';
import type { Random } from './random.ts';
import type { AlarmKind, Heard, Speaker, Vitals } from './speaker.ts';

export interface TerminalParts {
  host: string;
  port: number;
  speaker: Speaker;
  home: Place;
  random: Random;
  counts: SimulatorCounts;
  heartbeatMs: number;
  resendMs: number;
  /** How far the wearer walks (`createBody`). */
  roams?: number;
  /** What is heard at home. */
  hears?: () => Around[];
  /** Whether somebody lies in its bed at epoch ms; absent, always. */
  inBed?: (at: number) => boolean;
}

export interface Terminal {
  /** Logged in. */
  readonly online: boolean;
  readonly body: Body;
  /** Everything that is due at `now` (monotonic ms). */
  tick(now: number): void;
  /** The next of its round: where it is, or what it measures. Nothing is new while it `tells`. */
  measure(): void;
  alarm(kind: AlarmKind): void;
  /** Says where it is. */
  report(): void;
  /** Says these values; `of` is a device behind this one. */
  tell(values: Vitals, of?: string): void;
  /** Switches it off, or on again. */
  rest(off: boolean): void;
  /** Alarms not answered yet. */
  readonly pending: number;
  stop(): Promise<void>;
}

const MOST_STORED = 100;
/** What was told stands for so long (ms): the next measurement would be of somebody else. */
const STANDS = 120_000;

export function createTerminal({
  host,
  port,
  speaker,
  home,
  random,
  counts,
  heartbeatMs,
  resendMs,
  roams,
  hears,
  inBed = () => true,
}: TerminalParts): Terminal {
  const body = createBody(home, random, roams, hears);
  const alarms: Buffer[] = [];
  const stored: Buffer[] = [];
  let socket: Socket | null = null;
  let welcome = false;
  let met = false;
  let stopped = false;
  let resting = false;
  let told = -Infinity;
  let dialAt = 0;
  let backOff = 1000;
  let heartbeatAt = 0;
  let alarmSentAt = -1;
  let round = 0;

  function write(kind: string, bytes: Buffer): void {
    bump(counts.sent, kind);
    socket?.write(bytes);
  }

  function vitals(): Vitals {
    const { battery, steps } = body.fix(Date.now());
    const systolic = random.between(112, 134);
    return {
      heartRate: random.between(62, 88),
      systolic,
      diastolic: Math.round(systolic * 0.6),
      oxygen: random.between(96, 99),
      temperature: random.between(360, 369) / 10,
      glucose: random.between(45, 68) / 10,
      breathing: random.between(13, 18),
      inBed: inBed(Date.now()),
      ...(steps === undefined ? {} : { steps }),
      ...(battery === undefined ? {} : { battery }),
    };
  }

  function hear({ kind, answer }: Heard): void {
    bump(kind === 'command' ? counts.commands : counts.answers, kind);
    if (answer) socket?.write(answer);
    if (kind === 'welcome') {
      welcome = met = true;
      backOff = 1000;
      for (const bytes of stored.splice(0)) write('late', bytes);
    } else if (kind === 'alarm' && alarmSentAt >= 0) {
      alarms.shift();
      alarmSentAt = -1;
      counts.alarmsAcknowledged++;
    }
  }

  function open(): void {
    const fresh = dial({ host, port, noDelay: true });
    socket = fresh;
    fresh.once('connect', () => {
      counts.connects++;
      write('hello', speaker.hello());
    });
    fresh.on('data', (chunk) => {
      for (const heard of speaker.hear(chunk as Buffer)) hear(heard);
    });
    fresh.on('error', () => counts.connectFailures++);
    fresh.once('close', () => {
      if (welcome && !stopped) counts.disconnects++;
      socket = null;
      welcome = false;
      alarmSentAt = -1;
      heartbeatAt = 0;
      dialAt = performance.now() + backOff;
      backOff = Math.min(30_000, backOff * 2);
    });
  }

  const report = () => write('position', speaker.position(body.fix(Date.now())));
  const speak = (values: Vitals, of?: string) => speaker.vitals(values, Date.now(), of).forEach((bytes) => write('vitals', bytes));

  return {
    body,
    get online() {
      return welcome;
    },
    get pending() {
      return alarms.length;
    },
    tick(now) {
      if (stopped || resting) return;
      if (!socket && now >= dialAt) open();
      if (!welcome) return;
      if (now >= heartbeatAt) {
        heartbeatAt = now + heartbeatMs;
        write('heartbeat', speaker.heartbeat(vitals()));
      }
      if (alarms.length && (alarmSentAt < 0 || now - alarmSentAt >= resendMs)) {
        if (alarmSentAt >= 0) counts.alarmsSentAgain++;
        alarmSentAt = now;
        write('alarm', alarms[0]!);
      }
    },
    measure() {
      if (!welcome) {
        if (!met || resting || stored.length >= MOST_STORED) return;
        counts.storedPositions++;
        stored.push(speaker.position(body.fix(Date.now()), true));
      } else if (round++ % 2 === 0) report();
      else if (performance.now() - told > STANDS) speak(vitals());
    },
    report,
    tell(values, of) {
      told = performance.now();
      speak(values, of);
    },
    rest(off) {
      resting = off;
      dialAt = 0;
      backOff = 1000;
      if (off) socket?.destroy();
    },
    alarm(kind) {
      counts.alarms++;
      alarms.push(speaker.alarm(kind, body.fix(Date.now())));
    },
    stop() {
      stopped = true;
      const open = socket;
      if (!open || open.closed) return Promise.resolve();
      return new Promise((resolve) => {
        open.once('close', () => resolve());
        open.destroy();
      });
    },
  };
}
