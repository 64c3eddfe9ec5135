/**
 * Region reference data and the geocoder. Every coordinate here is GCJ-02, what the map
 * shows; the database keeps WGS-84 (server/geo/coordinates.ts).
 */
import { z } from 'zod';
import { decimal, nothing, required, text } from './fields.ts';
import { get } from './http.ts';

const unit = { c: z.string(), n: z.string(), p: z.string() };
const District = z.object({ ...unit, y: z.string(), a: z.string() });
/** A city; or, in municipalities, a district directly under the province, with `a` and without `d`. */
const City = z.object({ ...unit, y: z.string(), a: z.string().optional(), d: z.array(District).optional() });
export const RegionTree = z.array(z.object({ ...unit, d: z.array(City) }));

const level = z.enum(['province', 'city', 'district']);

/** Field by field: `Place` in server/geo/geocoder.ts. */
export const Place = z.object({
  longitude: z.number(),
  latitude: z.number(),
  formattedAddress: z.string(),
  adcode: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  rest: z.string(),
  level,
  /** Anything but `address` is the seat of a unit: the page says that it is approximate and offers the map. */
  precision: z.enum(['province', 'city', 'district', 'address']),
  /** The address names no region; the institution's own was taken. */
  assumed: z.boolean(),
});
export type Place = z.output<typeof Place>;

/** In `data` of a refused geocode: what an ambiguous name can mean. */
export interface Candidates {
  candidates: { adcode: string; name: string }[];
}

const NO_ADDRESS = '请输入地址';
const NO_POSITION = '请选择位置';

export const regions = {
  /** Public: questionnaires ask strangers for a place. */
  tree: get('/admin/region/tree', '行政区划', { access: 'public', rate: 'read', input: nothing, output: RegionTree, kind: 'raw' }),
  geo: get('/members/oldman/geocode/geo', '地址转坐标', {
    access: 'session',
    /** `city`: a name or an adcode; without it the institution's region decides between equal names. */
    input: z.object({ address: required(200, NO_ADDRESS), city: text(50).optional() }),
    output: Place,
  }),
  regeo: get('/members/oldman/geocode/regeo', '坐标转地址', {
    access: 'session',
    /** `longitude` and `latitude`, or `location` as `lng,lat`. Swapped when the first value is below 73. */
    input: z.union(
      [
        z.object({ longitude: decimal, latitude: decimal }),
        z
          .object({
            location: z
              .string({ error: NO_POSITION })
              .regex(/^\s*-?\d{1,3}(\.\d{1,15})?\s*[,，]\s*-?\d{1,3}(\.\d{1,15})?\s*$/, { error: '位置格式应为经度,纬度' }),
          })
          .transform(({ location }) => {
            const [longitude = NaN, latitude = NaN] = location.split(/[,，]/).map(Number);
            return { longitude, latitude };
          }),
      ],
      { error: NO_POSITION },
    ),
    output: Place.extend({ kilometres: z.number() }),
  }),
};
