/** One simulated device of any protocol but the bracket watch's on its connection: logs in, beats, measures, repeats alarms until they are answered. */
import { connect as dial, type Socket } from 'node:net';
import { createBody, type Place } from './body.ts';
import { bump, type SimulatorCounts } from './counts.ts';
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
}

export interface Terminal {
  /** Logged in. */
  readonly online: boolean;
  /** Everything that is due at `now` (monotonic ms). */
  tick(now: number): void;
  measure(): void;
  alarm(kind: AlarmKind): void;
  /** Alarms not answered yet. */
  readonly pending: number;
  stop(): Promise<void>;
}

const MOST_STORED = 100;

export function createTerminal({ host, port, speaker, home, random, counts, heartbeatMs, resendMs }: TerminalParts): Terminal {
  const body = createBody(home, random);
  const alarms: Buffer[] = [];
  const stored: Buffer[] = [];
  let socket: Socket | null = null;
  let welcome = false;
  let met = false;
  let stopped = false;
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
      diastolic: systolic - random.between(40, 52),
      oxygen: random.between(95, 99),
      temperature: random.between(360, 369) / 10,
      glucose: random.between(45, 68) / 10,
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

  return {
    get online() {
      return welcome;
    },
    get pending() {
      return alarms.length;
    },
    tick(now) {
      if (stopped) return;
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
        if (!met || stored.length >= MOST_STORED) return;
        counts.storedPositions++;
        stored.push(speaker.position(body.fix(Date.now()), true));
      } else if (round++ % 2 === 0) write('position', speaker.position(body.fix(Date.now())));
      else for (const bytes of speaker.vitals(vitals(), Date.now())) write('vitals', bytes);
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
