/** The address in AMap: its app where it is installed, its web page otherwise. Pure. */
import type { OwnJob } from './steps.ts';

/** By the place (GCJ-02, as AMap has it), or by the words of the address where nobody knows that. */
export function mapAddress({ map, oldmanAddress }: Pick<OwnJob, 'map' | 'oldmanAddress'>): string {
  const query: Record<string, string> = map
    ? { to: `${map.lng},${map.lat},${oldmanAddress}`, mode: 'car', src: 'yian', callnative: '1' }
    : { keyword: oldmanAddress, src: 'yian', callnative: '1' };
  return `https://uri.amap.com/${map ? 'navigation' : 'search'}?${new URLSearchParams(query)}`;
}
