/** The round on a phone: it is a page of /carer, because that opens without a network. */

/** Narrow, and touched by a finger. */
export const isPhone = (): boolean => window.matchMedia('(max-width: 640px) and (pointer: coarse)').matches;

/** The phone's page of a round, with the same filters. */
export function phoneRound(params: URLSearchParams): string {
  const all = new URLSearchParams(params);
  all.set('round', '');
  return `/carer?${all}`;
}
