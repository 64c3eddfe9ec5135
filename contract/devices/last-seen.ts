/** Where a person or a device was last: 最近出现在. Coordinates on the wire are GCJ-02. */
import { z } from 'zod';
import { byId, dateTime, id, page, paging, text } from '../fields.ts';
import { get } from '../http.ts';
import { placeLevels } from './indoor.rules.ts';
import { placeSources } from './last-seen.rules.ts';

export const LastSeen = z.object({
  /** `1号楼 3层 302附近`, or an address. */
  text: z.string(),
  source: z.enum(placeSources),
  /** How much the survey says; null where the place is coordinates. */
  level: z.enum(placeLevels).nullable(),
  /** `约10米`; null when it is not known. */
  accuracy: z.string().nullable(),
  time: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
});
export type LastSeen = z.output<typeof LastSeen>;

/** From when to when a device was near a place, and who had it then. */
export const Stay = z.object({
  id: z.string(),
  /** As the place was called then. */
  text: z.string(),
  source: z.enum(placeSources),
  startTime: z.string(),
  endTime: z.string(),
  deviceId: z.number(),
  imei: z.string(),
  deviceName: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
});

export const lastSeen = {
  device: get('/tenant-device/lastSeen/device/{id}', '设备最近出现', {
    access: 'tenant_device_view',
    input: byId,
    output: LastSeen.nullable(),
  }),
  person: get('/tenant-device/lastSeen/person/{id}', '服务对象最近出现', {
    access: 'members_oldman_view',
    input: byId,
    output: LastSeen.nullable(),
  }),
  /** At the alarm, by what came with it, and now. */
  warning: get('/tenant-device/lastSeen/warning/{id}', '预警最近出现', {
    access: 'warning_devicewarning_view',
    urgent: true,
    input: byId,
    output: z.object({ atAlarm: LastSeen.nullable(), now: LastSeen.nullable() }),
  }),
  /**
   * The places of a device, of a person, or of a person with one device; the newest first, one for each change. With times, those that were
   * left after the first and begun before the second.
   */
  stays: get('/tenant-device/lastSeen/stays', '去过的位置', {
    access: 'tenant_device_view',
    input: z.object({
      ...paging,
      deviceId: id.optional(),
      oldmanId: id.optional(),
      text: text(40).optional(),
      startTime: dateTime.optional(),
      endTime: dateTime.optional(),
    }),
    output: page(Stay),
  }),
};
