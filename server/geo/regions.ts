/** Handlers of the region reference data and of the geocoder. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { resolveNames } from '#contract/regions.rules.ts';
import type { Candidates, regions as routes } from '#contract/regions.ts';
import type { Context, Dependencies } from '../context.ts';
import { db } from '../db/tenant.ts';
import { invalid, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { createAmapGeocoder } from './amap.ts';
import { inMapOrder } from './coordinates.ts';
import { createGeocoder, type Geocoded, type Geocoder } from './geocoder.ts';
import { regionCentroids, regionTree } from './region-data.ts';

const AMAP = 'https://restapi.amap.com';

const geocoders = new WeakMap<Dependencies, Geocoder>();

/** The geocoder of a process: AMap's when a key is configured, otherwise the offline one. Made on first use. */
export function geocoderOf(deps: Dependencies): Geocoder {
  const made = geocoders.get(deps);
  if (made) return made;
  const tables = createGeocoder(regionTree(), regionCentroids());
  const offline: Geocoder = {
    geocode: async (address, hint) => tables.geocode(address, hint),
    regeocode: async (lng, lat) => tables.regeocode(lng, lat),
  };
  const { amapKey: key, amapUrl } = deps.config;
  const geocoder = key
    ? createAmapGeocoder({ key, baseUrl: (amapUrl || AMAP).replace(/\/+$/, ''), offline, now: deps.now, log: deps.log })
    : offline;
  geocoders.set(deps, geocoder);
  return geocoder;
}

/** What staff read when an address is not one place. */
export function refusal(result: Exclude<Geocoded, { outcome: 'found' }>) {
  if (result.outcome === 'unknown') return refused('未找到该地址，请补充所在省市区');
  const names = result.candidates.map(({ name }) => name);
  const meaning = names.length > 1 ? `有多处：${names.slice(0, 5).join('、')}${names.length > 5 ? '等' : ''}` : `可能是${names[0]}`;
  return refused(`“${result.name.slice(0, 50)}”${meaning}，请补充所在省市`, {
    candidates: result.candidates.slice(0, 20),
  } satisfies Candidates);
}

/** The adcode that decides between equal names: the city asked for, else the region of the session's institution. */
async function hintOf(context: Context, city: string | undefined): Promise<string | null> {
  if (city) {
    const tree = regionTree();
    const resolved = /^\d{6}$/.test(city) ? { codes: [city] } : resolveNames(tree, [city]);
    const code = 'codes' in resolved ? resolved.codes.at(-1) : undefined;
    if (!code) throw invalid(`城市“${city}”不存在`);
    return code;
  }
  const { tenantId } = context.session;
  const tenant = await context.tx.row(db.selectFrom('tenants').select('region_code').where('id', '=', tenantId));
  return tenant?.region_code ?? null;
}

let encoded: { plain: Buffer; gzipped: Buffer; etag: string } | undefined;

/** The enveloped tree, compressed once: it is the largest answer there is and never changes while the process runs. */
function encodedTree() {
  if (encoded) return encoded;
  const plain = Buffer.from(JSON.stringify({ code: 0, msg: null, data: regionTree() }));
  encoded = {
    plain,
    gzipped: gzipSync(plain, { level: 9 }),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
  return encoded;
}

/** Asks the geocoder; no transaction is open while that is a service outside. */
export const asking = <T>({ deps, tx }: Context, ask: (geocoder: Geocoder) => Promise<T>): Promise<T> =>
  deps.config.amapKey ? tx.outside(() => ask(geocoderOf(deps))) : ask(geocoderOf(deps));

export const regions: Handlers<typeof routes> = {
  async tree(_input, { request }) {
    const { plain, gzipped, etag } = encodedTree();
    const headers = { etag, 'cache-control': 'private, max-age=86400', vary: 'accept-encoding' };
    // A proxy that compressed the answer hands its tag back weakened.
    if (String(request.headers['if-none-match'] ?? '').replace(/^W\//, '') === etag) return { status: 304, headers, body: '' };
    const gzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
    return {
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8', ...(gzip ? { 'content-encoding': 'gzip' } : {}) },
      body: gzip ? gzipped : plain,
    };
  },

  async geo({ address, city }, context) {
    const hint = await hintOf(context, city);
    const result = await asking(context, (geocoder) => geocoder.geocode(address, hint));
    if (result.outcome !== 'found') throw refusal(result);
    return result.place;
  },

  async regeo({ longitude, latitude }, context) {
    const found = await asking(context, (geocoder) => geocoder.regeocode(...inMapOrder(longitude, latitude)));
    if (!found) throw refused('该位置不在可识别的范围内');
    return found;
  },
};
