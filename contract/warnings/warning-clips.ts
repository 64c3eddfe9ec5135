/** 预警录像: what a camera recorded of an alarm, kept by us and looked at like a camera (docs/decisions/034). */
import { z } from 'zod';
import { byId, id, ok } from '../fields.ts';
import { get, post } from '../http.ts';

export const WarningClip = z.object({
  id: z.number(),
  /** When it was an alarm. */
  time: z.string(),
  deviceName: z.string().nullable(),
  /** contract/warnings/warning-clips.rules.ts */
  state: z.number(),
  problem: z.string().nullable(),
  /** Of the next try, while it is being fetched. */
  nextTime: z.string().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Hex. */
  sha256: z.string().nullable(),
  keptTime: z.string().nullable(),
  /** Who gave it; null for what came from the device. */
  uploadName: z.string().nullable(),
  /** It can be fetched once more. */
  retriable: z.boolean(),
});

const view = 'warning_devicewarning_view';
const handle = 'warning_devicewarning_handle';

export const warningClips = {
  ofWarning: get('/warning/devicewarning/{warningId}/clip', '预警录像', {
    access: view,
    input: z.object({ warningId: id }),
    output: z.array(WarningClip),
  }),
  /** A recording that staff have, of a file that they have just uploaded; from then on it is looked at like any other clip. */
  add: post('/warning/devicewarning/clip', '上传预警录像', {
    access: handle,
    always: true,
    input: z.object({
      warningId: id,
      url: z.string().regex(/^\/admin\/sys-file\/[a-z0-9-]+\/[0-9a-f-]{36}\.mp4$/, { error: '请上传mp4录像' }),
    }),
    output: id,
    message: '已上传',
  }),
  retry: post('/warning/devicewarning/clip/retry', '重新获取预警录像', {
    access: handle,
    always: true,
    input: byId,
    output: ok,
    message: '正在重新获取',
  }),
  /** Opens a clip under the rules of a camera; writes its own row of the operation log, which says when it was an emergency. */
  look: post('/warning/devicewarning/clip/look', '查看预警录像', {
    access: 'tenant_device_camera',
    always: true,
    audit: false,
    input: byId,
    output: z.object({ address: z.string(), emergency: z.boolean() }),
  }),
  /** The recording itself: the ticket in the address says who looks. */
  stream: get('/warning/devicewarning/clip/stream/{ticket}', '预警录像画面', {
    access: 'public',
    kind: 'raw',
    input: z.object({ ticket: z.string().max(160) }),
    output: z.any(),
  }),
};
