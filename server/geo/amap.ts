/**
 * AMap's web service behind the interface of the offline geocoder, for institutions
 * that configured a key: street level instead of districts.
 * What it cannot answer, in time or at all, the offline geocoder does. Sends the address text or the position, nothing else.
 */
import { BoundedMap } from '../bounded-map.ts';
import { z } from 'zod';
import type { Logger } from 'pino';
import { outbound } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';
import { normalize } from './address-names.ts';
import { isPosition, round } from './coordinates.ts';
import type { Geocoded, Geocoder, Place, Regeocoded } from './geocoder.ts';

export interface AmapOptions {
  key: string;
  /** Origin of the service, without a trailing slash. */
  baseUrl: string;
  /** Answers when AMap does not. */
  offline: Geocoder;
  /** Milliseconds; 3,000 by default. */
  timeout?: number;
  now(): number;
  log: Pick<Logger, 'warn'>;
}

const TIMEOUT = 3_000;
/** After a failure nobody waits for the service again until this has passed: a request holds a database connection meanwhile. */
const PAUSE = 60_000;
const REMEMBERED = 5_000;

/** AMap writes an absent text as an empty array. */
const word = z.union([z.string(), z.array(z.unknown()).transform(() => '')]).default('');
const location = z.string().transform((value, issue) => {
  const [lng = NaN, lat = NaN] = value.split(',').map(Number);
  if (isPosition(lng, lat)) return { lng, lat };
  issue.addIssue('no position');
  return z.NEVER;
});
const Status = z.object({ status: z.literal('1') });
const Geo = Status.extend({
  geocodes: z
    .array(z.object({ formatted_address: word, province: word, city: word, district: word, adcode: word, level: word, location }))
    .default([]),
});
const Regeo = Status.extend({
  regeocode: z.object({
    formatted_address: word,
    addressComponent: z.object({ province: word, city: word, district: word, adcode: word }),
  }),
});

const levelOf = (adcode: string) => (adcode.endsWith('0000') ? 'province' : adcode.endsWith('00') ? 'city' : 'district');
const PRECISIONS: Record<string, Place['precision']> = {
  国家: 'province',
  省: 'province',
  市: 'city',
  区县: 'district',
  开发区: 'district',
  乡镇: 'district',
};

type Names = Pick<Place, 'province' | 'city' | 'district' | 'adcode'>;

function placeOf(
  { province, city, district, adcode }: Names,
  formattedAddress: string,
  precision: Place['precision'],
  lng: number,
  lat: number,
): Place {
  // Municipalities come as their own city; our tree has no such level.
  const own = { province, city: city === province ? '' : city, district, adcode };
  const prefix = own.province + own.city + own.district;
  const rest = formattedAddress.startsWith(prefix) ? formattedAddress.slice(prefix.length) : formattedAddress;
  return { ...own, longitude: round(lng), latitude: round(lat), formattedAddress, rest, level: levelOf(adcode), precision, assumed: false };
}

/** The online geocoder. Its promises do not reject: every failure is logged (without key or address) and answered offline. */
export function createAmapGeocoder({ key, baseUrl, offline, now, log, timeout = TIMEOUT }: AmapOptions): Geocoder {
  let pausedUntil = 0;
  const known = new BoundedMap<string, Geocoded>(REMEMBERED);

  async function ask<T>(path: string, parameters: Record<string, string>, schema: z.ZodType<T>): Promise<T | null> {
    if (now() < pausedUntil) return null;
    try {
      const query = new URLSearchParams({ key, output: 'JSON', ...parameters });
      const answer = await outbound(`${baseUrl}${path}?${query}`, { reach: configured, timeoutMs: timeout });
      const body: unknown = JSON.parse(answer.text);
      const parsed = schema.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new Error(`status ${answer.status}, infocode ${String((body as { infocode?: unknown } | null)?.infocode).slice(0, 10)}`);
    } catch (error) {
      pausedUntil = now() + PAUSE;
      log.warn(
        { service: path, reason: error instanceof SyntaxError ? 'the answer is no JSON' : (error as Error).message },
        'AMap did not answer; geocoding offline',
      );
      return null;
    }
  }

  async function geocode(address: string, hint?: string | null): Promise<Geocoded> {
    const text = normalize(address);
    const cached = known.get(`${hint ?? ''} ${text}`);
    if (cached) return cached;
    const answer = text ? await ask('/v3/geocode/geo', hint ? { address: text, city: hint } : { address: text }, Geo) : null;
    const found = answer?.geocodes.filter(({ adcode }) => /^\d{6}$/.test(adcode)) ?? [];
    // Several hits in one district are one place to drive to; in several districts they are several.
    const [first, ...others] = found.filter(({ adcode }, index) => found.findIndex((each) => each.adcode === adcode) === index);
    if (!first) return offline.geocode(address, hint);
    const result: Geocoded = others.length
      ? {
          outcome: 'ambiguous',
          name: text,
          candidates: [first, ...others].map(({ adcode, formatted_address: name }) => ({ adcode, name })),
        }
      : {
          outcome: 'found',
          place: placeOf(
            first,
            first.formatted_address || text,
            PRECISIONS[first.level] ?? 'address',
            first.location.lng,
            first.location.lat,
          ),
        };
    known.set(`${hint ?? ''} ${text}`, result);
    return result;
  }

  async function regeocode(lng: number, lat: number): Promise<Regeocoded | null> {
    if (!isPosition(lng, lat)) return null;
    const answer = await ask('/v3/geocode/regeo', { location: `${lng.toFixed(6)},${lat.toFixed(6)}` }, Regeo);
    const { formatted_address: name, addressComponent: names } = answer?.regeocode ?? {};
    if (!name || !names || !/^[1-8]\d{5}$/.test(names.adcode)) return offline.regeocode(lng, lat);
    return { ...placeOf(names, name, 'address', lng, lat), kilometres: 0 };
  }

  return { geocode, regeocode };
}
