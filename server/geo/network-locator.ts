/**
 * Location services for cells and access points, behind one interface: AMap's for
 * intelligent hardware, and those that speak the geolocate protocol of Google, which open and self-hosted services speak too. What is sent
 * is addresses and strengths, never a device's number or a person.
 */
import { z } from 'zod';
import { OutboundError } from '../net/outbound-error.ts';
import { outbound, type OutboundOptions } from '../net/outbound.ts';
import { configured } from '../net/reach.ts';
import { fromMap, isPosition } from './coordinates.ts';

export interface NetworkCell {
  readonly mcc: number;
  readonly mnc: number;
  readonly lac: number;
  readonly cid: number;
  /** dBm. */
  readonly rssi: number | null;
}

export interface NetworkPoint {
  readonly mac: string;
  readonly rssi: number | null;
}

/** WGS-84 degrees, and within how many metres. */
export interface NetworkPlace {
  lng: number;
  lat: number;
  metres: number | null;
}

export interface NetworkLocator {
  /** The place, or null when the service knows nothing of them. Rejects when it did not answer, and for a minute after that. */
  locate(cells: readonly NetworkCell[], points: readonly NetworkPoint[]): Promise<NetworkPlace | null>;
}

export interface LocatorSettings {
  service: 'amap' | 'geolocate';
  /** Origin of the service without a trailing slash; of geolocate the whole address. */
  url: string;
  key: string | null;
}

interface Options {
  now(): number;
  /** Milliseconds; 5,000 by default. */
  timeout?: number;
}

const TIMEOUT = 5_000;
/** After a failure it is not asked again until this has passed. */
const PAUSE = 60_000;
const MOST_BYTES = 64 * 1024;
const MOST_CELLS = 6;
const MOST_POINTS = 20;
/** Said for a strength that is not known. */
const UNSAID = -75;

/** Why a service gave no answer; without address or key. */
export class LocatorFailure extends Error {}

const failureOf = (error: unknown) => {
  const reason = error instanceof OutboundError ? error.reason : null;
  if (reason === 'too large') return new LocatorFailure('the answer is too long');
  return new LocatorFailure(reason === 'timeout' ? 'timeout' : 'no answer');
};

async function fetchJson(
  url: string,
  init: Pick<OutboundOptions, 'method' | 'headers' | 'body'>,
  timeoutMs: number,
): Promise<{ status: number; body: unknown }> {
  try {
    const { status, text } = await outbound(url, { ...init, reach: configured, timeoutMs, mostBytes: MOST_BYTES });
    return { status, body: JSON.parse(text) as unknown };
  } catch (error) {
    throw failureOf(error);
  }
}

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);
const AmapAnswer = z.object({
  status: z.literal('1'),
  result: z.object({ type: z.coerce.string(), location: z.string().optional(), radius: number.optional() }),
});

/** `apilocate.amap.com/position`; its degrees are GCJ-02. */
async function askAmap(
  { url, key }: LocatorSettings,
  cells: readonly NetworkCell[],
  points: readonly NetworkPoint[],
  timeout: number,
): Promise<NetworkPlace | null> {
  const cellText = ({ mcc, mnc, lac, cid, rssi }: NetworkCell) => [mcc, mnc, lac, cid, rssi ?? UNSAID].join(',');
  const [serving, ...near] = cells;
  const query = new URLSearchParams({
    key: key ?? '',
    output: 'json',
    accesstype: points.length > 0 ? '1' : '0',
    cdma: '0',
    ...(serving ? { network: 'GSM', bts: cellText(serving) } : {}),
    ...(near.length > 0 ? { nearbts: near.map(cellText).join('|') } : {}),
    ...(points.length > 0 ? { macs: points.map(({ mac, rssi }) => `${mac},${rssi ?? UNSAID},`).join('|') } : {}),
  });
  const { status, body } = await fetchJson(`${url}/position?${query}`, {}, timeout);
  const answer = AmapAnswer.safeParse(body);
  if (!answer.success)
    throw new LocatorFailure(`status ${status}, infocode ${String((body as { infocode?: unknown } | null)?.infocode).slice(0, 10)}`);
  const { type, location, radius } = answer.data.result;
  const [lng = NaN, lat = NaN] = (location ?? '').split(',').map(Number);
  // Type 0 is "not located".
  if (type === '0' || !isPosition(lng, lat)) return null;
  const [x, y] = fromMap([lng, lat]);
  return { lng: x, lat: y, metres: radius ?? null };
}

const GeolocateAnswer = z.object({
  location: z.object({ lat: z.number(), lng: z.number() }),
  accuracy: z.number().nonnegative().optional(),
});

/** `POST {cellTowers, wifiAccessPoints}` → `{location, accuracy}`, WGS-84. Never by our own address: that would be the office. */
async function askGeolocate(
  { url, key }: LocatorSettings,
  cells: readonly NetworkCell[],
  points: readonly NetworkPoint[],
  timeout: number,
): Promise<NetworkPlace | null> {
  const address = new URL(url);
  if (key) address.searchParams.set('key', key);
  const strength = (rssi: number | null) => (rssi === null ? {} : { signalStrength: rssi });
  const { status, body } = await fetchJson(
    address.href,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        considerIp: false,
        fallbacks: { ipf: false, lacf: true },
        cellTowers: cells.map(({ mcc, mnc, lac, cid, rssi }) => ({
          radioType: cid > 0xffff ? 'lte' : 'gsm',
          mobileCountryCode: mcc,
          mobileNetworkCode: mnc,
          locationAreaCode: lac,
          cellId: cid,
          ...strength(rssi),
        })),
        wifiAccessPoints: points.map(({ mac, rssi }) => ({ macAddress: mac, ...strength(rssi) })),
      }),
    },
    timeout,
  );
  if (status === 404) return null;
  const answer = GeolocateAnswer.safeParse(body);
  if (status !== 200 || !answer.success || !isPosition(answer.data.location.lng, answer.data.location.lat))
    throw new LocatorFailure(`status ${status}`);
  const { location, accuracy } = answer.data;
  return { lng: location.lng, lat: location.lat, metres: accuracy ?? null };
}

/** The locator of one process. */
export function createNetworkLocator(settings: LocatorSettings, { now, timeout = TIMEOUT }: Options): NetworkLocator {
  const ask = settings.service === 'amap' ? askAmap : askGeolocate;
  let pausedUntil = 0;
  return {
    async locate(cells, points) {
      if (now() < pausedUntil) throw new LocatorFailure('paused');
      try {
        return await ask(settings, cells.slice(0, MOST_CELLS), points.slice(0, MOST_POINTS), timeout);
      } catch (error) {
        pausedUntil = now() + PAUSE;
        throw error;
      }
    },
  };
}
