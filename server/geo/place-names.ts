/** What a position is called in a warning. Only from our own tables: an alarm does not wait for somebody else's server. */
import { toMap } from './coordinates.ts';
import { createGeocoder } from './geocoder.ts';
import { regionCentroids, regionTree } from './region-data.ts';

let tables: ReturnType<typeof createGeocoder> | undefined;

/**
 * `浙江省杭州市西湖区附近` for WGS-84 degrees, null at sea and abroad. The first call reads the tables,
 * some 50 ms: processes that raise alarms call it when they start.
 */
export function nearby(lng: number, lat: number): string | null {
  tables ??= createGeocoder(regionTree(), regionCentroids());
  const found = tables.regeocode(...toMap([lng, lat]));
  return found && `${found.formattedAddress}附近`;
}
