/** Where a phone is, for signing in and out on site. */
import { useEffect, useState } from 'react';
import { convert } from '#web/ui/coordinates.ts';

/** Milliseconds that the browser may take (specification 1, section 9). */
const LIMIT_MS = 10_000;
const EARTH_M = 6_371_000;

/** WGS-84, as the browser gives it. */
export interface Position {
  lng: number;
  lat: number;
  /** Metres. */
  accuracy: number;
}

export type Whereabouts = { state: 'asking' } | { state: 'found'; position: Position } | { state: 'failed'; text: string };

const TEXTS: Record<number, string> = { 1: '未允许使用位置', 2: '暂时无法获取位置', 3: '获取位置超时' };

/** Asks the browser at once; `ask` asks again. */
export function useWhereabouts(): [Whereabouts, () => void] {
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ round: number; found: Whereabouts } | null>(null);
  useEffect(() => {
    let gone = false;
    const settle = (found: Whereabouts) => gone || setAnswer({ round, found });
    navigator.geolocation?.getCurrentPosition(
      ({ coords }) => settle({ state: 'found', position: { lng: coords.longitude, lat: coords.latitude, accuracy: coords.accuracy } }),
      ({ code }) => settle({ state: 'failed', text: TEXTS[code] ?? '无法获取位置' }),
      { timeout: LIMIT_MS, enableHighAccuracy: true, maximumAge: 0 },
    );
    return () => void (gone = true);
  }, [round]);
  const ask = () => setRound((now) => now + 1);
  if (!('geolocation' in navigator)) return [{ state: 'failed', text: '浏览器不支持定位' }, ask];
  return [answer?.round === round ? answer.found : { state: 'asking' }, ask];
}

/** Metres between a phone (WGS-84) and a place on the map (GCJ-02). Pure. */
export function metresBetween(position: Pick<Position, 'lng' | 'lat'>, place: { lng: number; lat: number }): number {
  const [lng, lat] = convert(place.lng, place.lat, 'gcj02', 'wgs84');
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [a, b] = [radians(position.lat), radians(lat)];
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(radians(lng - position.lng) / 2) ** 2;
  return 2 * EARTH_M * Math.asin(Math.sqrt(half));
}

/** `120 米`, `1.3 公里`. */
export const distanceText = (metres: number) => (metres < 1000 ? `${Math.round(metres)} 米` : `${(metres / 1000).toFixed(1)} 公里`);
