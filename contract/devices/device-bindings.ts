/** Who wore a device when, and where it stood. */
import { z } from 'zod';
import { id, page, paging } from '../fields.ts';
import { get } from '../http.ts';

export const DeviceBinding = z.object({
  id: z.number(),
  deviceId: z.number(),
  imei: z.string(),
  deviceName: z.string().nullable(),
  oldmanId: z.number().nullable(),
  oldmanName: z.string().nullable(),
  roomId: z.number().nullable(),
  roomName: z.string().nullable(),
  bindTime: z.string(),
  /** Null while it lasts. */
  releaseTime: z.string().nullable(),
});

export const deviceBindings = {
  page: get('/tenant-device/device/binding/page', '设备使用记录', {
    access: 'tenant_device_view',
    input: z.object({ ...paging, deviceId: id.optional(), oldmanId: id.optional() }),
    output: page(DeviceBinding),
  }),
};
