/** What a device hears around it, as it is kept: the newest of each device, and with each alarm its own. Pure. */
import type { AccessPoint, Cell, Place } from './events.ts';

/** What is kept of one report. */
export interface Surroundings {
  readonly cells: readonly Cell[];
  readonly accessPoints: readonly AccessPoint[];
}

export interface SurroundingsRow extends Surroundings {
  readonly tenantId: number;
  readonly deviceId: number;
  readonly personId: number | null;
  /** Epoch ms. */
  readonly at: number;
  readonly receivedAt: number;
  readonly fix: boolean;
}

/** The strongest are what a place is known by; no report needs more. */
const MOST_POINTS = 30;
const MOST_CELLS = 8;

const dBm = (rssi: number | null) => (rssi !== null && rssi < 0 && rssi >= -120 ? rssi : null);
const strength = ({ rssi }: AccessPoint) => rssi ?? -121;

/**
 * The strongest of each address, at most 30, and the first cells; null when nothing was
 * heard that is worth a row: with a fix, cells say nothing more.
 */
export function heardAt({ fix, cells, accessPoints }: Place): Surroundings | null {
  if (accessPoints.length === 0 && (fix || cells.length === 0)) return null;
  const points = accessPoints.map((point) => ({ ...point, rssi: dBm(point.rssi) })).toSorted((a, b) => strength(b) - strength(a));
  const strongest = new Map<string, AccessPoint>();
  for (const point of points) if (!strongest.has(point.mac)) strongest.set(point.mac, point);
  return { cells: cells.slice(0, MOST_CELLS), accessPoints: [...strongest.values()].slice(0, MOST_POINTS) };
}

/** The newer of two rows of one device; of the same time the later one. */
export const newerOf = (known: SurroundingsRow | null, row: SurroundingsRow | null) => (known && (!row || row.at < known.at) ? known : row);
