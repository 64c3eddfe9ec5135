/** Which map is behind the markers: the operator's tiles, AMap's when a key is set, otherwise distances from the institution. */
import { house } from '#contract/rooms/house.ts';
import { parameters } from '#contract/system/parameters.ts';
import { useCall } from '#web/api/call.ts';
import { tilesOf, type Tiles } from './map-tiles.ts';

function useParameter(key: string) {
  return useCall(parameters.publicValue, { key }, { staleTime: 10 * 60_000, quiet: true });
}

/** Undefined while it is not known yet. A server that does not answer is no reason not to show where. */
export function useTiles(): Tiles | null | undefined {
  const url = useParameter('MAP_TILE_URL');
  const system = useParameter('MAP_TILE_SYSTEM');
  const attribution = useParameter('MAP_TILE_ATTRIBUTION');
  const amapKey = useParameter('AMAP_KEY');
  if ([url, system, attribution, amapKey].some(({ isPending }) => isPending)) return undefined;
  return tilesOf({ url: url.data, system: system.data, attribution: attribution.data, amapKey: amapKey.data });
}

/** Where the institution is, GCJ-02, once it is wanted; undefined while that is not known yet, null where there is none to say. */
export function useBase(wanted: boolean): { lng: number; lat: number } | null | undefined {
  const { data, isPending, isError } = useCall(house.base, {}, { staleTime: 10 * 60_000, quiet: true, retry: false, enabled: wanted });
  if (!wanted || isError) return null;
  return isPending ? undefined : data;
}
