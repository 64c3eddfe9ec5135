/** Cameras: where their picture comes from, who agreed to it, who looked. Designed by us (docs/decisions/030). */
import { z } from 'zod';
import { byId, clearable, date, id, ok, page, paging, text } from '../fields.ts';
import { get, post, put } from '../http.ts';

export const cameraSources = ['hls', 'rtsp', 'clip'] as const;
export type CameraSource = (typeof cameraSources)[number];
export const cameraSourceLabels: Record<CameraSource, string> = { hls: 'HLS地址', rtsp: 'RTSP地址', clip: '录像文件' };

/** Said wherever somebody can look. */
export const PRIVACY = '画面涉及个人隐私：仅限照护需要时查看，不得截屏外传；每次查看都会记入操作日志。系统不收录声音。';

/** How long an address of a picture is good, and after how long the page asks for the next one. */
export const TICKET_SECONDS = 180;
export const RENEW_SECONDS = 60;

const addressOf = (source: unknown) => (source === 'rtsp' ? /^rtsp:$/ : /^https?:$/);

/** A person whose room the camera looks into, with what was last said about it. */
export const CameraResident = z.object({
  oldmanId: z.number(),
  oldmanName: z.string(),
  /** Null: never asked. */
  given: z.boolean().nullable(),
  saidDate: z.string().nullable(),
  note: z.string().nullable(),
  recordName: z.string().nullable(),
  recordTime: z.string().nullable(),
});

export const Camera = z.object({
  id: z.number(),
  /** Null until it has been set up. */
  source: z.enum(cameraSources).nullable(),
  /** Only for those who may change it. */
  address: z.string().nullable(),
  username: z.string().nullable(),
  hasPassword: z.boolean(),
  clip: z.string().nullable(),
  place: z.string().nullable(),
  roomName: z.string().nullable(),
  residents: z.array(CameraResident),
  /** Why nobody may look now; null when one may. */
  refusal: z.string().nullable(),
  /** The open alarm that opens the picture all the same. */
  emergencyId: z.number().nullable(),
  /** Whether this server can turn RTSP into what a browser plays. */
  remux: z.boolean(),
  version: z.number().nullable(),
});

export const CameraLook = z.object({
  id: z.number(),
  userName: z.string(),
  emergency: z.boolean(),
  warningId: z.number().nullable(),
  /** A recording of an alarm, not the picture of the moment. */
  recording: z.boolean(),
  startTime: z.string(),
  lastTime: z.string(),
});

export const CameraConsent = z.object({
  id: z.number(),
  given: z.boolean(),
  saidDate: z.string(),
  note: z.string().nullable(),
  recordName: z.string().nullable(),
  createTime: z.string(),
});

/** An address that the page plays: of a playlist, or of a whole clip. */
const Playing = z.object({
  lookId: z.number(),
  ticket: z.string(),
  address: z.string(),
  kind: z.enum(['hls', 'clip']),
  emergency: z.boolean(),
});

const form = z
  .object({
    id,
    source: z.enum(cameraSources, { error: '请选择画面来源' }),
    address: clearable(text(500)),
    /** Stands in a header of the camera's own protocol. */
    username: clearable(text(60).regex(/^[ !#-9;-[\]-~\u00a0-\uffff]*$/, { error: '用户名不能含冒号、引号、反斜杠或换行' })),
    /** Absent keeps the one there is, empty forgets it. */
    password: z.string().max(100, { error: '密码不能超过100个字符' }).optional(),
    clip: clearable(z.string().regex(/^\/admin\/sys-file\/[a-z0-9-]+\/[0-9a-f-]{36}\.mp4$/, { error: '请上传mp4录像' })),
    place: clearable(text(40)),
    version: z.int().optional(),
  })
  .superRefine(({ source, address, clip }, context) => {
    const say = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (source === 'clip') {
      if (!clip) say('clip', '请上传mp4录像');
      return;
    }
    if (!address || !URL.canParse(address) || !addressOf(source).test(new URL(address).protocol) || !new URL(address).hostname)
      return say('address', source === 'rtsp' ? '请输入以 rtsp:// 开头的地址' : '请输入以 http:// 或 https:// 开头的地址');
    const { username, password } = new URL(address);
    if (username || password) say('address', '地址里不要写用户名和密码，请填到下面的输入框');
  });

const look = 'tenant_device_camera';
const edit = 'tenant_camera_edit';

export const cameras = {
  get: get('/tenant-device/camera/{id}', '摄像头设置', { access: look, input: byId, output: Camera }),
  save: put('/tenant-device/camera', '修改摄像头设置', { access: edit, input: form, output: ok, message: '保存成功' }),
  /** Opens the picture. Writes its own row of the operation log, which says when it was an emergency. */
  look: post('/tenant-device/camera/look', '查看摄像头', {
    access: look,
    always: true,
    audit: false,
    input: z.object({ id, warningId: id.optional() }),
    output: Playing,
  }),
  /** A further address while one goes on looking: everything is asked again. */
  renew: post('/tenant-device/camera/renew', '继续查看摄像头', {
    access: look,
    always: true,
    audit: false,
    input: z.object({ lookId: id }),
    output: Playing,
  }),
  looks: get('/tenant-device/camera/look/page', '摄像头查看记录', {
    access: look,
    input: z.object({ ...paging, deviceId: id }),
    output: page(CameraLook),
  }),
  /** The cameras where a warning comes from. */
  ofWarning: get('/tenant-device/camera/warning/{warningId}', '预警现场的摄像头', {
    access: look,
    input: z.object({ warningId: id }),
    output: z.array(z.object({ id: z.number(), name: z.string(), place: z.string().nullable() })),
  }),
  consents: get('/tenant-device/camera/consent/page', '摄像头知情同意记录', {
    access: look,
    input: z.object({ ...paging, oldmanId: id }),
    output: page(CameraConsent),
  }),
  consent: post('/tenant-device/camera/consent', '登记摄像头知情同意', {
    access: edit,
    input: z.object({ oldmanId: id, given: z.boolean({ error: '请选择是否同意' }), saidDate: date, note: clearable(text(200)) }),
    output: ok,
    message: '已登记',
  }),
  /** The picture itself: the ticket in the address says who looks; `u` is a part that a playlist of ours named, `s` its signature. */
  stream: get('/tenant-device/camera/stream/{ticket}', '摄像头画面', {
    access: 'public',
    kind: 'raw',
    input: z.object({ ticket: z.string().max(160), u: z.string().max(4000).optional(), s: z.string().max(60).optional() }),
    output: z.any(),
  }),
};
