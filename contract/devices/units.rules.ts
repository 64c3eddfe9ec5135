/** Vendors' units to ours: mmHg, mmol/L, ℃, and times to epoch milliseconds. Pure. */
import { MINUTE } from '../time.ts';
import type { Unit } from './mappings.ts';

const FACTORS: Partial<Record<Unit, (value: number) => number>> = {
  kPa: (value) => value * 7.500_616_83,
  'mg/dL': (value) => value / 18.0156,
  '℉': (value) => ((value - 32) * 5) / 9,
};

/** A value in our unit; what already is in it stays. Rounded to four decimals, so that 99.5 ℉ is 37.5 and not 37.49999. */
export function canonical(value: number, unit: Unit | undefined): number {
  const change = unit && FACTORS[unit];
  return change ? Math.round(change(value) * 1e4) / 1e4 : value;
}

const TEXT_TIME = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:\.(\d{1,3})\d*)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i;
const SHANGHAI = 480;

function zoneOf(text: string | undefined, offset: number): number {
  if (text === undefined) return offset;
  if (/^z$/i.test(text)) return 0;
  const sign = text.startsWith('-') ? -1 : 1;
  return sign * (Number(text.slice(1, 3)) * 60 + Number(text.slice(-2)));
}

/** A vendor's time in epoch ms; null when it is none. Texts without a zone are `utcOffsetMinutes` ahead of UTC, Beijing's by default. */
export function timeOf(value: unknown, kind: 'ms' | 's' | 'text', utcOffsetMinutes: number = SHANGHAI): number | null {
  if (kind !== 'text') {
    const number =
      typeof value === 'number' ? value : typeof value === 'string' && /^\d{1,16}(\.\d+)?$/.test(value.trim()) ? Number(value) : NaN;
    const at = kind === 's' ? number * 1000 : number;
    // Beyond the year 2286 it is another unit than was said.
    return Number.isFinite(at) && at > 0 && at < 1e13 ? Math.round(at) : null;
  }
  const found = typeof value === 'string' || typeof value === 'number' ? TEXT_TIME.exec(String(value).trim()) : null;
  if (!found) return null;
  const [, year, month, day, hour, minute, second = '0', fraction = '0', zone] = found;
  const at = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0')),
  );
  const same = new Date(at).toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
  return same ? at - zoneOf(zone, utcOffsetMinutes) * MINUTE : null;
}
