/** Authentication codes of JT/T 808 terminals: derived from the installation's secret, so none is stored, and each is another. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeviceProfile } from '#server/ingest/events.ts';
import { clean } from '#server/ingest/tcp/decoding.ts';
import type { JtFrame } from '#server/ingest/tcp/jt808-frames.ts';

const LENGTH = 16;

/** The code of a device: sixteen characters. It changes with the secret, and when the device moves to another tenant. */
export function authenticationCode(secret: Buffer, deviceKey: string): string {
  return createHmac('sha256', secret).update(`jt808:${deviceKey}`).digest('base64url').slice(0, LENGTH);
}

const text = (bytes: Buffer) => clean(bytes.toString('latin1')).trim();

/** The code in an authentication (0x0102): the whole body, or in 2019 its first, measured string. */
export function shownCode({ modern, body }: JtFrame): string {
  const length = body[0] ?? 0;
  return text(modern && length > 0 && length < body.length ? body.subarray(1, 1 + length) : body);
}

/** Compares in constant time. */
export function sameCode(shown: string, expected: string): boolean {
  const [a, b] = [Buffer.from(shown), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Bytes before and of the terminal id in a registration of 2011, 2013 and 2019. */
function terminalIdAt({ modern, body }: JtFrame): [start: number, end: number] {
  if (modern) return [45, 75];
  // 2013 made the model twelve bytes longer; a number plate is never that long.
  return body.length >= 37 ? [29, 36] : [17, 24];
}

export interface Registration {
  /** 0 done, 1 another terminal has the number, 3 there is a terminal already, 4 no such terminal. */
  readonly result: number;
  readonly terminalId: string;
}

/**
 * What comes of a registration (0x0100): the code is given unless registration is closed, or staff or the first terminal named another id.
 */
export function registrationOf(frame: JtFrame, { registration = true, terminalId: expected, terminal }: DeviceProfile): Registration {
  const [start, end] = terminalIdAt(frame);
  const terminalId = text(frame.body.subarray(start, end));
  if (!registration) return { result: 3, terminalId };
  if (expected !== undefined) return { result: expected === terminalId ? 0 : 4, terminalId };
  const bound = terminal?.bound ?? null;
  return { result: bound === null || bound === terminalId ? 0 : 1, terminalId };
}
