/** Voice messages and photographs that a device sent. */
import { z } from 'zod';
import { byId, id, ok, page, paging } from '../fields.ts';
import { get, post } from '../http.ts';

export const mediaKinds = { voice: 1, photo: 2 } as const;
export const mediaKindLabels: Record<number, string> = { 1: '语音留言', 2: '照片' };
/** Kept so long. */
export const MEDIA_DAYS = 30;

export const DeviceMedia = z.object({
  id: z.number(),
  kind: z.number(),
  oldmanName: z.string().nullable(),
  /** Parts that came, of how many. */
  parts: z.number(),
  total: z.number(),
  /** Bytes that came. */
  size: z.number(),
  createTime: z.string(),
});

export const deviceMedia = {
  page: get('/tenant-device/device/media/page', '设备语音与照片', {
    access: 'tenant_device_media',
    input: z.object({ ...paging, deviceId: id }),
    output: page(DeviceMedia),
  }),
  /**
   * The bytes in base64: a voice as wav where the server can make one, because browsers
   * play no AMR, else as the device sent it. Written down.
   */
  open: post('/tenant-device/device/media/open', '查看设备语音与照片', {
    access: 'tenant_device_media',
    input: byId,
    output: z.object({ type: z.enum(['audio/wav', 'audio/amr', 'image/jpeg']), content: z.string() }),
  }),
  remove: post('/tenant-device/device/media/remove', '删除设备语音与照片', {
    access: 'tenant_device_media',
    input: byId,
    output: ok,
    message: '删除成功',
  }),
};
