/** Where devices are and were. Coordinates on the wire are GCJ-02, as every map of the product wants them. */
import { z } from 'zod';
import { dateTime, id } from '../fields.ts';
import { get } from '../http.ts';
import { deviceKinds } from './devices.ts';

/** More fixes than a page can draw are thinned evenly. */
export const MOST_FIXES = 5000;
export const MOST_DAYS = 7;

const Spot = { lng: z.number(), lat: z.number() };

const Mapped = {
  id: z.number(),
  imei: z.string(),
  type: z.string(),
  name: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  online: z.boolean(),
  battery: z.number().nullable(),
  approximate: z.boolean(),
  locateTime: z.string(),
  /** Near which place of the house it is, and since when that is known; null outdoors. */
  near: z.string().nullable(),
  nearTime: z.string().nullable(),
  /** It has an open warning: of the gravest one. */
  severity: z.number().nullable(),
};

export const tracks = {
  read: get('/tenant-device/device/track', '设备轨迹', {
    access: 'tenant_device_view',
    input: z.object({ id, startTime: dateTime, endTime: dateTime }),
    output: z.object({
      fixes: z.array(z.object({ time: z.string(), ...Spot, approximate: z.boolean(), speed: z.number().nullable() })),
      stops: z.array(
        z.object({ ...Spot, startTime: z.string(), endTime: z.string(), minutes: z.number(), address: z.string().nullable() }),
      ),
      /** The ways between the stops. */
      trips: z.array(
        z.object({
          startTime: z.string(),
          endTime: z.string(),
          minutes: z.number(),
          metres: z.number(),
          fastest: z.number().nullable(),
          from: z.string().nullable(),
          to: z.string().nullable(),
        }),
      ),
      metres: z.number(),
      /** Of the whole span: how long somebody was on the way and how long at a place, in minutes, and how fast at most in km/h. */
      moving: z.number(),
      staying: z.number(),
      fastest: z.number().nullable(),
      /** Fixes that cannot be true and are left out, and whether the rest was thinned. */
      discarded: z.number(),
      thinned: z.boolean(),
    }),
  }),
  /** Every device of the session's reach with a known place, the newest first; at most 2,000. */
  map: get('/tenant-device/device/map', '设备地图', {
    access: 'tenant_device_map',
    input: z.object({ type: z.enum(deviceKinds).optional() }),
    output: z.object({
      devices: z.array(z.object({ ...Mapped, ...Spot })),
      /** Those that have no coordinates, and are near a place of the house. */
      indoors: z.array(z.object(Mapped)),
      /** Devices without a place, and whether there are more than the map shows. */
      without: z.number(),
      more: z.boolean(),
    }),
  }),
};
