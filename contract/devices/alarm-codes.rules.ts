/**
 * What the alarm codes of a protocol mean (docs/device-protocols.md); a model may
 * differ, see device-profiles.ts. What concerns a vehicle, its driver or the wiring is no alarm about
 * a person. A code that is in no table is an alarm without a name.
 */
import type { MappedAlarm } from './mappings.ts';

type Meanings = Readonly<Record<number, MappedAlarm>>;

const each = (codes: readonly number[], alarm: MappedAlarm): Meanings => Object.fromEntries(codes.map((code) => [code, alarm]));

export interface AlarmCodes {
  /** What the protocol calls them: a code, or a bit of the alarm word. */
  readonly word: '报警码' | '报警位';
  /** The highest there is. */
  readonly most: number;
  readonly meanings: Meanings;
}

export const alarmCodes = {
  /** The field behind the cell of a position. */
  iw: { word: '报警码', most: 99, meanings: { 0: 'none', 1: 'sos', 2: 'lowBattery', 3: 'removed', 5: 'fall', 6: 'fall' } },
  /** The alarm byte. */
  gt06: {
    word: '报警码',
    most: 255,
    meanings: {
      ...each([0x00, 0x02, 0x03, 0x06, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x10, 0x12, 0x14, 0x15, 0x16, 0x17, 0x20, 0xfe, 0xff], 'none'),
      ...each([0x0e, 0x0f, 0x19], 'lowBattery'),
      ...each([0x13, 0x18, 0x25], 'removed'),
      0x01: 'sos',
      0x04: 'enteredFence',
      0x05: 'leftFence',
      0x23: 'fall',
    },
  },
  /** Bits of the alarm word. Collision and roll-over are of whoever wears the terminal. */
  jt808: {
    word: '报警位',
    most: 31,
    meanings: {
      ...each(
        Array.from({ length: 32 }, (_, bit) => bit),
        'none',
      ),
      0: 'sos',
      7: 'lowBattery',
      20: 'leftFence',
      29: 'fall',
      30: 'fall',
    },
  },
  /** Bits of the alarm word: fences without a direction, switched off, no motion and the side buttons have no name of their own. */
  ev07b: {
    word: '报警位',
    most: 31,
    meanings: {
      ...each([1, 3, 9, 10, 15, 16, 17, 31], 'none'),
      ...each([4, 5, 6, 7, 8, 11, 13, 14], 'other'),
      0: 'lowBattery',
      2: 'fall',
      12: 'sos',
    },
  },
} as const satisfies Record<string, AlarmCodes>;

export type CodedProtocol = keyof typeof alarmCodes;

/** Whether the alarms of a protocol have codes that a model may mean otherwise. */
export const hasAlarmCodes = (protocol: string): protocol is CodedProtocol => Object.hasOwn(alarmCodes, protocol);

/** What a code means without a model's own table. */
export const plainMeaning = (protocol: CodedProtocol, code: number): MappedAlarm =>
  (alarmCodes[protocol].meanings as Meanings)[code] ?? 'other';
