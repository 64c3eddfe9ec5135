/** Where a place outdoors lies, seen from the institution, in words. Pure; positions in degrees, all of the same system. */
import { metresBetween, metresText, type Place } from '../work-orders/routes.rules.ts';

const DIRECTIONS = ['北', '东北', '东', '东南', '南', '西南', '西', '西北'] as const;
/** Within this it is the institution itself. */
const AT_HOME = 100;

/** The direction from one place to another: 东北. */
export function directionOf(from: Place, to: Place): (typeof DIRECTIONS)[number] {
  const east = (to.lng - from.lng) * Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180);
  const turn = Math.atan2(east, to.lat - from.lat) / (Math.PI / 4);
  return DIRECTIONS[(Math.round(turn) + 8) % 8] as (typeof DIRECTIONS)[number];
}

/** `距机构 1.2 公里，东北方向`; `机构内或附近` within a hundred metres. */
export function bearingText(base: Place, place: Place): string {
  const metres = metresBetween(base, place) as number;
  return metres < AT_HOME ? '机构内或附近' : `距机构 ${metresText(metres)}，${directionOf(base, place)}方向`;
}
