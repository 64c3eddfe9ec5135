/** How far apart visits are and how long somebody is on the way. Pure; positions in degrees, both of the same system. */

export interface Place {
  lng: number;
  lat: number;
}

/** Streets are longer than the line between two places. */
const DETOUR = 1.4;
/** Metres a minute of an electric bicycle in town: 15 km/h. */
const PACE = 250;
/** Below this it is the same house: nobody travels. */
const SAME_HOUSE = 150;
/** Minutes for parking, the stairs and the door. */
const ARRIVING = 5;

/** Metres in a straight line, good to a few per mille within a province; null where a place is not known. */
export function metresBetween(a: Place | null, b: Place | null): number | null {
  if (!a || !b) return null;
  const east = (a.lng - b.lng) * 111_320 * Math.cos((((a.lat + b.lat) / 2) * Math.PI) / 180);
  return Math.round(Math.hypot(east, (a.lat - b.lat) * 110_570));
}

/** Whole minutes on the way; 0 within a house, and where the distance is not known. */
export const travelMinutes = (metres: number | null) =>
  metres === null || metres < SAME_HOUSE ? 0 : Math.ceil((metres * DETOUR) / PACE) + ARRIVING;

/** Metres through all places in their order, unknown ones left out. */
export function routeMetres(places: readonly (Place | null)[]): number {
  const known = places.filter((place) => place !== null);
  return known.reduce((sum, place, index) => sum + (index === 0 ? 0 : (metresBetween(known[index - 1] as Place, place) as number)), 0);
}

/** `80 米`, `1.3 公里`. */
export const metresText = (metres: number) => (metres < 1000 ? `${Math.round(metres)} 米` : `${(metres / 1000).toFixed(1)} 公里`);
