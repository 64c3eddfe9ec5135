/** Warnings: `devicewarning` on the wire. */
import { z } from 'zod';
import { byId, dateTime, id, int, ok, orNull, page, paging, required, text } from '../fields.ts';
import { get, post } from '../http.ts';
import { exportRoute } from '../transfers/transfers.ts';
import { ruleNames } from './warnings.rules.ts';

export const Warning = z.object({
  id: z.number(),
  /** Name of the person, or of the device while nobody wears it. */
  name: z.string(),
  mobile: z.string().nullable(),
  avatar: z.string().nullable(),
  oldmanId: z.number().nullable(),
  elderlyId: z.number().nullable(),
  /** Flags such as 跌倒高危, shown wherever the person is. */
  flags: z.array(z.string()),
  warningContent: z.string(),
  warningText: z.string(),
  rule: z.string(),
  severity: z.number(),
  dataHappenTime: z.string(),
  lastTime: z.string(),
  count: z.number(),
  sourceType: z.number(),
  source: z.string(),
  modelName: z.string().nullable(),
  deviceId: z.number().nullable(),
  imei: z.string().nullable(),
  /** 1 comes from a place without coordinates (no map), 2 carries a position. */
  type: z.number(),
  /** "lng,lat" GCJ-02 for the map, null without a position. */
  location: z.string().nullable(),
  lastLocation: z.string().nullable(),
  lastAddress: z.string().nullable(),
  /** The position is not a satellite fix. */
  approximate: z.boolean().nullable(),
  roomName: z.string().nullable(),
  processMode: z.number().nullable(),
  isDisposed: z.number(),
  remark: z.string().nullable(),
  workOrderId: z.number().nullable(),
  videoUrl: z.string().nullable(),
  acknowledgeTime: z.string().nullable(),
  acknowledgeName: z.string().nullable(),
  handleTime: z.string().nullable(),
  handlerName: z.string().nullable(),
  version: z.number(),
  createTime: z.string(),
});

/** One step of the one timeline: warning and work order together. */
export const TimelineEntry = z.object({ time: z.string(), kind: z.string(), title: z.string(), note: z.string().nullable(), userName: z.string().nullable() });

const view = 'warning_devicewarning_view';
const handle = 'warning_devicewarning_handle';

const query = {
  name: text(20).optional(),
  rule: z.enum(ruleNames).optional(),
  severity: int(1, 4).optional(),
  isDisposed: int(0, 4).optional(),
  open: z.enum(['true', 'false']).optional(),
  oldmanId: id.optional(),
  startTime: dateTime.optional(),
  endTime: dateTime.optional(),
};

export const warnings = {
  page: get('/warning/devicewarning/page', '预警列表', {
    access: view,
    input: z.object({ ...paging, ...query }),
    output: page(Warning),
  }),
  export: exportRoute('/warning/devicewarning/export', '预警', 'warning_devicewarning_export', query),
  /** What the bell shows: how many are open, the three latest. */
  top: get('/warning/devicewarning/top', '最新预警', { access: view, input: z.object({}), output: z.object({ total: z.number(), records: z.array(Warning) }) }),
  get: get('/warning/devicewarning/{id}', '预警详情', { access: view, input: byId, output: Warning }),
  timeline: get('/warning/devicewarning/{id}/timeline', '预警时间线', { access: view, input: byId, output: z.array(TimelineEntry) }),
  acknowledge: post('/warning/devicewarning/acknowledge', '确认收到预警', { access: handle, input: z.object({ id }), output: ok }),
  comment: post('/warning/devicewarning/comment', '预警备注', { access: handle, input: z.object({ id, note: required(200, '请输入备注') }), output: ok }),
  /** Answers the id of the work order that an on-site visit drafted, or null. */
  updateStatus: post('/warning/devicewarning/updateStatus', '处理预警', {
    access: handle,
    input: z.strictObject({
      id,
      processMode: int(1, 2).default(1),
      /** 0 is empty on the wire and means the default, handled. */
      isDisposed: int(0, 4)
        .default(1)
        .transform((value) => value || 1),
      remark: orNull(text(200)),
      version: z.int().optional(),
    }),
    output: z.object({ workOrderId: z.number().nullable() }),
    message: '处理成功',
  }),
};
