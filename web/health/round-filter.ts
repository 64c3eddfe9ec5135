/** Whom a round is about, in the address: `?building=`, `?floor=`, `?room=`, `?name=`, `?only=`. Pure. */

/** Of `overviews.page`. */
export interface RoundFilter {
  building?: string | undefined;
  floor?: string | undefined;
  roomId?: number | undefined;
  userName?: string | undefined;
  missing?: 'true' | undefined;
  unmeasured?: 'true' | undefined;
}

/** 缺测 is what the institution expects and has not got; 未测 is who has not been measured by staff since the shift began. */
export const ONLY = { all: '全部', unmeasured: '只看未测', missing: '只看缺测' } as const;
export type Only = keyof typeof ONLY;

export const onlyOf = ({ missing, unmeasured }: Pick<RoundFilter, 'missing' | 'unmeasured'>): Only =>
  missing ? 'missing' : unmeasured ? 'unmeasured' : 'all';

/** What an address asks for. */
export function filterOf(params: URLSearchParams): RoundFilter {
  const only = params.get('only');
  return {
    building: params.get('building') ?? undefined,
    floor: params.get('floor') ?? undefined,
    roomId: Number(params.get('room')) || undefined,
    userName: params.get('name') ?? undefined,
    missing: only === 'missing' ? 'true' : undefined,
    unmeasured: only === 'unmeasured' ? 'true' : undefined,
  };
}

/** The address of a filter; what does not narrow is left out. */
export function paramsOf(filter: RoundFilter): Record<string, string> {
  const { building, floor, roomId, userName } = filter;
  const only = onlyOf(filter);
  return {
    ...(building ? { building } : {}),
    ...(floor ? { floor } : {}),
    ...(roomId ? { room: String(roomId) } : {}),
    ...(userName ? { name: userName } : {}),
    ...(only === 'all' ? {} : { only }),
  };
}
