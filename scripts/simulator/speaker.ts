/**
 * What a simulated device says in the words of its protocol. Kept apart from the server's
 * code on purpose: one misreading must not cancel another.
 */
import type { Fix } from './frames.ts';

export type AlarmKind = 'sos' | 'fall' | 'removed' | 'lowBattery';

/** bpm, mmHg, mmHg, %, °C, mmol/L, breaths a minute, count, %. */
export interface Vitals {
  heartRate?: number;
  systolic?: number;
  diastolic?: number;
  oxygen?: number;
  temperature?: number;
  glucose?: number;
  breathing?: number;
  steps?: number;
  battery?: number;
  /** Of what lies in a bed or looks at one: false when nobody is in it. */
  inBed?: boolean;
}

export interface Heard {
  /** `welcome` ends the login, `step` is on the way there, `refused` is its failure. */
  kind: 'welcome' | 'step' | 'refused' | 'heartbeat' | 'alarm' | 'data' | 'command';
  /** What the device writes in turn. */
  answer?: Buffer;
}

export interface Speaker {
  readonly protocol: string;
  /** How a connection begins. */
  hello(): Buffer;
  heartbeat(vitals: Vitals): Buffer;
  /** A position; `late` when it was kept during an outage. */
  position(fix: Fix, late?: boolean): Buffer;
  /** As many of the values as the protocol has words for; `of` is one device behind a hub, otherwise a hub speaks of all. */
  vitals(values: Vitals, at: number, of?: string): Buffer[];
  alarm(kind: AlarmKind, fix: Fix): Buffer;
  /** Takes what the server writes, in pieces of any size. */
  hear(chunk: Buffer): Heard[];
}

/** Year to second in UTC shifted by `minutes`, two digits each. */
export function digits(at: number, minutes = 0): string {
  return new Date(at + minutes * 60_000).toISOString().replaceAll(/\D/g, '').slice(2, 14);
}

/** A CRC of sixteen bits, bit by bit. */
export function crc16(bytes: Uint8Array, { start, reflected }: { start: number; reflected: boolean }): number {
  let crc = start;
  for (const byte of bytes) {
    for (let bit = 0; bit < 8; bit++) {
      const incoming = reflected ? (byte >> bit) & 1 : (byte >> (7 - bit)) & 1;
      const top = reflected ? crc & 1 : crc >> 15;
      crc = reflected ? crc >> 1 : (crc << 1) & 0xffff;
      if (incoming !== top) crc ^= reflected ? 0x8408 : 0x1021;
    }
  }
  return crc;
}
