/** What TTLock's locks tell (form field `records`, a JSON list) in our words. Pure. */
import type { RecordKind, recordMethods } from '#contract/devices/lock-records.ts';

export interface Told {
  /** Epoch ms by the lock's clock. */
  at: number;
  kind: RecordKind;
  method: (typeof recordMethods)[number] | null;
  success: boolean;
  /** The code that was typed, only to find whose it is. */
  code: string | null;
  who: string | null;
  battery: number | null;
  /** The same for the same record, however often it is sent. */
  key: string;
}

type Meaning = readonly [RecordKind, Told['method']];

/** `recordTypeFromLock`: the lock's own numbers. */
const FROM_LOCK: Record<number, Meaning> = {
  1: ['unlock', 'app'],
  4: ['unlock', 'code'],
  7: ['refused', 'code'],
  11: ['refused', 'code'],
  13: ['refused', 'code'],
  17: ['unlock', 'card'],
  20: ['unlock', 'fingerprint'],
  22: ['refused', 'fingerprint'],
  25: ['refused', 'card'],
  26: ['lock', 'app'],
  27: ['unlock', 'key'],
  28: ['unlock', 'remote'],
  29: ['tamper', null],
  30: ['close', null],
  31: ['open', null],
  32: ['unlock', 'inside'],
  33: ['lock', 'fingerprint'],
  34: ['lock', 'code'],
  35: ['lock', 'card'],
  36: ['lock', 'key'],
  38: ['refused', 'code'],
  44: ['tamper', null],
  45: ['lock', null],
  48: ['blocked', null],
  64: ['left_open', null],
  67: ['unlock', 'face'],
  71: ['refused', 'face'],
};
/** `recordType`: the cloud's coarser ones, where the other is missing. */
const FROM_CLOUD: Record<number, Meaning> = {
  [-5]: ['unlock', 'face'],
  1: ['unlock', 'app'],
  4: ['unlock', 'code'],
  7: ['unlock', 'card'],
  8: ['unlock', 'fingerprint'],
  10: ['unlock', 'key'],
  11: ['lock', 'app'],
  12: ['unlock', 'remote'],
  29: ['tamper', null],
  30: ['close', null],
  31: ['open', null],
  32: ['unlock', 'inside'],
  33: ['lock', 'fingerprint'],
  34: ['lock', 'code'],
  35: ['lock', 'card'],
  36: ['lock', 'key'],
  44: ['tamper', null],
  45: ['lock', null],
  48: ['blocked', null],
};

const numberOf = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,16}$/.test(value)) ? Number(value) : NaN;
const textOf = (value: unknown, most: number) => (typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, most) : null);
const EARLIEST = Date.UTC(2015, 0);
const MOST_RECORDS = 500;

function one(record: Record<string, unknown>, now: number): Told | null {
  const [fromLock, fromCloud, date] = [numberOf(record.recordTypeFromLock), numberOf(record.recordType), numberOf(record.lockDate)];
  const meaning = FROM_LOCK[fromLock] ?? FROM_CLOUD[fromCloud];
  if (!meaning) return null;
  const [means, method] = meaning;
  const failed = numberOf(record.success) === 0;
  const battery = numberOf(record.electricQuantity);
  // A lock whose clock is wrong is still heard: then it happened now.
  const at = date > EARLIEST && date < now + 3_600_000 ? date : now;
  const code = method === 'code' ? textOf(record.keyboardPwd, 12) : null;
  return {
    at,
    kind: failed && means === 'unlock' ? 'refused' : means,
    method,
    success: !failed && means !== 'refused',
    code,
    who: textOf(record.username, 30),
    battery: battery >= 0 && battery <= 100 ? battery : null,
    key: `${Number.isNaN(date) ? now : date}:${Number.isNaN(fromLock) ? `c${fromCloud}` : fromLock}:${numberOf(record.recordId) || ''}`,
  };
}

/** The records of a callback in the order of their time; what we have no words for is left out. Null when the text is no list. */
export function recordsOf(text: string, now: number): Told[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(list) || list.length > MOST_RECORDS) return null;
  return list
    .flatMap((record) => (record && typeof record === 'object' ? [one(record as Record<string, unknown>, now)] : []))
    .filter((told) => told !== null)
    .sort((a, b) => a.at - b.at);
}
