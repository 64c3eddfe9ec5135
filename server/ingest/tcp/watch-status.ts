/**
 * The 32-bit status word. High 16 bits are alarms, low 16 are states. Every bit is read: a state bit that is set as well
 * must never hide an SOS.
 */
import type { Alarm, State } from '#server/ingest/events.ts';

/** Alarm bits in the order in which they are raised. */
export const alarmBits: readonly (readonly [bit: number, alarm: Alarm])[] = [
  [16, 'sos'],
  [21, 'fall'],
  [22, 'fall'],
  [20, 'removed'],
  [18, 'leftFence'],
  [19, 'enteredFence'],
  [17, 'lowBattery'],
];

export const stateBits: readonly (readonly [bit: number, state: State])[] = [
  [0, 'lowBattery'],
  [1, 'outsideFence'],
  [2, 'insideFence'],
  [3, 'band'],
  [4, 'moving'],
  [14, 'unplugged'],
];

/** Bits 16 to 22. */
const ALARMS = 0x7f0000;
/** What an alarm frame of a low battery may say beside it: strap, moving, unplugged. */
const USUAL = 0x4018;
const LOW_BATTERY = 0;

/**
 * The status field as a number 0 to 2^32-1; null when it is not one to 32 hex digits.
 * Of a longer one the last eight digits are the word, and the alarm bits of the eight in front of them count as well: which half a firmware
 * means is not known, and an SOS must not be lost.
 */
export function parseStatus(field: string | undefined): number | null {
  const text = field?.trim() ?? '';
  if (!/^[0-9a-f]{1,32}$/i.test(text)) return null;
  const [front, word] = [text.slice(-16, -8), text.slice(-8)].map((digits) => Number.parseInt(digits || '0', 16)) as [number, number];
  return (word | (front & ALARMS)) >>> 0;
}

/** Every alarm of a status word, most urgent first. */
export function alarmsOf(word: number): { bit: number; alarm: Alarm }[] {
  if (word < 0x10000) return [];
  const found = [];
  for (const [bit, alarm] of alarmBits) if ((word >>> bit) & 1) found.push({ bit, alarm });
  return found;
}

/**
 * What an alarm frame says whose word has no alarm bit: a low battery when that is all there is, otherwise a call for help without a name.
 */
export function alarmWithoutBit(word: number | null): { bit: number | null; alarm: Alarm } {
  return word !== null && (word & ~USUAL) === 1 << LOW_BATTERY ? { bit: LOW_BATTERY, alarm: 'lowBattery' } : { bit: null, alarm: 'other' };
}

/** The named states that are set in a status word. */
export function statesOf(word: number): State[] {
  return stateBits.filter(([bit]) => (word >>> bit) & 1).map(([, state]) => state);
}

/**
 * What changed between two sets of state bits. The first report (`before` null) changes nothing: nobody knows what was
 * before it.
 */
export function stateChanges(before: number | null, now: number): { state: State; on: boolean }[] {
  if (before === null) return [];
  const changed = before ^ now;
  return stateBits.filter(([bit]) => (changed >>> bit) & 1).map(([bit, state]) => ({ state, on: Boolean((now >>> bit) & 1) }));
}
