/** What a set of cells and access points is known by, so that a location service is asked once for it. Pure. */
import { createHash } from 'node:crypto';
import { isLasting } from '#contract/devices/indoor.rules.ts';

/** As they are kept (server/ingest/surroundings.ts). */
export interface Network {
  readonly cells: readonly { mcc: number; mnc: number; lac: number; cid: number; rssi: number | null }[];
  readonly accessPoints: readonly { mac: string; rssi: number | null; beacon?: true }[];
}

/** The strongest of them name the place; a weak one comes and goes. */
const NAMING = 4;
/** A service needs two access points, or one cell. */
const LEAST_POINTS = 2;

/** Access points that a service may know: permanent addresses, the strongest first. Beacons are left out: no service knows them. */
export const lastingPoints = ({ accessPoints }: Network) =>
  accessPoints.filter(({ mac, beacon }) => !beacon && isLasting({ mac })).toSorted((a, b) => (b.rssi ?? -120) - (a.rssi ?? -120));

/** The key of a set, or null when no service can say anything of it. */
export function fingerprintOf(network: Network): string | null {
  const points = lastingPoints(network);
  const [cell] = network.cells;
  const usable =
    points.length >= LEAST_POINTS
      ? points
          .slice(0, NAMING)
          .map(({ mac }) => mac)
          .sort()
      : [];
  if (usable.length === 0 && !cell) return null;
  const serving = cell ? [cell.mcc, cell.mnc, cell.lac, cell.cid].join('-') : '';
  return createHash('sha256')
    .update([serving, ...usable].join(' '))
    .digest('base64url')
    .slice(0, 32);
}
