/**
 * Which of the places that are known of a device is said: satellites, the house's own
 * survey, or cells and Wi-Fi by a location service. Pure; epoch ms.
 */
import { placingText, type Placing } from './indoor.rules.ts';

/** `rough`: the last known coordinates of a device that saw no satellite since. */
export const placeSources = ['satellite', 'rough', 'beacon', 'wifi', 'network'] as const;
export type PlaceSource = (typeof placeSources)[number];
export const placeSourceLabels: Record<PlaceSource, string> = {
  satellite: '卫星',
  rough: '大致位置',
  beacon: '室内信标',
  wifi: 'Wi-Fi',
  network: '基站/Wi-Fi',
};

/** After so many minutes a place is what was, not what is. */
export const STALE_MINUTES = 30;

export interface Degrees {
  readonly lng: number;
  readonly lat: number;
}

export interface Located extends Degrees {
  readonly at: number;
  readonly metres: number | null;
  readonly rough?: boolean;
}

export interface Chosen {
  readonly source: PlaceSource;
  readonly at: number;
  readonly metres: number | null;
  readonly placing: Placing | null;
  readonly spot: Degrees | null;
}

/**
 * The place to say, or null when none is known. A satellite fix that is newer than what was
 * heard wins: it was outdoors since. Of the same moment the room wins, because satellites are seen through windows; the mere "in the house"
 * does not. A service's answer wins over an older fix only.
 */
export function chosenPlace({
  fix,
  heard,
}: {
  fix: Located | null;
  heard: { at: number; placing: Placing | null; located: Located | null } | null;
}): Chosen | null {
  const satellite = fix && {
    source: fix.rough ? ('rough' as const) : ('satellite' as const),
    at: fix.at,
    metres: fix.metres,
    placing: null,
    spot: fix,
  };
  if (!heard) return satellite;
  const { at, placing, located } = heard;
  const newer = fix !== null && (fix.at > at || (fix.at === at && placing?.level !== 'room'));
  if (newer) return satellite;
  if (placing) return { source: placing.by, at, metres: placing.metres, placing, spot: null };
  if (located) return { source: 'network', at, metres: located.metres, placing: null, spot: located };
  return satellite;
}

/** `约10米`, in steps that do not claim more than is known; null when it is not known. */
export function metresText(metres: number | null): string | null {
  if (metres === null) return null;
  if (metres >= 1000) return `约${Math.round(metres / 100) / 10}公里`;
  const step = metres >= 100 ? 50 : metres >= 20 ? 10 : 5;
  return `约${Math.max(step, Math.round(metres / step) * step)}米`;
}

/** The words of a place: of the survey its own, otherwise the address near it. */
export const chosenText = ({ placing }: Chosen, address: string | null): string =>
  placing ? placingText(placing) : (address ?? '仅有坐标');
